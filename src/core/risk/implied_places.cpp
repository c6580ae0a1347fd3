#include "core/risk/implied_places.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>

namespace microdata {

namespace {

// Rows of a bucket that are known alike and have the same hidden value.
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

// Of every group of persons who are known alike, the rows that it is to be expected to have of each
// outcome.
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

}  // namespace

std::optional<ImpliedPlaces> place_by_distribution(const HiddenOnBothSides& table,
                                                   std::span<const Row> persons,
                                                   std::size_t most_pairs,
                                                   const Progress& progress) {
  constexpr double thousandths = 1000;
  const std::optional<ExpectedRows> expected = expected_rows(table, most_pairs, progress);
  if (!expected) return std::nullopt;
  ImpliedPlaces result;
  PlacedPersons& placed = result.placed;
  std::map<std::pair<Code, Code>, Code> numbers;
  std::unordered_map<std::uint64_t, PlacedPersons::Place> place_of;
  for (std::size_t i = 0; i < persons.size(); ++i) {
    progress.checkpoint_at(i * 64);
    const Row person = persons[i];
    if (placed.pairs >= most_pairs) {
      placed.left_out = persons.size() - i;
      break;
    }
    const std::uint64_t group =
        both(table.open.known.tuples[person], table.linked.known.tuples[person]);
    const auto rows = expected->find(group);
    if (rows == expected->end()) {
      ++placed.unmatched;
      continue;
    }
    auto place = place_of.find(group);
    if (place == place_of.end()) {
      place = place_of
                  .emplace(group,
                           PlacedPersons::Place{placed.slots.size(),
                                                static_cast<std::uint32_t>(rows->second.size()), 1})
                  .first;
      for (const auto& [outcome, number] : rows->second) {
        const auto [at, is_new] = numbers.emplace(outcome, static_cast<Code>(numbers.size()));
        if (is_new) result.outcomes.push_back(outcome);
        placed.slots.push_back({at->second, static_cast<std::uint32_t>(
                                                std::max(1.0, std::round(number * thousandths)))});
      }
    }
    placed.places.push_back(place->second);
    placed.pairs += place->second.slots;
    placed.persons.push_back(person);
    placed.first_place.push_back(placed.places.size());
  }
  return result;
}

}  // namespace microdata
