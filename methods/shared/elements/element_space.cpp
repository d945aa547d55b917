#include <curlew/methods/shared/elements/element_space.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

namespace curlew {

int ElementSpace::blocks() const {
  if (order == 1)
    return mixed ? 1 : 2;
  if (order == 2)
    return mixed ? 3 : 5;
  if (order == 3)
    return mixed ? 7 : 10;
  if (order == 4 && mixed)
    return 12;
  throw InputError(fmt::format("edge elements of {} order {} are not there; there are mixed order "
                               "1 to 4 and full order 1 to 3",
                               mixed ? "mixed" : "full", order));
}

int ElementSpace::count(Entity entity) const {
  int sum = 0;
  for (int b = 0; b < blocks(); ++b)
    sum += basis_block(b).entity == entity ? basis_block(b).count : 0;
  return sum;
}

std::string ElementSpace::name() const {
  constexpr const char *names[] = {"first", "second", "third", "fourth"};
  blocks(); // refuses orders that have no name
  return fmt::format("{} {} order", mixed ? "mixed" : "full", names[order - 1]);
}

} // namespace curlew
