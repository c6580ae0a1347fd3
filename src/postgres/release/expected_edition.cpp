#include "postgres/release/expected_edition.hpp"

#include <vector>

namespace microdata::postgres {

std::optional<ExpectedView> create_expected_view(
    const Target& target, Oid table, const std::string& bucket_column, const EditionTable& edition,
    const std::function<int(std::size_t attribute)>& column_of, const std::string& weight_column) {
  std::vector<ExpectedAttribute> attributes;
  for (std::size_t a = 0; a < edition.table.data.attributes.size(); ++a) {
    attributes.push_back({edition.table.data.attributes[a].name, column_of(a),
                          edition.table.dictionaries[a].type().comparison != Comparison::text,
                          a == edition.sensitive});
  }
  return create_expected_view(target, table, bucket_column, attributes, weight_column,
                              mean_bucket_size(edition.shown), edition.edition.counterfeits() > 0);
}

}  // namespace microdata::postgres
