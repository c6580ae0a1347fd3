#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/methods/bucketization/bucketized_release.hpp"

// What the relations of bucketized releases are made of, editions of series among them.

namespace microdata::postgres {

// The tables of the anatomy format: of the quasi-identifiers, and of each sensitive attribute.
inline constexpr const char* quasi_identifier_suffix = "qit";
std::string sensitive_suffix(std::size_t j, std::size_t sensitive);

// What is not sensitive is one column of the attribute partition, each sensitive attribute another.
int column_of(const Microdata& data, std::size_t attribute);

ReleaseAttribute attribute_record(const Microdata& data, std::size_t a, Oid relation);

TableColumn column_definition(const Table& table, std::size_t a);

// The sensitive values of every bucket with their counts, in the order of the values.
struct CountedValues {
  TuplePartition entries;
  std::vector<Code> values;
  std::vector<Code> counts;
};

// Of one sensitive attribute.
CountedValues count_values(const Microdata& data, std::size_t attribute,
                           const TuplePartition& buckets, const Progress& progress);

// Makes the table of a sensitive attribute; the type of the numbers of buckets is `bucket_type`.
Oid create_counts_table(const Target& target, const TableColumn& attribute, const char* bucket_type,
                        const BucketizationRequest& request);

// Fills it, or goes on filling it.
void write_counts(ReleaseWriter& writer, const Dictionary& values, const CountedValues& counted,
                  const Progress& progress);

// The query of the view over the tables of the anatomy format.
std::string anatomy_query(Oid quasi_identifiers, const std::vector<Oid>& counts,
                          const Microdata& data, const BucketizationRequest& request);

}  // namespace microdata::postgres
