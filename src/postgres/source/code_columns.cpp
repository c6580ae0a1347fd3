#include "postgres/source/code_columns.hpp"

#include <string>

#include "core/privacy/column_role.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/repetition.hpp"

namespace microdata::postgres {

std::vector<bool> code_columns(const Source& source, std::span<const KeyColumn> keys,
                               const std::vector<bool>& asked) {
  constexpr std::size_t most_rows = 100000;
  std::vector<bool> codes(keys.size());
  std::vector<std::size_t> columns;
  std::vector<std::string> names;
  std::vector<Repetition> counted;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!asked[i] || keys[i].key || !keys[i].refers_to_codes) continue;
    if (!may_select(source, source.columns[i])) continue;
    columns.push_back(i);
    names.push_back(source.columns[i].name);
    counted.emplace_back(source.columns[i].type);
  }
  if (columns.empty()) return codes;
  read_columns(source.relation, names, {}, most_rows, counted);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const bool things = named_for(names[c], source.name).meaning == NameMeaning::thing;
    codes[columns[c]] =
        !counted[c].sampled() && is_code(counted[c].rows(), counted[c].values(), things);
  }
  return codes;
}

}  // namespace microdata::postgres
