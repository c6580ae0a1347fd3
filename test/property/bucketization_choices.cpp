#include "property/bucketization_choices.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "core/privacy/infeasible.hpp"

namespace microdata::test {

namespace {

// Returns a model whose bound rounding cannot affect.
PrivacyModel random_model(Choices& choices) {
  using Variant = LDiversity::Variant;
  switch (choices.between(0, 7)) {
    case 0:
      return KAnonymity{static_cast<double>(choices.between(1, 6))};
    case 1:
      return LDiversity{
          choices.of(std::vector<double>{1, 1.37, 2.21}),
          choices.of(std::vector<Variant>{Variant::frequency, Variant::distinct, Variant::entropy}),
          1};
    case 2:
      return LDiversity{2, Variant::recursive, choices.of(std::vector<double>{0.51, 1.03, 2.07})};
    case 3:
      return AlphaKAnonymity{0.3 + 0.7 * choices.real(), 2, {}};
    case 4:
      return TCloseness{choices.real()};
    case 5:
      return DeltaDisclosure{3 * choices.real()};
    case 6:
      return BetaLikeness{3 * choices.real()};
    default:
      return BeliefDistance{choices.real()};
  }
}

void add_attribute(Microdata& data, Role role, const std::vector<Code>& codes) {
  Attribute attribute;
  attribute.role = role;
  attribute.distinct = *std::max_element(codes.begin(), codes.end()) + 1;
  data.attributes.push_back(attribute);
  data.columns.push_back(codes);
}

}  // namespace

double random_l(Choices& choices) {
  if (choices.one_in(4)) return 1 + 4 * choices.real();
  return choices.of(std::vector<double>{1, 1.01, 1.5, 2, 2, 2.5, 3, 3.5, 4, 7.5});
}

BucketizationOptions random_options(Choices& choices) {
  BucketizationOptions options;
  options.l = random_l(choices);
  if (choices.one_in(3)) options.method = BucketizationMethod::mondrian;
  if (choices.one_in(2)) options.suppress = choices.real();
  while (choices.one_in(3))
    options.privacy.push_back(random_model(choices));
  if (choices.one_in(8)) options.threads = {2, 8};
  return options;
}

oracle::Buckets oracle_buckets(const TuplePartition& partition) {
  oracle::Buckets buckets;
  for (std::size_t b = 0; b < partition.buckets(); ++b)
    buckets.emplace_back(partition.bucket(b).begin(), partition.bucket(b).end());
  return buckets;
}

oracle::Bucket suppressed_rows(const Microdata& data, const TuplePartition& partition) {
  const std::set<Row> published(partition.rows.begin(), partition.rows.end());
  oracle::Bucket suppressed;
  for (Row row = 0; row < data.rows; ++row) {
    if (!published.contains(row)) suppressed.push_back(row);
  }
  return suppressed;
}

std::vector<Row> all_rows(const Microdata& data) {
  std::vector<Row> rows(data.rows);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

Microdata sensitive_table(const std::vector<std::vector<Code>>& columns) {
  Microdata data;
  data.rows = static_cast<Row>(columns.front().size());
  add_attribute(data, Role::quasi_identifier, std::vector<Code>(data.rows));
  for (const std::vector<Code>& column : columns)
    add_attribute(data, Role::sensitive, column);
  return data;
}

std::optional<Bucketization> try_to_bucketize(const Microdata& data,
                                              const BucketizationOptions& options,
                                              std::uint64_t seed) {
  Random random = Random::seeded(seed);
  try {
    return bucketize(data, options, random, {});
  } catch (const Infeasible&) {
    return std::nullopt;
  }
}

}  // namespace microdata::test
