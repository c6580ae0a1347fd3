#include "postgres/release/series_values.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "postgres/server/settings.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

ValuesOfSeries bring_values_together(const Dictionary& table,
                                     const std::vector<SignatureTexts>& remembered,
                                     const Progress& progress) {
  const PlainText settings;
  ValuesOfSeries values{Dictionary(table.type()), {}, {}};
  // Signatures share most of their values.
  std::map<std::string, Code> read;
  const auto code_of = [&](const std::string& text) {
    const auto [found, is_new] = read.emplace(text, Code{0});
    if (is_new)
      found->second =
          values.dictionary.encode(make_key(table.type(), read_value(table.type(), text)));
    return found->second;
  };
  for (const SignatureTexts& texts : remembered) {
    progress.checkpoint();
    Signature& signature = values.signatures.emplace_back();
    for (const auto& text : texts)
      signature.push_back(text ? code_of(*text) : values.dictionary.encode(Key{true, 0, {}}));
  }
  values.of_table = table.add_to(values.dictionary);
  values.dictionary.encode(Key{true, 0, {}});
  values.dictionary.finish(progress);
  values.dictionary.translate(values.of_table, progress);
  for (Signature& signature : values.signatures) {
    values.dictionary.translate(signature, progress);
    std::sort(signature.begin(), signature.end());
  }
  return values;
}

}  // namespace microdata::postgres
