#include "property/format_oracle.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace oracle {

namespace {

using People = std::vector<std::vector<int>>;
using Cells = std::vector<ShownCell>;

bool is_nobody(const Cells& cells) {
  return std::all_of(cells.begin(), cells.end(),
                     [](const ShownCell& cell) { return cell == ShownCell{null_value}; });
}

std::multiset<Cells> parts_of(const std::vector<Cells>& rows,
                              const std::vector<std::size_t>& group) {
  std::multiset<Cells> parts;
  for (const Cells& cells : rows) {
    Cells part;
    for (const std::size_t a : group)
      part.push_back(cells[a]);
    parts.insert(part);
  }
  return parts;
}

// Returns the cells of the people without generalization.
std::vector<Cells> cells_of(const People& people, const std::vector<int>& persons) {
  std::vector<Cells> rows;
  for (const int person : persons) {
    Cells& cells = rows.emplace_back();
    for (const int value : people[static_cast<std::size_t>(person)])
      cells.push_back({value});
  }
  return rows;
}

// Returns true if rows can have the people's values, group by group.
bool allows_permuted(const std::vector<Cells>& rows, const ShownFormat& format,
                     const std::vector<Cells>& of_persons) {
  return std::all_of(format.groups.begin(), format.groups.end(), [&](const auto& group) {
    const std::multiset<Cells> shown = parts_of(rows, group);
    const std::multiset<Cells> placed = parts_of(of_persons, group);
    return std::includes(shown.begin(), shown.end(), placed.begin(), placed.end());
  });
}

ShownCell all_from(int low, const ShownFormat::Attribute& attribute) {
  ShownCell cell{null_value};
  for (int value = low; value < attribute.values; ++value)
    cell.insert(value);
  return cell;
}

// Returns the smallest cell that covers the values.
ShownCell in_common(const std::set<int>& values, const ShownFormat::Attribute& attribute) {
  if (values.size() <= 1 || attribute.as == GeneralizedAs::to_set) return values;
  const bool with_null = values.contains(null_value);
  if (attribute.as == GeneralizedAs::to_label) {
    const int first = *values.rbegin() / 2 * 2;
    if (with_null || *values.begin() < first) return all_from(0, attribute);
    ShownCell cell{first};
    if (first + 1 < attribute.values) cell.insert(first + 1);
    return cell;
  }
  // A range with NULL among its values has no upper bound.
  const int low = *std::next(values.begin(), with_null ? 1 : 0);
  if (with_null) return all_from(low, attribute);
  ShownCell cell;
  for (int value = low; value <= *values.rbegin(); ++value)
    cell.insert(value);
  return cell;
}

bool allows_generalized(const Cells& shown, const ShownFormat& format, const People& people,
                        const std::vector<int>& persons, bool all) {
  for (std::size_t a = 0; a < shown.size(); ++a) {
    std::set<int> values;
    for (const int person : persons)
      values.insert(people[static_cast<std::size_t>(person)][a]);
    if (!std::includes(shown[a].begin(), shown[a].end(), values.begin(), values.end()))
      return false;
    if (all && in_common(values, format.generalized[a]) != shown[a]) return false;
  }
  return true;
}

}  // namespace

std::vector<SeriesBucket> read_buckets(const PublishedTables& published, const ShownFormat& format,
                                       const People& people) {
  std::map<std::size_t, std::vector<int>> values;
  std::map<std::size_t, std::vector<Cells>> persons;
  for (const auto& [bucket, value] : published.values)
    values[bucket].push_back(value);
  for (const ShownRow& row : published.rows) {
    if (row.value) values[row.bucket].push_back(*row.value);
    if (!is_nobody(row.cells)) persons[row.bucket].push_back(row.cells);
  }
  std::vector<SeriesBucket> buckets;
  for (const auto& [bucket, of_bucket] : values) {
    const std::vector<Cells>& rows = persons[bucket];
    SeriesBucket& seen = buckets.emplace_back();
    // No other bucket has one value several times.
    seen.valueless = of_bucket.size() > 1 && std::count(of_bucket.begin(), of_bucket.end(),
                                                        null_value) == std::ssize(of_bucket);
    if (!seen.valueless) seen.values = of_bucket;
    seen.persons = rows.size();
    if (format.generalized.empty()) {
      seen.allows = [rows, &format, &people](const std::vector<int>& placed) {
        return allows_permuted(rows, format, cells_of(people, placed));
      };
    } else {
      seen.allows = [rows, &format, &people](const std::vector<int>& placed) {
        return allows_generalized(rows.front(), format, people, placed,
                                  placed.size() == rows.size());
      };
    }
  }
  return buckets;
}

}  // namespace oracle
