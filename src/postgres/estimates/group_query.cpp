#include "postgres/estimates/group_query.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/microdata/combination.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

const AttributeExpression* GroupQuery::expression(const std::string& name) const {
  const auto found = std::find_if(expressions.begin(), expressions.end(),
                                  [&](const AttributeExpression& one) { return one.text == name; });
  return found == expressions.end() ? nullptr : &*found;
}

const std::string& GroupQuery::attribute_of(const std::string& name) const {
  const AttributeExpression* const found = expression(name);
  return found == nullptr ? name : found->attribute;
}

namespace {

Names all_names(const GroupQuery& query) {
  Names names;
  for (const std::string& name : query.group_by)
    names.add(name);
  if (query.predicates) {
    for (const Conjunction& conjunction : *query.predicates) {
      for (const Condition& condition : conjunction)
        names.add(condition.attribute);
    }
  }
  for (const GroupQuery::Measure& measure : query.measures) {
    if (!measure.is_count()) names.add(measure.attribute);
  }
  return names;
}

}  // namespace

namespace {

bool has_attribute(const Release& release, const std::string& name) {
  return std::any_of(release.attributes.begin(), release.attributes.end(),
                     [&](const ReleaseAttribute& one) { return one.name == name; });
}

// Returns the name that the text is, without quotes; the text itself if it is no name of an
// attribute of the release.
std::string measured_name(const Release& release, const std::string& text) {
  try {
    const std::vector<std::string> names = split_names(text, "measures");
    return names.size() == 1 && has_attribute(release, names.front()) ? names.front() : text;
  } catch (const Error&) {
    return text;
  }
}

}  // namespace

void find_expressions(const Release& release, GroupQuery& query) {
  for (GroupQuery::Measure& measure : query.measures) {
    if (!measure.is_count()) measure.attribute = measured_name(release, measure.attribute);
  }
  const Names names = all_names(query);
  for (const std::string& name : names.all()) {
    if (!has_attribute(release, name)) query.expressions.push_back(read_expression(release, name));
  }
}

Names asked_names(const Release& release, const GroupQuery& query) {
  Names names = all_names(query);
  for (const std::string& name : names.all())
    require_attribute(release, query.attribute_of(name));
  return names;
}

Names attributes_of(const GroupQuery& query, const Names& names) {
  Names attributes;
  for (const std::string& name : names.all())
    attributes.add(query.attribute_of(name));
  return attributes;
}

std::vector<PublishedAttribute> with_expressions(const GroupQuery& query, const Names& names,
                                                 std::vector<PublishedAttribute> read,
                                                 const Progress& progress) {
  if (query.expressions.empty()) return read;
  std::map<std::string, PublishedAttribute> by_name;
  for (PublishedAttribute& attribute : read)
    by_name.emplace(attribute.name, std::move(attribute));
  std::vector<PublishedAttribute> result;
  for (const std::string& name : names.all()) {
    const AttributeExpression* const expression = query.expression(name);
    result.push_back(expression == nullptr
                         ? PublishedAttribute{}
                         : evaluate(*expression, by_name.at(expression->attribute), progress));
  }
  for (std::size_t a = 0; a < result.size(); ++a) {
    if (query.expression(names.all()[a]) == nullptr)
      result[a] = std::move(by_name.extract(names.all()[a]).mapped());
  }
  for (auto& [name, attribute] : by_name)
    result.push_back(std::move(attribute));
  return result;
}

namespace {

double number_of_label(const AttributeMeaning& meaning, Code label) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const Dictionary& values = meaning.values.front();
  if (meaning.labels.empty()) return values.projection()[label];
  if (const auto* range = std::get_if<ValueRange>(&meaning.labels[label])) {
    const bool bounded = std::isfinite(range->low) && std::isfinite(range->high);
    return bounded && range->not_finite.count() == 0 ? (range->low + range->high) / 2 : none;
  }
  const auto* elements = std::get_if<std::vector<Element>>(&meaning.labels[label]);
  if (elements == nullptr) return none;
  double sum = 0;
  double share = 0;
  for (const Element& element : *elements) {
    if (values.is_null(element.value)) continue;
    sum += element.share * values.projection()[element.value];
    share += element.share;
  }
  return share > 0 ? sum / share : none;
}

// Fails for numbers that a sum over possible rows cannot have: it would be no number for any group
// in which such a row is possible.
void check_finite(const PublishedAttribute& attribute) {
  const Dictionary& values = attribute.meaning.values.front();
  for (Code value = 0; value < values.distinct(); ++value) {
    if (values.is_null(value) || std::isfinite(values.projection()[value])) continue;
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "attribute " + in_quotes(attribute.name) +
                    " has a value of which there is no sum: " + values.text(value))
        .hint("Count such rows with a condition, or name an expression that replaces the value.");
  }
}

// Returns the number of each label: the middle of a range, the mean of a list, or NaN if there is
// none. Fails if the attribute does not have numbers.
std::vector<double> numbers(const PublishedAttribute& attribute) {
  if (!is_of_numbers(attribute.meaning.type.projection)) {
    throw Error(ERRCODE_DATATYPE_MISMATCH, "attribute " + in_quotes(attribute.name) +
                                               " is of type " + type_name(attribute.meaning.type) +
                                               ", of which there is no sum")
        .hint("Sums and means are of numbers; count goes with any attribute.");
  }
  check_finite(attribute);
  std::vector<double> result;
  for (Code label = 0; label < attribute.meaning.distinct(); ++label)
    result.push_back(number_of_label(attribute.meaning, label));
  return result;
}

// Extends the range of a measure by the numbers of its labels.
void add_range(const std::vector<double>& numbers, MeasureSums& sums) {
  for (const double number : numbers) {
    if (!std::isnan(number)) add_to_range(sums, number);
  }
}

bool is_all_or_nothing(double share) {
  return share == 0 || share == 1;
}

}  // namespace

MeasuredAttribute measured_attribute(const GroupQuery::Measure& measure, const Names& names) {
  return {names.place(measure.attribute), measure.kind == GroupQuery::Measure::Kind::squares};
}

std::vector<MeasuredAttribute> measured_attributes(const GroupQuery& query, const Names& names) {
  std::vector<MeasuredAttribute> measured;
  for (const GroupQuery::Measure& measure : query.measures) {
    if (measure.is_count()) continue;
    const MeasuredAttribute one = measured_attribute(measure, names);
    if (std::find(measured.begin(), measured.end(), one) == measured.end()) measured.push_back(one);
  }
  return measured;
}

std::size_t count_of_grouped(const GroupQuery& query) {
  Names grouped;
  for (const std::string& name : query.group_by)
    grouped.add(name);
  return grouped.all().size();
}

QueriedColumns::QueriedColumns(const GroupQuery& query, const Names& names,
                               std::span<const PublishedAttribute> attributes,
                               const Progress& progress)
    : query_(query),
      names_(names),
      attributes_(attributes),
      progress_(progress),
      grouped_(count_of_grouped(query)) {
  find_measures();
  find_shares();
}

void QueriedColumns::find_measures() {
  number_of_ = measured_attributes(query_, names_);
  for (const MeasuredAttribute& one : number_of_) {
    std::vector<double> added = numbers(attributes_[one.place]);
    for (double& number : added)
      if (one.squared) number *= number;
    numbers_.push_back(std::move(added));
  }
}

void QueriedColumns::find_shares() {
  if (!query_.predicates) return;
  for (const Conjunction& conjunction : *query_.predicates) {
    std::map<std::size_t, std::vector<double>>& of_attribute = shares_.emplace_back();
    for (const Condition& condition : conjunction) {
      const std::size_t place = names_.place(condition.attribute);
      const AttributeMeaning& meaning = attributes_[place].meaning;
      std::vector<double> share = shares(meaning, condition, progress_);
      is_located_ = is_located_ && !may_be_anything(meaning) &&
                    std::all_of(share.begin(), share.end(), is_all_or_nothing);
      const auto [found, is_new] = of_attribute.try_emplace(place, share);
      for (std::size_t label = 0; !is_new && label < share.size(); ++label)
        found->second[label] *= share[label];
    }
  }
}

AskedColumn QueriedColumns::add(std::vector<std::size_t> in_column, std::size_t rows) {
  std::vector<std::span<const Code>> codes;
  std::vector<Code> domains;
  for (const std::size_t a : in_column) {
    codes.emplace_back(attributes_[a].labels);
    domains.push_back(std::max<Code>(attributes_[a].meaning.distinct(), 1));
  }
  Combinations levels = combine(static_cast<Row>(rows), codes, domains, progress_);
  AskedColumn asked;
  asked.levels = levels.distinct;
  asked.measure.resize(measures());
  std::vector<std::vector<Code>>& groups = groups_.emplace_back();
  std::map<std::vector<Code>, Code> numbered;
  if (rows > 0) {
    for (const Row row : representatives(levels)) {
      const auto [found, is_new] =
          numbered.try_emplace(group_labels(in_column, row), static_cast<Code>(groups.size()));
      if (is_new) groups.push_back(found->first);
      asked.group.push_back(found->second);
      add_level(in_column, row, asked);
    }
  }
  asked.groups = std::max<Code>(1, static_cast<Code>(groups.size()));
  asked.level_of = std::move(levels.of_row);
  columns_.push_back(std::move(in_column));
  return asked;
}

// Returns the labels of the column's attributes that the query groups by, in the query's order.
std::vector<Code> QueriedColumns::group_labels(const std::vector<std::size_t>& in_column,
                                               std::size_t row) const {
  std::vector<Code> labels;
  for (const std::size_t a : in_column) {
    if (a < grouped_) labels.push_back(attributes_[a].labels[row]);
  }
  return labels;
}

void QueriedColumns::add_level(const std::vector<std::size_t>& in_column, std::size_t row,
                               AskedColumn& asked) const {
  for (const auto& of_attribute : shares_) {
    double share = 1;
    for (const std::size_t a : in_column) {
      const auto found = of_attribute.find(a);
      if (found != of_attribute.end()) share *= found->second[attributes_[a].labels[row]];
    }
    asked.share.push_back(share);
  }
  for (std::size_t m = 0; m < number_of_.size(); ++m) {
    const std::size_t a = number_of_[m].place;
    if (std::find(in_column.begin(), in_column.end(), a) == in_column.end()) continue;
    if (!asked.measure[m]) asked.measure[m].emplace();
    asked.measure[m]->push_back(numbers_[m][attributes_[a].labels[row]]);
  }
}

std::vector<Code> QueriedColumns::labels_of(const GroupSums& group) const {
  std::vector<Code> labels(grouped_);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t next = 0;
    for (const std::size_t a : columns_[c]) {
      if (a < grouped_) labels[a] = groups_[c][group.group[c]][next++];
    }
  }
  return labels;
}

void QueriedColumns::complete(GroupSums& group, bool is_linked) const {
  constexpr double unknown = std::numeric_limits<double>::infinity();
  if (!is_located_ || !is_linked) {
    group.variance = unknown;
    if (group.persons) group.persons->standard_error = unknown;
  }
  for (std::size_t m = 0; m < number_of_.size(); ++m) {
    add_range(numbers_[m], group.measures[m]);
    if (is_located_ && is_linked && has_single_values(attributes_[number_of_[m].place].meaning))
      continue;
    group.measures[m].variance = unknown;
    group.measures[m].of_centered = unknown;
  }
}

}  // namespace microdata::postgres
