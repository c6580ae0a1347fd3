#include "postgres/source/source_tuples.hpp"

#include <algorithm>
#include <utility>

#include "postgres/server/error.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

SourceTuples::SourceTuples(const Source& source, std::vector<std::string> attributes,
                           const Progress& progress)
    : attributes_(std::move(attributes)) {
  std::vector<Dictionary*> read_into;
  dictionaries_.reserve(attributes_.size());
  for (const std::string& attribute : attributes_) {
    const SourceColumn* column = source.find(attribute);
    if (column == nullptr) {
      throw Error(ERRCODE_UNDEFINED_COLUMN, "column " + in_quotes(attribute) + " of relation " +
                                                in_quotes(source.name) + " does not exist");
    }
    read_into.push_back(&dictionaries_.emplace_back(column->type));
  }
  codes_ = read_columns(source.relation, attributes_, read_into);
  finish(progress);
}

SourceTuples::SourceTuples(std::vector<std::string> attributes,
                           std::vector<Dictionary> dictionaries,
                           std::vector<std::vector<Code>> codes, const Progress& progress)
    : attributes_(std::move(attributes)),
      dictionaries_(std::move(dictionaries)),
      codes_(std::move(codes)) {
  finish(progress);
}

void SourceTuples::finish(const Progress& progress) {
  count_ = row_count(codes_);
  for (std::size_t i = 0; i < attributes_.size(); ++i) {
    dictionaries_[i].finish(progress);
    dictionaries_[i].translate(codes_[i], progress);
  }
}

void SourceTuples::keep(std::span<const Row> tuples) {
  for (std::vector<Code>& codes : codes_) {
    std::vector<Code> kept;
    kept.reserve(tuples.size());
    for (const Row tuple : tuples)
      kept.push_back(codes[tuple]);
    codes = std::move(kept);
  }
  count_ = tuples.size();
}

std::vector<std::vector<Code>> SourceTuples::read(std::span<const std::string> attributes,
                                                  std::span<Dictionary* const> dictionaries) const {
  std::vector<std::vector<Code>> result;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const std::size_t at = position(attributes[i]);
    const std::vector<Code> there = dictionaries_[at].add_to(*dictionaries[i]);
    std::vector<Code> codes;
    codes.reserve(count_);
    for (const Code code : codes_[at])
      codes.push_back(there[code]);
    result.push_back(std::move(codes));
  }
  return result;
}

std::size_t SourceTuples::position(const std::string& attribute) const {
  const auto found = std::find(attributes_.begin(), attributes_.end(), attribute);
  // Tuples may have come from whoever calls a function for them.
  if (found == attributes_.end()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "the tuples lack the attribute " + in_quotes(attribute));
  }
  return static_cast<std::size_t>(found - attributes_.begin());
}

}  // namespace microdata::postgres
