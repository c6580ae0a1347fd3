#include "core/classification/identifier_rules.hpp"

#include <algorithm>
#include <array>

#include "core/classification/full_names.hpp"
#include "core/classification/identifier_patterns.hpp"
#include "core/classification/national_numbers.hpp"

namespace microdata {

namespace {

constexpr auto distinct = IdentifierEvidence::distinct_values;
constexpr auto pattern = IdentifierEvidence::pattern;

// All rules.
//
// Distinct values: the rules distinguish written or assigned values from measured ones. Of 1,000
// amounts of a credit, 921 are different. In few rows, numbers are different by chance, unless all
// are. Days have no rule: nearly all of 1,000 dates of birth are different, but they name no
// person. Measurements have no rule, because values with so many digits naturally differ.
//
// Shares of texts: the share is 0 if hardly anything else looks like the pattern, so a single match
// is reported. Few full names in small letters have a known given name, but hardly any other texts
// do. By chance, one of eleven numbers has a check digit modulo 11, so nearly all values of a good
// sample must have it.
constexpr std::array<IdentifierRule, 32> rules{{
    {distinct, ValueKind::text, nullptr, nullptr, 10, 0.9},
    {distinct, ValueKind::other, nullptr, nullptr, 10, 0.9},
    {distinct, ValueKind::moment, nullptr, nullptr, 10, 0.95},
    {IdentifierEvidence::key_like, ValueKind::whole_number, nullptr, nullptr, 10, 1},
    {distinct, ValueKind::whole_number, nullptr, nullptr, 100, 0.95},
    {distinct, ValueKind::decimal, nullptr, nullptr, 100, 0.99},
    {pattern, ValueKind::text, "e-mail addresses", contains_email_address, 1, 0},
    {pattern, ValueKind::text, "e-mail addresses", is_spelled_email_address, 3, 0.5},
    {pattern, ValueKind::text, "phone numbers", contains_phone_number, 1, 0},
    {pattern, ValueKind::text, "phone numbers", is_national_phone_number, 3, 0.5},
    {pattern, ValueKind::text, "phone numbers", is_undivided_phone_number, 3, 0.8},
    {pattern, ValueKind::text, "bank account numbers (IBAN)", contains_iban, 1, 0},
    {pattern, ValueKind::text, "card numbers", contains_grouped_card_number, 1, 0},
    {pattern, ValueKind::text, "card numbers", contains_card_number, 3, 0.2},
    {pattern, ValueKind::text, "social security numbers", contains_social_security_number, 1, 0},
    {pattern, ValueKind::whole_number, "card numbers", contains_card_number, 20, 0.95},
    {pattern, ValueKind::whole_number, "NHS numbers", is_nhs_number, 20, 0.95},
    {pattern, ValueKind::text, "Spanish identity numbers (DNI)", is_spanish_dni, 3, 0.5},
    {pattern, ValueKind::whole_number, "French social security numbers (NIR)", is_french_nir, 3,
     0.5},
    {pattern, ValueKind::whole_number, "Polish identity numbers (PESEL)", is_polish_pesel, 20, 0.9},
    {pattern, ValueKind::whole_number, "Dutch citizen numbers (BSN)", is_dutch_bsn, 20, 0.95},
    {pattern, ValueKind::whole_number, "German tax numbers", is_german_tax_number, 20, 0.9},
    {pattern, ValueKind::text, "German document numbers", is_german_document_number, 10, 0.8},
    {pattern, ValueKind::text, "Italian tax codes", is_italian_tax_code, 3, 0.5},
    {pattern, ValueKind::text, "long texts", is_long_text, 10, 0.5},
    {pattern, ValueKind::text, "uuids or digests", is_digest, 3, 0.9},
    {pattern, ValueKind::text, "IP addresses", contains_ip_address, 3, 0.1},
    {pattern, ValueKind::text, "URLs", contains_url, 3, 0.1},
    {IdentifierEvidence::full_names, ValueKind::text, "full names", is_full_name, 10, 0.9},
    {IdentifierEvidence::full_names, ValueKind::text, "full names", is_full_name_in_small_letters,
     10, 0.4},
    {IdentifierEvidence::keys, ValueKind::text, nullptr, nullptr, 3, 0.05},
    {IdentifierEvidence::contained_identifier, ValueKind::text, nullptr, nullptr, 3, 0.05},
}};

const IdentifierRule& rule_of(IdentifierEvidence evidence) {
  return *std::find_if(rules.begin(), rules.end(),
                       [&](const IdentifierRule& r) { return r.evidence == evidence; });
}

}  // namespace

std::span<const IdentifierRule> identifier_rules() {
  return rules;
}

const IdentifierRule* distinctness_rule(ValueKind kind, std::uint64_t distinct_values,
                                        std::uint64_t with_value, std::uint64_t rows) {
  const auto* const found = std::find_if(rules.begin(), rules.end(), [&](const IdentifierRule& r) {
    if (r.kind != kind) return false;
    if (r.evidence == IdentifierEvidence::key_like) return r.holds(distinct_values, rows);
    return r.evidence == distinct && r.holds(distinct_values, with_value);
  });
  return found == rules.end() ? nullptr : &*found;
}

bool may_be_distinct(std::uint64_t distinct_values, std::uint64_t with_value) {
  return std::any_of(rules.begin(), rules.end(), [&](const IdentifierRule& r) {
    return r.evidence == distinct && r.holds(distinct_values, with_value);
  });
}

const IdentifierRule& contained_identifier_rule() {
  return rule_of(IdentifierEvidence::contained_identifier);
}

const IdentifierRule& keys_rule() {
  return rule_of(IdentifierEvidence::keys);
}

bool can_be_contained(std::string_view identifier) {
  constexpr std::size_t shortest = 3;
  constexpr std::size_t longest = 100;
  return identifier.size() >= shortest && identifier.size() <= longest;
}

}  // namespace microdata
