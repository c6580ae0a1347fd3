#include <algorithm>
#include <cstdint>

#include "core/risk/code_runs.hpp"
#include "core/risk/singling_out.hpp"

namespace microdata {

namespace {

// Returns the number of published rows that can have each value: none, one, or several.
std::vector<std::uint8_t> rows_with_values(const PublishedTable::Attribute& attribute,
                                           const std::vector<std::uint32_t>& rows_of_label) {
  // Difference between the numbers of rows of each value and the value before.
  std::vector<std::int64_t> change(attribute.values + std::size_t{1});
  for (Code label = 0; label < attribute.labels(); ++label) {
    const CodeSet& codes = attribute.covers[label];
    if (rows_of_label[label] == 0 || codes.empty()) continue;
    const auto add = [&](Code from, Code to) {
      change[from] += rows_of_label[label];
      change[to] -= rows_of_label[label];
    };
    if (is_run(codes)) {
      add(codes.front(), codes.back() + 1);
    } else {
      codes.for_each([&](Code code) { add(code, code + 1); });
    }
  }
  std::vector<std::uint8_t> rows;
  std::int64_t sum = 0;
  for (Code value = 0; value < attribute.values; ++value) {
    sum += change[value];
    rows.push_back(static_cast<std::uint8_t>(std::min<std::int64_t>(sum, 2)));
  }
  return rows;
}

bool is_alone(const CodeSet& codes, const std::vector<std::uint8_t>& rows) {
  bool alone = !codes.empty();
  codes.for_each([&](Code code) { alone = alone && rows[code] == 1; });
  return alone;
}

}  // namespace

namespace {

void add_rows(std::vector<std::uint8_t>& all, const std::vector<std::uint8_t>& rows) {
  // Values that no person has are numbered region by region, after the other values.
  all.resize(std::max(all.size(), rows.size()));
  for (std::size_t value = 0; value < rows.size(); ++value)
    all[value] = static_cast<std::uint8_t>(std::min(all[value] + rows[value], 2));
}

}  // namespace

void UnivariatePredicates::add(const UnivariatePredicates& region) {
  attributes_.resize(region.attributes_.size());
  for (std::size_t a = 0; a < attributes_.size(); ++a) {
    OfAttribute& known = attributes_[a];
    const OfAttribute& more = region.attributes_[a];
    known.numbers = more.numbers;
    add_rows(known.rows, more.rows);
    known.alone.insert(known.alone.end(), more.alone.begin(), more.alone.end());
  }
}

void UnivariatePredicates::add(const PublishedTable& table, const Progress& progress) {
  attributes_.resize(table.attributes.size());
  for (std::size_t a = 0; a < table.attributes.size(); ++a) {
    progress.checkpoint();
    const PublishedTable::Attribute& attribute = table.attributes[a];
    OfAttribute& known = attributes_[a];
    const std::vector<std::uint32_t> rows_of_label = attribute.rows_of_labels();
    const std::vector<std::uint8_t> rows = rows_with_values(attribute, rows_of_label);
    known.numbers = attribute.count_of_numbers();
    add_rows(known.rows, rows);
    for (Code label = 0; label < attribute.labels(); ++label) {
      const CodeSet& asked = attribute.asked_by(label);
      // A set that is a part of another set is not alone.
      if (!attribute.asks.empty() && asked.size() != 1) continue;
      if (rows_of_label[label] == 1 && is_alone(asked, rows)) known.alone.push_back(asked);
    }
  }
}

std::vector<SinglingPredicate> UnivariatePredicates::predicates(std::size_t most,
                                                                Random& random) const {
  std::vector<SinglingPredicate> predicates;
  for (std::size_t a = 0; a < attributes_.size(); ++a) {
    const auto& [rows, alone, numbers] = attributes_[a];
    const auto published =
        std::find_if(rows.begin(), rows.end(), [](std::uint8_t r) { return r > 0; });
    const auto least = static_cast<Code>(published - rows.begin());
    Code greatest = numbers;
    while (greatest > 0 && rows[greatest - 1] == 0)
      --greatest;
    for (const CodeSet& codes : alone) {
      // A row of another region may have the value.
      if (!is_alone(codes, rows)) continue;
      predicates.push_back({{{a, codes}}});
      if (codes.back() >= numbers || !is_run(codes)) continue;
      // The predicate asks for the values, and for everything below or above the values of other
      // rows.
      if (codes.front() == least)
        predicates.push_back({{{a, CodeSet::range(0, codes.back() + 1)}}});
      if (codes.back() + 1 == greatest) {
        predicates.push_back({{{a, CodeSet::range(codes.front(), numbers)}}});
      }
    }
  }
  random.shuffle(std::span(predicates));
  if (predicates.size() > most) predicates.resize(most);
  return predicates;
}

std::vector<SinglingPredicate> univariate_predicates(const PublishedTable& table, std::size_t most,
                                                     Random& random, const Progress& progress) {
  UnivariatePredicates learned;
  learned.add(table, progress);
  return learned.predicates(most, random);
}

}  // namespace microdata
