#include "core/risk/implied_places.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>

namespace microdata {

namespace {

// Rows of a bucket with the same known values and the same hidden value.
struct Alike {
  std::uint32_t known;
  Code hidden;
  double rows;
};

std::vector<Alike> count_alike(const HiddenOnBothSides::Side& side, std::span<const Row> rows) {
  std::map<std::pair<std::uint32_t, Code>, double> counts;
  for (const Row row : rows)
    ++counts[{side.known.published[row], side.hidden[row]}];
  std::vector<Alike> alike;
  for (const auto& [key, count] : counts)
    alike.push_back({key.first, key.second, count});
  return alike;
}

std::uint64_t both(std::uint32_t open, std::uint32_t linked) {
  return (std::uint64_t{open} << 32U) | linked;
}

// Expected rows of each outcome, by group of persons with the same known values.
using ExpectedRows = std::unordered_map<std::uint64_t, std::map<std::pair<Code, Code>, double>>;

std::optional<ExpectedRows> expected_rows(const HiddenOnBothSides& table, std::size_t most_pairs,
                                          const Progress& progress) {
  std::vector<std::vector<Row>> buckets(table.buckets);
  for (std::size_t row = 0; row < table.bucket_of.size(); ++row)
    buckets[table.bucket_of[row]].push_back(static_cast<Row>(row));
  ExpectedRows expected;
  std::size_t pairs = 0;
  for (const std::vector<Row>& rows : buckets) {
    const std::vector<Alike> open = count_alike(table.open, rows);
    const std::vector<Alike> linked = count_alike(table.linked, rows);
    pairs += open.size() * linked.size();
    if (pairs > most_pairs) return std::nullopt;
    for (const Alike& one : open) {
      progress.checkpoint();
      for (const Alike& other : linked) {
        expected[both(one.known, other.known)][{one.hidden, other.hidden}] +=
            one.rows * other.rows / static_cast<double>(rows.size());
      }
    }
  }
  return expected;
}

// Placement of all persons of a group at the place of the group's outcomes.
class GroupPlaces {
 public:
  GroupPlaces(const HiddenOnBothSides& table, const ExpectedRows& expected, std::size_t most_pairs,
              std::vector<std::pair<Code, Code>>& outcomes)
      : table_(table), expected_(expected), most_pairs_(most_pairs), outcomes_(outcomes) {}

  PlacedPersons place(std::span<const Row> persons, const Progress& progress) {
    PlacedPersons placed;
    for (std::size_t i = 0; i < persons.size(); ++i) {
      progress.checkpoint_at(i * 64);
      if (placed.pairs >= most_pairs_) break;
      if (const std::optional<PlacedPersons::Place> place = place_of(persons[i])) {
        placed.places.push_back(*place);
        placed.pairs += place->slots;
      }
      placed.persons.push_back(persons[i]);
      placed.first_place.push_back(placed.places.size());
    }
    placed.slots = slots_;
    return placed;
  }

 private:
  std::optional<PlacedPersons::Place> place_of(Row person) {
    const std::uint64_t group =
        both(table_.open.known.tuples[person], table_.linked.known.tuples[person]);
    const auto rows = expected_.find(group);
    if (rows == expected_.end()) return std::nullopt;
    const auto [place, is_new] = place_of_.try_emplace(
        group,
        PlacedPersons::Place{slots_.size(), static_cast<std::uint32_t>(rows->second.size()), 1});
    if (is_new) add_slots(rows->second);
    return place->second;
  }

  void add_slots(const std::map<std::pair<Code, Code>, double>& rows) {
    constexpr double thousandths = 1000;
    for (const auto& [outcome, number] : rows) {
      const auto [at, is_new] = numbers_.emplace(outcome, static_cast<Code>(numbers_.size()));
      if (is_new) outcomes_.push_back(outcome);
      slots_.push_back({at->second, static_cast<std::uint32_t>(
                                        std::max(1.0, std::round(number * thousandths)))});
    }
  }

  const HiddenOnBothSides& table_;
  const ExpectedRows& expected_;
  std::size_t most_pairs_;
  std::vector<std::pair<Code, Code>>& outcomes_;
  std::vector<PlacedPersons::Slot> slots_;
  std::map<std::pair<Code, Code>, Code> numbers_;
  std::unordered_map<std::uint64_t, PlacedPersons::Place> place_of_;
};

}  // namespace

std::optional<ImpliedPlaces> place_by_distribution(const HiddenOnBothSides& table,
                                                   std::span<const Row> persons,
                                                   std::span<const Row> outsiders,
                                                   std::size_t most_pairs,
                                                   const Progress& progress) {
  const std::optional<ExpectedRows> expected = expected_rows(table, most_pairs, progress);
  if (!expected) return std::nullopt;
  ImpliedPlaces result;
  GroupPlaces groups(table, *expected, most_pairs, result.outcomes);
  result.placed = groups.place(persons, progress);
  result.outside = groups.place(outsiders, progress);
  return result;
}

}  // namespace microdata
