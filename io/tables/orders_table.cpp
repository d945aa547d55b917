#include <curlew/io/tables/orders_table.hpp>

#include <fmt/format.h>

namespace curlew {
namespace {

// Names may have commas, but no quotes.
std::string field(const std::string &text) {
  return text.find(',') == std::string::npos ? text : '"' + text + '"';
}

} // namespace

void OrdersTable::add(const std::vector<OrderRow> &rows) {
  if (!file_) {
    const bool is_there = continues_ && std::filesystem::exists(path_);
    file_.emplace(path_, is_there ? OutputFile::Mode::append : OutputFile::Mode::create);
    if (!is_there)
      file_->write("f (Hz),excitation,side,m,n,pol,Re,Im,efficiency\n");
  }
  for (const OrderRow &row : rows)
    file_->write(fmt::format("{},{},{},{},{},{},{},{},{}\n", row.frequency_hz,
                             field(row.excitation), row.side, row.m, row.n, row.pol,
                             row.amplitude.real(), row.amplitude.imag(), row.efficiency));
  file_->flush();
}

} // namespace curlew
