#include "postgres/release/infeasible.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/microdata/attribute_set.hpp"
#include "core/partition/eligibility.hpp"
#include "core/subject/other_draws.hpp"
#include "core/subject/publication_plan.hpp"
#include "postgres/release/subject_release.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// Returns the share rounded up to four digits, so that it suffices; 0.9999 if all would be
// suppressed, because `suppress` must be below 1.
std::string enough_share(std::uint64_t count, std::uint64_t of) {
  const std::uint64_t parts = std::min<std::uint64_t>((count * 10000 + of - 1) / of, 9999);
  return rounded(static_cast<double>(parts) / 10000, 4);
}

std::string quoted_names(const Table& table, const AttributeSet& attributes) {
  std::vector<std::string> names;
  for (const std::size_t a : attributes)
    names.push_back(in_quotes(table.data.attributes[a].name));
  return join(names);
}

std::string name_of(const Table& table, std::size_t attribute) {
  return in_quotes(table.data.attributes[attribute].name);
}

std::string value_text(const Table& table, std::size_t attribute, Code code) {
  const Dictionary& values = table.dictionaries[attribute];
  return values.is_null(code) ? "NULL" : in_quotes(values.text(code));
}

std::string value_of(const Table& table, const Infeasible& infeasible) {
  return value_text(table, infeasible.attribute, infeasible.code);
}

// Returns words such as "l => 3.93 or less", rounded down to two digits.
std::string feasible_l(double largest) {
  const double usable = std::floor(largest * 100) / 100;
  return "l => " + rounded(usable, 2) + (usable > 1 ? " or less" : "");
}

// Returns words such as "Ask for at most 0.3512.": a bound of the model that a table which reaches
// `reached` meets, rounded to the safe side.
std::string feasible_bound(const PrivacyModel& model, double reached) {
  const std::optional<PrivacyModel> feasible = feasible_model(model, reached);
  if (!feasible) return "less";
  return (worse(model, 0, 1) == 0 ? "at most " : "at least ") + rounded(bound(*feasible), 4);
}

// Returns words such as "suppress => 0.0123 to suppress 40 rows"; empty if that would not help.
std::string suppression_hint(const Table& table, const Infeasible& infeasible,
                             const CountedTuples& tuples) {
  const std::uint64_t rows = tuples.all.value_or(table.data.rows);
  if (infeasible.to_suppress == 0 || infeasible.to_suppress >= rows) return {};
  const Row persons = std::max(infeasible.to_suppress, tuples.enough_tuples);
  const Row of_rows = std::max(tuples.rows_to_suppress, tuples.enough_rows);
  // A release of less than a hundredth of the table is not worth a hint.
  if (persons >= rows - rows / 100) return {};
  const bool draws_differ = persons > infeasible.to_suppress || of_rows > tuples.rows_to_suppress;
  std::string hint = std::string(" to suppress ") + (draws_differ ? "about " : "") +
                     std::to_string(infeasible.to_suppress) + " " +
                     (infeasible.to_suppress == 1 ? tuples.one : tuples.many);
  // `suppress` bounds the share of persons as well as of rows, so the larger share counts.
  const Row all_rows = tuples.all_rows == 0 ? table.data.rows : tuples.all_rows;
  const bool rows_need_more = std::uint64_t{of_rows} * rows > std::uint64_t{persons} * all_rows;
  if (rows_need_more) hint += " with " + count_of(tuples.rows_to_suppress, "row") + " in all";
  return "suppress => " +
         (rows_need_more ? enough_share(of_rows, all_rows) : enough_share(persons, rows)) + hint;
}

// Returns the largest l that all sensitive attributes allow if the evidence is about all rows, or
// else the one of the evidence.
double largest_l(const Table& table, const Infeasible& infeasible) {
  double largest = infeasible.largest_l();
  if (!infeasible.known.empty() || infeasible.total != table.data.rows ||
      !table.data.times.empty() || has_several_rows(table))
    return largest;
  for (const std::size_t a : attributes_with_role(table.data, Role::sensitive)) {
    const Attribute& attribute = table.data.attributes[a];
    std::vector<Row> rows(attribute.distinct);
    for (const Code code : table.data.columns[a])
      rows[code] += attribute.is_harmless(code) ? 0 : 1;
    const Row most = rows.empty() ? 0 : *std::max_element(rows.begin(), rows.end());
    if (most > 0) largest = std::min(largest, static_cast<double>(infeasible.total) / most);
  }
  return largest;
}

// Returns words such as "l => 2 with suppress => 0.0123, l => 1.02".
std::string smaller_in_words(const std::vector<SmallerL>& smaller, Row all_rows) {
  std::vector<std::string> each;
  for (const SmallerL& l : smaller) {
    each.push_back("l => " + microdata::to_string(l.l) +
                   (l.rows == 0 ? "" : " with suppress => " + enough_share(l.rows, all_rows)));
  }
  return join(each);
}

// Returns words such as ", or suppress => 0.0123 to suppress 40 rows".
std::string or_else(const std::string& other) {
  return other.empty() ? "" : ", or " + other;
}

// Returns the tried settings in which l or suppress gives way; nothing if there are none.
std::optional<FeasibleSettings> tried(const Table& table, const Asked& asked,
                                      const CountedTuples& tuples, GivesWay gives_way,
                                      const FeasibleSettings& from) {
  if (!asked.attempt) return std::nullopt;
  return feasible_settings(
      from, gives_way, tuples.all.value_or(table.data.rows),
      [&](const FeasibleSettings& settings) { return asked.attempt(table.data, settings); });
}

// Returns words for changed settings, such as "columns => 3 and l_diversity(2, 'distinct')"; l and
// suppress aside.
std::string other_changes(const FeasibleSettings& asked, const FeasibleSettings& feasible) {
  std::vector<std::string> changes;
  if (feasible.k != asked.k) changes.push_back("k => " + std::to_string(feasible.k) + " or less");
  if (feasible.columns != asked.columns)
    changes.push_back("columns => " + std::to_string(feasible.columns));
  if (feasible.generalizes && !asked.generalizes)
    changes.emplace_back("infeasible => 'generalize'");
  for (std::size_t i = 0; i < asked.privacy.size(); ++i) {
    std::string model = microdata::to_string(feasible.privacy[i]);
    if (model != microdata::to_string(asked.privacy[i]) &&
        std::find(changes.begin(), changes.end(), model) == changes.end())
      changes.push_back(std::move(model));
  }
  return join(changes, " and ");
}

// Returns what a HINT about l or suppress names, such as "l => 2 or less with columns => 3"; empty
// if nothing is known to work.
std::string tried_words(const Table& table, const Asked& asked, const Infeasible& infeasible,
                        const CountedTuples& tuples, GivesWay gives_way) {
  FeasibleSettings from = asked.settings;
  // The reader of an error about a group learns of other ways with groups beside.
  if (!infeasible.known.empty()) from.can_generalize = false;
  const std::optional<FeasibleSettings> found = tried(table, asked, tuples, gives_way, from);
  if (!found) return {};
  std::string words;
  if (found->l != asked.settings.l) words = feasible_l(found->l);
  if (found->to_suppress > 0) {
    words = "suppress => " + rounded(found->suppress, 4) + " to suppress " +
            (found->to_suppress == infeasible.to_suppress ? "" : "about ") +
            std::to_string(found->to_suppress) + " " +
            (found->to_suppress == 1 ? tuples.one : tuples.many);
  }
  const std::string others = other_changes(asked.settings, *found);
  return words + (words.empty() || others.empty() ? "" : " with ") + others;
}

// Returns the sensitive attributes of a table alone, with one more harmless value.
Microdata with_harmless(const Table& table, std::size_t attribute, Code code) {
  Microdata data;
  data.rows = table.data.rows;
  for (const std::size_t a : attributes_with_role(table.data, Role::sensitive)) {
    data.attributes.push_back(table.data.attributes[a]);
    data.columns.push_back(table.data.columns[a]);
    if (a != attribute) continue;
    data.attributes.back().harmless.resize(data.attributes.back().distinct);
    data.attributes.back().harmless[code] = 1;
  }
  return data;
}

// Number of suppressed rows or persons.
struct LostOf {
  std::uint64_t lost = 0;
  std::uint64_t all = 1;

  double share() const { return static_cast<double>(lost) / static_cast<double>(all); }
};

// Suppressed rows and persons, which are the rows if no person has several.
struct LeastLost {
  LostOf rows;
  LostOf persons;

  const LostOf& larger() const { return rows.share() > persons.share() ? rows : persons; }
};

// Returns the fewest rows and persons that are suppressed if l holds, with rows of persons that are
// drawn from a seed. Throws Infeasible and RowsLeftOut if no release of persons holds l.
LeastLost lost_by_draw(const Microdata& data, const Table& table, const Asked& asked,
                       std::uint64_t seed) {
  Random random = Random::seeded(seed);
  SubjectBucketizationOptions options = *asked.of_persons;
  options.suppress = 1;
  options.leave_out = 1;
  const Subjects& subjects = table.subjects->persons;
  const PublicationPlan plan = plan_publication(data, attributes_with_role(data, Role::sensitive),
                                                subjects, options, random, asked.progress);
  LeastLost least{{0, 0}, {subjects.buckets(), subjects.buckets()}};
  for (std::size_t p = 0; p < subjects.buckets(); ++p) {
    least.rows.all += std::min(static_cast<std::uint32_t>(subjects.bucket(p).size()),
                               options.rows_per_person.value_or(data.rows));
  }
  least.rows.lost = least.rows.all;
  for (std::size_t s = 0; s < plan.strata.size(); ++s) {
    least.rows.lost -= plan.strata[s].size() * plan.levels[s];
    least.persons.lost -= plan.strata[s].size();
  }
  return least;
}

// Returns the fewest rows and persons that are suppressed if l holds; of persons, numbers that
// hardly any draw of their rows exceeds. Throws Infeasible and RowsLeftOut if no release of persons
// holds l.
LeastLost least_lost(const Microdata& data, const Table& table, const Asked& asked) {
  if (asked.of_persons == nullptr) {
    // No release is drawn.
    Random random = Random::seeded(1);
    PublishedRows published(data.rows, 1, random);
    make_eligible(data, asked.settings.l, published, asked.progress);
    const LostOf rows{data.rows - published.rows().size(), data.rows};
    return {rows, rows};
  }
  LeastLost least;
  std::vector<Row> rows;
  std::vector<Row> persons;
  for (std::size_t draw = 0; draw <= number_of_other_draws(data.rows); ++draw) {
    least = lost_by_draw(data, table, asked, draw);
    rows.push_back(static_cast<Row>(least.rows.lost));
    persons.push_back(static_cast<Row>(least.persons.lost));
  }
  least.rows.lost = std::min<std::uint64_t>(beyond_draws(rows), least.rows.all);
  least.persons.lost = std::min<std::uint64_t>(beyond_draws(persons), least.persons.all);
  return least;
}

// True if a model compares the distribution of all values, harmless ones among them.
bool compares_all_values(const PrivacyModel& model) {
  return std::holds_alternative<TCloseness>(model) || std::holds_alternative<BeliefDistance>(model);
}

// Returns, as a sentence that begins with a space, how many rows a release keeps if the value that
// prevents it is harmless. Empty unless that is nine tenths, and at least halves the suppressed
// share, `lost`, and if the method suppresses rows where that needs it.
std::string harmless_hint(const Table& table, const Infeasible& infeasible, const Asked& asked,
                          double lost, bool suppresses) {
  const std::vector<std::size_t>& computed = table.computed_from_sensitive;
  if (infeasible.reason != Infeasible::Reason::share || !infeasible.known.empty() ||
      !asked.may_suppress || !table.data.times.empty() ||
      std::any_of(asked.settings.privacy.begin(), asked.settings.privacy.end(),
                  compares_all_values) ||
      std::find(computed.begin(), computed.end(), infeasible.attribute) != computed.end())
    return {};
  // An attribute whose values are all harmless is not sensitive.
  const Attribute& attribute = table.data.attributes[infeasible.attribute];
  Code others = 0;
  for (Code code = 0; code < attribute.distinct; ++code)
    others += code != infeasible.code && !attribute.is_harmless(code) ? 1 : 0;
  if (others == 0) return {};
  const std::string l = "l => " + microdata::to_string(asked.settings.l);
  LeastLost least;
  try {
    least = least_lost(with_harmless(table, infeasible.attribute, infeasible.code), table, asked);
  } catch (const Infeasible&) {
    return {};
  } catch (const RowsLeftOut&) {
    return {};
  }
  const LostOf& larger = least.larger();
  constexpr double most_lost = 0.1;
  if (larger.share() > std::min(lost / 2, most_lost)) return {};
  // Some methods do not suppress rows for l.
  if (larger.lost > 0 && !suppresses) return {};
  if (asked.attempt) {
    Microdata data = table.data;
    std::vector<std::uint8_t>& harmless = data.attributes[infeasible.attribute].harmless;
    harmless.resize(data.attributes[infeasible.attribute].distinct);
    harmless[infeasible.code] = 1;
    FeasibleSettings settings = asked.settings;
    if (larger.lost > 0) settings.suppress = std::stod(enough_share(larger.lost, larger.all));
    if (asked.attempt(data, settings)) return {};
  }
  std::string then = l + " keeps all rows";
  if (larger.lost > 0) {
    const std::uint64_t kept = least.rows.all - least.rows.lost;
    then = l + " with suppress => " + enough_share(larger.lost, larger.all) + " keeps " +
           std::to_string(kept * 100 / least.rows.all) + "% of the rows";
  }
  return harmless_sentence(table, infeasible.attribute, infeasible.code, then);
}

// Returns what else can be done about a group in which l is infeasible.
std::string other_groups(const Table& table, const Asked& asked) {
  if (asked.groups_by_hand) return "other groups";
  std::vector<std::string> ways;
  FeasibleSettings settings = asked.settings;
  settings.regroups = true;
  if (!asked.attempt(table.data, settings)) ways.emplace_back("'regroup'");
  settings.generalizes = true;
  if (!asked.attempt(table.data, settings)) ways.emplace_back("'generalize'");
  return ways.empty() ? "" : "infeasible => " + join(ways, " or ");
}

Error share_error(const Table& table, const Infeasible& infeasible, const Asked& asked,
                  const CountedTuples& tuples) {
  const std::string l = microdata::to_string(asked.settings.l);
  const std::string suppression =
      asked.may_suppress ? suppression_hint(table, infeasible, tuples) : std::string();
  std::string message = "l = " + l + " is infeasible for " + name_of(table, infeasible.attribute);
  if (!infeasible.known.empty())
    message += " in one column with " + quoted_names(table, infeasible.known);
  std::string hint = "Use ";
  if (asked.attempt) {
    hint = hint_of_what_works(table, infeasible, asked,
                              infeasible.known.empty() ? "" : other_groups(table, asked), tuples);
  } else if (!tuples.smaller.empty()) {
    hint += smaller_in_words(tuples.smaller, tuples.all_rows) + or_else(suppression) + ".";
  } else if (tuples.by_drawn_row) {
    hint += "a smaller l" + or_else(suppression) + ".";
  } else {
    hint += feasible_l(largest_l(table, infeasible)) + or_else(suppression) + ".";
  }
  const auto suppressed = static_cast<double>(infeasible.to_suppress);
  const double lost =
      infeasible.to_suppress == 0 ? 1 : suppressed / tuples.all.value_or(table.data.rows);
  hint += harmless_hint(table, infeasible, asked, lost,
                        asked.of_persons != nullptr || !suppression.empty());
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, message)
      .detail(evidence(table, infeasible, tuples))
      .hint(hint);
}

// Returns words such as "12 persons with 4 rows each".
std::string persons_with_rows(const Infeasible& infeasible) {
  const bool one = infeasible.total == 1;
  return std::to_string(infeasible.total) + (one ? " person with " : " persons with ") +
         std::to_string(infeasible.rows_each) + (infeasible.rows_each == 1 ? " row" : " rows") +
         (one ? "" : " each");
}

// Returns, as a sentence, why persons with one number of rows are not published with all of their
// rows.
std::string why_left_out(const Table& table, const Infeasible& preventing) {
  const std::string persons = persons_with_rows(preventing);
  switch (preventing.reason) {
    case Infeasible::Reason::share:
      return std::to_string(preventing.count) + " of " + persons + " have the value " +
             value_of(table, preventing) + " of " + name_of(table, preventing.attribute) + ".";
    case Infeasible::Reason::too_few_rows:
      return "Only " + count_of(preventing.total, "person") +
             (preventing.total == 1 ? " has " : " have ") + count_of(preventing.rows_each, "row") +
             ".";
    default:
      return "The " + persons + " reach " + rounded(preventing.reached, 4) + " of " +
             microdata::to_string(*preventing.model) + ".";
  }
}

// Returns the error about the persons of one stratum, if strata depend only on numbers of rows.
Error stratum_error(const Table& table, const Infeasible& infeasible, const Asked& asked) {
  const bool share = infeasible.reason == Infeasible::Reason::share;
  const std::string rows = std::to_string(infeasible.rows_each);
  const std::string persons = std::to_string(infeasible.total) + " persons of whom " + rows +
                              (infeasible.rows_each == 1 ? " row" : " rows") +
                              " each would be published";
  std::string hint = share ? "Use a smaller l" : "Ask for less";
  // All persons are one stratum if each has one row.
  const bool others = infeasible.total < table.subjects->persons.buckets();
  if (infeasible.rows_each > 1 || others) {
    hint = "Use rows_per_person => " + std::to_string(std::max(infeasible.rows_each, 2U) - 1) +
           (share ? ", a smaller l" : ", or ask for less");
  }
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
               (share ? "l = " + microdata::to_string(asked.settings.l)
                      : microdata::to_string(*infeasible.model)) +
                   " is infeasible for " + name_of(table, infeasible.attribute) +
                   " where numbers of rows do not depend on it")
      .detail(share ? std::to_string(infeasible.count) + " of " + persons + " have the value " +
                          value_of(table, infeasible) + "."
                    : "The " + persons + " reach " + rounded(infeasible.reached, 4) + ".")
      .hint(hint +
            ", or cuts => 'width', which chooses numbers of rows by "
            "sensitive values, too.");
}

// Returns, as a list, the constant attributes that are sensitive only because they are computed
// from others; a constant does not distinguish people.
std::string constant_computed(const Table& table) {
  std::vector<std::string> names;
  for (const std::size_t a : table.computed_from_sensitive) {
    if (table.data.attributes[a].distinct == 1)
      names.push_back(quote_name(table.data.attributes[a].name));
  }
  return names.empty() ? "" : quote_value("{" + join(names, ",") + "}");
}

// Returns the error about a constant computed column, which is infeasible for every l.
Error constant_error(const Table& table, const Infeasible& infeasible, const Asked& asked,
                     const CountedTuples& tuples) {
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
               "l = " + microdata::to_string(asked.settings.l) + " is infeasible for " +
                   name_of(table, infeasible.attribute))
      .detail(evidence(table, infeasible, tuples))
      .hint(
          "A constant that is computed from a sensitive column is the same for all persons: use "
          "insensitive => " +
          constant_computed(table) + ".");
}

}  // namespace

std::string evidence(const Table& table, const Infeasible& infeasible,
                     const CountedTuples& tuples) {
  const std::string value =
      "the value " + value_of(table, infeasible) + " of " + name_of(table, infeasible.attribute);
  if (infeasible.known.empty()) {
    return std::to_string(infeasible.count) + " of " + std::to_string(infeasible.total) + " " +
           tuples.many + " have " + value +
           (tuples.by_drawn_row ? " in a row that was drawn of each." : ".");
  }
  const std::string known = quoted_names(table, infeasible.known);
  if (infeasible.total == 1)
    return "A " + tuples.one + " that is alone with its " + known + " has " + value + ".";
  return std::to_string(infeasible.count) + " of " + std::to_string(infeasible.total) + " " +
         tuples.many + " with the same " + known + " have " + value + ".";
}

std::string harmless_sentence(const Table& table, std::size_t attribute, Code code,
                              const std::string& then) {
  const Dictionary& dictionary = table.dictionaries[attribute];
  HarmlessByAttribute harmless;
  for (std::size_t a = 0; a < table.harmless.size(); ++a) {
    if (!table.harmless[a].empty()) harmless[table.data.attributes[a].name] = table.harmless[a];
  }
  harmless[table.data.attributes[attribute].name].push_back(
      dictionary.is_null(code) ? std::nullopt : std::optional(dictionary.text(code)));
  return " If " + value_text(table, attribute, code) + " is no secret, use harmless => " +
         quote_value(harmless_json(harmless).str()) + ": then " + then + ".";
}

std::string hint_of_what_works(const Table& table, const Infeasible& infeasible, const Asked& asked,
                               const std::string& otherwise, const CountedTuples& tuples) {
  std::vector<std::string> ways = {tried_words(table, asked, infeasible, tuples, GivesWay::l)};
  if (asked.may_suppress)
    ways.push_back(tried_words(table, asked, infeasible, tuples, GivesWay::suppress));
  ways.push_back(otherwise);
  std::erase(ways, "");
  ways.erase(std::unique(ways.begin(), ways.end()), ways.end());
  return ways.empty() ? "" : "Use " + join(ways, ", or ") + ".";
}

std::string rare_values(std::uint64_t rare, std::uint64_t rows, std::uint32_t k) {
  return std::to_string(rare) + " of " + count_of(rows, "row") + (rare == 1 ? " has" : " have") +
         " a sensitive value that fewer than " + std::to_string(k) + " rows of the bucket have";
}

Error infeasible_error(const Table& table, const Infeasible& infeasible, const Asked& asked,
                       const CountedTuples& tuples) {
  const int sqlstate = ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE;
  const std::string suppression = suppression_hint(table, infeasible, tuples);
  if ((infeasible.reason == Infeasible::Reason::share ||
       infeasible.reason == Infeasible::Reason::oblivious_share) &&
      table.data.attributes[infeasible.attribute].distinct == 1 &&
      std::find(table.computed_from_sensitive.begin(), table.computed_from_sensitive.end(),
                infeasible.attribute) != table.computed_from_sensitive.end()) {
    return constant_error(table, infeasible, asked, tuples);
  }
  if (infeasible.rows_each > 0 && (infeasible.reason == Infeasible::Reason::share ||
                                   infeasible.reason == Infeasible::Reason::privacy)) {
    return stratum_error(table, infeasible, asked);
  }
  switch (infeasible.reason) {
    case Infeasible::Reason::share:
      return share_error(table, infeasible, asked, tuples);
    case Infeasible::Reason::oblivious_share: {
      const std::string smaller = tried_words(table, asked, infeasible, tuples, GivesWay::l);
      return Error(sqlstate, "l = " + microdata::to_string(asked.settings.l) +
                                 " is infeasible for " + name_of(table, infeasible.attribute) +
                                 " with oblivious cuts")
          .detail(evidence(table, infeasible, tuples) +
                  " Oblivious cuts divide them by themselves.")
          .hint("Use " + (smaller.empty() ? "" : smaller + ", ") +
                "cuts => 'width', or groups that keep sensitive attributes apart from "
                "quasi-identifiers.");
    }
    case Infeasible::Reason::too_few_rows: {
      const bool of_k = infeasible.total < asked.settings.k;
      return Error(sqlstate, of_k ? "k = " + std::to_string(asked.settings.k) + " is infeasible"
                             : infeasible.model
                                 ? microdata::to_string(*infeasible.model) + " is infeasible"
                                 : "a privacy model needs more " + tuples.many)
          .detail("There are " + std::to_string(infeasible.total) + " " + tuples.many +
                  " to publish.")
          .hint(asked.attempt ? hint_of_what_works(table, infeasible, asked, {}, tuples)
                : !of_k       ? "Ask for fewer " + tuples.many + " in privacy."
                : has_several_rows(table)
                    ? "Use a smaller k."
                    : "Use k => " + std::to_string(infeasible.total) + " or less.");
    }
    case Infeasible::Reason::privacy:
      return Error(sqlstate, microdata::to_string(*infeasible.model) + " is infeasible" +
                                 (is_about_sensitive_values(*infeasible.model)
                                      ? " for " + name_of(table, infeasible.attribute)
                                      : std::string()))
          .detail(std::isfinite(infeasible.reached)
                      ? "The table as a whole reaches " + rounded(infeasible.reached, 4) +
                            "; its worst bucket cannot be better."
                      : "The table as a whole has too few different values.")
          .hint(asked.attempt
                    ? hint_of_what_works(table, infeasible, asked, {}, tuples)
                    : "Ask for " + feasible_bound(*infeasible.model, infeasible.reached) + ".");
    case Infeasible::Reason::joined:
      return Error(sqlstate, microdata::to_string(*infeasible.model) + " is infeasible for " +
                                 name_of(table, infeasible.attribute) + " in joins of fragments")
          .detail("If every fragment is one class, their join reaches " +
                  rounded(infeasible.reached, 4) + ".")
          .hint("Ask for " + feasible_bound(*infeasible.model, infeasible.reached) +
                ", or for fewer fragments.");
    case Infeasible::Reason::no_transformation:
      return Error(sqlstate, "no full-domain generalization meets the requirements")
          .detail("The nearest one suppresses " + std::to_string(infeasible.to_suppress) + " of " +
                  std::to_string(infeasible.total) + " " + tuples.many + ", more than " +
                  std::to_string(infeasible.count) + ".")
          .hint(suppression.empty()
                    ? "Ask for less, or let further quasi-identifiers be generalized with "
                      "hierarchies."
                    : "Use " + suppression + ", or recoding => 'mondrian'.");
    case Infeasible::Reason::no_other_column: {
      FeasibleSettings generalized = asked.settings;
      generalized.generalizes = true;
      const bool works = asked.attempt && !asked.attempt(table.data, generalized);
      return Error(sqlstate,
                   "the group of " + name_of(table, infeasible.attribute) +
                       " is infeasible and there is no other group for its quasi-identifiers")
          .hint(hint_of_what_works(table, infeasible, asked,
                                   works ? "infeasible => 'generalize'" : "", tuples));
    }
    case Infeasible::Reason::rare_values:
      return Error(sqlstate, "k = " + std::to_string(asked.settings.k) +
                                 " is infeasible for sensitive values")
          .detail(rare_values(infeasible.count, infeasible.total, asked.settings.k) + ".")
          .hint("Use a smaller k, larger buckets" + or_else(suppression) +
                ". Any other value of infeasible publishes them.");
    case Infeasible::Reason::rows_left_out:
      return Error(ERRCODE_FEATURE_NOT_SUPPORTED, "oblivious cuts do not support " +
                                                      microdata::to_string(*infeasible.model) +
                                                      " where rows of people are suppressed")
          .detail(std::to_string(infeasible.count) + " of " + std::to_string(infeasible.total) +
                  " rows would not be published; but the model compares with the sensitive values "
                  "of all rows, on which no cut may depend.")
          .hint(
              "Use a model that asks about shares in buckets alone, a view with as many rows of "
              "every person, or cuts => 'width'.");
    case Infeasible::Reason::no_groups:
      break;
  }
  return {sqlstate, infeasible.what()};
}

Error left_out_error(const Table& table, const RowsLeftOut& left, const Asked& asked) {
  const std::string what = asked.settings.l > 1   ? "l = " + microdata::to_string(asked.settings.l)
                           : asked.settings.k > 1 ? "k = " + std::to_string(asked.settings.k)
                                                  : "the requested privacy";
  std::string hint = "Use suppress => " + enough_share(left.enough_rows, left.all_rows);
  if (left.smaller.empty()) {
    hint += asked.settings.k > 1 ? ", or a smaller k." : ", or ask for less.";
  } else {
    hint += ", or " + smaller_in_words(left.smaller, left.all_rows) + ".";
  }
  if (left.preventing) {
    hint += harmless_hint(table, *left.preventing, asked,
                          static_cast<double>(left.rows) / left.all_rows, true);
  }
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
               what + " would suppress " + std::to_string(left.rows) + " of " +
                   count_of(left.all_rows, "row") + ", which belong to " +
                   std::to_string(left.persons) + " of " + count_of(left.all_persons, "person"))
      .detail("All people in a bucket have the same number of published rows. " +
              (left.preventing ? why_left_out(table, *left.preventing)
                               : "These numbers are chosen for many persons at a time."))
      .hint(hint);
}

}  // namespace microdata::postgres
