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

// Attributes that are only names, numbered in the order in which they were first met.
class NameTable {
 public:
  std::size_t number(const std::string& name);
  AttributeSet numbers(const std::vector<std::string>& names);

  const std::string& name(std::size_t number) const { return names_[number]; }
  // In the order of their numbers.
  std::vector<std::string> names(const AttributeSet& attributes) const;
  // As a list that is read back, in double quotes where they need them.
  std::string text(const AttributeSet& attributes) const;

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> names_;
};

PrivacyRule to_rule(const NamedRule& rule, NameTable& names);
std::string to_text(const PrivacyRule& rule, const NameTable& names);

// 'hospital -> city', which is read as a privacy rule is.
std::vector<FunctionalDependency> to_dependencies(const std::string& text, NameTable& names);

// 'gender, icd, hospital' or, with the rule that the part enforces, 'race, zipcode : race ->
// zipcode'.
Part parse_part(const std::string& text, NameTable& names);

}  // namespace microdata::postgres
