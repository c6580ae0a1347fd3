#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/grouped.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/class_persons.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// How many different sequences of so many elements there are whose elements are some of these, each
// at most as often: `times`, of every different element.
double sequences(std::span<const std::size_t> times, std::size_t length);

// The persons whom the labels of a bucket's persons and rows may stand for, all values that they
// cover being as likely. It is for persons with several rows what class_weights.hpp is for tuples.
class CoveredValues {
 public:
  // Both outlive it.
  CoveredValues(const SubjectView& view, const SubjectClasses& classes, const Progress& progress);

  // The probability that somebody of the bucket has just the person's values, and rows that some
  // choice of the person's gives.
  double probability(std::uint32_t bucket, Row person);
  // How likely each person of each of these buckets is the person asked for, the likeliest being 1.
  // `of_one` is emptied first. False, and all alike, where there are too many rows to be told.
  bool weigh_persons(std::span<const std::uint32_t> buckets, Row person,
                     std::vector<double>& of_one);

 private:
  bool covers(std::uint32_t bucket, std::uint32_t kind) const;
  void count_alike(std::uint32_t bucket, Row person);

  const SubjectClasses& classes_;
  std::vector<std::size_t> rows_in_;
  std::vector<double> of_persons_;
  std::vector<double> of_rows_;
  std::size_t rows_ = 0;
  std::vector<std::size_t> first_row_;
  // Rows of the source with the same values are one kind: a row of each, and those of every person.
  std::vector<Row> row_of_kind_;
  Grouped<std::uint32_t> kinds_;
  std::vector<std::size_t> times_;
};

}  // namespace microdata
