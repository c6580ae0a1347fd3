#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// A privacy rule by the names of its attributes: who knows those on the left must not learn those
// on the right.
struct NamedRule {
  std::vector<std::string> left;
  std::vector<std::string> right;
  std::optional<double> l;
  std::optional<PrivacyModel> privacy;
};

// Reads 'hospital, race -> zipcode', names in double quotes where they need them. Fails where the
// text is no rule, or names an attribute twice.
NamedRule parse_rule(const std::string& text);

// Reads the rules of a call. Fails for more of them than a relation can have.
std::vector<NamedRule> parse_rules(const std::vector<std::string>& texts);

// As parse_rule() reads it.
std::string rule_text(const std::vector<std::string>& left, const std::vector<std::string>& right);

// Fails for attributes that the source does not have.
void check_rule(const NamedRule& rule, const Source& source);

// The rules that are declared for a source, by their numbers.
std::vector<NamedRule> declared_rules(Oid source);

// Returns the rule's number.
std::int64_t record_rule(Oid source, const NamedRule& rule,
                         const std::optional<std::string>& comment);

// Returns the source of a declared rule. Fails where there is none, or the caller may know of none.
Oid source_of_rule(std::int64_t rule_id);

void forget_rule(std::int64_t rule_id);

}  // namespace microdata::postgres
