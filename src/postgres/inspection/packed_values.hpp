#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <tuple>
#include <vector>

#include "core/microdata/code_set.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/source_tuples.hpp"
#include "postgres/values/dictionary.hpp"

// Values and persons as servers send them to each other (packing.hpp): as text that does not depend
// on the session. All require a SpiSession.

namespace microdata::postgres {

// The values of a dictionary by their codes, NULL being the last.
struct PackedValues {
  std::vector<std::string> texts;
  bool has_null = false;
};
template <typename Values>
auto members(Values& values, const PackedValues* /*type*/) {
  return std::tie(values.texts, values.has_null);
}

PackedValues packed_values(const Dictionary& values, const Progress& progress);
// Adds them to a dictionary that is not finished: by their codes, the provisional ones there.
std::vector<Code> add_values(const PackedValues& values, Dictionary& to);
// A dictionary of them, finished; the second has, by their codes, those that they have in it.
struct UnpackedValues {
  Dictionary values;
  std::vector<Code> codes;
};
UnpackedValues unpacked_values(const PackedValues& values, const AttributeType& type,
                               const Progress& progress);

struct PackedTuples {
  std::vector<std::string> attributes;
  std::vector<PackedValues> values;
  // By attribute.
  std::vector<std::vector<Code>> codes;
};
template <typename Tuples>
auto members(Tuples& tuples, const PackedTuples* /*type*/) {
  return std::tie(tuples.attributes, tuples.values, tuples.codes);
}

// Some attributes, which the tuples have.
PackedTuples packed_tuples(const SourceTuples& tuples, const std::vector<std::string>& attributes,
                           const Progress& progress);
// Attributes have the types of the relation's columns.
SourceTuples unpacked_tuples(const PackedTuples& tuples, const Source& relation,
                             const Progress& progress);

// Fails where a set that was sent has no ascending runs, or codes that are not below `values`.
void check_set(const CodeSet& codes, Code values);

}  // namespace microdata::postgres
