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
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

// microdata.audit_findings: the largest figures of audits, with a sentence each.

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
         row.gain();
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
  const std::string left = row.percent(row.rate()) + " of people; " + row.percent("pinned") +
                           " have one possible value left.";
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

Datum audit_findings(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  auto results = read_results(arguments.json("results"));
  const std::vector<AuditRow>& against = results["against outsiders"];
  for (const Audit& audit : audits) {
    const bool outsiders = std::any_of(against.begin(), against.end(), [&](const AuditRow& row) {
      return row.text(audit.name).has_value();
    });
    add_findings(audit, results[audit.name], outsiders, result);
  }
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_audit_findings, microdata::postgres::audit_findings)
