#include "postgres/checks/release_sentences.hpp"

#include <algorithm>
#include <cctype>
#include <map>

#include "core/privacy/privacy_model.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// Sentences on columns by role. The extension recognizes its own comments by their first 24
// characters, which must not change.
const std::map<std::string, std::string> sentence_of_role{
    {"bucket",
     "Number of the bucket: rows of one bucket belong together, and nothing else links groups of "
     "attributes."},
    {"member",
     "Number within the bucket of a person, or of a set of values; in other tables the same number "
     "means nothing."},
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
      "which edition, cannot link a value to a person with a probability above 1/" +
      m + " if all possible assignments are equally likely. ";
  const std::string counterfeits = std::to_string(*layout.counterfeits);
  std::string text = "It is edition " + std::to_string(layout.edition.value_or(0)) +
                     " of the series " + in_quotes(layout.series.value_or("")) + ". ";
  if (layout.cohorts) {
    return text +
           "A bucket is a cohort: the same people with equally many sets of values in all "
           "editions, under the same number. Sets only grow, and no more once a person is "
           "missing. A value is in at most 1/" +
           m + " of a cohort's sets. " + attackers +
           "Sets of people who are not in the source (counterfeits): " + counterfeits +
           ". Each person of a cohort has each of its sets with the same probability.";
  }
  text += "In all editions a person is in a bucket with the same set of at least " + m +
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

}  // namespace

std::string guarantee_sentence(const Release& release) {
  std::vector<std::string> bounds;
  const Layout& layout = release.layout;
  if (layout.l) bounds.push_back("l = " + microdata::to_string(*layout.l));
  if (layout.k)
    bounds.push_back("k = " + microdata::to_string(*layout.k) +
                     (layout.k_in_buckets ? " within each bucket" : ""));
  for (const PrivacyModel& model : recorded_models(release))
    bounds.push_back(microdata::to_string(model));
  std::string edition = edition_sentence(release);
  if (bounds.empty()) return edition;
  return "Its guarantee: " + join(bounds) + "." + (edition.empty() ? "" : " " + edition);
}

std::string left_out_sentence(const Release& release) {
  const std::int64_t suppressed = release.suppressed_rows.value_or(0);
  if (suppressed <= 0 || !release.published_rows) return "";
  return std::to_string(suppressed) + " of " +
         std::to_string(suppressed + *release.published_rows) +
         " rows of the source are suppressed: counts are of published rows.";
}

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

}  // namespace microdata::postgres
