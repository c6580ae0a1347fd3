#include "postgres/release_reading.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "core/microdata/combination.hpp"
#include "postgres/guard.hpp"
#include "postgres/text.hpp"

namespace microdata::postgres {

const SourceColumn& require_column(const Source& relation, const std::string& name) {
  const SourceColumn* found = relation.find(name);
  if (found != nullptr) return *found;
  throw Error(ERRCODE_UNDEFINED_COLUMN, "column " + in_quotes(name) + " of relation " +
                                            in_quotes(relation.name) + " does not exist")
      .detail("The release was made with this column.");
}

void check_same_type(const SourceColumn& published, const SourceColumn& source) {
  if (published.type.base == source.type.base) return;
  throw Error(ERRCODE_DATATYPE_MISMATCH, "attribute " + in_quotes(published.name) + " is of type " +
                                             type_name(published.type) +
                                             " in the release and of type " +
                                             type_name(source.type) + " in its source");
}

const SourceColumn& source_column(const ReleaseAttribute& attribute, const Source& source) {
  if (attribute.source_name.empty()) {
    throw Error(ERRCODE_UNDEFINED_COLUMN,
                "the source of attribute " + in_quotes(attribute.name) + " is gone")
        .detail("Relation " + in_quotes(source.name) + " no longer has the column.");
  }
  return require_column(source, attribute.source_name);
}

// Values of some attributes over published rows and tuples alike.
SlicedView::Values number_values(const std::vector<std::vector<Code>>& published,
                                 const std::vector<std::vector<Code>>& tuples, std::size_t rows,
                                 std::size_t tuple_count, const Progress& progress) {
  if (rows + tuple_count > std::numeric_limits<Row>::max()) {
    throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "too many rows")
        .detail("Release and source have more than " +
                std::to_string(std::numeric_limits<Row>::max()) + " rows together.");
  }
  std::vector<std::vector<Code>> columns;
  std::vector<Code> domains;
  for (std::size_t i = 0; i < published.size(); ++i) {
    std::vector<Code> both = published[i];
    both.insert(both.end(), tuples[i].begin(), tuples[i].end());
    domains.push_back(both.empty() ? 1 : *std::max_element(both.begin(), both.end()) + 1);
    columns.push_back(std::move(both));
  }
  const std::vector<std::span<const Code>> spans(columns.begin(), columns.end());
  const Combinations combinations =
      combine(static_cast<Row>(rows + tuple_count), spans, domains, progress);
  const auto middle = combinations.of_row.begin() + static_cast<std::ptrdiff_t>(rows);
  return {{combinations.of_row.begin(), middle},
          {middle, combinations.of_row.end()},
          combinations.distinct};
}

}  // namespace microdata::postgres
