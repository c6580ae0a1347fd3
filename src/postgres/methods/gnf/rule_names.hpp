#pragma once

#include "postgres/server/api.hpp"

#include <map>
#include <string>
#include <vector>

#include "core/gnf/functional_dependency.hpp"
#include "core/gnf/guardian_normal_form.hpp"
#include "core/gnf/privacy_rule.hpp"
#include "postgres/methods/gnf/privacy_rules.hpp"

namespace microdata::postgres {

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
