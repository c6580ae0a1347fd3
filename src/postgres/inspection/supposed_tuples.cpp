#include "postgres/inspection/supposed_tuples.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/values/canonical_value.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

namespace {

constexpr std::int64_t most_years = 12;
// With more attributes pairs are too many.
constexpr std::size_t most_in_pairs = 8;

// The value that is less by so much; none if the type has no such value.
std::optional<Datum> less_by(const AttributeType& type, Datum value, std::int64_t less) {
  if (type.projection == Projection::numeric) {
    return guarded([&] {
      const Datum by = DirectFunctionCall1(int8_numeric, Int64GetDatum(less));
      return DirectFunctionCall2(numeric_sub, value, by);
    });
  }
  if (type.projection == Projection::floating) {
    return type.length == sizeof(float)
               ? Float4GetDatum(DatumGetFloat4(value) - static_cast<float>(less))
               : Float8GetDatum(DatumGetFloat8(value) - static_cast<double>(less));
  }
  const std::int64_t number = fixed_value(value, type.length);
  switch (type.length) {
    case sizeof(std::int16_t):
      if (number < std::numeric_limits<std::int16_t>::min() + less) return std::nullopt;
      return Int16GetDatum(static_cast<std::int16_t>(number - less));
    case sizeof(std::int32_t):
      if (number < std::numeric_limits<std::int32_t>::min() + less) return std::nullopt;
      return Int32GetDatum(static_cast<std::int32_t>(number - less));
    default:
      if (number < std::numeric_limits<std::int64_t>::min() + less) return std::nullopt;
      return Int64GetDatum(number - less);
  }
}

// Provisional codes of the values that are less by so much, by the code of the value; a NULL, and
// a value that has none, stay what they are.
std::vector<Code> add_less(const Dictionary& from, std::span<const Code> unchanged,
                           std::int64_t less, Dictionary& to, const Progress& progress) {
  std::vector<Code> codes(unchanged.begin(), unchanged.end());
  for (Code code = 0; code < from.distinct(); ++code) {
    progress.checkpoint_at(code);
    if (from.is_null(code)) continue;
    const MemoryScope memory;
    const std::optional<Datum> value = less_by(from.type(), from.datum(code), less);
    if (value) codes[code] = to.encode(make_key(to.type(), *value));
  }
  return codes;
}

}  // namespace

std::vector<Supposition> suppositions_about(const Release& release, const SourceTuples& tuples,
                                            bool on_workers) {
  std::vector<std::string> growing;
  for (std::size_t at = 0; at < tuples.attributes().size(); ++at) {
    const AttributeType& type = tuples.values()[at].type();
    if (!is_of_numbers(type.projection) || (on_workers && type.declared != type.base)) continue;
    const bool is_known = std::any_of(
        release.attributes.begin(), release.attributes.end(), [&](const ReleaseAttribute& a) {
          return a.source_name == tuples.attributes()[at] && a.role == Role::quasi_identifier;
        });
    if (is_known) growing.push_back(tuples.attributes()[at]);
  }
  std::vector<Supposition> suppositions{{}};
  for (std::int64_t years = 1; years <= most_years; ++years) {
    for (std::size_t i = 0; i < growing.size(); ++i) {
      suppositions.push_back({{growing[i], years}});
      for (std::size_t j = i + 1; j < growing.size() && growing.size() <= most_in_pairs; ++j)
        suppositions.push_back({{growing[i], years}, {growing[j], years}});
    }
    if (growing.size() < 3) continue;
    Supposition& all = suppositions.emplace_back();
    for (const std::string& attribute : growing)
      all[attribute] = years;
  }
  return suppositions;
}

SourceTuples supposed_tuples(const SourceTuples& tuples, std::size_t persons,
                             std::span<const Supposition> suppositions, const Progress& progress) {
  std::vector<Dictionary> dictionaries;
  std::vector<std::vector<Code>> codes;
  for (std::size_t at = 0; at < tuples.attributes().size(); ++at) {
    const Dictionary& values = tuples.values()[at];
    Dictionary& dictionary = dictionaries.emplace_back(values.type());
    std::map<std::int64_t, std::vector<Code>> codes_by;
    const std::vector<Code>& unchanged = codes_by[0] = values.add_to(dictionary);
    std::vector<const std::vector<Code>*> codes_of;
    for (const Supposition& supposition : suppositions) {
      const auto found = supposition.find(tuples.attributes()[at]);
      const std::int64_t less = found == supposition.end() ? 0 : found->second;
      if (!codes_by.contains(less))
        codes_by[less] = add_less(values, unchanged, less, dictionary, progress);
      codes_of.push_back(&codes_by[less]);
    }
    std::vector<Code>& supposed = codes.emplace_back();
    supposed.reserve(persons * suppositions.size());
    for (std::size_t person = 0; person < persons; ++person) {
      progress.checkpoint_at(person);
      for (const std::vector<Code>* of_supposition : codes_of)
        supposed.push_back((*of_supposition)[tuples.codes()[at][person]]);
    }
  }
  return {tuples.attributes(), std::move(dictionaries), std::move(codes), progress};
}

std::string supposition_text(const Supposition& supposition) {
  std::string text;
  for (const auto& [attribute, less] : supposition)
    text += (text.empty() ? "" : " and ") + in_quotes(attribute) + " less " + std::to_string(less);
  return text.empty() ? "all as it is now" : text;
}

}  // namespace microdata::postgres
