#include "postgres/methods/gnf/privacy_rules.hpp"

#include <algorithm>

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

// Maximum number of rules of a relation or a call. It is far above the number of rules that a
// decomposition can satisfy.
constexpr std::int64_t most_rules = 1000;

void check_room(Oid source) {
  const std::int64_t there =
      std::stoll(*query("SELECT pg_catalog.count(*) FROM microdata.privacy_rule_record r "
                        "WHERE r.source = $1::pg_catalog.oid",
                        {std::to_string(source)})
                      .front()
                      .front());
  if (there < most_rules) return;
  throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "relation " + in_quotes(relation_name(source)) +
                                                  " has " + std::to_string(there) +
                                                  " privacy rules")
      .detail("A relation has at most " + std::to_string(most_rules) + ".")
      .hint("Drop rules that follow from others; see microdata.irreducible_privacy_rules().");
}

[[noreturn]] void fail_rule(const std::string& text) {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "invalid privacy rule: " + in_quotes(text))
      .hint(
          "Write it as in 'hospital, race -> zipcode', names in double quotes where they need "
          "them.");
}

// Returns the place of the arrow outside of quoted names, or npos. Fails if there are several
// arrows.
std::size_t find_arrow(const std::string& text) {
  bool in_name = false;
  std::size_t found = std::string::npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') in_name = !in_name;
    if (in_name || text.compare(i, 2, "->") != 0) continue;
    if (found != std::string::npos) fail_rule(text);
    found = i;
  }
  return found;
}

std::vector<std::string> quoted(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  for (const std::string& name : names)
    result.push_back(quote_name(name));
  return result;
}

std::vector<std::string> names_of(const std::string& rule, const char* side) {
  std::vector<std::string> names;
  const std::string statement =
      std::string(
          "SELECT a.attname FROM microdata.privacy_rule_record r, "
          "pg_catalog.unnest(r.") +
      side +
      "_attnums) WITH ORDINALITY u (attnum, place), pg_catalog.pg_attribute a "
      "WHERE r.rule_id = $1::pg_catalog.int8 AND a.attrelid = r.source AND a.attnum = u.attnum "
      "AND NOT a.attisdropped ORDER BY u.place";
  for (const ResultRow& row : query(statement.c_str(), {rule}))
    names.push_back(*row[0]);
  return names;
}

}  // namespace

NamedRule parse_rule(const std::string& text) {
  const std::size_t arrow = find_arrow(text);
  if (arrow == std::string::npos) fail_rule(text);
  NamedRule rule;
  rule.left = split_names(text.substr(0, arrow), "rule");
  rule.right = split_names(text.substr(arrow + 2), "rule");
  std::vector<std::string> all = rule.left;
  all.insert(all.end(), rule.right.begin(), rule.right.end());
  std::sort(all.begin(), all.end());
  const auto twice = std::adjacent_find(all.begin(), all.end());
  if (twice != all.end()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "attribute " + in_quotes(*twice) +
                                                     " appears more than once in the rule " +
                                                     in_quotes(text));
  }
  return rule;
}

std::vector<NamedRule> parse_rules(const std::vector<std::string>& texts) {
  if (static_cast<std::int64_t>(texts.size()) > most_rules) {
    throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                "rules has " + std::to_string(texts.size()) + " privacy rules")
        .detail("A call takes at most " + std::to_string(most_rules) + ".");
  }
  std::vector<NamedRule> rules;
  for (const std::string& text : texts) {
    guarded([] { check_in_server(); });
    rules.push_back(parse_rule(text));
  }
  return rules;
}

std::string rule_text(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  return join(quoted(left)) + " -> " + join(quoted(right));
}

void check_rule(const NamedRule& rule, const Source& source) {
  for (const auto* side : {&rule.left, &rule.right}) {
    for (const std::string& name : *side) {
      guarded([] { check_in_server(); });
      column_position(source, name, "rule", NamesIn::folded);
    }
  }
}

std::vector<NamedRule> declared_rules(Oid source) {
  const CatalogScope scope;
  std::vector<NamedRule> rules;
  for (const ResultRow& row :
       query("SELECT r.rule_id, r.l, r.privacy FROM microdata.privacy_rule_record r "
             "WHERE r.source = $1::pg_catalog.oid ORDER BY r.rule_id",
             {std::to_string(declared_as(source))})) {
    NamedRule rule{names_of(*row[0], "left"), names_of(*row[0], "right"), {}, {}};
    if (row[1]) rule.l = to_number(*row[1]);
    if (row[2]) rule.privacy = read_privacy_model(Json::parse(*row[2]));
    rules.push_back(std::move(rule));
  }
  return rules;
}

std::int64_t record_rule(Oid source, const NamedRule& rule,
                         const std::optional<std::string>& comment) {
  const CatalogScope scope;
  check_room(source);
  Parameter privacy;
  if (rule.privacy) privacy = privacy_model_json(*rule.privacy).str();
  return std::stoll(
      *query("INSERT INTO microdata.privacy_rule_record (source, left_attributes, "
             "right_attributes, l, privacy, comment) VALUES ($1::pg_catalog.oid, "
             "$2::pg_catalog.name[], $3::pg_catalog.name[], $4::pg_catalog.float8, "
             "$5::pg_catalog.jsonb, $6) RETURNING rule_id",
             {std::to_string(source), to_name_array(rule.left), to_name_array(rule.right),
              rule.l ? Parameter(microdata::to_string(*rule.l)) : std::nullopt, privacy, comment})
           .front()
           .front());
}

namespace {

std::optional<Oid> recorded_source(std::int64_t rule_id) {
  const CatalogScope scope;
  const std::vector<ResultRow> rows = query(
      "SELECT r.source::pg_catalog.oid FROM microdata.privacy_rule_record r "
      "WHERE r.rule_id = $1::pg_catalog.int8",
      {std::to_string(rule_id)});
  if (rows.empty()) return std::nullopt;
  return static_cast<Oid>(std::stoul(*rows.front().front()));
}

}  // namespace

Oid source_of_rule(std::int64_t rule_id) {
  const std::optional<Oid> source = recorded_source(rule_id);
  if (!source || !may_know(*source)) {
    throw Error(ERRCODE_UNDEFINED_OBJECT,
                "privacy rule " + std::to_string(rule_id) + " does not exist")
        .hint("Rules are listed in microdata.privacy_rules.");
  }
  return *source;
}

void forget_rule(std::int64_t rule_id) {
  const CatalogScope scope;
  query("DELETE FROM microdata.privacy_rule_record WHERE rule_id = $1::pg_catalog.int8",
        {std::to_string(rule_id)});
}

namespace {

// Returns the place of the first colon outside of quoted names, or npos.
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
