#include "postgres/methods/bucketization/bucketized_relations.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/microdata/attribute_set.hpp"
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
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  const std::string bucket = quote_name(request.bucket_column);
  const std::string count = quote_name(request.count_column);
  std::vector<std::string> columns{"q." + bucket};
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    const int column = column_of(data, a);
    columns.push_back((column == 1 ? "q." : "s" + std::to_string(column - 1) + ".") +
                      quote_name(data.attributes[a].name));
  }
  std::string from = qualified_name(quasi_identifiers) + " q";
  std::vector<std::string> shares;
  for (std::size_t j = 0; j < counts.size(); ++j) {
    const std::string s = "s" + std::to_string(j + 1);
    const std::string sensitive_name = quote_name(data.attributes[sensitive[j]].name);
    from += join({" JOIN (SELECT t.",
                  bucket,
                  ", t.",
                  sensitive_name,
                  ", t.",
                  count,
                  "::pg_catalog.float8 OPERATOR(pg_catalog./) pg_catalog.sum(t.",
                  count,
                  ") OVER (PARTITION BY t.",
                  bucket,
                  ")::pg_catalog.float8 AS share FROM ",
                  qualified_name(counts[j]),
                  " t) ",
                  s,
                  " ON ",
                  s,
                  ".",
                  bucket,
                  " OPERATOR(pg_catalog.=) q.",
                  bucket},
                 "");
    shares.push_back(s + ".share");
  }
  columns.push_back(join(shares, " OPERATOR(pg_catalog.*) ") + " AS " +
                    quote_name(request.weight_column));
  return "SELECT " + join(columns) + " FROM " + from;
}

}  // namespace microdata::postgres
