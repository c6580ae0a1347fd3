#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/grouped.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// Which persons of the source a published set can be of.
class SourcePersons {
 public:
  // What a set is compared with: rows as often as they occur, or values, each once.
  enum class Elements { rows, values };

  // `values`: the sets' elements as of one table, of the sets and of rows of the source.
  SourcePersons(const SubjectView& view, const PublishedSets& sets,
                const SlicedView::Values& values, Elements kind, const Progress& progress);

  // Whether some choice of `rows` rows of the person gives the set. A set of rows may be a part of
  // the choice, where these are not all of the person's; 0 rows: of any number.
  bool fits(std::uint32_t set, std::uint32_t person, std::size_t rows) const;

  std::uint32_t rows_of(std::uint32_t person) const { return rows_of_[person]; }
  // How many different elements a set shows.
  std::size_t size_of(std::uint32_t set) const { return of_sets_[set].size(); }

 private:
  Elements kind_;
  Grouped<std::uint32_t> of_sets_;
  Grouped<std::uint32_t> of_persons_;
  // Of every person of the source.
  std::vector<std::uint32_t> rows_of_;
};

// The most rows that a set of every bucket has; 0 without a table of rows.
std::vector<std::size_t> published_rows_by_bucket(const SubjectView& view);

}  // namespace microdata
