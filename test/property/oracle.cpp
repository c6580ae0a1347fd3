#include "oracle.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

namespace oracle {
namespace {

constexpr double kTolerance = 1e-9;

using Bucket = std::vector<std::size_t>;

// Returns part / whole.
double share(std::size_t part, std::size_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

// Returns true if share <= 1/l.
bool at_most_one_lth(double share, double l) {
  return share * l <= 1.0 + kTolerance;
}

// Returns the domain of an attribute: the distinct values, in increasing order.
template <typename T>
std::vector<T> domain(const std::vector<T>& values) {
  const std::set<T> distinct(values.begin(), values.end());
  return {distinct.begin(), distinct.end()};
}

// Returns t[C], section 2.1.
std::vector<Value> project(const Table& table, std::size_t tuple, const Attributes& column) {
  std::vector<Value> values;
  for (const std::size_t attribute : column) {
    values.push_back(table.rows[tuple][attribute]);
  }
  return values;
}

// Returns the values of one attribute, by tuple.
std::vector<Value> attribute_values(const Table& table, std::size_t attribute) {
  std::vector<Value> values;
  for (const std::vector<Value>& row : table.rows) {
    values.push_back(row[attribute]);
  }
  return values;
}

// Returns C - {S}, section 3.2.
Attributes known_attributes(const Slicing& slicing, const Attributes& column) {
  Attributes known;
  for (const std::size_t attribute : column) {
    if (!contains(slicing.sensitive, attribute) && !contains(slicing.unknown, attribute)) {
      known.push_back(attribute);
    }
  }
  return known;
}

// Returns the sensitive column C_c, section 2.1.
Attributes sensitive_column(const Slicing& slicing, std::size_t sensitive) {
  for (const Attributes& column : slicing.columns) {
    if (contains(column, sensitive)) {
      return column;
    }
  }
  throw std::invalid_argument("oracle: no column holds the sensitive attribute");
}

// Returns the tuples u of B with u[C] = t[C].
Bucket agreeing(const Table& table, const Bucket& bucket, std::size_t tuple,
                const Attributes& column) {
  Bucket result;
  for (const std::size_t other : bucket) {
    if (std::ranges::all_of(column, [&](std::size_t attribute) {
          return table.rows[other][attribute] == table.rows[tuple][attribute];
        })) {
      result.push_back(other);
    }
  }
  return result;
}

// Returns f_i(t, B), section 3.2.
double column_matching_degree(const Table& table, const Slicing& slicing, std::size_t tuple,
                              const Bucket& bucket, const Attributes& column) {
  if (bucket.empty()) {
    return 0.0;
  }
  const Bucket matches = agreeing(table, bucket, tuple, known_attributes(slicing, column));
  return share(matches.size(), bucket.size());
}

// Returns f(t), section 3.2.
double total_matching_degree(const Table& table, const Slicing& slicing, std::size_t tuple) {
  double total = 0.0;
  for (std::size_t bucket = 0; bucket < slicing.buckets.size(); ++bucket) {
    total += matching_degree(table, slicing, tuple, bucket);
  }
  return total;
}

// Returns the number of values that equal v.
std::size_t count(const std::vector<Value>& values, Value v) {
  return static_cast<std::size_t>(std::ranges::count(values, v));
}

// Returns f_i. or f_.j, section 4.1.1.
double fraction(const std::vector<Value>& values, Value v) {
  return share(count(values, v), values.size());
}

// Returns f_ij, section 4.1.1.
double joint_fraction(const std::vector<Value>& a, Value va, const std::vector<Value>& b,
                      Value vb) {
  std::size_t both = 0;
  for (std::size_t tuple = 0; tuple < a.size(); ++tuple) {
    if (a[tuple] == va && b[tuple] == vb) {
      ++both;
    }
  }
  return share(both, a.size());
}

double average(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Returns the items whose bit is set.
std::vector<std::size_t> subset(unsigned long long mask, std::size_t items) {
  std::vector<std::size_t> members;
  for (std::size_t item = 0; item < items; ++item) {
    if ((mask >> item & 1U) != 0) {
      members.push_back(item);
    }
  }
  return members;
}

// Returns the clustering cost, section 4.1.2.
double medoid_cost(const std::vector<std::vector<double>>& distance,
                   const std::vector<std::size_t>& medoids) {
  double cost = 0.0;
  for (const std::vector<double>& from_item : distance) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const std::size_t medoid : medoids) {
      nearest = std::min(nearest, from_item[medoid]);
    }
    cost += nearest;
  }
  return cost;
}

// Returns the boundaries (c[j] + c[j+1]) / 2 of algorithm 1.2, steps 4 and 8.
std::vector<double> boundaries(const std::vector<double>& centres) {
  std::vector<double> result;
  for (std::size_t j = 1; j < centres.size(); ++j) {
    result.push_back((centres[j - 1] + centres[j]) / 2.0);
  }
  return result;
}

// Returns the closest cluster by algorithm 1.2, steps 5 and 7.
std::size_t closest_cluster(const std::vector<double>& centres, double value) {
  std::size_t cluster = 0;
  for (const double boundary : boundaries(centres)) {
    if (value >= boundary) {
      ++cluster;
    }
  }
  return cluster;
}

// Returns the new centres by algorithm 1.2, step 6.
std::vector<double> recompute_centres(const std::vector<double>& centres,
                                      const std::vector<double>& values) {
  std::vector<std::vector<double>> clusters(centres.size());
  for (const double value : values) {
    clusters[closest_cluster(centres, value)].push_back(value);
  }
  std::vector<double> result = centres;
  for (std::size_t j = 0; j < centres.size(); ++j) {
    if (!clusters[j].empty()) {
      result[j] = average(clusters[j]);
    }
  }
  return result;
}

// Returns the largest number of tuples of a group that can be kept. `occurrences` has the frequency
// of each value of the sensitive attribute.
std::size_t most_to_keep(const std::vector<std::size_t>& occurrences, double l) {
  // kept[most][size]: true if `size` tuples can be kept of which `most` have the most frequent
  // value.
  using Kept = std::vector<std::vector<bool>>;
  const std::size_t tuples =
      std::accumulate(occurrences.begin(), occurrences.end(), std::size_t{0});
  const std::size_t frequency = *std::ranges::max_element(occurrences);
  const Kept nothing(frequency + 1, std::vector<bool>(tuples + 1));
  Kept kept = nothing;
  kept[0][0] = true;
  std::size_t seen = 0;
  for (const std::size_t available : occurrences) {
    Kept extended = nothing;
    for (std::size_t most = 0; most <= frequency; ++most) {
      for (std::size_t size = 0; size <= seen; ++size) {
        for (std::size_t keep = 0; kept[most][size] && keep <= available; ++keep) {
          extended[std::max(most, keep)][size + keep] = true;
        }
      }
    }
    kept = std::move(extended);
    seen += available;
  }
  std::size_t best = 0;
  for (std::size_t most = 0; most <= frequency; ++most) {
    for (std::size_t size = 1; size <= tuples; ++size) {
      if (kept[most][size] && at_most_one_lth(share(most, size), l)) {
        best = std::max(best, size);
      }
    }
  }
  return best;
}

}  // namespace

double matching_degree(const Table& table, const Slicing& slicing, std::size_t tuple,
                       std::size_t bucket) {
  double product = 1.0;
  for (const Attributes& column : slicing.columns) {
    product *= column_matching_degree(table, slicing, tuple, slicing.buckets[bucket], column);
  }
  return product;
}

double bucket_probability(const Table& table, const Slicing& slicing, std::size_t tuple,
                          std::size_t bucket) {
  const double total = total_matching_degree(table, slicing, tuple);
  if (total == 0.0) {
    return 0.0;
  }
  return matching_degree(table, slicing, tuple, bucket) / total;
}

double candidate_share(const Table& table, const Slicing& slicing, std::size_t tuple,
                       std::size_t bucket, std::size_t sensitive, Value s) {
  const Attributes known = known_attributes(slicing, sensitive_column(slicing, sensitive));
  const Bucket candidates = agreeing(table, slicing.buckets[bucket], tuple, known);
  if (candidates.empty()) {
    return 0.0;
  }
  std::size_t with_s = 0;
  for (const std::size_t candidate : candidates) {
    if (table.rows[candidate][sensitive] == s) {
      ++with_s;
    }
  }
  return share(with_s, candidates.size());
}

double probability(const Table& table, const Slicing& slicing, std::size_t tuple,
                   std::size_t sensitive, Value s) {
  double sum = 0.0;
  for (std::size_t bucket = 0; bucket < slicing.buckets.size(); ++bucket) {
    sum += bucket_probability(table, slicing, tuple, bucket) *
           candidate_share(table, slicing, tuple, bucket, sensitive, s);
  }
  return sum;
}

double max_probability(const Table& table, const Slicing& slicing, std::size_t tuple,
                       std::size_t sensitive) {
  double maximum = 0.0;
  for (const Value s : domain(attribute_values(table, sensitive))) {
    maximum = std::max(maximum, probability(table, slicing, tuple, sensitive, s));
  }
  return maximum;
}

double counted_probability(const Table& table, const Slicing& slicing, std::size_t tuple,
                           std::size_t sensitive, Value s) {
  double alike = 0.0;
  double with_s = 0.0;
  for (std::size_t bucket = 0; bucket < slicing.buckets.size(); ++bucket) {
    const double expected = static_cast<double>(slicing.buckets[bucket].size()) *
                            matching_degree(table, slicing, tuple, bucket);
    alike += expected;
    with_s += expected * candidate_share(table, slicing, tuple, bucket, sensitive, s);
  }
  return alike == 0.0 ? 0.0 : with_s / alike;
}

double max_counted_probability(const Table& table, const Slicing& slicing, std::size_t tuple,
                               std::size_t sensitive) {
  double maximum = 0.0;
  for (const Value s : domain(attribute_values(table, sensitive))) {
    maximum = std::max(maximum, counted_probability(table, slicing, tuple, sensitive, s));
  }
  return maximum;
}

bool counted_l_diverse(const Table& table, const Slicing& slicing, double l) {
  for (std::size_t tuple = 0; tuple < table.rows.size(); ++tuple) {
    for (const std::size_t sensitive : slicing.sensitive) {
      if (!at_most_one_lth(max_counted_probability(table, slicing, tuple, sensitive), l)) {
        return false;
      }
    }
  }
  return true;
}

bool l_diverse(const Table& table, const Slicing& slicing, double l) {
  for (std::size_t tuple = 0; tuple < table.rows.size(); ++tuple) {
    for (const std::size_t sensitive : slicing.sensitive) {
      if (!at_most_one_lth(max_probability(table, slicing, tuple, sensitive), l)) {
        return false;
      }
    }
  }
  return true;
}

bool bucket_l_diverse(const Table& table, const Slicing& slicing, std::size_t bucket, double l) {
  for (const std::size_t sensitive : slicing.sensitive) {
    for (const std::size_t tuple : slicing.buckets[bucket]) {
      for (const Value s : domain(attribute_values(table, sensitive))) {
        if (!at_most_one_lth(candidate_share(table, slicing, tuple, bucket, sensitive, s), l)) {
          return false;
        }
      }
    }
  }
  return true;
}

double phi2(const std::vector<Value>& a, const std::vector<Value>& b) {
  const std::size_t d = std::min(domain(a).size(), domain(b).size());
  if (d <= 1) {
    return 0.0;
  }
  double sum = 0.0;
  for (const Value va : domain(a)) {
    for (const Value vb : domain(b)) {
      const double independent = fraction(a, va) * fraction(b, vb);
      const double difference = joint_fraction(a, va, b, vb) - independent;
      sum += difference * difference / independent;
    }
  }
  return sum / static_cast<double>(d - 1);
}

double mutual_information(const std::vector<Value>& a, const std::vector<Value>& b) {
  double sum = 0.0;
  for (const Value va : domain(a)) {
    for (const Value vb : domain(b)) {
      const double joint = joint_fraction(a, va, b, vb);
      if (joint > 0.0) {
        sum += joint * std::log(joint / (fraction(a, va) * fraction(b, vb)));
      }
    }
  }
  return sum;
}

double pearson(const std::vector<double>& a, const std::vector<double>& b) {
  if (domain(a).size() <= 1 || domain(b).size() <= 1) {
    return 0.0;
  }
  const double mean_a = average(a);
  const double mean_b = average(b);
  double covariance = 0.0;
  double variance_a = 0.0;
  double variance_b = 0.0;
  for (std::size_t tuple = 0; tuple < a.size(); ++tuple) {
    covariance += (a[tuple] - mean_a) * (b[tuple] - mean_b);
    variance_a += (a[tuple] - mean_a) * (a[tuple] - mean_a);
    variance_b += (b[tuple] - mean_b) * (b[tuple] - mean_b);
  }
  return covariance / (std::sqrt(variance_a) * std::sqrt(variance_b));
}

double best_medoid_cost(const std::vector<std::vector<double>>& distance, std::size_t k) {
  const std::size_t items = distance.size();
  double best = std::numeric_limits<double>::infinity();
  for (unsigned long long mask = 0; mask < 1ULL << items; ++mask) {
    if (static_cast<std::size_t>(std::popcount(mask)) == k) {
      best = std::min(best, medoid_cost(distance, subset(mask, items)));
    }
  }
  return best;
}

std::vector<double> k_means_cut_points(const std::vector<double>& values, std::size_t k) {
  std::vector<double> centres = domain(values);
  if (centres.size() <= k) {
    return boundaries(centres);
  }
  centres.resize(k);
  std::vector<double> next = recompute_centres(centres, values);
  while (next != centres) {
    centres = next;
    next = recompute_centres(centres, values);
  }
  return boundaries(centres);
}

bool frequency_l_diverse(const std::vector<Value>& values, double l) {
  for (const Value s : domain(values)) {
    if (!at_most_one_lth(fraction(values, s), l)) {
      return false;
    }
  }
  return true;
}

bool distinct_l_diverse(const std::vector<Value>& values, double l) {
  return static_cast<double>(domain(values).size()) >= l;
}

bool entropy_l_diverse(const std::vector<Value>& values, double l) {
  double entropy = 0.0;
  for (const Value s : domain(values)) {
    entropy -= fraction(values, s) * std::log(fraction(values, s));
  }
  return entropy >= std::log(l) - kTolerance;
}

bool recursive_l_diverse(const std::vector<Value>& values, double c, double l) {
  std::vector<std::size_t> r;
  for (const Value s : domain(values)) {
    r.push_back(count(values, s));
  }
  std::ranges::sort(r, std::greater<>());
  if (r.empty()) {
    return false;
  }
  std::size_t tail = 0;
  for (std::size_t rank = static_cast<std::size_t>(std::ceil(l)); rank <= r.size(); ++rank) {
    tail += r[rank - 1];
  }
  return static_cast<double>(r.front()) < c * static_cast<double>(tail);
}

std::size_t fewest_to_suppress(const Table& table, const Attributes& known, std::size_t sensitive,
                               double l) {
  // groups[q][s] = n(q, s)
  std::map<std::vector<Value>, std::map<Value, std::size_t>> groups;
  for (std::size_t tuple = 0; tuple < table.rows.size(); ++tuple) {
    ++groups[project(table, tuple, known)][table.rows[tuple][sensitive]];
  }
  std::size_t kept = 0;
  for (const auto& [q, counts] : groups) {
    std::vector<std::size_t> occurrences;
    for (const auto& [s, n] : counts) {
      occurrences.push_back(n);
    }
    kept += most_to_keep(occurrences, l);
  }
  return table.rows.size() - kept;
}

}  // namespace oracle
