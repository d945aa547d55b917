#include <curlew/core/mpi/communicator.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mpi/launcher.hpp>
#include <curlew/core/parallel/processors.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <limits>
#include <thread>

#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

namespace curlew {
namespace {

// A rank that failed waits k_grace for a message that a lower rank failed too, and then k_patience
// for that rank's abort_all_ranks(): launchers take seconds to end processes.
constexpr auto k_grace = std::chrono::seconds(3);
constexpr auto k_patience = std::chrono::seconds(60);

bool running = false; // between MpiRuntime's construction and destruction
NodeLocalRank rank_on_host;
// The communicators that Communicator::group_ names.
std::vector<MPI_Comm> groups{MPI_COMM_WORLD};

// Gathers the processors that each process of the host may use, by rank.
std::vector<ProcessorList> gather_processors(MPI_Comm host, int size) {
  const ProcessorList &mine = usable_processors();
  const int count = static_cast<int>(mine.size());
  std::vector<int> counts(size), starts(size + 1, 0);
  MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, host);
  for (int rank = 0; rank < size; ++rank)
    starts[rank + 1] = starts[rank] + counts[rank];
  std::vector<int> all(starts[size]);
  MPI_Allgatherv(mine.data(), count, MPI_INT, all.data(), counts.data(), starts.data(), MPI_INT,
                 host);
  std::vector<ProcessorList> lists;
  for (int rank = 0; rank < size; ++rank)
    lists.emplace_back(all.begin() + starts[rank], all.begin() + starts[rank + 1]);
  return lists;
}

NodeLocalRank find_rank_on_host() {
  NodeLocalRank found;
  MPI_Comm_rank(MPI_COMM_WORLD, &found.first);
  MPI_Comm host;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  MPI_Comm_rank(host, &found.rank);
  MPI_Comm_size(host, &found.size);
  MPI_Bcast(&found.first, 1, MPI_INT, 0, host);
  found.processors = processor_share(gather_processors(host, found.size), found.rank);
  MPI_Comm_free(&host);
  return found;
}

constexpr std::size_t k_piece = std::size_t(1) << 30; // bytes of one message: counts are ints
constexpr int k_tag = 7;
constexpr int k_failed_tag = k_tag + 1;
constexpr int k_first_message_tag = 100;

template <class Call> void pieces(std::size_t bytes, const Call &call) {
  for (std::size_t at = 0; at < bytes; at += k_piece)
    call(at, static_cast<int>(std::min(k_piece, bytes - at)));
}

template <class T> int count_of(const std::vector<T> &values) {
  if (values.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw ResourceError("too many values (" + std::to_string(values.size()) +
                        ") for one sum over ranks");
  return static_cast<int>(values.size());
}

template <class T> T reduce_all(int group, T value, MPI_Datatype type, MPI_Op op) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, type, op, groups[group]);
  return value;
}

template <class T>
void reduce_all(int group, std::vector<T> &values, MPI_Datatype type, MPI_Op op) {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), count_of(values), type, op, groups[group]);
}

// One by one: MPI_Startall may start them in any order, and messages to one rank pair in theirs.
void start(std::vector<MPI_Request> &requests) {
  for (MPI_Request &request : requests)
    MPI_Start(&request);
}

} // namespace

MpiRuntime::MpiRuntime() {
  if (!launched_with_mpi()) {
    if (const int tasks = launched_copies(); tasks > 1)
      throw InputError("srun started " + std::to_string(tasks) +
                       " processes without MPI between them, and each would do the whole work; "
                       "take srun --mpi=pmix (srun --mpi=list shows what there is) or mpirun");
    return;
  }
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  running = true;
  rank_on_host = find_rank_on_host();
  const int copies = launched_copies(), found = Communicator::world().size();
  if (copies > 1 && found == 1) {
    MPI_Finalize();
    running = false;
    throw InputError(std::to_string(copies) + " processes were started, but not by a launcher of " +
                     mpi_version() +
                     ", which this curlew is built with: each would do the whole "
                     "work; take the mpirun or srun of that MPI");
  }
}

MpiRuntime::~MpiRuntime() {
  // The other ranks would wait for ever in MPI_Finalize for a rank that failed: that one calls
  // abort_all_ranks() instead.
  if (!running || std::uncaught_exceptions() > 0)
    return;
  for (std::size_t group = 1; group < groups.size(); ++group)
    MPI_Comm_free(&groups[group]);
  groups.resize(1);
  MPI_Finalize();
  running = false;
}

Communicator Communicator::first(int count) const {
  return count >= size_ ? *this : split(rank_ < count ? 0 : rank_);
}

Communicator Communicator::split(int number) const {
  if (is_alone())
    return *this;
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Comm_split(groups[group_], number, rank_, &made);
  Communicator part;
  MPI_Comm_rank(made, &part.rank_);
  MPI_Comm_size(made, &part.size_);
  if (part.is_alone()) {
    MPI_Comm_free(&made);
    return part;
  }
  part.group_ = static_cast<int>(groups.size());
  groups.push_back(made);
  return part;
}

void Communicator::idle_barrier() const {
  if (is_alone())
    return;
  MPI_Request request;
  MPI_Ibarrier(groups[group_], &request);
  for (int there = 0; !there;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    MPI_Test(&request, &there, MPI_STATUS_IGNORE);
  }
}

Communicator Communicator::world() {
  Communicator all;
  if (running) {
    MPI_Comm_rank(MPI_COMM_WORLD, &all.rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &all.size_);
  }
  return all;
}

void Communicator::barrier() const {
  if (!is_alone())
    MPI_Barrier(groups[group_]);
}

bool Communicator::any(bool here) const {
  return is_alone() ? here : reduce_all(group_, here ? 1 : 0, MPI_INT, MPI_MAX) != 0;
}

double Communicator::sum(double value) const {
  return is_alone() ? value : reduce_all(group_, value, MPI_DOUBLE, MPI_SUM);
}

std::int64_t Communicator::sum(std::int64_t value) const {
  return is_alone() ? value : reduce_all(group_, value, MPI_INT64_T, MPI_SUM);
}

double Communicator::max(double value) const {
  return is_alone() ? value : reduce_all(group_, value, MPI_DOUBLE, MPI_MAX);
}

double Communicator::min(double value) const {
  return is_alone() ? value : reduce_all(group_, value, MPI_DOUBLE, MPI_MIN);
}

void Communicator::sum(std::vector<double> &values) const {
  if (!is_alone())
    reduce_all(group_, values, MPI_DOUBLE, MPI_SUM);
}

void Communicator::sum_at_root(std::vector<double> &values) const {
  if (is_alone())
    return;
  MPI_Reduce(is_root() ? MPI_IN_PLACE : values.data(), values.data(), count_of(values), MPI_DOUBLE,
             MPI_SUM, 0, groups[group_]);
}

void Communicator::min(std::vector<std::int64_t> &values) const {
  if (!is_alone())
    reduce_all(group_, values, MPI_INT64_T, MPI_MIN);
}

std::string Communicator::broadcast(const std::string &text, int from) const {
  if (is_alone())
    return text;
  int length = static_cast<int>(text.size());
  MPI_Bcast(&length, 1, MPI_INT, from, groups[group_]);
  std::string copy = text;
  copy.resize(length);
  MPI_Bcast(copy.data(), length, MPI_CHAR, from, groups[group_]);
  return copy;
}

std::vector<Communicator::Bytes> Communicator::exchange_bytes(const std::vector<Bytes> &to) const {
  if (is_alone())
    return to;
  std::vector<std::int64_t> sent(size_), received(size_);
  for (int r = 0; r < size_; ++r)
    sent[r] = static_cast<std::int64_t>(to[r].size());
  MPI_Alltoall(sent.data(), 1, MPI_INT64_T, received.data(), 1, MPI_INT64_T, groups[group_]);
  std::vector<Bytes> from(size_);
  std::vector<MPI_Request> requests;
  for (int r = 0; r < size_; ++r) {
    from[r].resize(received[r]);
    if (r == rank_) {
      from[r] = to[r];
      continue;
    }
    pieces(from[r].size(), [&](std::size_t at, int bytes) {
      MPI_Irecv(from[r].data() + at, bytes, MPI_BYTE, r, k_tag, groups[group_],
                &requests.emplace_back());
    });
  }
  for (int r = 0; r < size_; ++r)
    if (r != rank_)
      pieces(to[r].size(), [&](std::size_t at, int bytes) {
        MPI_Isend(to[r].data() + at, bytes, MPI_BYTE, r, k_tag, groups[group_],
                  &requests.emplace_back());
      });
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  return from;
}

struct Communicator::Messages::Requests {
  MPI_Comm group = MPI_COMM_NULL;
  int tag = k_first_message_tag;
  std::vector<MPI_Request> receives, sends;
  ~Requests() {
    if (running)
      for (auto *list : {&receives, &sends})
        for (MPI_Request &request : *list)
          MPI_Request_free(&request);
  }
};

Communicator::Messages::Messages(const Communicator &ranks)
    : requests_(std::make_unique<Requests>()) {
  constexpr int k_tags = 30000; // MPI guarantees 32767
  static int made = 0;          // differs between ranks: some sets are made by a part of the ranks
  made = static_cast<int>(ranks.max(made)) + 1;
  requests_->group = groups[ranks.group_];
  requests_->tag = k_first_message_tag + made % k_tags;
}

void Communicator::Messages::add_receive(void *to, std::size_t bytes, int from) {
  pieces(bytes, [&](std::size_t at, int count) {
    MPI_Recv_init(static_cast<char *>(to) + at, count, MPI_BYTE, from, requests_->tag,
                  requests_->group, &requests_->receives.emplace_back());
  });
}

void Communicator::Messages::add_send(const void *from, std::size_t bytes, int to) {
  pieces(bytes, [&](std::size_t at, int count) {
    MPI_Send_init(static_cast<const char *>(from) + at, count, MPI_BYTE, to, requests_->tag,
                  requests_->group, &requests_->sends.emplace_back());
  });
}

void Communicator::Messages::start_receives() {
  start(requests_->receives);
}
void Communicator::Messages::start_sends() {
  start(requests_->sends);
}

void Communicator::Messages::wait() {
  for (auto *list : {&requests_->receives, &requests_->sends})
    MPI_Waitall(static_cast<int>(list->size()), list->data(), MPI_STATUSES_IGNORE);
}

NodeLocalRank node_local_rank() {
  return rank_on_host;
}

bool mpi_reads_devices() {
  if (const char *given = environment_value("CURLEW_GPU_AWARE_MPI"))
    return std::string(given) != "0";
#if defined(MPIX_CUDA_AWARE_SUPPORT)
  if (MPIX_Query_cuda_support() == 1)
    return true;
#endif
#if defined(MPIX_ROCM_AWARE_SUPPORT)
  if (MPIX_Query_rocm_support() == 1)
    return true;
#endif
  const char *mpich = environment_value("MPICH_GPU_SUPPORT_ENABLED"); // also Cray's
  return mpich != nullptr && std::string(mpich) == "1";
}

std::string mpi_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string all(text, length);
  return all.substr(0, all.find_first_of(",\n"));
}

void wait_for_lower_rank_error() {
  if (!running)
    return;
  const Communicator all = Communicator::world();
  for (int higher = all.rank() + 1; higher < all.size(); ++higher) {
    MPI_Request unheeded; // the other rank need not receive it
    MPI_Isend(nullptr, 0, MPI_BYTE, higher, k_failed_tag, MPI_COMM_WORLD, &unheeded);
    MPI_Request_free(&unheeded);
  }
  const auto start = std::chrono::steady_clock::now();
  auto wait = std::chrono::steady_clock::duration(k_grace);
  while (all.rank() > 0 && std::chrono::steady_clock::now() - start < wait) {
    int lower_failed = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, k_failed_tag, MPI_COMM_WORLD, &lower_failed, MPI_STATUS_IGNORE);
    if (lower_failed)
      wait = k_patience;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

void abort_all_ranks(int exit_code) {
  if (running && Communicator::world().size() > 1)
    MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::_Exit(exit_code);
}

Communicator::Messages::Messages() : requests_(std::make_unique<Requests>()) {}
Communicator::Messages::~Messages() = default;
Communicator::Messages::Messages(Messages &&) noexcept = default;
Communicator::Messages &Communicator::Messages::operator=(Messages &&) noexcept = default;

} // namespace curlew
