#include "postgres/source/identifying_values.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/classification/column_role.hpp"
#include "core/classification/identifier_patterns.hpp"
#include "core/classification/names_together.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/structured_values.hpp"

namespace microdata::postgres {

namespace {

bool is_whole(double number) {
  return !std::isfinite(number) || number == std::floor(number);
}

bool is_to_the_quarter_hour(double microseconds) {
  constexpr double quarter = 900e6;
  return !std::isfinite(microseconds) || std::fmod(microseconds, quarter) == 0;
}

// True if the test holds for all numbers. NULL is NaN in a projection.
template <typename Test>
bool all_of(const std::vector<double>& projection, const Test& test) {
  return std::all_of(projection.begin(), projection.end(), test);
}

}  // namespace

ValueKind value_kind(const Dictionary& values) {
  const AttributeType& type = values.type();
  if (type.is_text) return ValueKind::text;
  if (type.base == TIMETZOID) return ValueKind::day;
  switch (type.projection) {
    case Projection::integer:
      return ValueKind::whole_number;
    case Projection::numeric:
      return all_of(values.projection(), is_whole) ? ValueKind::whole_number : ValueKind::decimal;
    case Projection::floating:
      return all_of(values.projection(), is_whole) ? ValueKind::decimal : ValueKind::measurement;
    case Projection::timestamp:
      return all_of(values.projection(), is_to_the_quarter_hour) ? ValueKind::day
                                                                 : ValueKind::moment;
    case Projection::date:
    case Projection::time:
    case Projection::interval:
      return ValueKind::day;
    case Projection::none:
      break;
  }
  return ValueKind::other;
}

namespace {

// Returns at most `most` positions that are evenly spread over `size`.
std::vector<Code> spread(std::uint64_t size, std::size_t most) {
  const std::uint64_t count = std::min<std::uint64_t>(size, most);
  std::vector<Code> positions;
  positions.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i)
    positions.push_back(static_cast<Code>(i * size / count));
  return positions;
}

std::optional<Evidence> many_distinct_values(const ColumnValues& column) {
  const std::uint64_t distinct = column.distinct();
  // Rows with a value are counted, and values searched, only if there might be enough of them.
  if (!may_be_distinct(distinct, distinct)) return std::nullopt;
  const std::uint64_t with_value = column.with_value();
  if (!may_be_distinct(distinct, with_value)) return std::nullopt;
  const IdentifierRule* rule =
      distinctness_rule(value_kind(column.dictionary), distinct, with_value, column.codes.size());
  if (rule == nullptr) return std::nullopt;
  return Evidence{rule, distinct,         with_value, with_value < column.codes.size(),
                  {},   column.of_persons};
}

std::vector<std::string> openings(const ColumnValues& column, std::span<const Code> codes,
                                  std::size_t size, const Progress& progress) {
  const PlainText settings;
  std::vector<std::string> texts;
  texts.reserve(codes.size());
  for (const Code code : codes) {
    progress.checkpoint();
    texts.push_back(column.dictionary.is_null(code)
                        ? std::string()
                        : opening_as_written(column.dictionary, code, size));
  }
  return texts;
}

bool are_bytes(const AttributeType& type) {
  return type.base == UUIDOID || type.base == BYTEAOID;
}

enum class Searched { texts, numbers, bytes };

// True if a rule applies to such values: whole numbers consist of digits, and bytes can be digests.
bool is_rule_for(const IdentifierRule& rule, Searched searched) {
  if (rule.contains == nullptr) return false;
  return searched == Searched::texts ||
         (searched == Searched::numbers ? rule.kind == ValueKind::whole_number
                                        : rule.contains == is_digest);
}

std::vector<Evidence> patterns(const std::vector<std::string>& texts, bool partly,
                               Searched searched, const Progress& progress) {
  std::vector<Evidence> found;
  for (const IdentifierRule& rule : identifier_rules()) {
    if (!is_rule_for(rule, searched)) continue;
    const bool known = std::any_of(found.begin(), found.end(), [&](const Evidence& other) {
      return std::string_view(other.rule->what) == rule.what;
    });
    if (known) continue;
    Evidence evidence{&rule, 0, texts.size(), partly};
    for (const std::string& text : texts) {
      progress.checkpoint();
      evidence.count += rule.contains(text) ? 1 : 0;
    }
    if (rule.holds(evidence.count, evidence.of)) found.push_back(evidence);
  }
  return found;
}

// Returns words for the first key that is named for persons, such as: phone numbers ("tel"); empty
// if there is none. Keys are judged like columns of a table that has the column's name.
std::string named_for_persons(const std::vector<std::string>& keys, const std::string& column) {
  for (const NamedFor& key : named_together(keys, column)) {
    if (means_persons(key.meaning))
      return std::string(key.what) + " (" + in_quotes(key.words) + ")";
  }
  return {};
}

std::optional<Evidence> keys_of_persons(const std::vector<std::string>& texts, bool partly,
                                        const std::string& column, const Progress& progress) {
  constexpr std::size_t most_keys = 64;
  Evidence evidence{&keys_rule(), 0, texts.size(), partly};
  // Objects of a column mostly have the same keys.
  std::map<std::vector<std::string>, std::string> judged;
  for (const std::string& text : texts) {
    progress.checkpoint();
    std::vector<std::string> keys = written_keys(text);
    if (keys.size() > most_keys) keys.resize(most_keys);
    auto known = judged.find(keys);
    if (known == judged.end()) known = judged.emplace(keys, named_for_persons(keys, column)).first;
    if (known->second.empty()) continue;
    if (evidence.count++ == 0) evidence.identifier = known->second;
  }
  return evidence.rule->holds(evidence.count, evidence.of) ? std::optional(evidence) : std::nullopt;
}

std::vector<std::string> names_of_fields(const AttributeType& type) {
  const List* const fields = guarded([&] { return field_names(type.base); });
  std::vector<std::string> names;
  for (int i = 0; i < list_length(fields); ++i)
    names.emplace_back(static_cast<const char*>(list_nth(fields, i)));
  return names;
}

// Returns the evidence in the fields of a composite type, which the catalog names, alike for all
// values.
std::optional<Evidence> fields_of_persons(const ColumnValues& column) {
  const std::string named =
      named_for_persons(names_of_fields(column.dictionary.type()), column.name);
  if (named.empty()) return std::nullopt;
  const Evidence evidence{&keys_rule(), column.distinct(), column.distinct(), false, named};
  return evidence.rule->holds(evidence.count, evidence.of) ? std::optional(evidence) : std::nullopt;
}

// Length in bytes to which an identifier's text is truncated; longer identifiers are not searched
// for.
constexpr std::size_t longest_identifier = 128;

// Number of comparisons of texts and identifiers. With many columns fewer rows are compared, but at
// least `fewest_rows`.
constexpr std::size_t most_comparisons = 1000000;
constexpr std::size_t fewest_rows = 20;

std::size_t compared_rows(std::size_t pairs, std::size_t most) {
  return std::min(std::max(most_comparisons / pairs, fewest_rows), most);
}

std::vector<std::string> openings_of_rows(const ColumnValues& column, std::span<const Code> rows,
                                          std::size_t size, const Progress& progress) {
  std::vector<Code> codes;
  codes.reserve(rows.size());
  for (const Code row : rows)
    codes.push_back(column.codes[row]);
  return openings(column, codes, size, progress);
}

std::optional<Evidence> contained(const std::vector<std::string>& texts,
                                  const std::vector<std::string>& identifiers,
                                  const std::string& name, bool partly, const Progress& progress) {
  Evidence evidence{&contained_identifier_rule(), 0, 0, partly, name};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    progress.checkpoint();
    if (texts[i].empty()) continue;
    ++evidence.of;
    evidence.count += can_be_contained(identifiers[i]) && contains_word(texts[i], identifiers[i]);
  }
  return evidence.rule->holds(evidence.count, evidence.of) ? std::optional(evidence) : std::nullopt;
}

char category_of(Oid type) {
  return guarded([&] {
    char category = 0;
    bool preferred = false;
    get_type_category_preferred(getBaseType(type), &category, &preferred);
    return category;
  });
}

}  // namespace

std::uint64_t ColumnValues::distinct() const {
  return dictionary.distinct() - (dictionary.nullable() ? 1 : 0);
}

std::uint64_t ColumnValues::with_value() const {
  if (!dictionary.nullable()) return codes.size();
  const Code null = dictionary.distinct() - 1;
  return static_cast<std::uint64_t>(
      std::count_if(codes.begin(), codes.end(), [&](Code code) { return code != null; }));
}

bool may_be_of_codes(const Evidence& evidence) {
  return evidence.rule->evidence == IdentifierEvidence::full_names ||
         evidence.rule->evidence == IdentifierEvidence::keys ||
         evidence.rule->contains == is_long_text || evidence.rule->contains == is_digest;
}

bool is_of_codes(const Evidence& evidence, const std::string& column, std::uint64_t rows,
                 std::uint64_t values) {
  if (!may_be_of_codes(evidence)) return false;
  const bool things = named_for(column, {}).meaning == NameMeaning::thing;
  if (evidence.rule->evidence == IdentifierEvidence::full_names)
    return things || !may_be_of_persons(rows, values);
  return is_code(rows, values, things && evidence.rule->contains != is_long_text);
}

bool are_full_names(const std::vector<Evidence>& evidence) {
  return std::any_of(evidence.begin(), evidence.end(), [](const Evidence& found) {
    return found.rule->evidence == IdentifierEvidence::full_names;
  });
}

std::vector<Evidence> identifying_values(const ColumnValues& column, const SampleSize& sample,
                                         const Progress& progress) {
  std::vector<Evidence> found;
  if (const auto evidence = many_distinct_values(column)) found.push_back(*evidence);
  const bool text = is_searched(column.dictionary.type());
  const bool number = !text && column.dictionary.type().base < FirstNormalObjectId &&
                      value_kind(column.dictionary) == ValueKind::whole_number;
  if (!text && !number && !are_bytes(column.dictionary.type())) return found;
  const std::vector<Code> codes = spread(column.distinct(), sample.values);
  const std::vector<std::string> texts = openings(column, codes, sample.bytes, progress);
  const bool partly = codes.size() < column.distinct();
  const Searched searched = text ? Searched::texts : number ? Searched::numbers : Searched::bytes;
  std::vector<Evidence> in_texts = patterns(texts, partly, searched, progress);
  if (const auto keys = keys_of_persons(texts, partly, column.name, progress))
    in_texts.push_back(*keys);
  if (const auto fields = fields_of_persons(column)) in_texts.push_back(*fields);
  std::erase_if(in_texts, [&](const Evidence& evidence) {
    return is_of_codes(evidence, column.name, column.with_value(), column.distinct());
  });
  found.insert(found.end(), in_texts.begin(), in_texts.end());
  return found;
}

bool is_searched(const AttributeType& type) {
  switch (type.base) {
    case JSONOID:
    case JSONBOID:
    case XMLOID:
    case INETOID:
      return true;
    default:
      break;
  }
  if (type.is_text || is_hstore(type.base)) return true;
  const Oid element = guarded([&] { return get_element_type(type.base); });
  return !names_of_fields(type).empty() || are_documents(type) ||
         (OidIsValid(element) && category_of(element) == TYPCATEGORY_STRING);
}

bool is_geometric(const AttributeType& type) {
  return category_of(type.base) == TYPCATEGORY_GEOMETRIC;
}

bool is_looked_for(const AttributeType& type) {
  return type.base < FirstNormalObjectId &&
         (type.is_text || type.base == UUIDOID || type.projection == Projection::integer ||
          type.projection == Projection::numeric);
}

std::vector<std::optional<Evidence>> contained_identifiers(
    std::span<const ColumnValues> texts, std::span<const ColumnValues> identifiers, Row rows,
    const SampleSize& sample, const Progress& progress) {
  std::vector<std::optional<Evidence>> found(texts.size());
  if (texts.empty() || identifiers.empty()) return found;
  const std::vector<Code> sampled = spread(
      texts.front().codes.size(), compared_rows(texts.size() * identifiers.size(), sample.values));
  std::vector<std::vector<std::string>> looked_for;
  for (const ColumnValues& identifier : identifiers)
    looked_for.push_back(openings_of_rows(identifier, sampled, longest_identifier, progress));
  for (std::size_t t = 0; t < texts.size(); ++t) {
    const std::vector<std::string> searched =
        openings_of_rows(texts[t], sampled, sample.bytes, progress);
    for (std::size_t i = 0; i < identifiers.size() && !found[t]; ++i) {
      if (&identifiers[i].dictionary == &texts[t].dictionary) continue;
      found[t] =
          contained(searched, looked_for[i], identifiers[i].name, sampled.size() < rows, progress);
    }
  }
  return found;
}

bool may_contain_values(const AttributeType& type) {
  return !type.by_value && type.projection == Projection::none;
}

namespace {

// Removes the blanks at the end of values of char(n).
std::string_view without_padding(std::string_view value) {
  return value.substr(0, value.find_last_not_of(' ') + 1);
}

}  // namespace

std::optional<ContainedValues> contained_values(const ColumnValues& texts,
                                                const ColumnValues& values, Containment containment,
                                                const SampleSize& sample,
                                                const Progress& progress) {
  const bool as_word = containment == Containment::word;
  const std::size_t shortest = as_word ? 2 : 1;
  const auto contains = [&](const std::string& text, const std::string& value) {
    return as_word ? contains_word(text, value) : text.starts_with(without_padding(value));
  };
  constexpr std::size_t longest = 100;
  std::vector<Code> rows = spread(values.codes.size(), sample.values);
  std::erase_if(rows, [&](Code row) { return texts.dictionary.is_null(texts.codes[row]); });
  const std::vector<std::string> openings =
      openings_of_rows(values, rows, longest_identifier, progress);
  struct Compared {
    Code row;
    const std::string* value;
  };
  std::vector<Compared> compared;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (openings[i].size() >= shortest && openings[i].size() <= longest)
      compared.push_back({rows[i], &openings[i]});
  }
  // The other row is as good as random, and the same at each call.
  const auto other = [&](std::uint64_t i) {
    return ((i + 1) * 0x9e3779b97f4a7c15U >> 32U) % compared.size();
  };
  ContainedValues found;
  const PlainText settings;
  for (const Compared& at : compared) {
    progress.checkpoint();
    const std::string text = texts.dictionary.opening(texts.codes[at.row], sample.bytes);
    found.own += contains(text, *at.value) ? 1 : 0;
    found.others += contains(text, *compared[other(found.texts)].value) ? 1 : 0;
    ++found.texts;
    if (4 * (found.texts - found.own) > compared.size()) return std::nullopt;
  }
  return found.holds() ? std::optional(found) : std::nullopt;
}

std::string in_words(const Evidence& evidence) {
  const std::string count = std::to_string(evidence.count);
  const std::string of = " of " + std::to_string(evidence.of) + (evidence.partly ? " sampled" : "");
  switch (evidence.rule->evidence) {
    case IdentifierEvidence::key_like:
    case IdentifierEvidence::distinct_values:
      return "has " + count + " distinct values " +
             (evidence.of_persons ? "of " + std::to_string(evidence.of) + " persons"
                                  : "in " + std::to_string(evidence.of) +
                                        (evidence.of_sample ? " sampled rows" : " rows")) +
             (evidence.partly ? " that have one" : "");
    case IdentifierEvidence::full_names:
      return std::string("has ") + evidence.rule->what + " in " + count + of + " values";
    case IdentifierEvidence::pattern:
      return std::string("contains ") + evidence.rule->what + " in " + count + of + " values";
    case IdentifierEvidence::keys:
      return "has fields named like " + evidence.identifier + " in " + count + of + " values";
    case IdentifierEvidence::contained_identifier:
      return "contains the value of " + in_quotes(evidence.identifier) + " in " + count + of +
             " rows";
  }
  return {};
}

}  // namespace microdata::postgres
