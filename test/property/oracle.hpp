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

// Definition 3: attribute partition and tuple partition (row indices per bucket) of a Table. Rows
// that no bucket holds were suppressed.
struct Slicing {
  std::vector<Attributes> columns;
  std::vector<std::vector<std::size_t>> buckets;
  // Each of them is in exactly one column.
  Attributes sensitive;
  // Attributes which the adversary neither knows nor looks for.
  Attributes unknown;
};

// f(t, B), section 3.2, on the known attributes of each column (neither sensitive nor unknown). A
// column without known attributes has degree 1; an empty bucket matches no tuple.
double matching_degree(const Table& table, const Slicing& slicing, std::size_t tuple,
                       std::size_t bucket);

// p(t, B), section 3.2; 0 when t matches no bucket.
double bucket_probability(const Table& table, const Slicing& slicing, std::size_t tuple,
                          std::size_t bucket);

// D(t, B)[s], definition 6; 0 when there is no candidate.
double candidate_share(const Table& table, const Slicing& slicing, std::size_t tuple,
                       std::size_t bucket, std::size_t sensitive, Value s);

// p(t, s), equation (1); 0 when t matches no bucket.
double probability(const Table& table, const Slicing& slicing, std::size_t tuple,
                   std::size_t sensitive, Value s);

// The same with every bucket weighed by the rows like t that are to be expected in it, |B| f(t, B):
// what an adversary gets who takes every row, not every bucket, for equally likely.
double counted_probability(const Table& table, const Slicing& slicing, std::size_t tuple,
                           std::size_t sensitive, Value s);

// Maximum over s of p(t, s).
double max_probability(const Table& table, const Slicing& slicing, std::size_t tuple,
                       std::size_t sensitive);

double max_counted_probability(const Table& table, const Slicing& slicing, std::size_t tuple,
                               std::size_t sensitive);

// Definition 3.2 for every tuple of the table, suppressed ones too, and every sensitive attribute.
bool l_diverse(const Table& table, const Slicing& slicing, double l);

// The same for the adversary who counts.
bool counted_l_diverse(const Table& table, const Slicing& slicing, double l);

// D(t, B)[s] <= 1/l for every tuple t of B, every sensitive attribute and every s.
bool bucket_l_diverse(const Table& table, const Slicing& slicing, std::size_t bucket, double l);

// Mean-square contingency coefficient, section 4.1.1; 0 if one attribute is constant.
double phi2(const std::vector<Value>& a, const std::vector<Value>& b);

// Mutual information in nats.
double mutual_information(const std::vector<Value>& a, const std::vector<Value>& b);

// Pearson correlation coefficient; 0 if one attribute is constant.
double pearson(const std::vector<double>& a, const std::vector<double>& b);

// Clustering cost of section 4.1.2, the least of all sets of k medoids; infinite if there is none
// that serves every item. distance[item][medoid].
double best_medoid_cost(const std::vector<std::vector<double>>& distance, std::size_t k);

// Algorithm 1.2 (cluster-based discretization), the inner cut points; k >= 1.
std::vector<double> k_means_cut_points(const std::vector<double>& values, std::size_t k);

// l-diversity variants (Machanavajjhala et al., ICDE 2006) on the sensitive values of one group.
bool frequency_l_diverse(const std::vector<Value>& values, double l);
bool distinct_l_diverse(const std::vector<Value>& values, double l);
bool entropy_l_diverse(const std::vector<Value>& values, double l);
// l >= 1, rounded up to a whole rank.
bool recursive_l_diverse(const std::vector<Value>& values, double c, double l);

// The fewest tuples to leave out so that n(q, s) / n(q) <= 1/l for every q and s in the rest, where
// q are the values of `known` and s those of `sensitive`.
std::size_t fewest_to_suppress(const Table& table, const Attributes& known, std::size_t sensitive,
                               double l);

}  // namespace oracle
