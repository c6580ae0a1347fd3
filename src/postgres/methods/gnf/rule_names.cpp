#include "postgres/methods/gnf/rule_names.hpp"

#include <algorithm>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// The first colon that stands in no name.
std::size_t find_colon(const std::string& text) {
  bool in_name = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') in_name = !in_name;
    if (!in_name && text[i] == ':') return i;
  }
  return std::string::npos;
}

}  // namespace

std::size_t NameTable::number(const std::string& name) {
  const auto [found, is_new] = numbers_.try_emplace(name, names_.size());
  if (is_new) names_.push_back(name);
  return found->second;
}

AttributeSet NameTable::numbers(const std::vector<std::string>& names) {
  AttributeSet result;
  for (const std::string& name : names)
    result.push_back(number(name));
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<std::string> NameTable::names(const AttributeSet& attributes) const {
  std::vector<std::string> result;
  for (const std::size_t a : attributes)
    result.push_back(names_[a]);
  return result;
}

std::string NameTable::text(const AttributeSet& attributes) const {
  std::vector<std::string> quoted;
  for (const std::size_t a : attributes)
    quoted.push_back(quote_name(names_[a]));
  return join(quoted);
}

PrivacyRule to_rule(const NamedRule& rule, NameTable& names) {
  PrivacyRule result;
  result.known = names.numbers(rule.left);
  result.sensitive = names.numbers(rule.right);
  if (rule.l) result.guarantee.emplace_back(LDiversity{*rule.l, LDiversity::Variant::frequency, 1});
  if (rule.privacy) result.guarantee.push_back(*rule.privacy);
  return result;
}

std::string to_text(const PrivacyRule& rule, const NameTable& names) {
  return rule_text(names.names(rule.known), names.names(rule.sensitive));
}

std::vector<FunctionalDependency> to_dependencies(const std::string& text, NameTable& names) {
  const NamedRule parsed = parse_rule(text);
  const AttributeSet determinant = names.numbers(parsed.left);
  std::vector<FunctionalDependency> result;
  for (const std::string& name : parsed.right)
    result.push_back({determinant, names.number(name)});
  return result;
}

Part parse_part(const std::string& text, NameTable& names) {
  const std::size_t colon = find_colon(text);
  const std::vector<std::string> listed = split_names(text.substr(0, colon), "parts");
  Part part{names.numbers(listed), {}};
  const auto twice = std::adjacent_find(part.attributes.begin(), part.attributes.end());
  if (twice != part.attributes.end()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "attribute " + in_quotes(names.name(*twice)) +
                                                     " appears more than once in the part " +
                                                     in_quotes(text));
  }
  if (colon == std::string::npos) return part;
  part.enforced = to_rule(parse_rule(text.substr(colon + 1)), names);
  for (const AttributeSet* side : {&part.enforced->known, &part.enforced->sensitive}) {
    for (const std::size_t a : *side) {
      if (std::binary_search(part.attributes.begin(), part.attributes.end(), a)) continue;
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "attribute " + in_quotes(names.name(a)) +
                                                       " of the enforced rule is not in the part " +
                                                       in_quotes(text));
    }
  }
  return part;
}

}  // namespace microdata::postgres
