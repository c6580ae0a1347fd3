#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/generalized.hpp"

// The SQL function microdata.sentence, which writes facts that functions in PL/pgSQL have found as
// English sentences.

namespace microdata::postgres {

namespace {

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
                         text_of(facts, "what") + " are left out";
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

Datum sentence(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  MemoryContext const caller = CurrentMemoryContext;
  Sentence result;
  {
    const SpiSession spi;
    const SafeSearchPath path;
    result = sentence_about(arguments.text("about"), arguments.json("facts"));
  }
  MemoryContextSwitchTo(caller);
  if (result) return text_datum(*result);
  fcinfo->isnull = true;
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_sentence, microdata::postgres::sentence)
