#include "property/bucketization_oracle.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace oracle {
namespace {

constexpr double kTolerance = 1e-9;

std::vector<Value> values_of(const Table& table, const Bucket& bucket, std::size_t attribute) {
  std::vector<Value> values;
  for (const std::size_t row : bucket) {
    values.push_back(table.rows[row][attribute]);
  }
  return values;
}

bool every_share_at_most_one_lth(const std::vector<Value>& values, double l) {
  return std::ranges::all_of(values, [&](Value v) {
    const auto tuples = static_cast<double>(std::ranges::count(values, v));
    return tuples / static_cast<double>(values.size()) * l <= 1.0 + kTolerance;
  });
}

Bucket all_rows(const Table& table) {
  Bucket rows;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    rows.push_back(row);
  }
  return rows;
}

// Returns the values of one person's sensitive attributes in the source; published_combination()
// returns the published ones.
std::vector<Value> own_combination(const Table& table, const Attributes& sensitive,
                                   std::size_t row) {
  std::vector<Value> combination;
  for (const std::size_t attribute : sensitive) {
    combination.push_back(table.rows[row][attribute]);
  }
  return combination;
}

std::vector<Value> published_combination(const Published& published, std::size_t row) {
  std::vector<Value> combination;
  for (const std::vector<Value>& of_attribute : published) {
    combination.push_back(of_attribute[row]);
  }
  return combination;
}

using Visit = std::function<void(const Buckets&)>;

// Visits every way to put the rows from `row` on into existing or new buckets.
void visit_partitions(std::size_t rows, std::size_t row, const Buckets& buckets,
                      const Visit& visit) {
  if (row == rows) {
    visit(buckets);
    return;
  }
  for (std::size_t b = 0; b < buckets.size(); ++b) {
    Buckets extended = buckets;
    extended[b].push_back(row);
    visit_partitions(rows, row + 1, extended, visit);
  }
  Buckets extended = buckets;
  extended.push_back({row});
  visit_partitions(rows, row + 1, extended, visit);
}

}  // namespace

bool is_partition(std::size_t rows, const Buckets& buckets, const Bucket& suppressed) {
  std::vector<std::size_t> seen = suppressed;
  for (const Bucket& bucket : buckets) {
    if (bucket.empty()) {
      return false;
    }
    seen.insert(seen.end(), bucket.begin(), bucket.end());
  }
  std::ranges::sort(seen);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (seen[i] != i) {
      return false;
    }
  }
  return seen.size() == rows;
}

bool l_diverse(const Table& table, const Bucket& bucket, const Attributes& sensitive, double l) {
  return !bucket.empty() && std::ranges::all_of(sensitive, [&](std::size_t attribute) {
    return every_share_at_most_one_lth(values_of(table, bucket, attribute), l);
  });
}

bool all_l_diverse(const Table& table, const Buckets& buckets, const Attributes& sensitive,
                   double l) {
  return std::ranges::all_of(
      buckets, [&](const Bucket& bucket) { return l_diverse(table, bucket, sensitive, l); });
}

bool publishes_values(const Table& table, const Buckets& buckets, const Attributes& sensitive,
                      const Published& published) {
  for (const Bucket& bucket : buckets) {
    for (std::size_t j = 0; j < sensitive.size(); ++j) {
      std::multiset<Value> source;
      std::multiset<Value> release;
      for (const std::size_t row : bucket) {
        source.insert(table.rows[row][sensitive[j]]);
        release.insert(published[j][row]);
      }
      if (source != release) {
        return false;
      }
    }
  }
  return true;
}

bool publishes_combinations(const Table& table, const Buckets& buckets, const Attributes& sensitive,
                            const Published& published) {
  for (const Bucket& bucket : buckets) {
    std::multiset<std::vector<Value>> source;
    std::multiset<std::vector<Value>> release;
    for (const std::size_t row : bucket) {
      source.insert(own_combination(table, sensitive, row));
      release.insert(published_combination(published, row));
    }
    if (source != release) {
      return false;
    }
  }
  return true;
}

bool eligible(const Table& table, std::size_t sensitive, double l) {
  return l_diverse(table, all_rows(table), {sensitive}, l);
}

bool anatomy_groups_distinct(const Table& table, const Buckets& buckets, std::size_t sensitive,
                             std::size_t l) {
  return std::ranges::all_of(buckets, [&](const Bucket& bucket) {
    const std::vector<Value> values = values_of(table, bucket, sensitive);
    const std::set<Value> distinct(values.begin(), values.end());
    return values.size() >= l && distinct.size() == values.size();
  });
}

std::size_t max_buckets(std::size_t n, std::size_t l) {
  return n / l;
}

bool can_be_bucketized(const Table& table, const Attributes& sensitive, double l) {
  return most_buckets(table, sensitive, l) > 0;
}

std::size_t most_buckets(const Table& table, const Attributes& sensitive, double l) {
  std::size_t most = 0;
  visit_partitions(table.rows.size(), 0, {}, [&](const Buckets& buckets) {
    if (all_l_diverse(table, buckets, sensitive, l)) {
      most = std::max(most, buckets.size());
    }
  });
  return most;
}

std::size_t fewest_to_suppress(const Table& table, const Attributes& sensitive, double l) {
  const std::size_t n = table.rows.size();
  std::size_t most_kept = 0;
  for (unsigned long long mask = 1; mask < 1ULL << n; ++mask) {
    Bucket kept;
    for (std::size_t row = 0; row < n; ++row) {
      if ((mask >> row & 1U) != 0) {
        kept.push_back(row);
      }
    }
    if (l_diverse(table, kept, sensitive, l)) {
      most_kept = std::max(most_kept, kept.size());
    }
  }
  return n - most_kept;
}

}  // namespace oracle
