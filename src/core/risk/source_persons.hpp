#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/grouped.hpp"
#include "core/base/progress.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// Test whether a published set can be a person's of the source.
class SourcePersons {
 public:
  // Elements of the sets: rows as often as they occur, or values, each once.
  enum class Elements { rows, values };

  // Constructs the test; `values` has the elements of the sets and of the rows of the source, as of
  // one table.
  SourcePersons(const SubjectView& view, const PublishedSets& sets,
                const SlicedView::Values& values, Elements kind, const Progress& progress);

  // Returns true if some choice of `rows` rows of the person gives the set. A set of rows can be a
  // part of the choice, if the choice is not all of the person's rows. If `rows` is 0, any number
  // of rows can be chosen.
  bool fits(std::uint32_t set, std::uint32_t person, std::size_t rows) const;

  std::uint32_t rows_of(std::uint32_t person) const { return rows_of_[person]; }
  // Returns the number of different elements that a set of values shows; for rows, the number of
  // its rows.
  std::size_t size_of(std::uint32_t set) const { return of_sets_[set].size(); }

 private:
  Elements kind_;
  Grouped<std::uint32_t> of_sets_;
  Grouped<std::uint32_t> of_persons_;
  // Number of rows of every person of the source.
  std::vector<std::uint32_t> rows_of_;
};

// Returns the largest number of rows of any set, by bucket; 0 without a table of rows.
std::vector<std::size_t> published_rows_by_bucket(const SubjectView& view);

}  // namespace microdata
