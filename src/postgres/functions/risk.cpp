#include "postgres/server/api.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/correlation/separating_attribute.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/microdata/combination.hpp"
#include "core/risk/population_frequency.hpp"
#include "core/risk/reidentification.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/suggested_roles.hpp"
#include "postgres/source/table.hpp"

// The SQL function risk.

namespace microdata::postgres {

namespace {

// The numbers of people in the source, of those with a sensitive value that is not harmless, and of
// people in the population, by class.
struct ClassSizes {
  std::vector<std::uint32_t> in_source;
  std::vector<std::uint32_t> exposed;
  std::vector<std::uint32_t> in_population;

  ReidentificationRisk risk(std::span<const std::uint32_t> among, std::uint32_t k) const {
    return reidentification_risk(in_source, exposed, among, k);
  }
};

bool has_sensitive(const Table& table) {
  return !attributes_with_role(table.data, Role::sensitive).empty();
}

bool several_rows(const Table& table) {
  return table.subjects && !table.subjects->one_row_each();
}

// Returns the classes of the source's people by the known attributes.
PersonClasses classes_by(const Table& table, const AttributeSet& known, const Progress& progress) {
  if (several_rows(table))
    return classes_of_persons(table.data, known, table.subjects->persons, progress);
  Combinations classes = combine(table.data, known, progress);
  return {std::move(classes.of_row), classes.distinct};
}

// Sets 1 for each row whose value is not harmless. `harmless` is as in Attribute::harmless.
void mark_exposed(std::span<const std::uint8_t> harmless, std::span<const Code> codes,
                  std::vector<std::uint8_t>& exposed) {
  for (std::size_t row = 0; row < codes.size(); ++row)
    if (harmless.empty() || harmless[codes[row]] == 0) exposed[row] = 1;
}

// Returns 1 for each person with a sensitive value that is not harmless.
std::vector<std::uint8_t> exposed_persons(const Table& table) {
  std::vector<std::uint8_t> rows(table.data.rows);
  for (const std::size_t a : attributes_with_role(table.data, Role::sensitive))
    mark_exposed(table.data.attributes[a].harmless, table.data.columns[a], rows);
  if (!several_rows(table)) return rows;
  std::vector<std::uint8_t> persons;
  for (std::size_t p = 0; p < table.subjects->persons.buckets(); ++p) {
    const auto of_person = table.subjects->persons.bucket(p);
    persons.push_back(
        std::any_of(of_person.begin(), of_person.end(), [&](Row row) { return rows[row] != 0; }));
  }
  return persons;
}

// Returns the sizes of classes of people whose population is the source itself.
ClassSizes sizes_of(const PersonClasses& persons, std::span<const std::uint8_t> exposed) {
  ClassSizes sizes{
      std::vector<std::uint32_t>(persons.classes), std::vector<std::uint32_t>(persons.classes), {}};
  for (std::size_t p = 0; p < persons.class_of.size(); ++p) {
    ++sizes.in_source[persons.class_of[p]];
    sizes.exposed[persons.class_of[p]] += exposed[p];
  }
  sizes.in_population = sizes.in_source;
  return sizes;
}

// Returns the weights of a sample, one for each person.
std::vector<double> weights_of_persons(const Table& table, const std::string& name) {
  std::size_t a = 0;
  while (table.data.attributes[a].name != name)
    ++a;
  const Dictionary& values = table.dictionaries[a];
  const std::vector<Code>& codes = table.data.columns[a];
  const auto invalid = [&](const std::string& detail) {
    return Error(ERRCODE_INVALID_PARAMETER_VALUE, "invalid weights in attribute " + in_quotes(name))
        .detail(detail);
  };
  std::vector<double> of_code(values.distinct());
  for (Code code = 0; code < values.distinct(); ++code) {
    if (values.is_null(code)) throw invalid("A weight is NULL.");
    const double weight = values.projection()[code];
    if (!(weight > 0 && std::isfinite(weight)))
      throw invalid("Weights must be positive numbers, not " + values.text(code) + ".");
    of_code[code] = weight;
  }
  std::vector<double> weights;
  if (!several_rows(table)) {
    for (const Code code : codes)
      weights.push_back(of_code[code]);
    return weights;
  }
  const TuplePartition& persons = table.subjects->persons;
  for (std::size_t p = 0; p < persons.buckets(); ++p) {
    const auto rows = persons.bucket(p);
    for (const Row row : rows)
      if (codes[row] != codes[rows.front()])
        throw invalid("A person has different weights in different rows.");
    weights.push_back(of_code[codes[rows.front()]]);
  }
  return weights;
}

// Returns the risk in a population that is estimated from weights.
ReidentificationRisk weighted_risk(const PersonClasses& classes, const ClassSizes& sizes,
                                   const Table& table, const std::string& name, std::uint32_t k) {
  const std::vector<double> weights = weights_of_persons(table, name);
  std::vector<double> sums(classes.classes);
  for (std::size_t person = 0; person < weights.size(); ++person)
    sums[classes.class_of[person]] += weights[person];
  return population_risk(sizes.in_source, sizes.exposed, sums, k);
}

// Returns the sizes of classes of both relations, which are read with one set of dictionaries. The
// rows of each are people.
ClassSizes sizes_beside(const Source& source, const Source& population, const Table& table,
                        const Progress& progress) {
  std::vector<std::string> names;
  std::vector<Dictionary> dictionaries;
  const AttributeSet sensitive = attributes_with_role(table.data, Role::sensitive);
  for (const std::size_t a : attributes_with_role(table.data, Role::quasi_identifier)) {
    const SourceColumn& column = source.columns[table.columns[a]];
    const SourceColumn* const same = population.find(column.name);
    if (same == nullptr) {
      throw Error(ERRCODE_UNDEFINED_COLUMN, "column " + in_quotes(column.name) + " of relation " +
                                                in_quotes(population.name) + " does not exist")
          .hint("The population needs all quasi-identifiers of the source, by their names.");
    }
    if (same->type.base != column.type.base) {
      throw Error(ERRCODE_DATATYPE_MISMATCH, "attribute " + in_quotes(column.name) +
                                                 " is of type " + type_name(same->type) +
                                                 " in the population and of type " +
                                                 type_name(column.type) + " in the source");
    }
    names.push_back(column.name);
    dictionaries.emplace_back(column.type);
  }
  const std::size_t known = names.size();
  for (const std::size_t a : sensitive) {
    names.push_back(source.columns[table.columns[a]].name);
    dictionaries.emplace_back(source.columns[table.columns[a]].type);
  }
  std::vector<Dictionary*> read_into;
  for (Dictionary& dictionary : dictionaries)
    read_into.push_back(&dictionary);
  std::vector<std::vector<Code>> codes = read_columns(source.relation, names, read_into);
  const std::size_t rows = row_count(codes);
  std::vector<std::uint8_t> exposed(rows);
  for (std::size_t i = 0; i < sensitive.size(); ++i) {
    Dictionary& values = dictionaries[known + i];
    values.finish(progress);
    values.translate(codes[known + i], progress);
    mark_exposed(harmless_codes(values, table.harmless[sensitive[i]], progress), codes[known + i],
                 exposed);
  }
  codes.resize(known);
  const std::vector<std::vector<Code>> others = read_columns(
      population.relation, std::span(names).first(known), std::span(read_into).first(known));
  std::vector<Code> domains;
  for (std::size_t i = 0; i < known; ++i) {
    codes[i].insert(codes[i].end(), others[i].begin(), others[i].end());
    dictionaries[i].finish(progress);
    dictionaries[i].translate(codes[i], progress);
    domains.push_back(dictionaries[i].distinct());
  }
  const std::vector<std::span<const Code>> columns(codes.begin(), codes.end());
  const std::size_t all = codes.empty() ? 0 : codes.front().size();
  const Combinations classes = combine(static_cast<Row>(all), columns, domains, progress);
  ClassSizes sizes{std::vector<std::uint32_t>(classes.distinct),
                   std::vector<std::uint32_t>(classes.distinct),
                   std::vector<std::uint32_t>(classes.distinct)};
  for (std::size_t row = 0; row < all; ++row)
    ++(row < rows ? sizes.in_source : sizes.in_population)[classes.of_row[row]];
  for (std::size_t row = 0; row < rows; ++row)
    sizes.exposed[classes.of_row[row]] += exposed[row];
  return sizes;
}

// Fails unless every person of the table is in the population.
void check_is_population(const ClassSizes& sizes, const Source& source, const Source& population) {
  std::size_t missing = 0;
  for (std::size_t c = 0; c < sizes.in_source.size(); ++c)
    missing += sizes.in_source[c] - std::min(sizes.in_source[c], sizes.in_population[c]);
  if (missing == 0) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "relation " + in_quotes(population.name) +
                                                   " is not a population of " +
                                                   in_quotes(source.name))
      .detail(std::to_string(missing) + (missing == 1 ? " row" : " rows") +
              " of the source cannot be found in it.")
      .hint(
          "A population has a row for every person of the source, and for all others who might "
          "be in it.");
}

// Returns a number of people; expected numbers are rounded up.
std::string persons_in(double number) {
  return std::to_string(static_cast<std::uint64_t>(std::ceil(without_noise(number))));
}

void add_row(ResultSet& result, const char* model, const ReidentificationRisk& risk,
             bool any_sensitive, const std::optional<std::string>& attributes = std::nullopt) {
  const auto share = [&](double persons) {
    return microdata::to_string(without_noise(persons / static_cast<double>(risk.persons)));
  };
  result.add({model, std::to_string(risk.persons), std::to_string(risk.classes),
              persons_in(risk.uniques), persons_in(risk.below_k), share(risk.below_k),
              microdata::to_string(without_noise(risk.highest)),
              microdata::to_string(without_noise(risk.mean)), attributes, share(risk.uniques),
              any_sensitive ? std::optional(persons_in(risk.exposed_below_k)) : std::nullopt});
}

// Attributes by themselves and in pairs, as the prosecutor knows them. Attributes that separate
// most people come first.
struct Separating {
  AttributeSet attributes;
  ReidentificationRisk risk;
};

void sort_by_uniques(std::vector<Separating>& separating) {
  std::stable_sort(separating.begin(), separating.end(),
                   [](const Separating& a, const Separating& b) {
                     return std::tuple(a.risk.uniques, a.risk.classes) >
                            std::tuple(b.risk.uniques, b.risk.classes);
                   });
}

Separating separated_by(const Table& table, AttributeSet attributes,
                        std::span<const std::uint8_t> exposed, std::uint32_t k,
                        const Progress& progress) {
  const ClassSizes sizes = sizes_of(classes_by(table, attributes, progress), exposed);
  return {std::move(attributes), sizes.risk(sizes.in_source, k)};
}

// The largest number of rows to read for pairs, which takes some seconds.
constexpr std::uint64_t most_rows_of_pairs = std::uint64_t{1} << 28;

// Returns the number of attributes to pair, of those that separate most people.
std::size_t paired(std::size_t attributes, Row rows) {
  std::uint64_t most = attributes;
  while (most > 1 && most * (most - 1) / 2 * rows > most_rows_of_pairs)
    --most;
  return most;
}

void add_separating(ResultSet& result, const char* model, std::vector<Separating> separating,
                    const Table& table) {
  sort_by_uniques(separating);
  for (const Separating& s : separating) {
    std::vector<std::string> names;
    for (const std::size_t a : s.attributes)
      names.push_back(table.data.attributes[a].name);
    add_row(result, model, s.risk, has_sensitive(table), to_name_array(names));
  }
}

void add_attributes_and_pairs(ResultSet& result, const Table& table, std::uint32_t k, int most,
                              const Progress& progress) {
  if (most < 1) return;
  const std::vector<std::uint8_t> exposed = exposed_persons(table);
  std::vector<Separating> single;
  for (const std::size_t a : attributes_with_role(table.data, Role::quasi_identifier))
    single.push_back(separated_by(table, {a}, exposed, k, progress));
  add_separating(result, "attribute", single, table);
  if (most < 2) return;
  const std::size_t all = single.size();
  const std::size_t some = paired(all, table.data.rows);
  if (some < all) {
    report(NOTICE, "pairs of " + std::to_string(some) + " of " + std::to_string(all) +
                       " attributes are shown: those that separate most persons");
    sort_by_uniques(single);
    single.resize(some);
  }
  std::vector<Separating> pairs;
  for (std::size_t i = 0; i < some; ++i) {
    for (std::size_t j = i + 1; j < some; ++j) {
      pairs.push_back(separated_by(table,
                                   {single[i].attributes.front(), single[j].attributes.front()},
                                   exposed, k, progress));
    }
  }
  add_separating(result, "pair", std::move(pairs), table);
}

void report_separating(const Table& table, const Progress& progress) {
  const AttributeSet known = attributes_with_role(table.data, Role::quasi_identifier);
  for (const SeparatingAttribute& found : separating_attributes(table.data, known, progress)) {
    report(NOTICE,
           "attribute " + in_quotes(table.data.attributes[found.attribute].name) + " " +
               separated_in_words(found.unique),
           {}, "Leave it out with identifiers, unless analysts need it.");
  }
}

// Returns roles by which only the given quasi-identifiers are known, if any are given.
std::vector<AssignedRole> known_alone(const Source& source, const GivenRoles& given) {
  std::vector<AssignedRole> roles = assign_roles(source, given);
  if (!given.quasi_identifiers) return roles;
  std::vector<bool> known(roles.size());
  for (const std::string& name : *given.quasi_identifiers)
    known[column_position(source, name, "quasi_identifiers")] = true;
  for (std::size_t i = 0; i < roles.size(); ++i)
    if (!known[i] && roles[i].role == Role::quasi_identifier) roles[i].role = Role::identifier;
  return roles;
}

// Sets the role of an attribute with weights, which is read but which no attacker knows. Fails
// unless it is a number.
void set_weights(std::vector<AssignedRole>& roles, const Source& source, const GivenRoles& given,
                 const std::string& name) {
  const std::size_t position = column_position(source, name, "weights");
  const auto& known = given.quasi_identifiers;
  if (known && std::any_of(known->begin(), known->end(), [&](const std::string& other) {
        return column_position(source, other, "quasi_identifiers") == position;
      })) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "attribute " + in_quotes(name) + " cannot be both weights and a quasi-identifier");
  }
  switch (source.columns[position].type.projection) {
    case Projection::integer:
    case Projection::floating:
    case Projection::numeric:
      break;
    default:
      throw Error(ERRCODE_DATATYPE_MISMATCH, "weights must be numbers, but attribute " +
                                                 in_quotes(name) + " is of type " +
                                                 type_name(source.columns[position].type));
  }
  roles[position].role = Role::insensitive;
}

std::int32_t given_combinations(const Arguments& arguments) {
  if (!arguments.has("combinations")) return 0;
  const std::int32_t combinations = arguments.integer("combinations");
  if (combinations < 0 || combinations > 2)
    fail_range("combinations", "from 0 to 2", std::to_string(combinations));
  return combinations;
}

std::optional<std::string> given_weights(const Arguments& arguments) {
  if (!arguments.has("weights") || arguments.is_null("weights")) return std::nullopt;
  if (!arguments.is_null("population")) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "weights and population exclude each other")
        .hint("Weights estimate the population, and need no relation that has it.");
  }
  return arguments.name("weights");
}

void reidentification(const Arguments& arguments, ResultSet& result) {
  const std::uint32_t k = given_k(arguments);
  const std::int32_t combinations = given_combinations(arguments);
  const std::optional<std::string> weights = given_weights(arguments);
  const Source source = open_source(arguments.relation("source"));
  const GivenRoles given = given_roles(arguments);
  std::vector<AssignedRole> roles = known_alone(source, given);
  if (weights) set_weights(roles, source, given, *weights);
  Phases phases("measuring the risk of " + in_quotes(source.name));
  const Progress progress = phases.progress();
  const Table table = read_table(source, roles, Purpose::measurement, progress);
  phases.begin("classes");
  ClassSizes sizes;
  std::optional<ReidentificationRisk> journalist;
  if (arguments.is_null("population")) {
    const PersonClasses classes =
        classes_by(table, attributes_with_role(table.data, Role::quasi_identifier), progress);
    sizes = sizes_of(classes, exposed_persons(table));
    if (weights) journalist = weighted_risk(classes, sizes, table, *weights, k);
  } else {
    if (several_rows(table)) {
      throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                  "risk() with a population does not support persons with several rows")
          .hint("Leave population out, or ask about a view with one row a person.");
    }
    const Source population = open_source(arguments.relation("population"));
    sizes = sizes_beside(source, population, table, progress);
    check_is_population(sizes, source, population);
  }
  if (!journalist) journalist = sizes.risk(sizes.in_population, k);
  add_row(result, "prosecutor", sizes.risk(sizes.in_source, k), has_sensitive(table));
  add_row(result, "journalist", *journalist, has_sensitive(table));
  // The marketer looks for all people, and is content with the share that is found.
  result.add({"marketer", std::to_string(journalist->persons), std::to_string(journalist->classes),
              std::nullopt, std::nullopt, std::nullopt, std::nullopt,
              microdata::to_string(without_noise(journalist->mean)), std::nullopt, std::nullopt,
              std::nullopt});
  add_attributes_and_pairs(result, table, k, combinations, progress);
  report_separating(table, progress);
  phases.finish();
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_risk, microdata::postgres::reidentification)
