#include <curlew/io/tables/step_table.hpp>

#include <utility>

namespace curlew {
namespace {

bool goes_on(const Continued *continued, const std::string &file) {
  return continued != nullptr && continued->rows.count(file) > 0;
}

CsvTable open(const ResultsDirectory &results, const std::string &file,
              std::vector<std::string> columns, const Continued *continued) {
  if (!goes_on(continued, file))
    return {results.file(file), std::move(columns), CsvTable::Mode::create};
  truncate_csv_after(results.file(file), continued->until_s);
  return {results.file(file), std::move(columns), CsvTable::Mode::append};
}

} // namespace

StepTable::StepTable(const ResultsDirectory &results, std::string file,
                     std::vector<std::string> columns, const Continued *continued)
    : file_(std::move(file)), count_(goes_on(continued, file_) ? continued->rows.at(file_) : 0),
      table_(open(results, file_, std::move(columns), continued)) {}

void StepTable::row(const double *values, std::size_t count) {
  table_.row(values, count);
  ++count_;
}

void StepTables::sync() {
  for (StepTable &table : tables_)
    table.sync();
}

void StepTables::close() {
  for (StepTable &table : tables_)
    table.close();
}

void StepTables::list_rows(TableRows &rows) const {
  for (const StepTable &table : tables_)
    table.list_rows(rows);
}

} // namespace curlew
