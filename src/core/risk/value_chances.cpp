#include "core/risk/value_chances.hpp"

namespace microdata {

namespace {

// In whole rows, so that values of as many have the same.
std::vector<double> rows_of(const std::vector<std::uint32_t>& published, std::size_t distinct,
                            const Progress& progress) {
  std::vector<double> rows(distinct);
  for (std::size_t row = 0; row < published.size(); ++row) {
    progress.checkpoint_at(row);
    ++rows[published[row]];
  }
  return rows;
}

}  // namespace

void ValueChances::add(const RegionAttribute& attribute, const Progress& progress) {
  const std::vector<double> of_label = rows_of(attribute.published, attribute.labels, progress);
  // What begins with each value, less what ended with the one before it.
  std::vector<double> change(attribute.values + std::size_t{1});
  for (Code label = 0; label < attribute.labels; ++label) {
    progress.checkpoint_at(label);
    const CodeSet& covers = attribute.covers[label];
    if (covers.empty()) continue;
    const double each = of_label[label] / static_cast<double>(covers.size());
    covers.for_each_run([&](Code from, Code to) {
      change[from] += each;
      change[to] -= each;
    });
  }
  std::vector<double> of_value(attribute.values);
  double rows = 0;
  for (Code value = 0; value < attribute.values; ++value)
    of_value[value] = rows += change[value];
  multiply(of_value, attribute.published.size(), attribute.tuples, progress);
}

void ValueChances::add(const SlicedView::Values& values, const Progress& progress) {
  multiply(rows_of(values.published, values.distinct, progress), values.published.size(),
           values.tuples, progress);
}

void ValueChances::multiply(const std::vector<double>& rows_of_value, std::size_t rows,
                            const std::vector<std::uint32_t>& tuples, const Progress& progress) {
  for (std::size_t tuple = 0; tuple < of_tuples_.size(); ++tuple) {
    progress.checkpoint_at(tuple);
    of_tuples_[tuple] *=
        tuples[tuple] == nowhere ? 0 : rows_of_value[tuples[tuple]] / static_cast<double>(rows);
  }
}

}  // namespace microdata
