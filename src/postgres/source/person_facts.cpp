#include "postgres/source/person_facts.hpp"

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// Returns the quoted names as a list, or "none".
std::string in_list(std::vector<std::string> names) {
  for (std::string& name : names)
    name = in_quotes(name);
  return names.empty() ? "none" : join(names);
}

std::string several_rows_in_words(const PersonFacts& facts) {
  return std::to_string(facts.with_several_rows) + " of " + std::to_string(facts.persons) +
         " persons" + (facts.with_several_rows == 1 ? " has" : " have") + " several rows, up to " +
         std::to_string(facts.most_rows) + ".";
}

}  // namespace

void report_persons(const std::vector<std::string>& of_person,
                    const std::vector<std::string>& of_rows, const PersonFacts& facts) {
  report(NOTICE,
         "attributes of persons: " + in_list(of_person) + "; of their rows: " + in_list(of_rows),
         several_rows_in_words(facts));
}

void fail_without_person(std::int64_t unknown, std::int64_t rows,
                         const std::vector<std::string>& names) {
  throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, "the subject is null in " + std::to_string(unknown) +
                                                  " of " + std::to_string(rows) + " rows")
      .detail("Attributes of the subject that are null there: " + in_list(names) + ".")
      .hint("These rows belong to no known person: publish a view without them.");
}

void fail_not_of_person(const std::string& name, std::int64_t several, std::int64_t persons) {
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "attribute " + in_quotes(name) + " has several values for " +
                  std::to_string(several) + " of " + std::to_string(persons) + " subjects")
      .detail("It is declared as an attribute of persons.")
      .hint("Correct the rows, or leave it out of person_attributes.");
}

void fail_several_rows_each(const PersonFacts& facts, const std::string& what, const char* hint) {
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, what + " does not support persons with several rows")
      .detail(several_rows_in_words(facts))
      .hint(hint);
}

}  // namespace microdata::postgres
