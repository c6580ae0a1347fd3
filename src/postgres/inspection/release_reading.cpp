#include "postgres/inspection/release_reading.hpp"

#include <algorithm>
#include <limits>

#include "core/microdata/combination.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/values/attribute_type.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

const SourceColumn& require_column(const Source& relation, const std::string& name) {
  const SourceColumn* found = relation.find(name);
  if (found != nullptr) return *found;
  throw Error(ERRCODE_UNDEFINED_COLUMN, "column " + in_quotes(name) + " of relation " +
                                            in_quotes(relation.name) + " does not exist")
      .detail("The release was made with this column.");
}

void check_same_type(const SourceColumn& published, const SourceColumn& source) {
  if (published.type.base == source.type.base || keeps_values(published.type, source.type)) return;
  throw Error(ERRCODE_DATATYPE_MISMATCH, "attribute " + in_quotes(published.name) + " is of type " +
                                             type_name(published.type) +
                                             " in the release and of type " +
                                             type_name(source.type) + " in its source");
}

void check_generalized_type(const std::string& attribute, const AttributeType& published,
                            const AttributeType& source, bool as_text) {
  const GeneralizedType generalized = generalized_type(source);
  const Oid expected = generalized.is_range() && !as_text ? generalized.range : TEXTOID;
  const bool widened = expected == INT8RANGEOID && published.base == INT4RANGEOID;
  if (published.base == expected || widened) return;
  throw Error(ERRCODE_DATATYPE_MISMATCH, "attribute " + in_quotes(attribute) + " is of type " +
                                             type_name(published) + " in the release, not " +
                                             type_name(attribute_type(expected, -1, InvalidOid)))
      .detail("Its source is of type " + type_name(source) + ", and it was generalized.");
}

void check_is_integer(const SourceColumn& column, const char* what) {
  if (column.type.projection == Projection::integer) return;
  throw Error(ERRCODE_DATATYPE_MISMATCH,
              what + (" column " + in_quotes(column.name)) + " must be of an integer type");
}

std::string integer_column(Oid relation, const std::string& name, const char* what) {
  check_is_integer(require_column(open_source(relation), name), what);
  return quote_name(name);
}

Oid relation_of_rows(const Release& release) {
  const bool counted = release.layout.counted;
  const auto first = std::find_if(release.attributes.begin(), release.attributes.end(),
                                  [&](const ReleaseAttribute& attribute) {
                                    return !counted || attribute.role != Role::sensitive;
                                  });
  if (first == release.attributes.end()) fail_incomplete(release);
  return first->relation;
}

const SourceColumn& source_column(const ReleaseAttribute& attribute, const Source& source) {
  if (attribute.source_name.empty()) {
    throw Error(ERRCODE_UNDEFINED_COLUMN,
                "the source of attribute " + in_quotes(attribute.name) + " is gone")
        .detail("Relation " + in_quotes(source.name) + " no longer has the column.");
  }
  return require_column(source, attribute.source_name);
}

std::optional<AttributeType> type_in_source(const Release& release,
                                            const ReleaseAttribute& attribute) {
  if (!release.source || attribute.source_name.empty()) return std::nullopt;
  struct Found {
    Oid type = InvalidOid;
    std::int32_t typmod = -1;
    Oid collation = InvalidOid;
  };
  const Oid source = *release.source;
  const char* const name = attribute.source_name.c_str();
  const Found found = guarded([&]() -> Found {
    Found f;
    const AttrNumber number = get_attnum(source, name);
    if (number != InvalidAttrNumber)
      get_atttypetypmodcoll(source, number, &f.type, &f.typmod, &f.collation);
    return f;
  });
  if (!OidIsValid(found.type)) return std::nullopt;
  return attribute_type(found.type, found.typmod, found.collation);
}

void fail_empty(const Release& release) {
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "release " + in_quotes(relation_name(release.relations.front())) + " is empty");
}

void check_number_of_rows(std::size_t all) {
  if (all <= std::numeric_limits<Row>::max()) return;
  throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "too many rows")
      .detail("Release and source have more than " +
              std::to_string(std::numeric_limits<Row>::max()) + " rows together.");
}

// Values of some attributes over published rows and tuples alike.
SlicedView::Values number_values(const std::vector<std::vector<Code>>& published,
                                 const std::vector<std::vector<Code>>& tuples, std::size_t rows,
                                 std::size_t tuple_count, const Progress& progress) {
  check_number_of_rows(rows + tuple_count);
  std::vector<std::vector<Code>> columns;
  std::vector<Code> domains;
  for (std::size_t i = 0; i < published.size(); ++i) {
    std::vector<Code> both(published[i].size() + tuples[i].size());
    Code largest = 0;
    const auto append = [&](const std::vector<Code>& from, std::size_t at) {
      progress.in_blocks(from.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
          both[at + row] = from[row];
          largest = std::max(largest, from[row]);
        }
      });
    };
    append(published[i], 0);
    append(tuples[i], published[i].size());
    domains.push_back(largest + 1);
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

Error counts_do_not_fit(const std::string& attribute) {
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, "the counts of attribute " +
                                                             in_quotes(attribute) +
                                                             " do not fit the rows of its buckets")
      .hint("verify_release() shows more.");
}

}  // namespace microdata::postgres
