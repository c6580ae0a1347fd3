#include "postgres/inspection/published_region_key.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/attribute_type.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

constexpr const char* element = "\"pg_microdata element\"";

std::string type_in_sql(Oid type) {
  const char* const name = guarded(
      [&]() -> const char* { return format_type_extended(type, -1, FORMAT_TYPE_FORCE_QUALIFY); });
  return name;
}

struct RangeType {
  AttributeType element;
  // Ranges end before their upper bound: one step further than their last value.
  bool discrete = false;
};

std::optional<RangeType> range_type(const AttributeType& type) {
  struct Found {
    Oid element;
    bool discrete;
  };
  if (!is_server_type(type)) return std::nullopt;
  const Found found = guarded([&]() -> Found {
    if (get_typtype(type.base) != TYPTYPE_RANGE) return {InvalidOid, false};
    const TypeCacheEntry* entry = lookup_type_cache(type.base, TYPECACHE_RANGE_INFO);
    return {entry->rngelemtype->type_id, OidIsValid(entry->rng_canonical_finfo.fn_oid)};
  });
  if (!OidIsValid(found.element)) return std::nullopt;
  return RangeType{attribute_type(found.element, -1, InvalidOid), found.discrete};
}

// How a generalized column is read: what regions compare of it; an array of values it stands for,
// so that none is of another region where none of these is; and whether it stands for whatever
// there is.
struct Shown {
  RegionKey first;
  std::string values;
  std::string everything = {};
  // Whether a query is part of these expressions.
  bool has_query = false;
};

// Of values that are asked for one by one, whether a range has others is asked, too: NULL stands
// for these, as it goes where they go.
std::string among_range(const std::string& column, const RangeType& range, const RegionNode& node) {
  const std::string type = type_in_sql(range.element.base);
  std::vector<std::string> values;
  for (const std::string& value : node.values)
    values.push_back(quote_value(value) + "::" + type);
  const std::string within = "ARRAY(SELECT v FROM pg_catalog.unnest(ARRAY[" + join(values) +
                             "]) v WHERE " + column + " OPERATOR(pg_catalog.@>) v)";
  const std::string low = "pg_catalog.lower(" + column + ")";
  const std::string high = "pg_catalog.upper(" + column + ")";
  const bool counted = range.discrete && range.element.projection == Projection::integer;
  const std::string others =
      counted ? high + "::pg_catalog.numeric OPERATOR(pg_catalog.-) " + low +
                    "::pg_catalog.numeric OPERATOR(pg_catalog.>) pg_catalog.cardinality(" + within +
                    ")::pg_catalog.numeric"
              : "NOT " + high + " OPERATOR(pg_catalog.=) " + low;
  return " OPERATOR(pg_catalog.||) " + within + " OPERATOR(pg_catalog.||) CASE WHEN " + others +
         " THEN ARRAY[NULL::" + type + "] ELSE ARRAY[]::" + type + "[] END";
}

Shown shown_range(const std::string& column, const RangeType& range, const RegionTree& tree,
                  const std::string& name) {
  const std::string type = type_in_sql(range.element.base);
  const std::string low = "pg_catalog.lower(" + column + ")";
  const std::string high =
      "pg_catalog.upper(" + column + ")" + (range.discrete ? " OPERATOR(pg_catalog.-) 1" : "");
  Shown shown{{low, range.element},
              "ARRAY[(" + low + ")::" + type + ", (" + high + ")::" + type + "]"};
  for (const RegionNode& node : tree.nodes) {
    if (!node.region && node.among && node.column == name)
      shown.values += among_range(column, range, node);
  }
  shown.values = "(" + shown.values + ")";
  return shown;
}

// Several values stand in an array literal, one by itself.
Shown shown_set(const std::string& column, const AttributeType& type) {
  const std::string several = "pg_catalog.left(" + column + ", 1) OPERATOR(pg_catalog.=) '{'";
  const std::string one = "NULLIF(" + column + ", " + quote_value(everything_label) + ")";
  return {
      {"CASE WHEN " + several + " THEN (" + column + "::pg_catalog.text[])[1] ELSE " + one + " END",
       type},
      "(CASE WHEN " + several + " THEN " + column + "::pg_catalog.text[] ELSE ARRAY[" + one +
          "] END)::" + type_in_sql(type.base) + "[]",
      column + " OPERATOR(pg_catalog.=) " + quote_value(everything_label)};
}

// As '22:2,"a b":1,NULL:3'.
Shown shown_multiset(const std::string& column, const AttributeType& type) {
  const std::string values =
      "ARRAY(SELECT CASE WHEN m.e[1] OPERATOR(pg_catalog.=) 'NULL' THEN NULL WHEN "
      "pg_catalog.left(m.e[1], 1) OPERATOR(pg_catalog.=) '\"' THEN "
      "pg_catalog.regexp_replace(pg_catalog.substr(m.e[1], 2, pg_catalog.length(m.e[1]) "
      "OPERATOR(pg_catalog.-) 2), E'\\\\\\\\(.)', E'\\\\1', 'g') ELSE m.e[1] END FROM "
      "pg_catalog.regexp_matches(" +
      column + R"(, E'("(?:[^"\\\\]|\\\\.)*"|[^:",]*):[0-9]+', 'g') m (e)))";
  // A value without quotes is soon found.
  const std::string first =
      "CASE WHEN pg_catalog.left(" + column + ", 1) OPERATOR(pg_catalog.=) '\"' THEN (" + values +
      ")[1] ELSE NULLIF(pg_catalog.split_part(" + column + ", ':', 1), 'NULL') END";
  return {{first, type}, "(" + values + ")::" + type_in_sql(type.base) + "[]", {}, true};
}

Shown shown_of(const Release& release, const ReleaseAttribute& attribute, const RegionTree& tree) {
  const Source relation = open_source(attribute.relation);
  const SourceColumn& column = require_column(relation, attribute.name);
  const std::string name = quote_name(attribute.name);
  if (!attribute.generalized) return {{name, column.type}, {}};
  if (const auto range = range_type(column.type))
    return shown_range(name, *range, tree, attribute.name);
  const std::optional<AttributeType> source = type_in_source(release, attribute);
  const Recoded recoded = how_recoded(release, attribute.name);
  // Functions of text would take any value that can be cast to it.
  if (source) {
    check_generalized_type(attribute.name, column.type, *source,
                           recoded.as_multiset || recoded.as_labels);
  } else if (column.type.base != TEXTOID) {
    throw Error(ERRCODE_DATATYPE_MISMATCH, "attribute " + in_quotes(attribute.name) +
                                               " is of type " + type_name(column.type) +
                                               " in the release, not text")
        .detail("It was generalized.");
  }
  const AttributeType type = source.value_or(column.type);
  return recoded.as_multiset ? shown_multiset(name, type) : shown_set(name, type);
}

// What a floating number is as the bound of a range.
std::string as_bound(const std::string& value, const AttributeType& type) {
  return *query(("SELECT ($1::" + type_in_sql(type.base) + ")::pg_catalog.numeric::pg_catalog.text")
                    .c_str(),
                {value})
              .front()
              .front();
}

// The same with left and right exchanged where a column is cut on: where NULL comes to another
// region by it, rows are in one region or another by that column.
RegionTree turned(RegionTree tree, const std::string& column) {
  for (RegionNode& node : tree.nodes) {
    if (!node.region && node.column == column) std::swap(node.left, node.right);
  }
  return tree;
}

}  // namespace

const ReleaseAttribute* find_attribute(const Release& release, const std::string& name) {
  const auto found =
      std::find_if(release.attributes.begin(), release.attributes.end(),
                   [&](const ReleaseAttribute& attribute) { return attribute.name == name; });
  return found == release.attributes.end() ? nullptr : &*found;
}

bool has_region_key(const Release& release, const ReleaseAttribute& attribute) {
  if (!attribute.generalized || type_in_source(release, attribute)) return true;
  const Source relation = open_source(attribute.relation);
  return range_type(require_column(relation, attribute.name).type).has_value();
}

RegionTree in_published_numbers(const Release& release, RegionTree tree) {
  for (RegionNode& node : tree.nodes) {
    if (node.region) continue;
    const ReleaseAttribute& attribute = *find_attribute(release, node.column);
    if (!attribute.generalized) continue;
    const std::optional<AttributeType> type = type_in_source(release, attribute);
    if (!type || type->projection != Projection::floating) continue;
    for (std::string& value : node.values)
      value = as_bound(value, *type);
  }
  return tree;
}

RegionKey published_key(const Release& release, const ReleaseAttribute& attribute) {
  return shown_of(release, attribute, {}).first;
}

namespace {

// A cut column within count_rows_astride(), by the names that it has there.
struct Compared {
  RegionKey first;
  // Empty: what is published is the value itself.
  std::string values;
  std::string everything;
};

std::string name_of(const char* what, std::size_t column) {
  return quote_name("pg_microdata " + std::string(what) + " " + std::to_string(column));
}

}  // namespace

// A tree names its columns at every cut, and rows are compared with it many times. What is read of
// a row is named once, and so is its region, below an OFFSET that keeps the planner from putting
// the expressions in place of their names: the statement then grows as the tree does, and a row is
// taken apart once.
std::string count_rows_astride(const Release& release, const RegionTree& tree) {
  const RegionTree cuts = in_published_numbers(release, tree);
  std::map<std::string, Compared> shown;
  std::vector<std::string> named;
  const auto name = [&](const std::string& expression, const std::string& as) {
    named.push_back(expression + " AS " + as);
    return as;
  };
  bool generalized = false;
  bool has_query = false;
  for (const RegionNode& node : cuts.nodes) {
    if (node.region || shown.contains(node.column)) continue;
    const Shown one = shown_of(release, *find_attribute(release, node.column), cuts);
    const std::size_t column = shown.size();
    Compared compared{one.first, {}, {}};
    if (one.values.empty()) {
      named.push_back(one.first.expression);
    } else {
      compared.first.expression = name(one.first.expression, name_of("key", column));
      compared.values = name(one.values, name_of("values", column));
      if (!one.everything.empty())
        compared.everything = name(one.everything, name_of("everything", column));
      generalized = true;
      has_query = has_query || one.has_query;
    }
    shown.emplace(node.column, std::move(compared));
  }
  if (!generalized) return {};
  const std::string region =
      region_expression(cuts, [&](const std::string& column) { return shown.at(column).first; });
  const std::string of_row = quote_name("pg_microdata region");
  std::vector<std::string> astride;
  for (const auto& of_column : shown) {
    const std::string& column_name = of_column.first;
    const Compared& one = of_column.second;
    if (one.values.empty()) continue;
    const auto compared = [&](const RegionTree& with, const std::string& expression) {
      return "(" +
             region_expression(with,
                               [&](const std::string& column) {
                                 RegionKey key = shown.at(column).first;
                                 if (column == column_name) key.expression = expression;
                                 return key;
                               }) +
             ")";
    };
    astride.push_back("EXISTS (SELECT FROM pg_catalog.unnest(" + one.values +
                      ") \"pg_microdata element of\" (" + element + ") WHERE " +
                      compared(cuts, element) + " OPERATOR(pg_catalog.<>) " + of_row + ")");
    if (!one.everything.empty()) {
      astride.push_back(one.everything + " AND " + compared(cuts, "NULL") +
                        " OPERATOR(pg_catalog.<>) " + compared(turned(cuts, column_name), "NULL"));
    }
  }
  // Servers of Citus count the rows that they have, but for conditions with queries in them: below
  // an OFFSET, rows are fetched.
  const Oid relation = relation_of_rows(release);
  const bool fetched = has_query || distribution_of(relation) == Distribution::local;
  const std::string once = join({fetched ? " OFFSET 0" : "", ") \"pg_microdata rows\""}, "");
  return join({"SELECT pg_catalog.count(*) FROM (SELECT *, ", region, " AS ", of_row,
               " FROM (SELECT ", join(named), " FROM ", qualified_name(relation), once, once,
               " WHERE ", join(astride, " OR ")},
              "");
}

}  // namespace microdata::postgres
