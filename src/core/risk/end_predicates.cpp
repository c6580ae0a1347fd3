#include "core/risk/end_predicates.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "core/base/grouped.hpp"
#include "core/microdata/combination.hpp"
#include "core/risk/bucket_hull.hpp"

namespace microdata {

namespace {

// Unit to which chances are rounded, and below which they are 0. Chances that differ by less are
// equal, so their order does not depend on the rounding of sums.
constexpr double least_chance = 1e-9;

struct EndCandidate {
  std::uint32_t group = 0;
  std::size_t attribute = 0;
  PublishedTable::NamedValue named;
  double alone = 0;
  double others = 0;

  double chance() const { return std::round(alone * std::exp(-others) / least_chance); }
};

// Expected number of rows with each value in a release, and its sum over the values of each label.
struct SpreadRows {
  std::vector<double> of_value;
  std::vector<double> of_label;
};

// Returns the sum of weight[label] by value, each weight spread evenly over the values that its
// label covers.
std::vector<double> spread(const PublishedTable::Attribute& attribute,
                           std::span<const double> weight) {
  // Difference between the sums of each value and the value before.
  std::vector<double> change(attribute.values + std::size_t{1});
  for (Code label = 0; label < attribute.labels(); ++label) {
    const CodeSet& codes = attribute.covers[label];
    if (codes.empty() || weight[label] == 0) continue;
    const double each = weight[label] / static_cast<double>(codes.size());
    codes.for_each_run([&](Code from, Code to) {
      change[from] += each;
      change[to] -= each;
    });
  }
  std::partial_sum(change.begin(), change.end(), change.begin());
  change.pop_back();
  return change;
}

SpreadRows spread_rows(const PublishedTable::Attribute& attribute) {
  const std::vector<std::uint32_t> rows = attribute.rows_of_labels();
  SpreadRows result{spread(attribute, std::vector<double>(rows.begin(), rows.end())), {}};
  std::vector<double> below{0};
  for (const double of_value : result.of_value)
    below.push_back(below.back() + of_value);
  for (const CodeSet& codes : attribute.covers) {
    double& sum = result.of_label.emplace_back();
    if (!codes.empty())
      codes.for_each_run([&](Code from, Code to) { sum += below[to] - below[from]; });
  }
  return result;
}

// Returns the rows by bucket; in a release of one column, by the labels of quasi-identifiers.
Grouped<std::uint32_t> groups_of(const PublishedTable& table, std::vector<std::uint32_t>& group_of,
                                 const Progress& progress) {
  if (table.columns > 1) {
    group_of = table.bucket_of;
    return group_numbers(group_of, table.buckets, progress);
  }
  std::vector<std::span<const Code>> columns;
  std::vector<Code> domains;
  for (const PublishedTable::Attribute& attribute : table.attributes) {
    if (!attribute.quasi_identifier) continue;
    columns.emplace_back(attribute.published);
    domains.push_back(attribute.labels());
  }
  Combinations classes = combine(static_cast<Row>(table.rows()), columns, domains, progress);
  group_of = std::move(classes.of_row);
  return group_numbers(group_of, classes.distinct, progress);
}

// An attacker who enters one group after another.
class Ends {
 public:
  Ends(const PublishedTable& table, EndBelief belief, const Progress& progress)
      : table_(table),
        belief_(belief),
        progress_(progress),
        rows_of_(groups_of(table, group_of_, progress)),
        share_of_label_(table.attributes.size()),
        fitting_(table.columns) {
    for (const PublishedTable::Attribute& attribute : table.attributes) {
      progress.checkpoint();
      expected_.push_back(attribute.named.empty() ? SpreadRows{} : spread_rows(attribute));
    }
  }

  std::uint32_t groups() const { return rows_of_.groups(); }
  std::size_t looked_at() const { return looked_at_; }

  void add_candidates(std::uint32_t group, std::vector<EndCandidate>& candidates) {
    enter(group);
    for (std::size_t c = 0; c < table_.columns; ++c) {
      const auto is_attacked = [&](const PublishedTable::Attribute& attribute) {
        return attribute.column == c && !attribute.named.empty();
      };
      if (std::none_of(table_.attributes.begin(), table_.attributes.end(), is_attacked)) continue;
      find_products(c);
      for (std::size_t a = 0; a < table_.attributes.size(); ++a) {
        if (is_attacked(table_.attributes[a])) add_of_attribute(a, candidates);
      }
    }
  }

  HullPredicate predicate_of(const EndCandidate& candidate) const {
    const std::span<const std::uint32_t> rows = rows_of_[candidate.group];
    HullPredicate result{{}, table_.bucket_of[rows.front()], candidate.alone, candidate.others};
    std::vector<CodeSet> hull = hull_of(table_, rows);
    for (std::size_t a = 0; a < hull.size(); ++a) {
      if (a == candidate.attribute) {
        const Code value =
            candidate.named.exists ? candidate.named.value : table_.attributes[a].values;
        hull[a] = CodeSet::range(value, value + 1);
      }
      if (!hull[a].empty()) result.predicate.terms.push_back({a, std::move(hull[a])});
    }
    return result;
  }

 private:
  // The product of some attributes' shares without the shares that are 0, which are counted.
  struct Product {
    double of_others = 1;
    std::uint32_t zeros = 0;

    double all() const { return zeros > 0 ? 0 : of_others; }
    double without(double share) const {
      if (share == 0) return zeros > 1 ? 0 : of_others;
      return zeros > 0 ? 0 : of_others / share;
    }
  };

  // Computes the expected share of the rows of other groups that is within the group's hull.
  void enter(std::uint32_t group) {
    group_ = group;
    const std::vector<CodeSet> hull = hull_of(table_, rows_of_[group]);
    for (std::size_t a = 0; a < table_.attributes.size(); ++a) {
      std::vector<double>& share = share_of_label_[a];
      share.clear();
      for (const CodeSet& covered : table_.attributes[a].covers) {
        progress_.checkpoint_at(share.size());
        share.push_back(hull[a].empty() ? 1 : shared_part(covered, hull[a]));
      }
    }
    // A single column leaves no other columns whose rows must fit.
    if (table_.columns == 1) return;
    for (std::size_t c = 0; c < table_.columns; ++c) {
      find_products(c);
      fitting_[c].assign(groups(), 0);
      for (std::size_t row = 0; row < table_.rows(); ++row) {
        progress_.checkpoint_at(row);
        fitting_[c][group_of_[row]] += products_[row].all();
      }
      for (std::uint32_t g = 0; g < groups(); ++g)
        fitting_[c][g] /= static_cast<double>(rows_of_[g].size());
    }
  }

  // Computes, by row, the product of the shares of its labels in one column.
  void find_products(std::size_t column) {
    products_.assign(table_.rows(), {});
    for (std::size_t a = 0; a < table_.attributes.size(); ++a) {
      const PublishedTable::Attribute& attribute = table_.attributes[a];
      if (attribute.column != column) continue;
      progress_.checkpoint();
      for (std::size_t row = 0; row < table_.rows(); ++row) {
        progress_.checkpoint_at(row);
        const double share = share_of_label_[a][attribute.published[row]];
        if (share == 0) {
          ++products_[row].zeros;
        } else {
          products_[row].of_others *= share;
        }
      }
      looked_at_ += table_.rows();
    }
  }

  // Returns, by value, the expected number of rows of other groups with the value that are within
  // the hull in all other attributes.
  std::vector<double> rows_elsewhere(std::size_t a) {
    const PublishedTable::Attribute& attribute = table_.attributes[a];
    std::vector<double> elsewhere(groups(), 1);
    for (std::size_t c = 0; c < table_.columns; ++c) {
      if (c == attribute.column) continue;
      for (std::uint32_t g = 0; g < groups(); ++g)
        elsewhere[g] *= fitting_[c][g];
    }
    elsewhere[group_] = 0;
    std::vector<double> of_label(attribute.labels());
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      progress_.checkpoint_at(row);
      const Code label = attribute.published[row];
      of_label[label] +=
          elsewhere[group_of_[row]] * products_[row].without(share_of_label_[a][label]);
    }
    looked_at_ += table_.rows() + attribute.labels() + attribute.values;
    return spread(attribute, of_label);
  }

  void add_of_attribute(std::size_t a, std::vector<EndCandidate>& candidates) {
    progress_.checkpoint();
    const PublishedTable::Attribute& attribute = table_.attributes[a];
    std::vector<Code> labels;
    for (const std::uint32_t row : rows_of_[group_])
      labels.push_back(attribute.published[row]);
    std::sort(labels.begin(), labels.end());
    struct LabelHere {
      Code label;
      std::size_t rows;
    };
    std::vector<LabelHere> here;
    for (const Code label : labels) {
      if (here.empty() || here.back().label != label) here.push_back({label, 0});
      ++here.back().rows;
    }
    const std::vector<double> others = rows_elsewhere(a);
    const auto share_in = [&](Code label, Code value) {
      return attribute.covers[label].contains(value)
                 ? std::min(1.0, expected_[a].of_value[value] / expected_[a].of_label[label])
                 : 0;
    };
    for (const LabelHere& of : here) {
      for (const PublishedTable::NamedValue& named : attribute.named[of.label]) {
        progress_.checkpoint();
        const double share = share_in(of.label, named.value);
        double alone =
            belief_ == EndBelief::taken ? one_of_some(of.rows, share) : one_of_all(of.rows, share);
        for (const LabelHere& other : here) {
          if (other.label == of.label) continue;
          alone *= std::pow(1 - share_in(other.label, named.value), other.rows);
        }
        looked_at_ += here.size();
        if (alone > least_chance)
          candidates.push_back({group_, a, named, alone, others[named.value]});
      }
    }
  }

  const PublishedTable& table_;
  EndBelief belief_;
  const Progress& progress_;
  std::vector<std::uint32_t> group_of_;
  Grouped<std::uint32_t> rows_of_;
  std::vector<SpreadRows> expected_;  // by attribute
  // State of the entered group: the share of each label's values within the hull. By row,
  // `products_` has the product of these shares in one column; by column and group, `fitting_` has
  // the mean product over the rows.
  std::uint32_t group_ = 0;
  std::vector<std::vector<double>> share_of_label_;
  std::vector<Product> products_;
  std::vector<std::vector<double>> fitting_;
  std::size_t looked_at_ = 0;
};

}  // namespace

double one_of_some(std::size_t rows, double share) {
  const double some = -std::expm1(static_cast<double>(rows) * std::log1p(-share));
  return one_of_all(rows, share) / some;
}

double one_of_all(std::size_t rows, double share) {
  const auto all = static_cast<double>(rows);
  return all * share * std::pow(1 - share, all - 1);
}

std::vector<HullPredicate> end_predicates(const PublishedTable& table, EndBelief belief,
                                          std::size_t most, Random& random,
                                          const Progress& progress, std::size_t most_looked_at) {
  if (std::all_of(table.attributes.begin(), table.attributes.end(),
                  [](const PublishedTable::Attribute& a) { return a.named.empty(); })) {
    return {};
  }
  Ends ends(table, belief, progress);
  std::vector<std::uint32_t> groups(ends.groups());
  std::iota(groups.begin(), groups.end(), 0U);
  random.shuffle(std::span(groups));
  std::vector<EndCandidate> candidates;
  for (const std::uint32_t group : groups) {
    if (ends.looked_at() > most_looked_at) break;
    ends.add_candidates(group, candidates);
    if (candidates.size() > 4 * most) keep_likeliest(candidates, most);
  }
  keep_likeliest(candidates, most);
  std::vector<HullPredicate> result;
  for (const EndCandidate& candidate : candidates) {
    progress.checkpoint();
    result.push_back(ends.predicate_of(candidate));
  }
  return result;
}

}  // namespace microdata
