#include "postgres/server/api.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "core/utility/group_sums.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/estimates/count_estimation.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/label_meanings.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

// The functions behind release_description() and comments on releases.

namespace microdata::postgres {

namespace {

// Attribute, or column that the extension adds, as its comment shows it.
struct ShownColumn {
  std::string role;
  // Reading, as microdata.reading() names it; empty if the column is no attribute.
  std::string reading;
  // Attributes of the same group, in order, and the number of attributes of other groups.
  std::vector<std::string> partners;
  std::size_t others = 0;
};

// Sentences on columns by role. The extension recognizes its own comments by their first 24
// characters, which must not change.
const std::map<std::string, std::string> sentence_of_role{
    {"bucket",
     "Number of the bucket: rows of one bucket belong together, and nothing else links groups of "
     "attributes."},
    {"member",
     "Number within the bucket of a person, or of a set of values; in other tables the same number "
     "means nothing."},
    {"person",
     "Number of the person within the release, drawn at random: rows with one number are shown as "
     "those of one person."},
    {"count", "In how many rows of the bucket the value occurs."},
    {"weight", "How many rows the combination stands for: sum it to estimate a count."}};

const std::map<std::string, std::string> sentence_of_reading{
    {"value", "Each value is one that a person has."},
    {"range", "A range stands for one value in it, and a missing upper bound for NULL as well."},
    {"set", "A set in braces stands for one of its values, and * for any value."},
    {"label", "A label stands for one of the values under it, and * for any value."},
    {"multiset",
     "The values of all people in the equivalence class stand together, each with its number of "
     "people."}};

std::string edition_sentence(const Release& release) {
  const Layout& layout = release.layout;
  if (!layout.counterfeits) return "";
  const std::string m = std::to_string(layout.m.value_or(2));
  const std::string attackers =
      "An attacker who has all editions, and knows all other attributes and which people are in "
      "which edition, cannot link " +
      std::string(layout.harmless.empty() ? "a value" : "another than a harmless value") +
      " to a person with a probability above 1/" + m +
      " if all possible assignments are equally likely. ";
  const std::string counterfeits = std::to_string(*layout.counterfeits);
  std::string text = "It is edition " + std::to_string(layout.edition.value_or(0)) +
                     " of the series " + in_quotes(layout.series.value_or("")) + ". ";
  if (layout.cohorts) {
    return text +
           "A bucket is a cohort: the same people with equally many sets of values in all "
           "editions, under the same number. Sets only grow, and no more once a person is "
           "missing. A value is in at most 1/" +
           m + " of a cohort's sets" + (layout.harmless.empty() ? "" : ", unless it is harmless") +
           ". " + attackers +
           "Sets of people who are not in the source (counterfeits): " + counterfeits +
           ". Each person of a cohort has each of its sets with the same probability.";
  }
  if (!layout.harmless.empty())
    text += "People with a harmless value are in buckets of such values alone. ";
  text += std::string("In all ") + (layout.harmless.empty() ? "" : "other ") +
          "editions a person is in a bucket with the same set of at least " + m +
          " sensitive values, each once. " + attackers;
  if (counterfeits == "0") return text + "Every value is that of a person.";
  return text + counterfeits + " of its sensitive values are counterfeits, which no person has: " +
         (layout.counted ? "buckets have so many more values than rows."
                         : "their rows are NULL in all other columns.") +
         " Each person of a bucket has each of its values with the same probability.";
}

std::string links_sentence(const ShownColumn& column) {
  std::string text =
      column.role + (column.role == "sensitive" ? " attribute" : "") + ", linked within a row ";
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  const std::vector<std::string>& partners = column.partners;
  if (partners.empty()) return text + "to no other attribute.";
  if (column.others == 0) return text + "to all other attributes.";
  const std::size_t named = std::min<std::size_t>(partners.size(), 20);
  text +=
      "only to " + join({partners.begin(), partners.begin() + static_cast<std::ptrdiff_t>(named)});
  if (named < partners.size()) text += ", and " + std::to_string(partners.size() - named) + " more";
  return text + ".";
}

// Returns the guarantee of the release and, for an edition, that of its series; can be empty.
std::string guarantee_sentence(const Release& release) {
  std::vector<std::string> bounds;
  const Layout& layout = release.layout;
  if (layout.l) bounds.push_back("l = " + microdata::to_string(*layout.l));
  if (layout.k)
    bounds.push_back("k = " + microdata::to_string(*layout.k) +
                     (layout.k_in_buckets ? " within each bucket" : ""));
  for (const PrivacyModel& model : recorded_models(release))
    bounds.push_back(microdata::to_string(model));
  std::vector<std::string> sentences;
  if (!bounds.empty()) sentences.push_back("Its guarantee: " + join(bounds) + ".");
  const std::string words = harmless_in_words(layout.harmless);
  if (!words.empty()) sentences.push_back("N" + words.substr(1) + ".");
  sentences.push_back(edition_sentence(release));
  std::erase(sentences, "");
  return join(sentences, " ");
}

// Returns the number of suppressed rows in a sentence; empty if there are none.
std::string left_out_sentence(const Release& release) {
  const std::int64_t suppressed = release.suppressed_rows.value_or(0);
  if (suppressed <= 0 || !release.published_rows) return "";
  return std::to_string(suppressed) + " of " +
         std::to_string(suppressed + *release.published_rows) +
         " rows of the source are suppressed: counts are of published rows.";
}

// Returns what counts are of, if rows are sets of values; empty for other releases.
std::string sets_sentence(const Release& release) {
  if (!release.layout.member.recorded || !release.layout.value_sets) return "";
  const auto& of_persons = release.layout.person_columns;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.role != Role::sensitive && of_persons && attribute.column > *of_persons)
      return "";
  }
  return "Each combination of sensitive values that a person has is published once: counts are of "
         "combinations, not of rows.";
}

// Returns how analysts count rows.
std::string counting_sentence(const Release& release) {
  std::string text = "estimate() counts its rows, with standard errors";
  for (const Oid relation : release.relations) {
    if (relation != release.relations.front() && kind_in_release(release, relation) == RELKIND_VIEW)
      text += "; " + in_quotes(relation_name(relation)) + " has the expected counts";
  }
  return text + ".";
}

// Returns the column's role and how to read its values, in sentences.
std::string column_sentences(const Release& release, const ShownColumn& column) {
  const auto own = sentence_of_role.find(column.role);
  std::string text = own == sentence_of_role.end() ? links_sentence(column) : own->second;
  if (column.reading.empty()) return text;
  text += " " + (column.reading == "value" && counterfeits_of(release) > 0
                     ? "Each value is one that a person has, or a counterfeit, which no person has."
                     : sentence_of_reading.at(column.reading));
  const std::size_t valueless = valueless_of(release);
  if (column.role == "sensitive" && valueless > 0)
    text += " Buckets where all rows have NULL hold people whose value is not published, " +
            std::to_string(valueless) + " in all.";
  return text;
}

// Fails unless the caller may read the relation or sees it in microdata.releases, because others
// must not learn that it is a release.
void require_visible(Oid relation) {
  if (may_read_some(relation)) return;
  const ResultRow row = query(
                            "SELECT EXISTS (SELECT FROM microdata.releases r "
                            "WHERE $1::pg_catalog.oid::pg_catalog.regclass = ANY (r.relations))",
                            {std::to_string(relation)})
                            .front();
  if (row[0] == "t") return;
  throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE,
              "permission denied for relation " + relation_name(relation));
}

// A column of a release: an attribute, or one that the extension adds.
struct WrittenColumn {
  std::string number;
  std::string name;
  std::string type;
  const ReleaseAttribute* attribute;  // may be null
  ShownColumn shown;
  std::string sentences;
};

struct DescribedRelation {
  Oid relation;
  bool is_view;
  std::string sentences;
  std::vector<WrittenColumn> columns;
};

// Returns the attribute that a column shows. A view shows attributes of tables.
const ReleaseAttribute* attribute_of(const Release& release, const DescribedRelation& relation,
                                     const std::string& name) {
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.name == name && (relation.is_view || attribute.relation == relation.relation))
      return &attribute;
  }
  return nullptr;
}

// Returns the role of a column that is not an attribute; empty if the column is not the
// extension's.
std::string added_role(const Release& release, const std::string& name) {
  for (const char* role : {"bucket", "member", "person", "count", "weight"}) {
    const AddedColumn& column = release.layout.column(role);
    if (column.recorded && column.name == name) return role;
  }
  return name == "bucket" ? name : "";
}

using ColumnsOfGroups = std::map<std::pair<Oid, int>, std::vector<std::string>>;

ColumnsOfGroups groups_of(const Release& release) {
  ColumnsOfGroups groups;
  for (const ReleaseAttribute& attribute : release.attributes)
    groups[{attribute.relation, attribute.column}].push_back(attribute.name);
  for (auto& [group, names] : groups)
    std::sort(names.begin(), names.end());
  return groups;
}

ShownColumn shown_column(const Release& release, const ColumnsOfGroups& groups,
                         const ReleaseAttribute& attribute, const std::string& reading) {
  ShownColumn shown{role_name(attribute.role), attribute.generalized ? reading : "value",
                    groups.at({attribute.relation, attribute.column}), 0};
  shown.others = release.attributes.size() - shown.partners.size();
  std::erase(shown.partners, attribute.name);
  return shown;
}

void add_columns(const Release& release, const ColumnsOfGroups& groups,
                 DescribedRelation& relation) {
  std::vector<std::string> generalized;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.generalized) generalized.push_back(attribute.name);
  }
  for (const ResultRow& row :
       query("SELECT a.attnum, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), "
             "CASE WHEN a.attname = ANY ($3::pg_catalog.name[]) THEN "
             "microdata.reading(true, a.atttypid, a.attname, $2::pg_catalog.jsonb) END "
             "FROM pg_catalog.pg_attribute a WHERE a.attrelid = $1::pg_catalog.oid "
             "AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum",
             {std::to_string(relation.relation), release.parameters.str(),
              to_name_array(generalized)})) {
    WrittenColumn column{*row[0], *row[1], *row[2], attribute_of(release, relation, *row[1]),
                         {},      ""};
    if (column.attribute != nullptr) {
      column.shown = shown_column(release, groups, *column.attribute, row[3].value_or(""));
    } else {
      column.shown.role = added_role(release, column.name);
    }
    if (column.shown.role.empty()) continue;
    column.sentences = column_sentences(release, column.shown);
    relation.columns.push_back(std::move(column));
  }
}

std::vector<DescribedRelation> described_relations(const Release& release) {
  const ColumnsOfGroups groups = groups_of(release);
  std::vector<DescribedRelation> relations;
  for (const Oid relation : release.relations) {
    const bool is_view = kind_in_release(release, relation) == RELKIND_VIEW;
    std::vector<std::string> sentences{method_of(release).about, guarantee_sentence(release),
                                       left_out_sentence(release), sets_sentence(release)};
    if (relations.empty()) {
      sentences.push_back(counting_sentence(release));
    } else if (is_view) {
      sentences.insert(sentences.begin(),
                       "All combinations of what may belong together in the release, with weights "
                       "whose sums estimate counts.");
    }
    std::erase(sentences, "");
    relations.push_back({relation, is_view, join(sentences, " "), {}});
    add_columns(release, groups, relations.back());
  }
  return relations;
}

Json column_json(const WrittenColumn& column) {
  Json json = Json::object();
  json.add("column_no", std::stoi(column.number));
  json.add("name", column.name);
  json.add("type", column.type);
  json.add("role", column.shown.role);
  if (column.attribute != nullptr) {
    json.add("group", column.attribute->column);
    json.add("generalized", column.attribute->generalized);
    json.add("reading", column.shown.reading);
  }
  return json.add("meaning", column.sentences);
}

Json relation_json(const DescribedRelation& relation) {
  Json json = Json::object();
  json.add("relation", relation.relation);
  json.add("kind", relation.is_view ? "view" : "table");
  json.add("comment", relation.sentences);
  return json.add("columns", json_array(relation.columns, column_json));
}

// Adds for readers of a release's views what microdata.releases shows to readers of its tables.
void add_shown(const Release& release, Json& json) {
  if (!release.is_by_view()) return;
  Json shown = Json::object();
  shown.add("release_id", release.id);
  shown.add("method", release.method);
  shown.add("published_rows", release.published_rows);
  shown.add("suppressed_rows", release.suppressed_rows);
  shown.add("buckets", release.buckets);
  shown.add("parameters",
            Json::parse(*query("SELECT microdata.public_parameters($1::pg_catalog.jsonb)",
                               {release.parameters.str()})[0][0]));
  json.add("shown", std::move(shown));
}

Datum release_facts(const Arguments& arguments) {
  Json json = Json::object();
  require_visible(arguments.relation("release"));
  const auto [relation, name, release, operations] =
      given_release(arguments, Counterfeits::as_published);
  json.add("release_id", release.id);
  json.add("about", method_of(release).about);
  json.add("guarantee", guarantee_sentence(release));
  json.add("left_out", left_out_sentence(release));
  json.add("relations", json_array(described_relations(release), relation_json));
  add_shown(release, json);
  return json.datum(arguments.context());
}

// Comments on a release and its columns: how it was made, what it guarantees and how to read it.
void comment(const Arguments& arguments, bool with_sentences) {
  require_visible(arguments.relation("release"));
  const auto [given, name, release, operations] =
      given_release(arguments, Counterfeits::as_published);
  const auto is = [&](const std::string& sentences) {
    return " IS " + (with_sentences ? quote_value(sentences) : "NULL");
  };
  for (const DescribedRelation& relation : described_relations(release)) {
    const std::string of_relation = qualified_name(relation.relation);
    execute((relation.is_view ? "COMMENT ON VIEW " : "COMMENT ON TABLE ") + of_relation +
            is(relation.sentences));
    for (const WrittenColumn& column : relation.columns)
      execute("COMMENT ON COLUMN " + of_relation + "." + quote_name(column.name) +
              is(column.sentences));
  }
}

void comment_release(const Arguments& arguments) {
  comment(arguments, true);
}

void uncomment_release(const Arguments& arguments) {
  comment(arguments, false);
}

Datum label_meanings(const Arguments& arguments) {
  const auto [relation, name, release, operations] =
      given_release(arguments, Counterfeits::as_published);
  Phases phases("describing the labels of " + name);
  const Json meanings = describe_labels(
      release, require_attribute(release, arguments.name("attribute")), phases.progress());
  phases.finish();
  return meanings.datum(arguments.context());
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_release_facts, microdata::postgres::release_facts)
MICRODATA_FUNCTION(pg_microdata_comment_release, microdata::postgres::comment_release)
MICRODATA_FUNCTION(pg_microdata_uncomment_release, microdata::postgres::uncomment_release)
MICRODATA_FUNCTION(pg_microdata_label_meanings, microdata::postgres::label_meanings)
