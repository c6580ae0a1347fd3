#include "property/linking_oracle.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

namespace oracle {

namespace {

bool is_known(const Slicing& slicing, std::size_t attribute) {
  return !contains(slicing.sensitive, attribute) && !contains(slicing.unknown, attribute);
}

// Returns the values of a row that the attacker knows.
std::vector<Value> known_part(const Slicing& slicing, const std::vector<Value>& row) {
  std::vector<Value> known;
  for (std::size_t a = 0; a < row.size(); ++a) {
    if (is_known(slicing, a)) known.push_back(row[a]);
  }
  return known;
}

// Goes through all linkings of the columns from `column` on; `rows` contains the columns before.
void link(const Table& table, const Slicing& slicing, const std::vector<std::size_t>& bucket,
          std::size_t column, Tuples& rows, Linkings& result) {
  if (column == slicing.columns.size()) {
    Tuples sorted = rows;
    std::ranges::sort(sorted);
    result[sorted] += 1;
    return;
  }
  std::vector<std::size_t> order(bucket.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    for (std::size_t place = 0; place < bucket.size(); ++place) {
      for (const std::size_t a : slicing.columns[column]) {
        rows[place][a] = table.rows[bucket[order[place]]][a];
      }
    }
    // The first column is fixed, because only the order of the columns relative to each other
    // matters.
    link(table, slicing, bucket, column + 1, rows, result);
  } while (column > 0 && std::ranges::next_permutation(order).found);
}

}  // namespace

Linkings linkings(const Table& table, const Slicing& slicing, std::size_t bucket) {
  Tuples rows;
  for (const std::size_t row : slicing.buckets[bucket])
    rows.push_back(table.rows[row]);
  Linkings result;
  link(table, slicing, slicing.buckets[bucket], 0, rows, result);
  return result;
}

ExpectedRows expected_rows(const Table& table, const Slicing& slicing, const Linkings& of_bucket,
                           std::size_t tuple, std::size_t sensitive, Value s) {
  const std::vector<Value> wanted = known_part(slicing, table.rows[tuple]);
  ExpectedRows expected;
  double all = 0;
  for (const auto& [rows, count] : of_bucket) {
    all += count;
    for (const std::vector<Value>& row : rows) {
      if (known_part(slicing, row) != wanted) continue;
      expected.alike += count;
      if (row[sensitive] == s) expected.with_value += count;
    }
  }
  expected.alike /= all;
  expected.with_value /= all;
  return expected;
}

Beliefs beliefs(const Table& table, const Slicing& slicing, std::size_t tuple,
                std::size_t sensitive) {
  std::vector<Linkings> of_bucket;
  for (std::size_t b = 0; b < slicing.buckets.size(); ++b)
    of_bucket.push_back(linkings(table, slicing, b));
  std::set<Value> values;
  for (const std::vector<Value>& row : table.rows)
    values.insert(row[sensitive]);

  Beliefs result;
  for (const Value s : values) {
    double buckets = 0;
    double buckets_with_value = 0;
    double rows = 0;
    double rows_with_value = 0;
    for (std::size_t b = 0; b < of_bucket.size(); ++b) {
      const auto size = static_cast<double>(slicing.buckets[b].size());
      const ExpectedRows expected =
          expected_rows(table, slicing, of_bucket[b], tuple, sensitive, s);
      buckets += expected.alike / size;
      buckets_with_value += expected.with_value / size;
      rows += expected.alike;
      rows_with_value += expected.with_value;
    }
    if (rows > 0) {
      result.buckets = std::max(result.buckets, buckets_with_value / buckets);
      result.rows = std::max(result.rows, rows_with_value / rows);
    }
  }

  // The census is the set of all linkings of all buckets together.
  std::multiset<std::vector<Value>> census;
  for (const std::vector<Value>& row : table.rows)
    census.insert(known_part(slicing, row));
  const std::vector<Value> wanted = known_part(slicing, table.rows[tuple]);
  const auto alike = static_cast<double>(census.count(wanted));
  std::map<Value, double> with_value;
  double consistent = 0;
  std::map<Value, double> seen;
  const std::function<void(std::size_t, double)> choose = [&](std::size_t b, double ways) {
    if (b == of_bucket.size()) {
      consistent += ways;
      for (const auto& [value, count] : seen)
        with_value[value] += ways * count;
      return;
    }
    for (const auto& [rows, count] : of_bucket[b]) {
      std::vector<std::vector<Value>> taken;
      for (const std::vector<Value>& row : rows) {
        const auto found = census.find(known_part(slicing, row));
        if (found == census.end()) break;
        taken.push_back(*found);
        census.erase(found);
      }
      if (taken.size() == rows.size()) {
        for (const std::vector<Value>& row : rows) {
          if (known_part(slicing, row) == wanted) seen[row[sensitive]] += 1;
        }
        choose(b + 1, ways * count);
        for (const std::vector<Value>& row : rows) {
          if (known_part(slicing, row) == wanted) seen[row[sensitive]] -= 1;
        }
      }
      census.insert(taken.begin(), taken.end());
    }
  };
  choose(0, 1);
  for (const auto& [value, count] : with_value)
    result.census = std::max(result.census, count / consistent / alike);
  return result;
}

}  // namespace oracle
