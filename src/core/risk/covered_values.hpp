#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/grouped.hpp"
#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/class_persons.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// Returns the number of different sequences of `length` elements. Each element has an entry in
// `times`, the most times that it can occur.
double sequences(std::span<const std::size_t> times, std::size_t length);

// Probabilities of the persons whom the labels of a bucket's persons and rows can cover, all
// covered values being equally likely. It is for persons with several rows what class_weights.hpp
// is for tuples.
class CoveredValues {
 public:
  // Constructs the probabilities of a view; `classes` must outlive the object.
  CoveredValues(const SubjectView& view, const SubjectClasses& classes, const Progress& progress);

  // Returns the probability that a given person of the bucket has just the values of `person`, and
  // rows that some choice of `person`'s rows gives.
  double probability(std::uint32_t bucket, Row person);
  // Computes, for each of these buckets, the probability that one of its persons is `person`,
  // relative to the likeliest, which is 1. Overwrites `of_one`. Returns false, with all weights
  // equal, if there are too many rows to compute it.
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
  // A row of each kind, and the kinds of every person's rows. Rows of the source with the same
  // values are one kind.
  std::vector<Row> row_of_kind_;
  Grouped<std::uint32_t> kinds_;
  std::vector<std::size_t> times_;
};

}  // namespace microdata
