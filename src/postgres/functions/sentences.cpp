#include "postgres/server/api.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/utility/group_sums.hpp"
#include "postgres/functions/attack_figures.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/generalized.hpp"

// The SQL functions microdata.sentence, which writes facts that functions in PL/pgSQL have found as
// English sentences, and microdata.audit_findings, the largest figures of audits with a sentence
// each.

namespace microdata::postgres {

namespace {

using Number = std::optional<double>;

// A row of an audit's result, by column. Columns that are NULL are absent.
class AuditRow {
 public:
  bool empty() const { return columns_.empty(); }
  void set(const std::string& column, const std::string& value) { columns_[column] = value; }
  std::optional<std::string> text(const std::string& column) const {
    const auto found = columns_.find(column);
    return found == columns_.end() ? std::nullopt : std::optional(found->second);
  }
  Number number(const std::string& column) const {
    const auto value = text(column);
    return value ? Number(to_number(*value)) : std::nullopt;
  }
  // A number as text; empty if it is NULL. A share that is neither 0 nor 1 is not rounded to it.
  std::string percent(const std::string& column) const {
    const Number share = number(column);
    if (!share) return "";
    if (*share > 0 && *share < 0.01) return "less than 1%";
    if (*share > 0.99 && *share < 1) return "more than 99%";
    return rounded(std::round(without_noise(100 * *share)), 0) + "%";
  }
  std::string attribute() const { return in_quotes(text("attribute").value_or("")); }

  // A control shows what is gained over people outside the release.
  bool has_control() const { return text("risk").has_value(); }
  std::string rate() const {
    return text("auc") ? "auc" : text("success") ? "success" : "guessed_right";
  }
  Number figure() const { return number(has_control() ? "risk" : rate()); }
  std::string other() const { return has_control() ? "control" : "naive"; }
  std::string gain() const {
    if (!has_control()) return "";
    if (number("risk_low").value_or(0) <= 0) return " The difference might be chance.";
    return " The release makes " + percent("risk") +
           " of the attempts succeed that would fail on people outside the release.";
  }

  // Guesses that come near a number count if more is gained by them.
  void take_nearer() {
    const auto nearer = [&](const char* near, const char* right) {
      return number(near) && number(right) && *number(near) > *number(right);
    };
    if (!(has_control() && text("near_risk")
              ? nearer("near_risk", "risk")
              : nearer("near_right", "guessed_right") ||
                    (text("near_right") == text("guessed_right") && nearer("near_naive", "naive"))))
      return;
    columns_["near_guessed_right"] = columns_["near_right"];
    columns_["near_within"] = columns_["tolerance"];
    for (const char* column : {"guessed_right", "low", "high", "naive", "control", "risk",
                               "risk_low", "risk_high", "within"}) {
      const auto near = text(std::string("near_") + column);
      columns_.erase(column);
      if (near) columns_[column] = *near;
    }
  }

 private:
  std::map<std::string, std::string> columns_;
};

std::string singling_out(const AuditRow& row) {
  if (!row.number(row.rate())) return "The release shows nothing that only one person can have.";
  return std::string("An attacker who has only the release describes people by ") +
         (row.text("kind") == "univariate" ? "one attribute: " : "several attributes: ") +
         row.percent(row.rate()) + " of these descriptions fit exactly one person, against " +
         row.percent(row.other()) +
         (row.has_control() ? " among as many people outside the release."
                            : " of descriptions drawn at random.") +
         row.gain();
}

std::string linkability(const AuditRow& row) {
  if (!row.number(row.rate())) return "Not measured: there are no people to attack.";
  return "An attacker who knows one half of a person's attributes from one place and the other "
         "half from another links the two by the release in " +
         row.percent(row.rate()) + " of attempts, and in " + row.percent(row.other()) +
         (row.has_control() ? " for people outside the release." : " by drawing lots.") +
         row.gain();
}

std::string inference(const AuditRow& row) {
  if (!row.number(row.rate()) && row.text("harmless_right"))
    return "Not measured for " + row.attribute() + ": people have only harmless values.";
  if (!row.number(row.rate()))
    return "Not measured for " + row.attribute() +
           ": people in the source do not look like people in the release.";
  const auto within = row.text("within");
  return "An attacker who knows what is not secret about a person, and learns from the release, "
         "guesses " +
         row.attribute() + (within ? " to within " + *within : " right") + " for " +
         row.percent(row.rate()) + " of people, and for " + row.percent(row.other()) +
         (row.has_control() ? " of people outside the release."
          : within          ? " by guessing the same for all people."
                            : " by guessing the most frequent value for all people.") +
         row.gain() +
         (row.text("harmless_right") ? " Of people with harmless values, " +
                                           row.percent("harmless_right") + " are guessed right."
                                     : "");
}

std::string minimality(const AuditRow& row) {
  if (!row.number(row.rate()))
    return "How the software splits discloses nothing more about " + row.attribute() + ".";
  return "An attacker who knows how the software splits guesses " + row.attribute() +
         " right for " + row.percent(row.rate()) + " of the " + row.text("persons").value_or("") +
         " people about whom splits disclose something, and for " + row.percent("naive") +
         " without that knowledge." +
         (row.text("control") ? " Outside the release, the guess is right for " +
                                    row.percent("control") + " of people." + row.gain()
                              : "") +
         (row.number("z").value_or(0) < 4 ? " What splits disclose might be chance." : "");
}

std::string composition(const AuditRow& row) {
  if (!row.number(row.rate()))
    return row.number("persons").value_or(0) > 0
               ? "The combined disclosure of " + row.attribute() +
                     " is unknown: people cannot be found in " +
                     in_quotes(row.text("single").value_or("")) +
                     " as they were when that release was made."
               : "Not measured for " + row.attribute() +
                     ": people in the source do not look like people in the releases.";
  const std::string left =
      row.percent(row.rate()) + " of people" +
      (row.text("pinned") ? "; " + row.percent("pinned") + " have one possible value left."
                          : std::string("."));
  return (row.text("releases") == "1"
              ? "Other releases of the table disclose nothing about " + row.attribute() +
                    ". With this one, an attacker who counts guesses it right for " + left
              : "An attacker who has all " + row.text("releases").value_or("") +
                    " releases of the table that you can read guesses " + row.attribute() +
                    " right for " + left + " With the release that discloses most, " +
                    row.percent("single_guessed_right") + " are guessed right.") +
         (row.text("control")
              ? " Outside the releases, " + row.percent("control") + " are." + row.gain()
              : "");
}

std::string membership(const AuditRow& row) {
  if (!row.number(row.rate())) return "Not measured: there are no people to compare.";
  return std::string("Shown a person in the release and ") +
         (row.text("outside") ? "one outside" : "one made up of others' values") +
         ", an attacker who knows " +
         (row.text("known") == "all" ? "all that was published of both"
                                     : "what is not secret about both") +
         " tells which of them is in it in " + row.percent(row.rate()) +
         " of cases. A coin is right in 50%.";
}

struct Audit {
  const char* name;
  std::string (*sentence)(const AuditRow&);
  // A column, or a number, that the figure is compared with if there is no control.
  const char* naive = "naive";
  bool largest_alone = false;
};

constexpr Audit audits[] = {{"audit_singling_out", singling_out, "naive", true},
                            {"audit_linkability", linkability},
                            {"audit_inference", inference},
                            {"audit_minimality", minimality, "share"},
                            {"audit_composition", composition, "single_guessed_right"},
                            {"audit_membership", membership, "0.5", true}};

// Rows of audits in their order, by the audits' names. A text is a row of one empty column.
std::map<std::string, std::vector<AuditRow>> read_results(const Json& json) {
  if (!json.is_object())
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "results must be a JSON object");
  std::map<std::string, std::vector<AuditRow>> results;
  for (const auto& [audit, rows] : json.members()) {
    for (const Json& row : rows.elements()) {
      AuditRow columns;
      for (const auto& [column, value] : row.members()) {
        if (const auto text = value.text()) columns.set(column, *text);
      }
      if (row.is_string()) columns.set(*row.text(), "");
      if (!columns.empty()) results[audit].push_back(std::move(columns));
    }
  }
  return results;
}

// Moves the figures of harmless values into the rows of their attributes.
void take_harmless(std::vector<AuditRow>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string label = label_of_harmless(rows[i].text("attribute").value_or(""));
    const auto harmless = std::find_if(rows.begin(), rows.end(), [&](const AuditRow& row) {
      return row.text("attribute") == label;
    });
    if (harmless == rows.end()) continue;
    if (const auto right = harmless->text("guessed_right")) rows[i].set("harmless_right", *right);
    rows.erase(harmless);
  }
}

// Returns the columns of audit_findings().
ResultRow finding(const Audit& audit, const AuditRow& row) {
  const std::string of = row.has_control() ? "risk_" : "";
  const Number figure = row.figure();
  ResultRow columns{audit.name,
                    row.text("attribute"),
                    figure ? std::optional(figure_text(*figure)) : std::nullopt,
                    row.text(of + "low"),
                    row.text(of + "high"),
                    row.text(row.other()),
                    audit.sentence(row)};
  // Splits that disclose nothing leave nothing to attack.
  if (audit.sentence == minimality && row.number("persons").value_or(0) <= 0)
    columns[2] = columns[3] = columns[4] = std::nullopt;
  return columns;
}

void add_findings(const Audit& audit, std::vector<AuditRow>& rows, bool outsiders,
                  ResultSet& result) {
  if (audit.sentence == inference) take_harmless(rows);
  for (AuditRow& row : rows) {
    row.take_nearer();
    if (outsiders) row.set("outside", "true");
    const auto naive = audit.naive == std::string("0.5") ? "0.5" : row.text(audit.naive);
    if (naive) row.set("naive", *naive);
  }
  if (audit.largest_alone) {
    std::stable_sort(rows.begin(), rows.end(),
                     [](const AuditRow& a, const AuditRow& b) { return a.figure() > b.figure(); });
    rows.resize(std::min<std::size_t>(rows.size(), 1));
  }
  for (const AuditRow& row : rows)
    result.add(finding(audit, row));
}

void audit_findings(const Arguments& arguments, ResultSet& result) {
  auto results = read_results(arguments.json("results"));
  const std::vector<AuditRow>& against = results["against outsiders"];
  for (const Audit& audit : audits) {
    const bool outsiders = std::any_of(against.begin(), against.end(), [&](const AuditRow& row) {
      return row.text(audit.name).has_value();
    });
    add_findings(audit, results[audit.name], outsiders, result);
  }
}

using Sentence = std::optional<std::string>;

std::string text_of(const Json& facts, const char* fact) {
  return facts[fact].text().value_or("");
}

bool has(const Json& facts, const char* fact) {
  return !facts[fact].is_null();
}

// Returns by how much a gate was missed; nothing if it was not.
Sentence finding(const Json& facts) {
  const std::string gate = text_of(facts, "gate");
  const auto holds = facts["holds"].text();
  const auto achieved = facts["achieved"].text();
  auto detail = facts["detail"].text();
  const Json& bound = facts["bound"];
  if (holds == "true") return std::nullopt;
  if (gate == "swap" || gate == "view" || gate == "contents") return detail;
  if (!achieved || !holds)
    return gate + " cannot be judged: " + detail.value_or("there is no figure");
  if (gate == "verify") return "verify_release() does not hold: " + detail.value_or("");
  const std::string is = rounded(to_number(*achieved), 4);
  if (gate != "rows") return gate + " is " + is + ", above " + bound.text().value_or("");
  const std::vector<std::string> ends = bound.texts();
  return "rows are " + is + " of those before, not " + (ends.empty() ? "" : ends.front()) + " to " +
         (ends.size() < 2 ? "" : ends[1]);
}

// Returns a sentence about changed contents. The first number is the layout of the digest that the
// edition was published with.
Sentence contents(const Json& facts) {
  if (text_of(facts, "contents").starts_with("2:"))
    return "The tables of the edition were changed since it was published.";
  return "The edition was published by an earlier version of pg_microdata, which did not record "
         "all that readers see: publish another one.";
}

Sentence rows(const Json& facts) {
  if (!has(facts, "edition")) return "There is no edition before it to compare with.";
  return text_of(facts, "rows") + " rows; edition " + text_of(facts, "edition") + " has " +
         text_of(facts, "before") + ".";
}

// Returns the findings of verify_release() that do not hold or cannot be known; nothing if there
// are none.
Sentence verification(const Json& facts) {
  std::vector<std::string> findings;
  for (const Json& row : facts.elements()) {
    const std::string reason = row["holds"].text() == "false"
                                   ? text_of(row, "achieved") + ", not " + text_of(row, "bound")
                                   : row["worst_case"]["reason"].text().value_or("cannot be known");
    findings.push_back(text_of(row, "requirement") + ": " + reason);
  }
  if (findings.empty()) return std::nullopt;
  return join(findings, "; ");
}

Sentence not_compared(const Json& facts) {
  const std::string releases = text_of(facts, "releases");
  return "Left out: " + (releases.empty() ? "some" : releases) +
         (releases == "1" ? " release" : " releases") +
         " that others may hold, gone and remembered by no series, or not to be compared. Of the "
         "rest: " +
         text_of(facts, "detail");
}

Sentence not_measured(const Json&) {
  return "Nothing could be measured: the release or its source has no rows.";
}

Sentence left_out(const Json& facts) {
  std::string sentence = text_of(facts, "left_out") + " of " + text_of(facts, "all") + " " +
                         text_of(facts, "what") + " are suppressed";
  if (has(facts, "valueless"))
    sentence += ", and " + text_of(facts, "valueless") + " are shown without a value";
  return sentence + ".";
}

Sentence not_done(const Json& facts) {
  if (has(facts, "attributes"))
    return "Not done of attributes that are not sensitive: " + text_of(facts, "attributes") + ".";
  if (has(facts, "reason")) return "Not done: " + text_of(facts, "reason");
  if (!has(facts, "error"))
    return "Not done: the " + text_of(facts, "seconds") + " seconds were over.";
  const std::string detail = text_of(facts, "detail");
  return "Not done: " + text_of(facts, "error") + "." + (detail.empty() ? "" : " " + detail) +
         (has(facts, "control") ? " The figures are those of attacks without a control." : "");
}

Sentence draft(const Json& facts) {
  return "edition " + text_of(facts, "edition") + " of series " +
         in_quotes(text_of(facts, "series")) +
         " stays a draft: " + finding(facts["finding"]).value_or("");
}

// Returns a hint that tells what readers have, and what to do about the draft.
Sentence draft_hint(const Json& facts) {
  const bool has_view = has(facts, "view");
  std::string hint;
  if (has(facts, "shown")) {
    hint = "Readers have edition " + text_of(facts, "shown") + ". ";
  } else if (has_view) {
    hint = "Readers have none: the view is made with the next edition that is shown. ";
  }
  const auto of_finding = facts["finding"]["hint"].text();
  if (of_finding) return hint + *of_finding;
  return hint + "Once it is to be " + (has_view ? "shown" : "published") +
         ", call approve_edition(" + quote_value(text_of(facts, "series")) + ", " +
         text_of(facts, "edition") + ").";
}

struct Subject {
  const char* name;
  Sentence (*sentence)(const Json&);
};

constexpr Subject subjects[] = {
    {"finding", finding},           {"contents", contents},         {"rows", rows},
    {"verification", verification}, {"not compared", not_compared}, {"not measured", not_measured},
    {"left out", left_out},         {"not done", not_done},         {"draft", draft},
    {"draft hint", draft_hint}};

Sentence sentence_about(const std::string& name, const Json& facts) {
  for (const Subject& subject : subjects) {
    if (name == subject.name) return subject.sentence(facts);
  }
  return std::nullopt;
}

Datum sentence(const Arguments& arguments) {
  const Sentence result = sentence_about(arguments.text("about"), arguments.json("facts"));
  if (!result) return arguments.null_result();
  MemoryContextSwitchTo(arguments.context());
  return text_datum(*result);
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_sentence, microdata::postgres::sentence)

MICRODATA_FUNCTION(pg_microdata_audit_findings, microdata::postgres::audit_findings)
