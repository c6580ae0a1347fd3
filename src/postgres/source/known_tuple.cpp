#include "postgres/source/known_tuple.hpp"

#include <algorithm>

#include "postgres/server/error.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/values/generalized.hpp"
#include "postgres/values/role_name.hpp"

namespace microdata::postgres {

namespace {

Dictionary dictionary_of_one(const AttributeType& type, const std::string& text) {
  Dictionary dictionary(type);
  dictionary.encode(make_key(type, read_value(type, text)));
  dictionary.finish({});
  return dictionary;
}

}  // namespace

KnownTuple read_tuple(const Json& json) {
  if (!json.is_object()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "tuple must be a JSON object")
        .hint(R"(As in '{"age": 22, "sex": "M"}'.)");
  }
  KnownTuple tuple;
  for (const auto& [name, value] : json.members())
    tuple.emplace(name, value.text());
  return tuple;
}

void check_tuple(const Release& release, const KnownTuple& tuple) {
  for (const auto& [name, value] : tuple) {
    const auto found = std::find_if(
        release.attributes.begin(), release.attributes.end(),
        [&, n = &name](const ReleaseAttribute& attribute) { return attribute.name == *n; });
    if (found == release.attributes.end()) {
      throw Error(ERRCODE_UNDEFINED_COLUMN, "the release has no attribute " + in_quotes(name));
    }
    if (found->role != Role::quasi_identifier) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "attribute " + in_quotes(name) + " is " + role_name(found->role))
          .hint("The tuple holds what an adversary knows: values of quasi-identifiers.");
    }
  }
}

std::vector<std::uint8_t> covering_labels(const std::string& attribute, const Dictionary& labels,
                                          const std::optional<std::string>& value) {
  const Oid range = labels.type().base;
  const bool is_range = guarded([&] { return type_is_range(range); });
  if (!is_range && range != TEXTOID) {
    throw Error(ERRCODE_DATATYPE_MISMATCH, "attribute " + in_quotes(attribute) + " is of type " +
                                               type_name(labels.type()) + " in the release")
        .detail("It was generalized, to a range or to text.");
  }
  const Oid element = is_range ? guarded([&] { return get_range_subtype(range); }) : TEXTOID;
  Dictionary one(attribute_type(element, -1, is_range ? InvalidOid : C_COLLATION_OID));
  if (value) {
    one = dictionary_of_one(one.type(), *value);
  } else {
    one.encode({true, 0, {}});
    one.finish({});
  }
  const GeneralizedType type{is_range ? range : InvalidOid, {}};
  const Progress progress;
  CoveredCodes covered(one, type, progress);
  std::vector<std::uint8_t> covers;
  for (Code label = 0; label < labels.distinct(); ++label) {
    const bool is_null = labels.is_null(label);
    covers.push_back(covered.of(is_null, is_null ? 0 : labels.datum(label)).empty() ? 0 : 1);
  }
  return covers;
}

}  // namespace microdata::postgres
