#include "postgres/inspection/region_loop.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "postgres/inspection/counted_values.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/values/attribute_type.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

// Regions of a release's values. Values that are not generalized are compared as in the source.
// Ranges are compared by their lower bound, sets and multisets by their first value in the type's
// order. NULL goes right; generalized, NULL stands alone or is the last of several values.

constexpr const char* element = "\"pg_microdata element\"";

std::string type_in_sql(Oid type) {
  const char* const name = guarded(
      [&]() -> const char* { return format_type_extended(type, -1, FORMAT_TYPE_FORCE_QUALIFY); });
  return name;
}

struct RangeType {
  AttributeType element;
  // True if ranges end before their upper bound, which is one step beyond their last value.
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

// Expressions that read a generalized column: the key that regions compare, an array of values that
// the column stands for, and a condition for labels of all values. If all values of the array are
// in one region, so are the column's other values.
struct Shown {
  RegionKey first;
  std::string values;
  std::string everything = {};
  // True if a query is part of the expressions.
  bool has_query = false;
};

// Returns the part of the array for values that a split names one by one. The part has the named
// values within the range, and NULL if the range has others. NULL stands for the others, because it
// goes to the same side.
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

// Returns the expressions for sets, of which several values stand in an array literal, and one by
// itself.
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

// Returns the expressions for multisets such as '22:2,"a b":1,NULL:3'.
Shown shown_multiset(const std::string& column, const AttributeType& type) {
  const std::string values =
      "ARRAY(SELECT CASE WHEN m.e[1] OPERATOR(pg_catalog.=) 'NULL' THEN NULL WHEN "
      "pg_catalog.left(m.e[1], 1) OPERATOR(pg_catalog.=) '\"' THEN "
      "pg_catalog.regexp_replace(pg_catalog.substr(m.e[1], 2, pg_catalog.length(m.e[1]) "
      "OPERATOR(pg_catalog.-) 2), E'\\\\\\\\(.)', E'\\\\1', 'g') ELSE m.e[1] END FROM "
      "pg_catalog.regexp_matches(" +
      column + R"(, E'("(?:[^"\\\\]|\\\\.)*"|[^:",]*):[0-9]+', 'g') m (e)))";
  // A first value without quotes is found without the regular expression, which is slower.
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
  // Functions of text would take any value that can be cast to text.
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

// Returns a floating-point number as the bound of a published range.
std::string as_bound(const std::string& value, const AttributeType& type) {
  return *query(("SELECT ($1::" + type_in_sql(type.base) + ")::pg_catalog.numeric::pg_catalog.text")
                    .c_str(),
                {value})
              .front()
              .front();
}

// Returns the tree with left and right exchanged at the splits on a column. If NULL then comes to
// another region, the column decides between regions.
RegionTree turned(RegionTree tree, const std::string& column) {
  for (RegionNode& node : tree.nodes) {
    if (!node.region && node.column == column) std::swap(node.left, node.right);
  }
  return tree;
}

// Returns the attribute that a column of a tree here names; null if there is none.
const ReleaseAttribute* find_attribute(const Release& release, const std::string& name) {
  const auto found =
      std::find_if(release.attributes.begin(), release.attributes.end(),
                   [&](const ReleaseAttribute& attribute) { return attribute.name == name; });
  return found == release.attributes.end() ? nullptr : &*found;
}

// Returns true if the attribute's values can be compared with splits. Values of a set cannot if
// their type is gone with the source.
bool has_region_key(const Release& release, const ReleaseAttribute& attribute) {
  if (!attribute.generalized || type_in_source(release, attribute)) return true;
  const Source relation = open_source(attribute.relation);
  return range_type(require_column(relation, attribute.name).type).has_value();
}

// Returns the tree with numbers as they are published: bounds of ranges of floating-point numbers
// are numeric, with fewer digits.
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

// Returns the key of an attribute as published. Reads nothing of the source but its column's type.
RegionKey published_key(const Release& release, const ReleaseAttribute& attribute) {
  return shown_of(release, attribute, {}).first;
}

// A split column within count_rows_astride(), by the names of its expressions there.
struct Compared {
  RegionKey first;
  // Array of values; empty if the published value is the value itself.
  std::string values;
  std::string everything;
};

std::string name_of(const char* what, std::size_t column) {
  return quote_name("pg_microdata " + std::string(what) + " " + std::to_string(column));
}

// Returns a statement that counts the rows with generalized values that stand for values of several
// regions. Returns an empty text if regions are split on no generalized column.
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
  // Citus servers count the rows that they have, unless conditions contain queries; below an
  // OFFSET, rows are fetched.
  const Oid relation = relation_of_rows(release);
  const bool fetched = has_query || distribution_of(relation) == Distribution::local;
  const std::string once = join({fetched ? " OFFSET 0" : "", ") \"pg_microdata rows\""}, "");
  return join({"SELECT pg_catalog.count(*) FROM (SELECT *, ", region, " AS ", of_row,
               " FROM (SELECT ", join(named), " FROM ", qualified_name(relation), once, once,
               " WHERE ", join(astride, " OR ")},
              "");
}

// Names of joined columns, unlike any name of the relation's own columns.
constexpr const char* bucket_of_join = "\"pg_microdata bucket\"";
constexpr const char* region_of_join = "\"pg_microdata region\"";

// Returns the regions of a table of the anatomy format, whose rows are in the region of their
// bucket.
RegionRows::Relation counted_regions(const Release& release, Oid relation, const RegionTree& tree) {
  const RegionOfBuckets region = region_of_buckets(release, tree);
  RegionRows::Relation counted{relation, region.expression, {}};
  counted.join = " LEFT" + region.join;
  return counted;
}

std::vector<RegionRows::Relation> relations_of(const Release& release, const RegionTree& tree,
                                               const LoopOptions& options) {
  std::vector<RegionRows::Relation> relations;
  const auto add_source = [&](Oid relation) {
    relations.push_back({relation, region_in_source(release, tree, open_source(relation)), {}});
  };
  const Oid of_rows = relation_of_rows(release);
  relations.push_back({of_rows, region_in_release(release, tree), {}});
  for (const ReleaseAttribute& attribute : release.attributes) {
    const bool known = std::any_of(relations.begin(), relations.end(), [&](const auto& relation) {
      return relation.relation == attribute.relation;
    });
    if (!known) relations.push_back(counted_regions(release, attribute.relation, tree));
  }
  if (release.source && options.source) add_source(*release.source);
  if (options.outsiders && (!options.source || options.outsiders != release.source))
    add_source(*options.outsiders);
  for (RegionRows::Relation& relation : relations)
    relation.condition = options.is_row;
  return relations;
}

}  // namespace

std::string number_of_persons(const Release& release, const Source& relation, bool in_source) {
  std::vector<std::string> person;
  if (in_source) {
    for (const SubjectAttribute& attribute : release.subject)
      person.push_back(quote_name(attribute.name));
  } else if (release.layout.persons_joined()) {
    person.push_back(integer_column(relation.relation, release.layout.person.name, "person"));
  } else {
    person = {integer_column(relation.relation, release.layout.bucket.name, "bucket"),
              integer_column(relation.relation, release.layout.member.name, "member")};
  }
  return "pg_catalog.count(DISTINCT ROW(" + join(person) + "))";
}

namespace {

// Returns the expression of the number of rows, or of persons with several rows each.
std::string number_to_count(const Release& release, const ReleaseAttribute& attribute,
                            const Source& relation, bool in_source) {
  if (is_of_subjects(release)) return number_of_persons(release, relation, in_source);
  const bool counted = !in_source && attribute.relation != relation_of_rows(release);
  return counted ? "pg_catalog.sum(" +
                       integer_column(relation.relation, release.layout.count.name, "count") + ")"
                 : "pg_catalog.count(*)";
}

// Returns the numbers by value of a sensitive attribute, in the source or, if the source is not
// read, in the release.
GlobalValues distribution(const Release& release, const ReleaseAttribute& attribute, bool in_source,
                          const KeptSnapshot& snapshot) {
  const Source relation = open_source(in_source ? *release.source : attribute.relation);
  const SourceColumn& column =
      in_source ? source_column(attribute, relation) : require_column(relation, attribute.name);
  GlobalValues values = count_values(
      relation, column, number_to_count(release, attribute, relation, in_source), &snapshot);
  values.column = global_name(attribute);
  return values;
}

std::vector<GlobalValues> distributions(const Release& release, const LoopOptions& options,
                                        const KeptSnapshot& snapshot) {
  std::vector<GlobalValues> result;
  if (options.globals) result = options.globals(snapshot);
  if (!options.distributions) return result;
  const bool in_source = release.source && options.source;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.role == Role::sensitive)
      result.push_back(distribution(release, attribute, in_source, snapshot));
  }
  return result;
}

RegionRows open_rows(const Release& release, const RegionTree& tree, const LoopOptions& options,
                     const std::shared_ptr<const KeptSnapshot>& snapshot) {
  return {relations_of(release, tree, options), distributions(release, options, *snapshot),
          tree.regions(), snapshot};
}

Error no_row_counts() {
  return Error(ERRCODE_INVALID_PARAMETER_VALUE,
               "\"regions\" of the release's parameters have no numbers of rows");
}

}  // namespace

std::optional<ReleasedRegions> released_regions(const Release& release) {
  ReleasedRegions released;
  const Json& regions = composed_parameter(release, "regions");
  if (regions["tree"].is_null()) return std::nullopt;
  released.tree = region_tree(regions["tree"]);
  for (const Json& rows : regions["source_rows"].elements()) {
    // The JSON of a release that a caller described might have other elements than integers.
    try {
      released.source_rows.push_back(rows.integer());
    } catch (const Error&) {
      throw no_row_counts();
    }
  }
  released.source_rows.resize(released.tree.regions());
  std::set<std::string> cut_on;
  for (const RegionNode& node : released.tree.nodes) {
    if (!node.region) cut_on.insert(node.column);
  }
  const bool known = std::all_of(cut_on.begin(), cut_on.end(), [&](const std::string& column) {
    const ReleaseAttribute* attribute = find_attribute(release, column);
    return attribute != nullptr && has_region_key(release, *attribute);
  });
  return known ? std::optional(std::move(released)) : std::nullopt;
}

namespace {

std::string bucket_column(const Release& release) {
  return integer_column(relation_of_rows(release), release.layout.bucket.name, "bucket");
}

}  // namespace

std::string region_in_source(const Release& release, const RegionTree& tree,
                             const Source& relation) {
  const bool elsewhere = lies_elsewhere(relation.relation);
  return region_expression(tree, [&](const std::string& column) {
    const ReleaseAttribute& attribute = *find_attribute(release, column);
    const SourceColumn& in_source = source_column(attribute, relation);
    return RegionKey{quote_name(in_source.name), in_source.type, elsewhere};
  });
}

std::string region_in_release(const Release& release, const RegionTree& tree) {
  return region_expression(in_published_numbers(release, tree), [&](const std::string& column) {
    return published_key(release, *find_attribute(release, column));
  });
}

RegionOfBuckets region_of_buckets(const Release& release, const RegionTree& tree) {
  const std::string bucket = bucket_column(release);
  return {region_of_join, join({" JOIN (SELECT ", bucket, " AS ", bucket_of_join,
                                ", pg_catalog.min(", region_in_release(release, tree), ") AS ",
                                region_of_join, " FROM ", qualified_name(relation_of_rows(release)),
                                " GROUP BY ", bucket, ") \"pg_microdata buckets\" ON ", bucket,
                                " OPERATOR(pg_catalog.=) ", bucket_of_join},
                               "")};
}

RegionLoop::RegionLoop(const Release& release, ReleasedRegions regions, const LoopOptions& options)
    : release_(release),
      released_(std::move(regions)),
      regions_(released_.tree.regions()),
      reads_source_(release.source.has_value() && options.source),
      snapshot_(std::make_shared<const KeptSnapshot>()),
      rows_(open_rows(release_, released_.tree, options, snapshot_)) {}

std::int64_t RegionLoop::source_rows(std::uint32_t region) {
  return reads_source_ ? rows_.counts(*release_.source)[region] : recorded_rows(region);
}

std::int64_t RegionLoop::published_rows(std::uint32_t region) {
  return rows_.counts(relation_of_rows(release_))[region];
}

std::int64_t RegionLoop::outside() {
  std::int64_t outside = 0;
  std::set<Oid> relations;
  for (const ReleaseAttribute& attribute : release_.attributes)
    relations.insert(attribute.relation);
  for (const Oid relation : relations)
    outside += rows_.counts(relation)[regions_];
  return outside;
}

std::int64_t RegionLoop::astride() const {
  const std::string statement = count_rows_astride(release_, released_.tree);
  return statement.empty() ? 0 : std::stoll(*query_rows(statement, *snapshot_).front().front());
}

namespace {

// Returns how many numbers in a column have rows in several regions, and the smallest.
ResultRow shared_numbers(const Release& release, const RegionTree& tree, const std::string& column,
                         const KeptSnapshot& snapshot) {
  const Oid of_rows = relation_of_rows(release);
  const std::string region = region_in_release(release, tree);
  const PlainText settings;
  return query_rows("SELECT pg_catalog.count(*), pg_catalog.min(n) FROM (SELECT " + column +
                        " AS n FROM (SELECT " + column + ", " + region +
                        " AS \"pg_microdata region\" FROM " + rows_to_evaluate(of_rows, region) +
                        ") r GROUP BY " + column +
                        " HAVING pg_catalog.min(\"pg_microdata region\") OPERATOR(pg_catalog.<>) "
                        "pg_catalog.max(\"pg_microdata region\")) b",
                    snapshot)
      .front();
}

}  // namespace

std::size_t RegionLoop::shared_persons() const {
  if (!release_.layout.persons_joined()) return 0;
  const std::string person =
      integer_column(relation_of_rows(release_), release_.layout.person.name, "person");
  return static_cast<std::size_t>(
      std::stoull(*shared_numbers(release_, released_.tree, person, *snapshot_)[0]));
}

RegionLoop::SharedBuckets RegionLoop::shared_buckets() const {
  const ResultRow row =
      shared_numbers(release_, released_.tree, bucket_column(release_), *snapshot_);
  if (!row[1]) return {};
  return {static_cast<std::size_t>(std::stoull(*row[0])), std::stoll(*row[1])};
}

const GlobalValues* RegionLoop::globals(const ReleaseAttribute& attribute) const {
  return rows_.globals(global_name(attribute));
}

const std::string& global_name(const ReleaseAttribute& attribute) {
  return attribute.source_name.empty() ? attribute.name : attribute.source_name;
}

void for_each_region(const Release& release, const VisitRegion& visit, const LoopOptions& options) {
  std::optional<ReleasedRegions> released = released_regions(release);
  if (!released) {
    visit(0);
    return;
  }
  RegionLoop loop(release, std::move(*released), options);
  for (std::uint32_t region = 0; region < loop.regions(); ++region) {
    const MemoryScope memory;
    loop.enter(region);
    visit(region);
  }
}

}  // namespace microdata::postgres
