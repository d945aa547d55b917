#include <curlew/io/tables/orders_table.hpp>

#include <fmt/format.h>

namespace curlew {

OrdersTable::OrdersTable(std::filesystem::path path, bool continues)
    : file_(std::move(path), "f (Hz),excitation,side,m,n,pol,Re,Im,efficiency\n", continues) {}

void OrdersTable::add(const std::vector<OrderRow> &rows) {
  std::string text;
  for (const OrderRow &row : rows)
    text += fmt::format("{},{},{},{},{},{},{},{},{}\n", row.frequency_hz, csv_field(row.excitation),
                        row.side, row.m, row.n, row.pol, row.amplitude.real(), row.amplitude.imag(),
                        row.efficiency);
  file_.write(text);
}

} // namespace curlew
