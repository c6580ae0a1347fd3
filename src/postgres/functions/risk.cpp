#include "postgres/server/api.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/combination.hpp"
#include "core/risk/reidentification.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/result_set.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/table.hpp"

// risk.

namespace microdata::postgres {

namespace {

// For every class, the persons of the source, and those of the population.
struct ClassSizes {
  std::vector<std::uint32_t> in_source;
  std::vector<std::uint32_t> in_population;
};

std::vector<std::uint32_t> sizes_of(const PersonClasses& persons) {
  std::vector<std::uint32_t> sizes(persons.classes);
  for (const std::uint32_t c : persons.class_of)
    ++sizes[c];
  return sizes;
}

std::vector<std::uint32_t> sizes_in(const Table& table, const Progress& progress) {
  const AttributeSet known = attributes_with_role(table.data, Role::quasi_identifier);
  if (table.subjects && !table.subjects->one_row_each())
    return sizes_of(classes_of_persons(table.data, known, table.subjects->persons, progress));
  return frequencies(combine(table.data, known, progress));
}

// Both relations read in one set of dictionaries. The rows of each are persons.
ClassSizes sizes_beside(const Source& source, const Source& population, const Table& table,
                        const Progress& progress) {
  std::vector<std::string> names;
  std::vector<Dictionary> dictionaries;
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
  std::vector<Dictionary*> read_into;
  for (Dictionary& dictionary : dictionaries)
    read_into.push_back(&dictionary);
  std::vector<std::vector<Code>> codes = read_columns(source.relation, names, read_into);
  const std::size_t rows = row_count(codes);
  const std::vector<std::vector<Code>> others = read_columns(population.relation, names, read_into);
  std::vector<Code> domains;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    codes[i].insert(codes[i].end(), others[i].begin(), others[i].end());
    dictionaries[i].finish(progress);
    dictionaries[i].translate(codes[i], progress);
    domains.push_back(dictionaries[i].distinct());
  }
  const std::vector<std::span<const Code>> columns(codes.begin(), codes.end());
  const std::size_t all = codes.empty() ? 0 : codes.front().size();
  const Combinations classes = combine(static_cast<Row>(all), columns, domains, progress);
  ClassSizes sizes{std::vector<std::uint32_t>(classes.distinct),
                   std::vector<std::uint32_t>(classes.distinct)};
  for (std::size_t row = 0; row < all; ++row)
    ++(row < rows ? sizes.in_source : sizes.in_population)[classes.of_row[row]];
  return sizes;
}

// Who is in the table is in the population.
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

void add_model(ResultSet& result, const char* model, const ReidentificationRisk& risk) {
  const auto share = [&](std::size_t persons) {
    return microdata::to_string(
        without_noise(static_cast<double>(persons) / static_cast<double>(risk.persons)));
  };
  result.add({model, std::to_string(risk.persons), std::to_string(risk.classes),
              std::to_string(risk.uniques), std::to_string(risk.below_k), share(risk.below_k),
              microdata::to_string(without_noise(risk.highest)),
              microdata::to_string(without_noise(risk.mean))});
}

// Where quasi-identifiers are given they are all there are: nothing else is known.
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

Datum reidentification(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const std::uint32_t k = given_k(arguments);
  const Source source = open_source(arguments.relation("source"));
  Phases phases("measuring the risk of " + in_quotes(source.name));
  const Progress progress = phases.progress();
  const Table table = read_table(source, known_alone(source, given_roles(arguments)),
                                 Purpose::measurement, progress);
  phases.begin("classes");
  ClassSizes sizes;
  if (arguments.is_null("population")) {
    sizes.in_source = sizes_in(table, progress);
    sizes.in_population = sizes.in_source;
  } else {
    if (table.subjects && !table.subjects->one_row_each()) {
      throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                  "risk() with a population does not support persons with several rows")
          .hint("Leave population out, or ask about a view with one row a person.");
    }
    const Source population = open_source(arguments.relation("population"));
    sizes = sizes_beside(source, population, table, progress);
    check_is_population(sizes, source, population);
  }
  const ReidentificationRisk prosecutor =
      reidentification_risk(sizes.in_source, sizes.in_source, k);
  const ReidentificationRisk journalist =
      reidentification_risk(sizes.in_source, sizes.in_population, k);
  add_model(result, "prosecutor", prosecutor);
  add_model(result, "journalist", journalist);
  // The marketer looks for everybody, and is content with the share that is found.
  result.add({"marketer", std::to_string(journalist.persons), std::to_string(journalist.classes),
              std::nullopt, std::nullopt, std::nullopt, std::nullopt,
              microdata::to_string(without_noise(journalist.mean))});
  phases.finish();
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_risk, microdata::postgres::reidentification)
