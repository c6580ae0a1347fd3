#include "core/risk/value_chances.hpp"

namespace microdata {

namespace {

// Returns the number of rows of each value, in whole numbers so that equally frequent values have
// equal numbers. Rows that are `nowhere` do not count.
std::vector<double> rows_of(const std::vector<std::uint32_t>& published, std::size_t distinct,
                            const Progress& progress) {
  std::vector<double> rows(distinct);
  for (std::size_t row = 0; row < published.size(); ++row) {
    progress.checkpoint_at(row);
    if (published[row] != nowhere) ++rows[published[row]];
  }
  return rows;
}

}  // namespace

void ValueChances::add(const RegionAttribute& attribute, const Progress& progress) {
  const std::vector<double> of_label = rows_of(attribute.published, attribute.labels, progress);
  // Difference between the sums of each value and the value before.
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

void ValueChances::add_region(const ValueChances& region) {
  if (shown_.empty()) shown_.resize(region.shown_.size());
  for (std::size_t a = 0; a < shown_.size(); ++a) {
    const Shown& more = region.shown_[a];
    shown_[a].rows += more.rows;
    shown_[a].rows_of_tuples.resize(more.rows_of_tuples.size());
    for (std::size_t tuple = 0; tuple < more.rows_of_tuples.size(); ++tuple)
      shown_[a].rows_of_tuples[tuple] += more.rows_of_tuples[tuple];
  }
}

double ValueChances::of(Row tuple) const {
  if (!first_) return of_tuples_[tuple];
  double chance = 1;
  for (const Shown& attribute : shown_)
    chance *= attribute.rows_of_tuples[tuple] / attribute.rows;
  return chance;
}

void ValueChances::multiply(const std::vector<double>& rows_of_value, std::size_t rows,
                            const std::vector<std::uint32_t>& tuples, const Progress& progress) {
  if (first_) {
    Shown& shown = shown_.emplace_back();
    shown.rows = static_cast<double>(rows);
    for (std::size_t tuple = *first_; tuple < tuples.size(); ++tuple) {
      progress.checkpoint_at(tuple);
      shown.rows_of_tuples.push_back(tuples[tuple] == nowhere ? 0 : rows_of_value[tuples[tuple]]);
    }
    return;
  }
  for (std::size_t tuple = 0; tuple < of_tuples_.size(); ++tuple) {
    progress.checkpoint_at(tuple);
    of_tuples_[tuple] *=
        tuples[tuple] == nowhere ? 0 : rows_of_value[tuples[tuple]] / static_cast<double>(rows);
  }
}

}  // namespace microdata
