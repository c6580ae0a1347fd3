#include "postgres/inspection/determining_attributes.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/microdata/combination.hpp"
#include "core/privacy/privacy_model.hpp"
#include "postgres/server/json_object.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/disclosing_columns.hpp"
#include "postgres/source/list_elements.hpp"
#include "postgres/source/readable.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/spelled_numbers.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

namespace {

// More rows than about these are sampled at random: places in a table say nothing of values. Fewer
// where there is little memory.
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

// Generalized attributes, and those apart from all others, disclose nobody's value.
bool discloses(const ReleaseAttribute& attribute, const Release& release) {
  if (attribute.generalized) return false;
  return std::any_of(release.attributes.begin(), release.attributes.end(),
                     [&](const ReleaseAttribute& other) {
                       return other.name != attribute.name && other.role != Role::sensitive &&
                              is_same_group(attribute, other);
                     });
}

LookedAt attributes_to_look_at(const Release& release) {
  LookedAt looked_at;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.source_name.empty() || looked_at.has(attribute.source_name)) continue;
    if (attribute.role != Role::sensitive && !discloses(attribute, release)) continue;
    looked_at.attributes.push_back(&attribute);
    looked_at.names.push_back(attribute.source_name);
  }
  return looked_at;
}

std::string sampling(const Release& release, std::size_t columns) {
  const auto rows =
      static_cast<double>(release.source_rows.value_or(release.published_rows.value_or(0)));
  const double most = most_rows_looked_at(columns);
  if (rows <= most) return {};
  return "pg_catalog.random() OPERATOR(pg_catalog.<) " +
         quote_value(microdata::to_string(most / rows)) + "::pg_catalog.float8";
}

// Some columns of the source, and those of the subject behind them.
struct SourceColumns {
  Microdata data;
  // As DependencySearch::spelled_numbers.
  std::vector<std::vector<double>> spelled_numbers;
  // Dictionaries of the attributes, and behind them of the subject.
  std::vector<Dictionary> dictionaries;
  Combinations persons;

  CodedColumn person_of_row() const { return {persons.of_row, persons.distinct}; }
};

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
  std::vector<std::vector<Code>> codes =
      read_columns(source.relation, names, targets, sampling(release, names.size()), snapshot);
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

std::vector<DeterminingAttributes> determining_attributes(const Release& release,
                                                          const Progress& progress) {
  std::vector<DeterminingAttributes> result;
  if (!release.source || !may_read_some(*release.source)) return result;
  const LookedAt looked_at = attributes_to_look_at(release);
  const auto sensitive = static_cast<std::size_t>(
      std::count_if(looked_at.attributes.begin(), looked_at.attributes.end(),
                    [](const ReleaseAttribute* a) { return a->role == Role::sensitive; }));
  if (sensitive == 0 || sensitive == looked_at.attributes.size()) return result;
  const Source source = open_source(*release.source);
  if (!may_look_at(source, looked_at, release)) return result;
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
  for (const FoundDependency& found : find_dependencies(columns.data, search, progress)) {
    const ReleaseAttribute& first = *looked_at.attributes[found.attributes.front()];
    const ReleaseAttribute& last = *looked_at.attributes[found.attributes.back()];
    if (!is_same_group(first, last)) continue;
    DeterminingAttributes determining;
    for (const std::size_t a : found.attributes)
      determining.attributes.push_back(looked_at.attributes[a]->name);
    determining.sensitive = looked_at.attributes[found.sensitive]->name;
    determining.determination = found.determination;
    determining.dependency = found.dependency;
    result.push_back(std::move(determining));
  }
  return result;
}

void add_determining_attributes(const Release& release, std::vector<Finding>& findings) {
  const std::vector<DeterminingAttributes> found = determining_attributes(release, {});
  if (found.empty()) return;
  const auto worst =
      std::max_element(found.begin(), found.end(),
                       [](const DeterminingAttributes& a, const DeterminingAttributes& b) {
                         return a.dependency.share() < b.dependency.share();
                       });
  Finding finding = none_allowed("no published attribute determines a sensitive one", found.size());
  std::vector<std::string> names;
  for (const std::string& name : worst->attributes)
    names.push_back(json_string(name));
  JsonObject json;
  json.add("attributes", "[" + join(names) + "]");
  json.add_text("sensitive", worst->sensitive);
  json.add("share", microdata::to_string(without_noise(worst->dependency.share())));
  json.add("rows", std::to_string(worst->dependency.rows));
  const Determination how = worst->determination;
  const bool is_partly =
      how == Determination::determines_partly || how == Determination::is_determined_partly;
  if (how == Determination::is_determined || how == Determination::is_determined_partly)
    json.add("is_determined", "true");
  if (is_partly) json.add("without_one_value", "true");
  if (how == Determination::tells_one_value || how == Determination::tells_one_value_by_null ||
      how == Determination::tells_one_value_by_commonest)
    json.add("of_one_value", "true");
  if (how == Determination::tells_held_value || how == Determination::tells_held_value_partly)
    json.add("of_a_person", "true");
  if (how == Determination::approximates) json.add("to_within", "0.1");
  finding.worst_case = json.str();
  findings.push_back(std::move(finding));
}

}  // namespace microdata::postgres
