#include "postgres/hierarchies/hierarchies.hpp"

#include "postgres/server/api.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/hierarchies/label_texts.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

// The SQL functions create_hierarchy and its like, drop_hierarchy, grant_hierarchy,
// revoke_hierarchy, declare_hierarchy and hierarchy_labels.

namespace microdata::postgres {

namespace {

void check_level_count(const char* argument, std::size_t given) {
  if (given == 0) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, std::string(argument) + " must not be empty");
  }
  // The values and the root are levels besides the given ones.
  if (given + 2 > most_levels) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, std::string(argument) + " has " +
                                                     std::to_string(given) +
                                                     " elements, but a hierarchy has at most " +
                                                     std::to_string(most_levels) + " levels");
  }
}

// Fails unless the role was granted EXECUTE. Every role can call the functions that make
// hierarchies, so that the error can name the missing grant.
void require_maker(const Arguments& arguments) {
  const std::vector<ResultRow> rows = query(
      "SELECT p.proname, p.oid::pg_catalog.regprocedure, "
      "pg_catalog.quote_ident(current_user) FROM pg_catalog.pg_proc p "
      "WHERE p.oid = $1::pg_catalog.oid AND NOT pg_catalog.pg_has_role(p.proowner, 'USAGE') "
      "AND NOT EXISTS (SELECT FROM pg_catalog.aclexplode(p.proacl) a WHERE a.grantee <> 0 "
      "AND a.privilege_type = 'EXECUTE' AND pg_catalog.pg_has_role(a.grantee, 'USAGE'))",
      {std::to_string(arguments.function())});
  if (rows.empty()) return;
  const ResultRow& denied = rows.front();
  throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE, "permission denied for function " + *denied[0])
      .detail(
          "A role that makes hierarchies needs EXECUTE of its own; that of PUBLIC does not count.")
      .hint("Have the owner of the extension GRANT EXECUTE ON FUNCTION " + *denied[1] + " TO " +
            *denied[2] + ".");
}

void create_hierarchy(const Arguments& arguments) {
  require_writable("create_hierarchy()");
  require_maker(arguments);
  const std::string name = arguments.text("name");
  const Source relation = open_source(arguments.relation("relation"));
  Phases phases("making a hierarchy of " + in_quotes(relation.name));
  const LevelTable table = read_levels(relation, phases.progress());
  const Json definition = Json::object().add("values", table.values());
  phases.begin("write");
  record_hierarchy({name, HierarchyKind::table, definition.str(), table.levels}, table.labels);
  phases.finish();
}

void check_bounds(double lower, double upper) {
  for (const auto& [argument, bound] : {std::pair("lower", lower), std::pair("upper", upper)}) {
    if (std::isfinite(bound)) continue;
    throw Error(
        ERRCODE_INVALID_PARAMETER_VALUE,
        std::string(argument) + " must be a finite number, not " + microdata::to_string(bound));
  }
  if (lower < upper) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "lower must be below upper, not " +
                                                   microdata::to_string(lower) + " and " +
                                                   microdata::to_string(upper));
}

// True if `width` is a multiple of `of` as decimal numbers: 0.3 is a multiple of 0.1.
bool is_multiple(double width, double of) {
  return query("SELECT pg_catalog.mod($1::pg_catalog.numeric, $2::pg_catalog.numeric) = 0",
               {microdata::to_string(width), microdata::to_string(of)})[0][0] == "t";
}

void check_widths(const std::vector<double>& widths) {
  check_level_count("widths", widths.size());
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const std::string width = microdata::to_string(widths[i]);
    if (!std::isfinite(widths[i]) || widths[i] <= 0) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "widths must be finite numbers above 0, not " + width);
    }
    if (i == 0 || (widths[i] > widths[i - 1] && is_multiple(widths[i], widths[i - 1]))) continue;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "width " + width +
                                                     " is no multiple of the width before it, " +
                                                     microdata::to_string(widths[i - 1]))
        .hint(
            "Widths ascend, and an interval of each is made up of whole ones of the width before.");
  }
}

void create_interval_hierarchy(const Arguments& arguments) {
  require_writable("create_interval_hierarchy()");
  require_maker(arguments);
  const std::string name = arguments.text("name");
  const double lower = arguments.number("lower");
  const double upper = arguments.number("upper");
  const std::vector<double> widths = arguments.numbers("widths");
  check_bounds(lower, upper);
  check_widths(widths);
  const Json definition =
      Json::object().add("lower", lower).add("upper", upper).add("widths", widths);
  record_hierarchy({name, HierarchyKind::interval, definition.str(), widths.size() + 2}, {});
}

void create_prefix_hierarchy(const Arguments& arguments) {
  require_writable("create_prefix_hierarchy()");
  require_maker(arguments);
  const std::string name = arguments.text("name");
  const std::vector<std::int32_t> keep = arguments.integers("keep");
  check_level_count("keep", keep.size());
  for (std::size_t i = 0; i < keep.size(); ++i) {
    if (keep[i] < 0) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "keep must be numbers of characters, not " + std::to_string(keep[i]));
    }
    if (i > 0 && keep[i] >= keep[i - 1]) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "keep must descend, but " +
                                                       std::to_string(keep[i]) + " follows " +
                                                       std::to_string(keep[i - 1]));
    }
  }
  const Json definition = Json::object().add("keep", keep);
  // A level that keeps nothing is the root.
  const std::size_t masked = keep.size() - (keep.back() == 0 ? 1 : 0);
  record_hierarchy({name, HierarchyKind::prefix, definition.str(), masked + 2}, {});
}

// Units from fine to coarse.
constexpr std::array<const char*, 7> units{"day",  "week",   "month",  "quarter",
                                           "year", "decade", "century"};

std::size_t unit_rank(const std::string& name) {
  const auto* const unit = std::find(units.begin(), units.end(), std::string_view(name));
  if (unit != units.end()) return static_cast<std::size_t>(unit - units.begin());
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "unrecognized unit: " + in_quotes(name))
      .hint("Units are " + join({units.begin(), units.end()}) + ".");
}

void check_units(const std::vector<std::string>& given) {
  check_level_count("units", given.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::size_t rank = unit_rank(given[i]);
    if (i == 0) continue;
    const std::string& before = given[i - 1];
    if (rank <= unit_rank(before)) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "units must become coarser, but " + given[i] + " follows " + before);
    }
    // Decades of date_trunc() begin with years that end in 0, centuries with years that end in
    // 1.
    if (before == "week" || before == "decade") {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "the unit " + before + " is not nested in the unit " + given[i])
          .detail("A " + before + " can be in two " +
                  (given[i] == "century" ? "centurie" : given[i]) + "s.")
          .hint("Leave one of them out.");
    }
  }
}

void create_date_hierarchy(const Arguments& arguments) {
  require_writable("create_date_hierarchy()");
  require_maker(arguments);
  const std::string name = arguments.text("name");
  const std::vector<std::string> given = arguments.texts("units");
  check_units(given);
  const Json definition = Json::object().add("units", given);
  record_hierarchy({name, HierarchyKind::date, definition.str(), given.size() + 2}, {});
}

void drop(const Arguments& arguments) {
  require_writable("drop_hierarchy()");
  drop_hierarchy(arguments.text("name"));
}

void grant(const Arguments& arguments) {
  require_writable("grant_hierarchy()");
  grant_hierarchy(arguments.text("name"), arguments.name("grantee"));
}

void revoke(const Arguments& arguments) {
  require_writable("revoke_hierarchy()");
  revoke_hierarchy(arguments.text("name"), arguments.name("grantee"));
}

void run_declaration(const Arguments& arguments) {
  require_writable("declare_hierarchy()");
  const Oid relation = arguments.relation("source");
  const std::string attribute = arguments.name("attribute");
  const std::optional<std::string> name = arguments.optional_text("name");
  const Source source = open_for_declaration(relation, "hierarchies");
  const SourceColumn& column = source.columns[column_position(source, attribute, "attribute")];
  if (name) {
    require_usable(*name);
    check_hierarchy(*name, column);
  }
  replace_declared_hierarchy(relation, attribute, name);
}

// Returns the name of the hierarchy. Any role that may read the source can use a declared
// hierarchy, as its owner may.
std::string chosen_name(const Arguments& arguments, const Source& source,
                        const SourceColumn& column) {
  if (const auto name = arguments.optional_text("name")) {
    require_usable(*name);
    return *name;
  }
  for (const DeclaredHierarchy& declared : declared_hierarchies(source.relation)) {
    if (declared.attribute != column.name) continue;
    require_usable(declared.hierarchy, {source.relation});
    return declared.hierarchy;
  }
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "no hierarchy is declared for attribute " + in_quotes(column.name))
      .hint("Give its name, or declare one with declare_hierarchy().");
}

// Returns the labels of a value from level 1 to the root, as an array literal.
std::string label_path(const ResolvedHierarchy& resolved, Code code) {
  std::vector<std::string> path;
  for (std::size_t level = 1; level < resolved.labels.size(); ++level) {
    const auto& label = resolved.labels[level][resolved.hierarchy.label_of_code[level][code]];
    path.push_back(label ? array_element(*label) : "NULL");
  }
  return "{" + join(path, ",") + "}";
}

void hierarchy_labels(const Arguments& arguments, ResultSet& result) {
  const Source source = open_source(arguments.relation("source"));
  require_may_know(source.relation);
  const std::string attribute = arguments.name("attribute");
  const SourceColumn& column = source.columns[column_position(source, attribute, "attribute")];
  const std::string name = chosen_name(arguments, source, column);
  check_hierarchy(name, column);
  Phases phases("reading " + in_quotes(source.name));
  const Progress progress = phases.progress();
  Dictionary dictionary(column.type);
  Dictionary* const dictionaries[] = {&dictionary};
  phases.begin("read");
  read_columns(source.relation, std::span(&attribute, 1), dictionaries);
  dictionary.finish(progress);
  const ResolvedHierarchy resolved = resolve_hierarchy(name, attribute, dictionary, progress);
  for (Code code = 0; code < dictionary.distinct(); ++code) {
    progress.checkpoint_at(code);
    result.add({resolved.labels[0][code], label_path(resolved, code)});
  }
  phases.finish();
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_create_hierarchy, microdata::postgres::create_hierarchy)
MICRODATA_FUNCTION(pg_microdata_create_interval_hierarchy,
                   microdata::postgres::create_interval_hierarchy)
MICRODATA_FUNCTION(pg_microdata_create_prefix_hierarchy,
                   microdata::postgres::create_prefix_hierarchy)
MICRODATA_FUNCTION(pg_microdata_create_date_hierarchy, microdata::postgres::create_date_hierarchy)
MICRODATA_FUNCTION(pg_microdata_drop_hierarchy, microdata::postgres::drop)
MICRODATA_FUNCTION(pg_microdata_grant_hierarchy, microdata::postgres::grant)
MICRODATA_FUNCTION(pg_microdata_revoke_hierarchy, microdata::postgres::revoke)
MICRODATA_FUNCTION(pg_microdata_declare_hierarchy, microdata::postgres::run_declaration)
MICRODATA_FUNCTION(pg_microdata_hierarchy_labels, microdata::postgres::hierarchy_labels)
