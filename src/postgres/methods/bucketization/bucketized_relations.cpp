#include "postgres/methods/bucketization/bucketized_relations.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/microdata/attribute_set.hpp"
#include "postgres/release/view_queries.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

std::string sensitive_suffix(std::size_t j, std::size_t sensitive) {
  return sensitive == 1 ? "st" : "st_" + std::to_string(j + 1);
}

int column_of(const Microdata& data, std::size_t attribute) {
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  const auto found = std::find(sensitive.begin(), sensitive.end(), attribute);
  return found == sensitive.end() ? 1 : static_cast<int>(found - sensitive.begin()) + 2;
}

ReleaseAttribute attribute_record(const Microdata& data, std::size_t a, Oid relation) {
  const Attribute& attribute = data.attributes[a];
  return {relation, column_of(data, a), attribute.name, attribute.role, false, attribute.name};
}

TableColumn column_definition(const Table& table, std::size_t a) {
  return {table.data.attributes[a].name, type_in_ddl(table.dictionaries[a].type())};
}

CountedValues count_values(const Microdata& data, std::size_t attribute,
                           const TuplePartition& buckets, const Progress& progress) {
  const std::vector<Code>& codes = data.columns[attribute];
  CountedValues result;
  std::map<Code, Code> counts;
  for (std::size_t b = 0; b < buckets.buckets(); ++b) {
    progress.checkpoint_at(b);
    counts.clear();
    for (const Row row : buckets.bucket(b))
      ++counts[codes[row]];
    for (const auto& [value, count] : counts) {
      result.values.push_back(value);
      result.counts.push_back(count);
    }
    result.entries.offsets.push_back(static_cast<Row>(result.values.size()));
  }
  result.entries.rows.resize(result.values.size());
  std::iota(result.entries.rows.begin(), result.entries.rows.end(), 0U);
  return result;
}

Oid create_counts_table(const Target& target, const TableColumn& attribute, const char* bucket_type,
                        const BucketizationRequest& request) {
  return create_release_table(
      target, {{request.bucket_column, bucket_type}, attribute, {request.count_column, "integer"}});
}

void write_counts(ReleaseWriter& writer, const Dictionary& values, const CountedValues& counted,
                  const Progress& progress) {
  const Code most = *std::max_element(counted.counts.begin(), counted.counts.end());
  std::vector<Datum> numbers;
  for (Code count = 0; count <= most; ++count)
    numbers.push_back(Int32GetDatum(static_cast<std::int32_t>(count)));
  const std::vector<std::uint8_t> nulls(numbers.size());
  OutputColumn value;
  value.linking = counted.entries.rows;
  value.codes = counted.values;
  value.dictionary = &values;
  value.is_varlena = value.dictionary->type().is_varlena();
  OutputColumn count;
  count.linking = counted.entries.rows;
  count.codes = counted.counts;
  count.values = numbers;
  count.nulls = nulls;
  const std::vector<OutputColumn> columns{value, count};
  writer.write(counted.entries, columns, progress);
}

std::string anatomy_query(Oid quasi_identifiers, const std::vector<Oid>& counts,
                          const Microdata& data, const BucketizationRequest& request) {
  std::vector<Oid> tables{quasi_identifiers};
  tables.insert(tables.end(), counts.begin(), counts.end());
  std::vector<ViewAttribute> attributes;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    attributes.push_back(
        {data.attributes[a].name, static_cast<std::size_t>(column_of(data, a) - 1)});
  }
  return anatomy_view_query(
      tables, attributes, {request.bucket_column, request.weight_column, request.count_column, {}});
}

}  // namespace microdata::postgres
