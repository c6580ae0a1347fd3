#include "postgres/inspection/predicate.hpp"

#include <utility>

#include "postgres/source/reader.hpp"

namespace microdata::postgres {

Dictionary read_literals(const AttributeType& type, const ValueList& literals,
                         const Progress& progress) {
  Dictionary values(type);
  for (std::size_t i = 0; i < literals.size(); ++i) {
    progress.checkpoint_at(i);
    values.encode(literals[i] ? make_key(type, read_value(type, *literals[i])) : Key{true, 0, {}});
  }
  values.finish(progress);
  return values;
}

std::vector<std::vector<Code>> common_codes(const std::vector<const Dictionary*>& dictionaries,
                                            const Progress& progress) {
  Dictionary all(dictionaries.front()->type());
  return common_codes(dictionaries, all, progress);
}

std::vector<std::vector<Code>> common_codes(const std::vector<const Dictionary*>& dictionaries,
                                            Dictionary& all, const Progress& progress) {
  const AttributeType& type = all.type();
  std::vector<std::vector<Code>> result;
  for (const Dictionary* dictionary : dictionaries) {
    std::vector<Code>& codes = result.emplace_back();
    for (Code code = 0; code < dictionary->distinct(); ++code) {
      progress.checkpoint_at(code);
      codes.push_back(all.encode(
          dictionary->is_null(code) ? Key{true, 0, {}} : make_key(type, dictionary->datum(code))));
    }
  }
  all.finish(progress);
  for (std::vector<Code>& codes : result)
    all.translate(codes, progress);
  return result;
}

}  // namespace microdata::postgres
