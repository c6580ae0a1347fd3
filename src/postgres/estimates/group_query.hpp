#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/progress.hpp"
#include "core/utility/group_estimate.hpp"
#include "core/utility/group_sums.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/estimates/count_estimation.hpp"
#include "postgres/estimates/expression.hpp"
#include "postgres/estimates/predicate.hpp"

// Questions for counts, sums and means by groups, and what they ask of a release.

namespace microdata::postgres {

struct GroupQuery {
  struct Measure {
    // `persons` counts the persons who have such a row, `known` the rows that have a number, and
    // `squares` sums the squares of the numbers. `lowest` and `highest` are the extremes of the
    // numbers in all groups.
    enum class Kind { count, persons, sum, avg, known, squares, lowest, highest };
    Kind kind = Kind::count;
    std::string attribute;
    // Text of the measure as the caller wrote it.
    std::string text;

    // True if the measure is of no attribute.
    bool is_count() const { return kind == Kind::count || kind == Kind::persons; }
  };
  std::vector<std::string> group_by;
  // Conjunctions, of which a row must satisfy at least one; without predicates, all rows count.
  std::optional<std::vector<Conjunction>> predicates;
  std::vector<Measure> measures;
  // Method; releases without a likelihood are estimated by mixing.
  LinkingMethod method = LinkingMethod::likelihood;
  // Names above that are expressions of attributes.
  std::vector<AttributeExpression> expressions = {};

  // Returns the expression of that text; null if the name is an attribute's.
  const AttributeExpression* expression(const std::string& name) const;
  // Returns the attribute of the release that the name is, or is an expression of.
  const std::string& attribute_of(const std::string& name) const;
};

template <typename Asked>
auto members(Asked& measure, const GroupQuery::Measure* /*type*/) {
  return std::tie(measure.kind, measure.attribute, measure.text);
}
template <typename Asked>
auto members(Asked& query, const GroupQuery* /*type*/) {
  return std::tie(query.group_by, query.predicates, query.measures, query.method,
                  query.expressions);
}

// Names in the order in which they are first added.
class Names {
 public:
  std::size_t add(const std::string& name) {
    const auto [found, is_new] = place_.try_emplace(name, names_.size());
    if (is_new) names_.push_back(name);
    return found->second;
  }
  bool has(const std::string& name) const { return place_.contains(name); }
  std::size_t place(const std::string& name) const { return place_.at(name); }
  const std::vector<std::string>& all() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::size_t> place_;
};

// Adds the expressions that the query names to it, and takes the names of measures out of quotes.
// Fails for a name that is no attribute of the release and no expression.
void find_expressions(const Release& release, GroupQuery& query);

// Returns the attributes and expressions that the query asks for, those to group by first. Fails if
// the release lacks an attribute.
Names asked_names(const Release& release, const GroupQuery& query);

// Returns the attributes of the release that the names are, or are expressions of.
Names attributes_of(const GroupQuery& query, const Names& names);

// Returns the attributes and expressions of the names, followed by the read attributes that are not
// named.
std::vector<PublishedAttribute> with_expressions(const GroupQuery& query, const Names& names,
                                                 std::vector<PublishedAttribute> read,
                                                 const Progress& progress);

// Returns the number of attributes that the query groups by.
std::size_t count_of_grouped(const GroupQuery& query);

// Numbers of the attribute at a place, or their squares.
struct MeasuredAttribute {
  std::size_t place = 0;
  bool squared = false;

  bool operator==(const MeasuredAttribute&) const = default;
};

MeasuredAttribute measured_attribute(const GroupQuery::Measure& measure, const Names& names);

// Returns the attributes whose numbers are added up, each once.
std::vector<MeasuredAttribute> measured_attributes(const GroupQuery& query, const Names& names);

// Columns of a question to the core, made from a query and the attributes of a release. All
// arguments must outlive it.
class QueriedColumns {
 public:
  // attributes[names.place(name)] is the attribute of the name. Fails if a measure's attribute does
  // not have numbers, and as shares() does.
  QueriedColumns(const GroupQuery& query, const Names& names,
                 std::span<const PublishedAttribute> attributes, const Progress& progress);

  std::size_t conjunctions() const { return shares_.size(); }
  std::size_t measures() const { return number_of_.size(); }

  // Returns the column of the attributes at the given places, ascending, with so many rows.
  AskedColumn add(std::vector<std::size_t> in_column, std::size_t rows);

  // Returns the labels of a group in the order of group_by. Its key has the columns as added.
  std::vector<Code> labels_of(const GroupSums& group) const;

  // Extends the ranges of the measures by all their numbers, and marks the errors that are unknown.
  // A row can have any value of a range or a set that is published. If `is_linked` is false, all
  // errors are unknown.
  void complete(GroupSums& group, bool is_linked) const;

 private:
  void find_measures();
  void find_shares();
  std::vector<Code> group_labels(const std::vector<std::size_t>& in_column, std::size_t row) const;
  void add_level(const std::vector<std::size_t>& in_column, std::size_t row,
                 AskedColumn& asked) const;

  const GroupQuery& query_;
  const Names& names_;
  std::span<const PublishedAttribute> attributes_;
  const Progress& progress_;
  std::size_t grouped_;
  // True if each label passes every condition or fails it as a whole.
  bool is_located_ = true;
  // Share of each label, by conjunction and attribute.
  std::vector<std::map<std::size_t, std::vector<double>>> shares_;
  // Attributes whose numbers are added up, and their numbers by label, for each measure.
  std::vector<MeasuredAttribute> number_of_;
  std::vector<std::vector<double>> numbers_;
  // Attributes of each column, and labels of each of its groups.
  std::vector<std::vector<std::size_t>> columns_;
  std::vector<std::vector<std::vector<Code>>> groups_;
};

}  // namespace microdata::postgres
