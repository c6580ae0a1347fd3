#include "postgres/inspection/packed_values.hpp"

#include <algorithm>
#include <utility>

#include "postgres/inspection/release_reading.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

PackedValues packed_values(const Dictionary& values, const Progress& progress) {
  return {values.texts(progress), values.nullable()};
}

std::vector<Code> add_values(const PackedValues& values, Dictionary& to) {
  std::vector<Code> codes;
  const PlainText settings;
  for (const std::string& text : values.texts) {
    // The dictionary has a copy.
    const MemoryScope memory;
    codes.push_back(to.encode(make_key(to.type(), read_value(to.type(), text))));
  }
  if (values.has_null) {
    Key null;
    null.is_null = true;
    codes.push_back(to.encode(null));
  }
  return codes;
}

UnpackedValues unpacked_values(const PackedValues& values, const AttributeType& type,
                               const Progress& progress) {
  UnpackedValues unpacked{Dictionary(type), {}};
  unpacked.codes = add_values(values, unpacked.values);
  unpacked.values.finish(progress);
  unpacked.values.translate(unpacked.codes, progress);
  return unpacked;
}

PackedTuples packed_tuples(const SourceTuples& tuples, const std::vector<std::string>& attributes,
                           const Progress& progress) {
  PackedTuples packed;
  for (std::size_t a = 0; a < tuples.attributes().size(); ++a) {
    const std::string& name = tuples.attributes()[a];
    if (std::find(attributes.begin(), attributes.end(), name) == attributes.end()) continue;
    packed.attributes.push_back(name);
    packed.values.push_back(packed_values(tuples.values()[a], progress));
    packed.codes.push_back(tuples.codes()[a]);
  }
  return packed;
}

SourceTuples unpacked_tuples(const PackedTuples& tuples, const Source& relation,
                             const Progress& progress) {
  const std::size_t attributes = tuples.attributes.size();
  if (attributes == 0 || tuples.values.size() != attributes || tuples.codes.size() != attributes)
    fail_packed();
  std::vector<Dictionary> dictionaries;
  std::vector<std::vector<Code>> codes;
  for (std::size_t a = 0; a < attributes; ++a) {
    Dictionary& dictionary =
        dictionaries.emplace_back(require_column(relation, tuples.attributes[a]).type);
    const std::vector<Code> provisional = add_values(tuples.values[a], dictionary);
    if (tuples.codes[a].size() != tuples.codes.front().size()) fail_packed();
    std::vector<Code>& of_attribute = codes.emplace_back();
    for (const Code code : tuples.codes[a]) {
      if (code >= provisional.size()) fail_packed();
      of_attribute.push_back(provisional[code]);
    }
  }
  return {tuples.attributes, std::move(dictionaries), std::move(codes), progress};
}

void check_set(const CodeSet& codes, Code values) {
  Code after = 0;
  std::size_t runs = 0;
  bool has_empty_run = false;
  codes.for_each_run([&](Code from, Code to) {
    if (from < after || to < from || to > values) fail_packed();
    has_empty_run = has_empty_run || from == to;
    after = to;
    ++runs;
  });
  // The empty set has one.
  if (has_empty_run && runs > 1) fail_packed();
}

}  // namespace microdata::postgres
