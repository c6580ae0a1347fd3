#include "postgres/checks/determining_attributes.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "core/base/random.hpp"
#include "core/microdata/combination.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/risk/drawn_labels.hpp"
#include "core/risk/group_gain.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/label_meanings.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/disclosing_columns.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/structured_values.hpp"
#include "postgres/values/dictionary.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

// Returns the number of rows above which a random sample is read, because a row's place in a table
// says nothing about its values. The number is smaller if there is little memory.
double most_rows_looked_at(std::size_t columns) {
  constexpr double bytes_of_value = 64;
  return std::clamp(
      static_cast<double>(memory_limit_bytes()) / (bytes_of_value * static_cast<double>(columns)),
      1000.0, 5000.0);
}

bool is_same_group(const ReleaseAttribute& a, const ReleaseAttribute& b) {
  return a.relation == b.relation && a.column == b.column;
}

// Published attributes, each once, in the order in which the source's columns are read.
struct LookedAt {
  std::vector<const ReleaseAttribute*> attributes;
  std::vector<std::string> names;

  bool has(const std::string& name) const {
    return std::find(names.begin(), names.end(), name) != names.end();
  }
};

// True if the attribute's group has another attribute that is not sensitive; otherwise it discloses
// nobody's value.
bool discloses(const ReleaseAttribute& attribute, const Release& release) {
  return std::any_of(release.attributes.begin(), release.attributes.end(),
                     [&](const ReleaseAttribute& other) {
                       return other.name != attribute.name && other.role != Role::sensitive &&
                              is_same_group(attribute, other);
                     });
}

// True if the release's rows show which values of both attributes belong together: within one
// group, or outside of buckets.
bool are_linked(const ReleaseAttribute& a, const ReleaseAttribute& b, const Release& release) {
  if (is_same_group(a, b)) return !release.layout.counted;
  return a.relation == b.relation && !release.layout.bucket.recorded && !is_of_subjects(release);
}

bool is_linked_to_sensitive(const ReleaseAttribute& attribute, const Release& release) {
  return std::any_of(
      release.attributes.begin(), release.attributes.end(), [&](const ReleaseAttribute& other) {
        return other.role == Role::sensitive && are_linked(attribute, other, release);
      });
}

// Returns the published attributes that are searched in the source. A generalized attribute that is
// linked to sensitive values is judged by the rows of the release.
LookedAt attributes_to_look_at(const Release& release) {
  LookedAt looked_at;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.source_name.empty() || looked_at.has(attribute.source_name)) continue;
    if (attribute.role != Role::sensitive && !discloses(attribute, release)) continue;
    if (attribute.generalized && is_linked_to_sensitive(attribute, release)) continue;
    looked_at.attributes.push_back(&attribute);
    looked_at.names.push_back(attribute.source_name);
  }
  return looked_at;
}

std::string sampling(std::optional<std::int64_t> all, std::size_t columns) {
  const auto rows = static_cast<double>(all.value_or(0));
  const double most = most_rows_looked_at(columns);
  if (rows <= most) return {};
  return "pg_catalog.random() OPERATOR(pg_catalog.<) " +
         quote_value(microdata::to_string(most / rows)) + "::pg_catalog.float8";
}

// Columns of the source: the attributes, followed by the subject's.
struct SourceColumns {
  Microdata data;
  // Numbers of each attribute as in DependencySearch::spelled_numbers.
  std::vector<std::vector<double>> spelled_numbers;
  // Dictionaries of the attributes, followed by the subject's.
  std::vector<Dictionary> dictionaries;
  Combinations persons;

  // Labels and values by attribute; no labels if the attribute is published unchanged.
  std::vector<RegionAttribute> regions;

  CodedColumn person_of_row() const { return {persons.of_row, persons.distinct}; }
};

// Returns the condition of rows in classes that show a value of a sensitive attribute; empty if all
// do. Withheld persons are in classes of their own, which show no value.
std::string shows_value(const Release& release, Oid relation, const std::string& sensitive) {
  if (valueless_of(release) == 0) return "";
  const std::string bucket = integer_column(relation, release.layout.bucket.name, "bucket");
  return bucket + " OPERATOR(pg_catalog.=) ANY (ARRAY(SELECT " + bucket + " FROM " +
         qualified_name(relation) + " GROUP BY 1 HAVING pg_catalog.count(" + quote_name(sensitive) +
         ") OPERATOR(pg_catalog.>) 0))";
}

// Returns a sample of the rows of some columns of one of the release's relations.
std::vector<std::vector<Code>> read_published(const Release& release, Oid relation,
                                              const std::vector<std::string>& names,
                                              const std::vector<Dictionary*>& dictionaries,
                                              const std::string& condition = "") {
  const KeptSnapshot snapshot;
  const std::optional<std::int64_t> rows =
      release.published_rows ? release.published_rows : release.source_rows;
  std::string wanted = sampling(rows, names.size());
  if (!wanted.empty() && !condition.empty()) wanted += " AND ";
  return read_columns(relation, names, dictionaries, wanted + condition, snapshot);
}

// Replaces a generalized attribute's values by the labels that stand for them. Values without a
// label get the last code.
void generalize(const Release& release, std::size_t a, const ReleaseAttribute& attribute,
                SourceColumns& columns, const Progress& progress) {
  const Source published = open_source(attribute.relation);
  ReadAttribute reading{&attribute, {}, {}, columns.data.columns[a]};
  reading.dictionaries.push_back(std::move(columns.dictionaries[a]));
  reading.dictionaries.emplace_back(require_column(published, attribute.name).type);
  std::vector<std::vector<Code>> labels =
      read_published(release, attribute.relation, {attribute.name}, {&reading.labels()});
  reading.published = std::move(labels.front());
  reading.labels().finish(progress);
  reading.labels().translate(reading.published, progress);
  RegionAttribute& region = columns.regions[a];
  region = region_of(release, reading, true, progress);
  Random random = Random::seeded(region.tuples.size());
  std::vector<Code>& codes = columns.data.columns[a];
  codes = drawn_labels(region, random, progress);
  std::replace(codes.begin(), codes.end(), nowhere, region.labels);
  Attribute& labelled = columns.data.attributes[a];
  labelled.distinct = region.labels + 1;
  labelled.nullable = false;
  labelled.projection = reading.labels().projection();
  if (!labelled.projection.empty())
    labelled.projection.push_back(std::numeric_limits<double>::quiet_NaN());
  columns.spelled_numbers[a] = spelled_numbers(reading.labels(), progress);
  if (!columns.spelled_numbers[a].empty())
    columns.spelled_numbers[a].push_back(std::numeric_limits<double>::quiet_NaN());
}

SourceColumns read_source(const Release& release, const Source& source, const LookedAt& looked_at,
                          const Progress& progress) {
  std::vector<std::string> names = looked_at.names;
  for (const SubjectAttribute& attribute : release.subject) {
    if (!attribute.gone) names.push_back(attribute.name);
  }
  SourceColumns columns;
  std::vector<Dictionary>& dictionaries = columns.dictionaries;
  std::vector<Dictionary*> targets;
  dictionaries.reserve(names.size());
  for (const std::string& name : names)
    targets.push_back(&dictionaries.emplace_back(source.find(name)->type));
  const KeptSnapshot snapshot;
  std::vector<std::vector<Code>> codes = read_columns(
      source.relation, names, targets,
      sampling(release.source_rows ? release.source_rows : release.published_rows, names.size()),
      snapshot);
  columns.data.rows = row_count(codes);
  std::vector<std::span<const Code>> of_subject;
  std::vector<Code> domains;
  for (std::size_t i = 0; i < names.size(); ++i) {
    dictionaries[i].finish(progress);
    dictionaries[i].translate(codes[i], progress);
    if (i < looked_at.names.size()) {
      Attribute attribute;
      attribute.name = looked_at.attributes[i]->name;
      attribute.role = looked_at.attributes[i]->role;
      attribute.distinct = dictionaries[i].distinct();
      attribute.nullable = dictionaries[i].nullable();
      attribute.projection = dictionaries[i].projection();
      columns.data.attributes.push_back(std::move(attribute));
      columns.spelled_numbers.push_back(spelled_numbers(dictionaries[i], progress));
      columns.data.columns.push_back(std::move(codes[i]));
    } else {
      of_subject.emplace_back(codes[i]);
      domains.push_back(dictionaries[i].distinct());
    }
  }
  columns.regions.resize(columns.data.attributes.size());
  for (std::size_t a = 0; a < columns.data.attributes.size(); ++a) {
    if (looked_at.attributes[a]->generalized)
      generalize(release, a, *looked_at.attributes[a], columns, progress);
  }
  if (!of_subject.empty())
    columns.persons = combine(columns.data.rows, of_subject, domains, progress);
  return columns;
}

bool may_look_at(const Source& source, const LookedAt& looked_at, const Release& release) {
  std::vector<std::string> names = looked_at.names;
  for (const SubjectAttribute& attribute : release.subject) {
    if (!attribute.gone) names.push_back(attribute.name);
  }
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    const SourceColumn* const column = source.find(name);
    return column != nullptr && may_select(source, *column);
  });
}

}  // namespace

std::string DeterminingAttributes::in_words() const {
  return dependency_in_words(attributes, sensitive, determination, dependency);
}

namespace {

DeterminingAttributes named(const FoundDependency& found,
                            const std::vector<const ReleaseAttribute*>& attributes) {
  DeterminingAttributes determining;
  for (const std::size_t a : found.attributes) {
    determining.attributes.push_back(attributes[a]->name);
    determining.generalized = determining.generalized || attributes[a]->generalized;
  }
  determining.sensitive = attributes[found.sensitive]->name;
  determining.determination = found.determination;
  determining.dependency = found.dependency;
  return determining;
}

void note_extent(const SearchExtent& extent, SearchedRelease& result) {
  const auto left_out = [](const SearchExtent& of) { return of.attributes - of.paired; };
  if (left_out(extent) > left_out(result.extent)) result.extent = extent;
}

// Finds dependencies in rows of the source, with labels in place of generalized values.
void find_in_source(const Release& release, SearchedRelease& result, const Progress& progress) {
  if (!release.source || !may_read_some(*release.source)) return;
  const LookedAt looked_at = attributes_to_look_at(release);
  const auto sensitive = static_cast<std::size_t>(
      std::count_if(looked_at.attributes.begin(), looked_at.attributes.end(),
                    [](const ReleaseAttribute* a) { return a->role == Role::sensitive; }));
  if (sensitive == 0 || sensitive == looked_at.attributes.size()) return;
  const Source source = open_source(*release.source);
  if (!may_look_at(source, looked_at, release)) return;
  SourceColumns columns = read_source(release, source, looked_at, progress);
  DependencySearch search;
  for (std::size_t a = 0; a < looked_at.attributes.size(); ++a) {
    (looked_at.attributes[a]->role == Role::sensitive ? search.sensitive : search.published)
        .push_back(a);
  }
  search.suspected = search.published;
  search.person_of_row = columns.person_of_row();
  search.spelled_numbers = std::move(columns.spelled_numbers);
  search.elements.resize(looked_at.attributes.size());
  for (const std::size_t sensitive_one : search.sensitive)
    search.elements[sensitive_one] = listed_elements(columns.dictionaries[sensitive_one], progress);
  const PlainText settings;
  FoundDependencies searched = find_dependencies(columns.data, search, progress);
  note_extent(searched.extent, result);
  std::vector<FoundDependency>& all = searched.dependencies;
  // Labels are measured by themselves because few rows have the same label if many labels overlap.
  for (const std::size_t a : search.published) {
    if (!looked_at.attributes[a]->generalized) continue;
    for (const std::size_t s : search.sensitive) {
      const bool known = std::any_of(all.begin(), all.end(), [&](const FoundDependency& found) {
        return found.attributes == AttributeSet{a} && found.sensitive == s;
      });
      const Dependency labels =
          measure_labels(columns.regions[a],
                         {columns.data.columns[s], columns.data.attributes[s].distinct}, progress);
      if (!known && is_determining(labels))
        all.push_back({{a}, s, Determination::determines, labels});
    }
  }
  for (const FoundDependency& found : all) {
    const ReleaseAttribute& first = *looked_at.attributes[found.attributes.front()];
    const ReleaseAttribute& last = *looked_at.attributes[found.attributes.back()];
    if (is_same_group(first, last)) result.found.push_back(named(found, looked_at.attributes));
  }
}

// Finds dependencies in rows of a relation of the release that shows generalized attributes with
// sensitive ones.
void find_in_relation(const Release& release, Oid relation, SearchedRelease& result,
                      const Progress& progress) {
  std::vector<const ReleaseAttribute*> attributes;
  DependencySearch search;
  search.backwards = false;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.relation != relation) continue;
    const bool is_sensitive = attribute.role == Role::sensitive;
    if (!is_sensitive && !is_linked_to_sensitive(attribute, release)) continue;
    (is_sensitive ? search.sensitive : search.published).push_back(attributes.size());
    if (!is_sensitive && attribute.generalized) search.suspected.push_back(attributes.size());
    attributes.push_back(&attribute);
  }
  if (search.suspected.empty() || search.sensitive.empty()) return;
  const Source published = open_source(relation);
  std::vector<std::string> names;
  std::vector<Dictionary> dictionaries;
  std::vector<Dictionary*> targets;
  dictionaries.reserve(attributes.size());
  for (const ReleaseAttribute* const attribute : attributes) {
    const SourceColumn& column = require_column(published, attribute->name);
    if (!may_select(published, column)) return;
    names.push_back(attribute->name);
    targets.push_back(&dictionaries.emplace_back(column.type));
  }
  Microdata data;
  data.columns =
      read_published(release, relation, names, targets,
                     shows_value(release, relation, attributes[search.sensitive.front()]->name));
  data.rows = row_count(data.columns);
  search.elements.resize(attributes.size());
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    dictionaries[a].finish(progress);
    dictionaries[a].translate(data.columns[a], progress);
    Attribute attribute;
    attribute.name = names[a];
    attribute.role = attributes[a]->role;
    attribute.distinct = dictionaries[a].distinct();
    attribute.nullable = dictionaries[a].nullable();
    attribute.projection = dictionaries[a].projection();
    data.attributes.push_back(std::move(attribute));
    search.spelled_numbers.push_back(spelled_numbers(dictionaries[a], progress));
  }
  for (const std::size_t sensitive : search.sensitive)
    search.elements[sensitive] = listed_elements(dictionaries[sensitive], progress);
  const PlainText settings;
  const FoundDependencies searched = find_dependencies(data, search, progress);
  note_extent(searched.extent, result);
  for (const FoundDependency& found : searched.dependencies) {
    const bool linked =
        std::all_of(found.attributes.begin(), found.attributes.end(), [&](std::size_t a) {
          return are_linked(*attributes[a], *attributes[found.sensitive], release);
        });
    if (linked) result.found.push_back(named(found, attributes));
  }
}

}  // namespace

std::string SearchedRelease::unsearched() const {
  return extent.paired < extent.attributes ? extent_in_words(extent) : "";
}

SearchedRelease determining_attributes(const Release& release, const Progress& progress) {
  SearchedRelease result;
  find_in_source(release, result, progress);
  std::vector<Oid> relations;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (std::find(relations.begin(), relations.end(), attribute.relation) != relations.end())
      continue;
    relations.push_back(attribute.relation);
    find_in_relation(release, attribute.relation, result, progress);
  }
  return result;
}

void add_determining_attributes(const Release& release, std::vector<Finding>& findings,
                                const Progress& progress) {
  const std::string requirement = "published attributes do not determine sensitive ones";
  const SearchedRelease searched = determining_attributes(release, progress);
  const std::vector<DeterminingAttributes>& found = searched.found;
  if (found.empty()) {
    if (!searched.unsearched().empty())
      findings.push_back(not_checked(requirement, searched.unsearched()));
    return;
  }
  const auto worst =
      std::max_element(found.begin(), found.end(),
                       [](const DeterminingAttributes& a, const DeterminingAttributes& b) {
                         return a.dependency.share() < b.dependency.share();
                       });
  Finding finding = none_allowed(requirement, found.size());
  Json json = Json::object();
  json.add("attributes", worst->attributes)
      .add("sensitive", worst->sensitive)
      .add("share", without_noise(worst->dependency.share()))
      .add("rows", worst->dependency.rows);
  if (worst->generalized) json.add("generalized", true);
  const Determination how = worst->determination;
  const bool is_partly =
      how == Determination::determines_partly || how == Determination::is_determined_partly;
  if (how == Determination::is_determined || how == Determination::is_determined_partly)
    json.add("is_determined", true);
  if (is_partly) json.add("without_one_value", true);
  if (how == Determination::tells_one_value || how == Determination::tells_one_value_by_null ||
      how == Determination::tells_one_value_by_commonest)
    json.add("of_one_value", true);
  if (how == Determination::tells_held_value || how == Determination::tells_held_value_partly)
    json.add("of_a_person", true);
  if (how == Determination::tells_by_order) json.add("by_order", true);
  if (how == Determination::approximates) json.add("to_within", 0.1);
  finding.worst_case = json;
  findings.push_back(std::move(finding));
}

namespace {

bool has_rows_in_buckets(const Release& release, const LayoutOperations& operations) {
  return std::holds_alternative<MatchBuckets*>(operations.matching_buckets) &&
         !is_of_subjects(release) && !has_special_rows(release);
}

// Makes sensitive attributes insensitive. Removes them in the anatomy format, because they have a
// table of their own, which is not read then.
void forget_sensitive(Release& release) {
  if (release.layout.counted) {
    std::erase_if(release.attributes, [](const ReleaseAttribute& attribute) {
      return attribute.role == Role::sensitive;
    });
    return;
  }
  for (ReleaseAttribute& attribute : release.attributes) {
    if (attribute.role == Role::sensitive) attribute.role = Role::insensitive;
  }
}

}  // namespace

Release release_to_guess(const Release& release, const LayoutOperations& operations,
                         const std::string& attribute) {
  if (!has_rows_in_buckets(release, operations)) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "only sensitive attributes of release " +
                    in_quotes(relation_name(release.relations.front())) + " can be guessed")
        .detail("Other attributes are guessed in releases in buckets with a row for every person.")
        .hint("Leave them out of the argument attributes.");
  }
  (void)require_attribute(release, attribute);
  Release guessed = release;
  for (ReleaseAttribute& one : guessed.attributes) {
    if (one.name == attribute) one.role = Role::quasi_identifier;
  }
  forget_sensitive(guessed);
  for (ReleaseAttribute& one : guessed.attributes) {
    if (one.name == attribute) one.role = Role::sensitive;
  }
  return guessed;
}

std::vector<EasyGuess> easiest_to_guess(const Release& release, const LayoutOperations& operations,
                                        std::size_t most, const Progress& progress) {
  constexpr std::int64_t rows_looked_at = 50'000;
  if (!has_rows_in_buckets(release, operations)) return {};
  const Oid of_rows = relation_of_rows(release);
  const Source published = open_source(of_rows);
  const std::string bucket = release.layout.bucket.name;
  std::vector<std::string> names;
  std::vector<int> groups;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.relation != of_rows || attribute.role != Role::quasi_identifier) continue;
    names.push_back(attribute.name);
    groups.push_back(attribute.column);
  }
  std::vector<Dictionary> dictionaries;
  std::vector<Dictionary*> read;
  std::vector<std::string> columns = names;
  columns.push_back(bucket);
  dictionaries.reserve(columns.size());
  for (const std::string& column : columns)
    read.push_back(&dictionaries.emplace_back(require_column(published, column).type));
  const std::int64_t every = release.published_rows.value_or(0) / rows_looked_at + 1;
  const std::string condition = "pg_catalog.abs(pg_catalog.hashint8(" +
                                integer_column(of_rows, bucket, "bucket") +
                                "::pg_catalog.int8)::pg_catalog.int8) OPERATOR(pg_catalog.%) " +
                                std::to_string(every) + " OPERATOR(pg_catalog.=) 0";
  std::vector<std::vector<Code>> codes =
      read_columns(of_rows, columns, read, every > 1 ? condition : "", KeptSnapshot());
  if (codes.back().empty()) return {};
  std::vector<CodedColumn> coded;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    dictionaries[i].finish(progress);
    dictionaries[i].translate(codes[i], progress);
    coded.push_back({codes[i], dictionaries[i].distinct()});
  }
  std::vector<EasyGuess> guesses;
  for (std::size_t a = 0; a < names.size(); ++a) {
    std::vector<CodedColumn> known{coded.back()};
    for (std::size_t b = 0; b < names.size(); ++b) {
      if (b != a && groups[b] == groups[a]) known.push_back(coded[b]);
    }
    guesses.push_back({names[a], group_gain(coded[a], known, progress)});
  }
  std::erase_if(guesses, [](const EasyGuess& guess) { return guess.gain <= 0; });
  std::stable_sort(guesses.begin(), guesses.end(),
                   [](const EasyGuess& a, const EasyGuess& b) { return a.gain > b.gain; });
  guesses.resize(std::min(guesses.size(), most));
  return guesses;
}

}  // namespace microdata::postgres
