#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/gnf/functional_dependency.hpp"
#include "core/gnf/guardian_normal_form.hpp"
#include "core/gnf/privacy_rule.hpp"
#include "core/privacy/privacy_model.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// A privacy rule by the names of its attributes. An attacker who knows the attributes on the left
// must not learn those on the right.
struct NamedRule {
  std::vector<std::string> left;
  std::vector<std::string> right;
  std::optional<double> l;
  std::optional<PrivacyModel> privacy;
};

// Reads a text such as 'hospital, race -> zipcode', with names in double quotes if they need them.
// Fails if the text is not a rule or names an attribute twice.
NamedRule parse_rule(const std::string& text);

// Reads the rules of a call. Fails if there are more rules than a relation can have.
std::vector<NamedRule> parse_rules(const std::vector<std::string>& texts);

// Returns a rule as text that parse_rule() can read.
std::string rule_text(const std::vector<std::string>& left, const std::vector<std::string>& right);

// Fails if the source does not have an attribute of the rule.
void check_rule(const NamedRule& rule, const Source& source);

// Returns the rules that are declared for a source, by their numbers.
std::vector<NamedRule> declared_rules(Oid source);

// Declares a rule and returns its number. Fails if the source already has the maximum number of
// rules.
std::int64_t record_rule(Oid source, const NamedRule& rule,
                         const std::optional<std::string>& comment);

// Returns the source of a declared rule. Fails if there is no such rule or the caller may not know
// about the source.
Oid source_of_rule(std::int64_t rule_id);

void forget_rule(std::int64_t rule_id);

// Attributes that are only names, numbered in the order of their first use.
class NameTable {
 public:
  std::size_t number(const std::string& name);
  AttributeSet numbers(const std::vector<std::string>& names);

  const std::string& name(std::size_t number) const { return names_[number]; }
  // Returns the names of attributes, in the order of their numbers.
  std::vector<std::string> names(const AttributeSet& attributes) const;
  // Returns the names as a list that can be read again, in double quotes if they need them.
  std::string text(const AttributeSet& attributes) const;

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> names_;
};

PrivacyRule to_rule(const NamedRule& rule, NameTable& names);
std::string to_text(const PrivacyRule& rule, const NameTable& names);

// Reads a text such as 'hospital -> city', in the syntax of privacy rules.
std::vector<FunctionalDependency> to_dependencies(const std::string& text, NameTable& names);

// Reads a text such as 'gender, icd, hospital' or, with the rule that the part enforces, 'race,
// zipcode : race -> zipcode'.
Part parse_part(const std::string& text, NameTable& names);

}  // namespace microdata::postgres
