// Measures what an attacker who knows the quasi-identifiers of all people in Adult infers from a
// sliced release of seven attributes. An inferred probability is a value's share of a bucket. Each
// bucket is weighted by the number of rows like the person's that the bucket has in the possible
// assignments that agree with the census. A Markov chain samples these assignments.
//
// MICRODATA_ADULT=adult.csv census_adversary [sweeps]

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.hpp"
#include "core/slicing/slicing.hpp"
#include "unit/adult.hpp"

namespace microdata {

namespace {

const std::string sensitive_name = "occupation";

Microdata seven_attributes(const test::AdultTable& adult) {
  Microdata data;
  for (const std::string name :
       {"age", "marital_status", "sex", "workclass", "education", "race", "occupation"}) {
    const std::vector<std::string>& texts = adult.values.at(name);
    std::vector<std::string> distinct = texts;
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    Attribute attribute;
    attribute.name = name;
    attribute.distinct = static_cast<Code>(distinct.size());
    if (name == "age") {
      for (const std::string& text : distinct)
        attribute.projection.push_back(std::stod(text));
    }
    if (name == sensitive_name) attribute.role = Role::sensitive;
    std::vector<Code> codes;
    for (const std::string& text : texts) {
      codes.push_back(static_cast<Code>(std::lower_bound(distinct.begin(), distinct.end(), text) -
                                        distinct.begin()));
    }
    data.rows = static_cast<Row>(codes.size());
    data.columns.push_back(std::move(codes));
    data.attributes.push_back(std::move(attribute));
  }
  return data;
}

// A possible assignment of values to rows: the known value of the first column is fixed, values of
// the second are exchanged within buckets. All assignments have the quasi-identifiers of the table.
class ConsistentLinkings {
 public:
  ConsistentLinkings(const std::vector<std::uint32_t>& first, std::vector<std::uint32_t> second,
                     const std::vector<std::vector<Row>>& buckets)
      : second_(std::move(second)) {
    for (const std::vector<Row>& bucket : buckets) {
      for (const Row i : bucket) {
        for (const Row j : bucket) {
          if (first[i] == first[j]) continue;
          with_first_[first[i]].push_back(pairs_.size());
          of_values_[{first[i], first[j]}].push_back(pairs_.size());
          pairs_.push_back({i, j, first[i], first[j]});
        }
      }
    }
  }

  std::uint32_t second(Row row) const { return second_[row]; }

  // Exchanges the second values of two or three pairs of rows if the exchanges cancel out. The
  // chain is symmetric because the draws do not depend on the current assignment.
  void step(Random& random) {
    if (pairs_.empty()) return;
    const Pair& one = pairs_[random.below(static_cast<std::uint32_t>(pairs_.size()))];
    const std::uint32_t u = second_[one.i];
    const std::uint32_t w = second_[one.j];
    if (u == w) return;
    if (random.below(2) == 0) {
      const Pair& two = any(of_values_.at({one.b, one.a}), random);
      if (two.i == one.j || second_[two.i] != u || second_[two.j] != w) return;
      std::swap(second_[one.i], second_[one.j]);
      std::swap(second_[two.i], second_[two.j]);
      return;
    }
    const Pair& two = any(with_first_.at(one.b), random);
    const auto closing = of_values_.find({two.b, one.a});
    if (closing == of_values_.end()) return;
    const Pair& three = any(closing->second, random);
    const Row rows[] = {one.i, one.j, two.i, two.j, three.i, three.j};
    for (std::size_t x = 0; x < 6; ++x) {
      if (std::count(std::begin(rows), std::end(rows), rows[x]) > 1) return;
      if (second_[rows[x]] != (x % 2 == 0 ? u : w)) return;
    }
    for (std::size_t x = 0; x < 6; x += 2)
      std::swap(second_[rows[x]], second_[rows[x + 1]]);
  }

 private:
  struct Pair {
    Row i;
    Row j;
    std::uint32_t a;
    std::uint32_t b;
  };
  const Pair& any(const std::vector<std::size_t>& of, Random& random) const {
    return pairs_[of[random.below(static_cast<std::uint32_t>(of.size()))]];
  }

  std::vector<std::uint32_t> second_;
  std::vector<Pair> pairs_;
  std::map<std::uint32_t, std::vector<std::size_t>> with_first_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> of_values_;
};

// Prints the attacker's success for a slicing into `columns`: one or two columns with known values,
// of which the last contains the sensitive attribute.
void report(const Microdata& data, const AttributePartition& columns, double l,
            DiversityCheckScope check, std::size_t sweeps) {
  SlicingOptions options;
  options.groups = columns;
  options.columns = columns.size();
  options.l = l;
  options.check = check;
  Random random = Random::seeded(1);
  const Slicing sliced = slice(data, options, random, {});
  std::vector<std::vector<Row>> buckets;
  for (std::size_t b = 0; b < sliced.buckets.buckets(); ++b) {
    const auto bucket = sliced.buckets.bucket(b);
    buckets.emplace_back(bucket.begin(), bucket.end());
  }
  const Combinations first = known_values(data, columns[0], {});
  const Combinations second = known_values(data, columns[1], {});
  const bool linked = columns.size() == 2;  // the second column is the sensitive one
  const std::vector<Code>& values = data.columns.back();

  // Number of rows of each sensitive value, by bucket and known value of the sensitive column.
  std::vector<std::map<std::uint32_t, std::map<Code, double>>> shares(buckets.size());
  std::vector<std::size_t> bucket_of(data.rows);
  for (std::size_t b = 0; b < buckets.size(); ++b) {
    for (const Row row : buckets[b]) {
      bucket_of[row] = b;
      shares[b][linked ? second.of_row[row] : 0][values[row]] += 1;
    }
    for (auto& [q, counts] : shares[b]) {
      double all = 0;
      for (const auto& [value, count] : counts)
        all += count;
      for (auto& [value, count] : counts)
        count /= all;
    }
  }

  ConsistentLinkings linkings(first.of_row, second.of_row, buckets);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<double, std::vector<double>>>
      believed;
  for (Row row = 0; row < data.rows; ++row) {
    auto& [persons, sums] = believed[{first.of_row[row], second.of_row[row]}];
    persons += 1;
    sums.resize(data.attributes.back().distinct);
  }
  const std::size_t burn_in = sweeps / 4;
  for (std::size_t sweep = 0; sweep < burn_in + sweeps; ++sweep) {
    for (Row i = 0; i < 4 * data.rows; ++i)
      linkings.step(random);
    if (sweep < burn_in) continue;
    for (Row row = 0; row < data.rows; ++row) {
      const std::uint32_t of_second = linkings.second(row);
      auto& sums = believed.at({first.of_row[row], of_second}).second;
      for (const auto& [value, share] : shares[bucket_of[row]].at(linked ? of_second : 0))
        sums[value] += share;
    }
  }
  double moved = 0;
  for (Row row = 0; row < data.rows; ++row)
    moved += linkings.second(row) != second.of_row[row] ? 1 : 0;
  double largest = 0;
  double above = 0;
  double far_above = 0;
  double certain = 0;
  for (const auto& [tuple, belief] : believed) {
    const auto& [persons, sums] = belief;
    const double p =
        *std::max_element(sums.begin(), sums.end()) / persons / static_cast<double>(sweeps);
    largest = std::max(largest, p);
    above += p * l > 1 + 1e-9 ? persons : 0;
    far_above += p * l > 1.5 ? persons : 0;
    certain += p > 0.999 ? persons : 0;
  }
  const auto share = [&](double persons) { return 100 * persons / data.rows; };
  std::cout << columns.size() << " columns, l = " << l << ", "
            << (check == DiversityCheckScope::exact ? "exact" : "bucket") << ", " << buckets.size()
            << " buckets: largest " << largest << ", above 1/l " << share(above)
            << "%, above 1.5/l " << share(far_above) << "%, certain " << share(certain)
            << "%; linked otherwise than in the table " << share(moved) << "% of rows" << std::endl;
}

}  // namespace

}  // namespace microdata

int main(int argc, char** argv) {
  using namespace microdata;
  const auto adult = test::read_adult();
  if (!adult) {
    std::cerr << "MICRODATA_ADULT names no file\n";
    return 1;
  }
  const std::size_t sweeps = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 400;
  const Microdata data = seven_attributes(*adult);
  const AttributePartition linked{{{0, 1, 3, 4, 5}, {}}, {{2, 6}, {}}};
  const AttributePartition three{{{0, 1, 2}, {}}, {{3, 4, 5}, {}}, {{6}, {}}};
  for (const AttributePartition& columns : {linked, three}) {
    for (const double l : {3.0, 5.0}) {
      for (const auto check : {DiversityCheckScope::exact, DiversityCheckScope::bucket}) {
        try {
          report(data, columns, l, check, sweeps);
        } catch (const Infeasible&) {
          std::cout << columns.size() << " columns: l = " << l << " is infeasible\n";
        }
      }
    }
  }
}
