#include "core/risk/fragment_membership.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/risk/match_in_turn.hpp"

namespace microdata {

namespace {

// Expected number of some rows by class value.
using RowsByClass = std::map<Code, double>;

// A fragment's rows by equivalence class.
class FragmentRows {
 public:
  FragmentRows(const ComparedFragment& fragment, const Progress& progress)
      : fragment_(fragment), rows_(fragment.cover.classes) {
    for (std::size_t row = 0; row < fragment.cover.class_of_row.size(); ++row) {
      progress.checkpoint_at(row);
      const std::uint32_t c = fragment.cover.class_of_row[row];
      ++with_class_[fragment.class_values[row]];
      rows_[c].emplace_back(fragment.rest == nullptr ? 0 : fragment.rest->published[row],
                            fragment.class_values[row]);
    }
    for (auto& of_class : rows_) {
      progress.checkpoint();
      std::sort(of_class.begin(), of_class.end());
    }
  }

  // Adds the rows like the person's to `found`, and returns the number of equivalence classes with
  // such rows.
  std::uint32_t find(Row person, RowsByClass& found) const {
    std::uint32_t classes = 0;
    const std::uint32_t rest = fragment_.rest == nullptr ? 0 : fragment_.rest->tuples[person];
    const ClassCover& cover = fragment_.cover;
    const std::uint32_t kind = cover.kind_of_tuple[person];
    for (std::size_t at = cover.offsets[kind]; at < cover.offsets[kind + std::size_t{1}]; ++at) {
      const auto& rows = rows_[cover.covering[at]];
      auto row = std::lower_bound(rows.begin(), rows.end(), std::pair(rest, Code{0}));
      if (row == rows.end() || row->first != rest) continue;
      ++classes;
      for (; row != rows.end() && row->first == rest; ++row)
        found[row->second] += cover.chance(at);
    }
    return classes;
  }

  double with_class(Code value) const { return with_class_.at(value); }

  // Returns the number of rows that find() looks at, and 1.
  std::size_t rows_to_find(Row person) const {
    std::size_t rows = 1;
    for (const std::uint32_t c : fragment_.cover.of_kind(fragment_.cover.kind_of_tuple[person]))
      rows += rows_[c].size();
    return rows;
  }

 private:
  const ComparedFragment& fragment_;
  // Value of the other known attributes and class value of each row, by equivalence class.
  std::vector<std::vector<std::pair<std::uint32_t, Code>>> rows_;
  std::map<Code, double> with_class_;
};

}  // namespace

SidesMatched match_fragments(std::span<const ComparedFragment> fragments,
                             std::span<const Code> class_of, std::span<const Row> members,
                             std::span<const Row> outsiders, std::size_t most_entries,
                             const Progress& progress) {
  std::vector<FragmentRows> rows;
  for (const ComparedFragment& fragment : fragments)
    rows.emplace_back(fragment, progress);
  std::vector<RowsByClass> found(rows.size());
  const auto joined_rows = [&](Code value) {
    double joined = 1;
    for (std::size_t f = 0; f < found.size(); ++f) {
      const auto here = found[f].find(value);
      if (here == found[f].end()) return 0.0;
      joined *= here->second;
      if (f > 0) joined /= rows[f].with_class(value);
    }
    return joined;
  };
  const auto match_of = [&](Row person) {
    PersonMatch match;
    for (std::size_t f = 0; f < rows.size(); ++f) {
      found[f].clear();
      const std::uint32_t classes = rows[f].find(person, found[f]);
      match.buckets = f == 0 ? classes : std::min(match.buckets, classes);
    }
    if (!class_of.empty()) {
      match.rows = joined_rows(class_of[person]);
    } else {
      for (const auto& [value, number] : found.front())
        match.rows += joined_rows(value);
    }
    if (match.rows == 0) match.buckets = 0;
    return match;
  };
  const auto entries_of = [&](Row person) {
    std::size_t entries = 0;
    for (const FragmentRows& of_fragment : rows)
      entries += of_fragment.rows_to_find(person);
    return entries;
  };
  return match_in_turn(ValueChances(fragments.front().cover.kind_of_tuple.size()), members,
                       outsiders, most_entries, match_of, entries_of, progress);
}

}  // namespace microdata
