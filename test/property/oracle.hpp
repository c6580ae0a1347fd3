#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace oracle {

using Value = int;

struct Table {
  // rows[i][a]: value of attribute a in tuple i.
  std::vector<std::vector<Value>> rows;
};

// Attribute indices.
using Attributes = std::vector<std::size_t>;

inline bool contains(const Attributes& attributes, std::size_t attribute) {
  return std::ranges::find(attributes, attribute) != attributes.end();
}

// A slicing by definition 3: attribute partition and tuple partition (row indices per bucket) of a
// Table. Rows outside all buckets were suppressed.
struct Slicing {
  std::vector<Attributes> columns;
  std::vector<std::vector<std::size_t>> buckets;
  // Sensitive attributes, each in exactly one column.
  Attributes sensitive;
  // Attributes that the attacker neither knows nor looks for.
  Attributes unknown;
};

// Returns f(t, B), section 3.2, on the known attributes of each column (neither sensitive nor
// unknown). A column without known attributes has degree 1; an empty bucket matches no tuple.
double matching_degree(const Table& table, const Slicing& slicing, std::size_t tuple,
                       std::size_t bucket);

// Returns p(t, B), section 3.2; 0 if t matches no bucket.
double bucket_probability(const Table& table, const Slicing& slicing, std::size_t tuple,
                          std::size_t bucket);

// Returns D(t, B)[s], definition 6; 0 if there is no candidate.
double candidate_share(const Table& table, const Slicing& slicing, std::size_t tuple,
                       std::size_t bucket, std::size_t sensitive, Value s);

// Returns p(t, s), equation (1); 0 if t matches no bucket.
double probability(const Table& table, const Slicing& slicing, std::size_t tuple,
                   std::size_t sensitive, Value s);

// Returns p(t, s) with every bucket weighted by the expected number of rows like t, |B| f(t, B). An
// attacker who considers all rows, not all buckets, equally likely has this belief.
double counted_probability(const Table& table, const Slicing& slicing, std::size_t tuple,
                           std::size_t sensitive, Value s);

// Returns the maximum of p(t, s) over s.
double max_probability(const Table& table, const Slicing& slicing, std::size_t tuple,
                       std::size_t sensitive);

double max_counted_probability(const Table& table, const Slicing& slicing, std::size_t tuple,
                               std::size_t sensitive);

// Returns true if definition 3.2 holds for every tuple of the table, including suppressed ones, and
// every sensitive attribute.
bool l_diverse(const Table& table, const Slicing& slicing, double l);

// Returns true if l-diversity holds for the attacker who counts.
bool counted_l_diverse(const Table& table, const Slicing& slicing, double l);

// Returns true if D(t, B)[s] <= 1/l for every tuple t of B, every sensitive attribute and every s.
bool bucket_l_diverse(const Table& table, const Slicing& slicing, std::size_t bucket, double l);

// Returns the mean-square contingency coefficient, section 4.1.1; 0 if one attribute is constant.
double phi2(const std::vector<Value>& a, const std::vector<Value>& b);

// Returns the mutual information in nats.
double mutual_information(const std::vector<Value>& a, const std::vector<Value>& b);

// Returns the Pearson correlation coefficient; 0 if one attribute is constant.
double pearson(const std::vector<double>& a, const std::vector<double>& b);

// Returns the least clustering cost of section 4.1.2 over all sets of k medoids, for
// distance[item][medoid]. Returns infinity if no set serves every item.
double best_medoid_cost(const std::vector<std::vector<double>>& distance, std::size_t k);

// Returns the inner cut points of algorithm 1.2 (cluster-based discretization); k >= 1.
std::vector<double> k_means_cut_points(const std::vector<double>& values, std::size_t k);

// Predicates of l-diversity variants (Machanavajjhala et al., ICDE 2006) on the sensitive values of
// one group.
bool frequency_l_diverse(const std::vector<Value>& values, double l);
bool distinct_l_diverse(const std::vector<Value>& values, double l);
bool entropy_l_diverse(const std::vector<Value>& values, double l);
// l must be at least 1 and is rounded up to a whole rank.
bool recursive_l_diverse(const std::vector<Value>& values, double c, double l);

// Returns the least number of tuples to suppress so that n(q, s) / n(q) <= 1/l for every q and s in
// the rest. The q are the values of `known`, the s those of `sensitive`.
std::size_t fewest_to_suppress(const Table& table, const Attributes& known, std::size_t sensitive,
                               double l);

}  // namespace oracle
