#include "postgres/inspection/covered_values.hpp"

#include <utility>

#include "postgres/server/guard.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/source_tuples.hpp"

namespace microdata::postgres {

void add_other_spellings(const std::set<std::string>& texts, const Dictionary& values,
                         CodeOfText& codes, const Progress& progress) {
  if (texts.empty()) return;
  std::vector<std::string> read;
  for (const std::string& text : texts) {
    progress.checkpoint();
    const MemoryScope memory;
    const auto failed = in_subtransaction([&] { read_value(values.type(), text); });
    if (!failed) {
      read.push_back(text);
    } else if (ERRCODE_TO_CATEGORY(failed->sqlstate()) != ERRCODE_DATA_EXCEPTION) {
      throw *failed;
    }
    // A text that is no value of the type is no value of the source.
  }
  const NumberedTogether numbered = number_together(
      values, read.size(), [&](std::size_t i) { return read[i]; }, progress);
  std::map<Code, Code> values_by_number;
  for (Code value = 0; value < numbered.known.size(); ++value)
    values_by_number.emplace(numbered.known[value], value);
  for (std::size_t i = 0; i < read.size(); ++i) {
    const auto found = values_by_number.find(numbered.others[i]);
    if (found != values_by_number.end()) codes.emplace(read[i], found->second);
  }
}

std::vector<CodeSet> covered_values(const Dictionary& labels, const Dictionary& values,
                                    const GeneralizedType& type, const Progress& progress) {
  CoveredCodes covered(values, type, progress);
  std::vector<CodeSet> covers;
  std::vector<Code> again;
  for (Code label = 0; label < labels.distinct(); ++label) {
    // A label covers any number of values.
    progress.checkpoint();
    const bool is_null = labels.is_null(label);
    if (!is_null && !type.is_range() && labels.text(label) == everything_label) {
      covers.push_back(CodeSet::range(0, values.distinct()));
      continue;
    }
    const std::size_t before = covered.misses();
    covers.push_back(covered.of(is_null, is_null ? 0 : labels.datum(label)));
    if (covered.misses() > before) again.push_back(label);
  }
  CodeOfText spellings;
  add_other_spellings(covered.unknown(), values, spellings, progress);
  covered.add(spellings);
  for (const Code label : again)
    covers[label] = covered.of(false, labels.datum(label));
  return covers;
}

}  // namespace microdata::postgres
