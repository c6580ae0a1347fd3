#include "postgres/distributed/unread_table.hpp"

#include "core/microdata/progress.hpp"

namespace microdata::postgres {

Table unread_table(const Source& source, const std::vector<AssignedRole>& roles) {
  Table table;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role == Role::identifier) continue;
    Dictionary& dictionary = table.dictionaries.emplace_back(source.columns[i].type);
    dictionary.finish({});
    table.columns.push_back(i);
    table.data.attributes.push_back(
        make_attribute(source.columns[i].name, roles[i].role, dictionary));
  }
  table.data.columns.resize(table.columns.size());
  return table;
}

}  // namespace microdata::postgres
