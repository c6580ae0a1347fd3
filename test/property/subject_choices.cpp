#include "property/subject_choices.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <variant>

#include "core/microdata/attribute_set.hpp"
#include "core/privacy/infeasible.hpp"
#include "property/privacy_definition.hpp"

namespace microdata::test {

namespace {

constexpr double tolerance = 1e-9;

// Returns a model whose bound rounding cannot affect.
PrivacyModel random_model(Choices& choices) {
  using Variant = LDiversity::Variant;
  switch (choices.between(0, 8)) {
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
      return TCloseness{0.2 + choices.real(), choices.one_in(2) ? TCloseness::Distance::equal
                                                                : TCloseness::Distance::ordered};
    case 5:
      return DeltaDisclosure{3 * choices.real()};
    case 6:
      return BetaLikeness{3 * choices.real()};
    case 7:
      return RhoBreach{0.5 * choices.real(), 0.2 + 0.8 * choices.real()};
    default:
      return BeliefDistance{choices.real()};
  }
}

Attribute attribute_of(Role role, const std::vector<Code>& codes) {
  Attribute attribute;
  attribute.role = role;
  attribute.distinct = *std::max_element(codes.begin(), codes.end()) + 1;
  return attribute;
}

Code random_value(Choices& choices, int values, bool skewed) {
  const double u = choices.real();
  return static_cast<Code>((skewed ? u * u * u : u) * values);
}

oracle::Values pairs_of(const PersonSets& sets) {
  oracle::Values values;
  for (const std::set<Code>& set : sets) {
    for (const Code value : set)
      values.push_back(static_cast<oracle::Value>(value));
  }
  return values;
}

struct SetDefinition {
  const PersonSets& group;
  const PersonSets& source;
  Code domain;

  static double share(const PersonSets& sets, Code value) {
    const auto with = std::count_if(
        sets.begin(), sets.end(), [&](const std::set<Code>& set) { return set.count(value) > 0; });
    return static_cast<double>(with) / static_cast<double>(sets.size());
  }

  // Returns true if the predicate holds for every value of the source.
  template <typename Predicate>
  bool for_all_values(const Predicate& predicate) const {
    for (Code value = 0; value < domain; ++value) {
      const double q = share(source, value);
      if (q > 0 && !predicate(share(group, value), q)) return false;
    }
    return true;
  }

  bool by_values(const PrivacyModel& model) const {
    Prior prior;
    prior.values = pairs_of(source);
    prior.domain = domain;
    return defined_to_hold(model, pairs_of(group), prior);
  }

  bool operator()(const KAnonymity& m) const { return static_cast<double>(group.size()) >= m.k; }
  bool operator()(const LDiversity& m) const {
    if (m.variant == LDiversity::Variant::frequency) {
      return for_all_values([&](double p, double) { return p * m.l <= 1 + tolerance; });
    }
    return static_cast<double>(group.size()) >= m.l && by_values(m);
  }
  bool operator()(const AlphaKAnonymity& m) const {
    return static_cast<double>(group.size()) >= m.k &&
           for_all_values([&](double p, double) { return p <= m.alpha + tolerance; });
  }
  bool operator()(const TCloseness& m) const { return by_values(m); }
  bool operator()(const DeltaDisclosure& m) const {
    return for_all_values(
        [&](double p, double q) { return p > 0 && std::abs(std::log(p / q)) < m.delta; });
  }
  bool operator()(const BetaLikeness& m) const {
    return for_all_values([&](double p, double q) { return (p - q) / q <= m.beta + tolerance; });
  }
  bool operator()(const RhoBreach& m) const {
    return for_all_values(
        [&](double p, double q) { return q > m.rho1 || p <= m.rho2 + tolerance; });
  }
  bool operator()(const BeliefDistance& m) const { return by_values(m); }
};

}  // namespace

PersonTable random_persons(Choices& choices, const PersonShape& shape) {
  const int persons = choices.between(shape.least_persons, shape.most_persons);
  const int most_rows = choices.between(1, shape.most_rows);
  std::vector<int> person_of;
  for (int p = 0; p < persons; ++p)
    person_of.insert(person_of.end(), static_cast<std::size_t>(choices.between(1, most_rows)), p);
  for (std::size_t i = person_of.size(); i > 1; --i)
    std::swap(person_of[i - 1],
              person_of[static_cast<std::size_t>(choices.between(0, static_cast<int>(i) - 1))]);

  PersonTable table;
  Microdata& data = table.data;
  data.rows = static_cast<Row>(person_of.size());
  const auto add = [&](Role role, bool of_person) {
    const int values = choices.between(1, shape.most_values);
    const bool skewed = choices.one_in(3);
    std::vector<Code> of_persons;
    for (int p = 0; p < persons; ++p)
      of_persons.push_back(random_value(choices, values, skewed));
    std::vector<Code> codes;
    for (const int p : person_of)
      codes.push_back(of_person ? of_persons[static_cast<std::size_t>(p)]
                                : random_value(choices, values, skewed));
    if (of_person) table.of_person.push_back(data.attributes.size());
    data.attributes.push_back(attribute_of(role, codes));
    data.columns.push_back(std::move(codes));
  };
  add(choices.one_in(5) ? Role::insensitive : Role::quasi_identifier, true);
  add(Role::quasi_identifier, true);
  add(Role::quasi_identifier, false);
  const int sensitive = choices.between(1, shape.most_sensitive);
  for (int j = 0; j < sensitive; ++j)
    add(Role::sensitive, choices.one_in(6));

  std::vector<Code> person_codes(person_of.begin(), person_of.end());
  Microdata with_subject = data;
  with_subject.attributes.push_back(attribute_of(Role::identifier, person_codes));
  with_subject.columns.push_back(std::move(person_codes));
  table.subjects = subjects_of(with_subject, {data.attributes.size()}, {});
  return table;
}

SubjectBucketizationOptions random_subject_options(Choices& choices) {
  SubjectBucketizationOptions options;
  options.l = choices.one_in(4) ? 1 + 3 * choices.real()
                                : choices.of(std::vector<double>{1, 1.5, 2, 2, 2.5, 3, 4});
  options.near_persons = !choices.one_in(3);
  options.columns = static_cast<std::size_t>(choices.between(1, 3));
  if (choices.one_in(4)) options.classes = choices.one_in(2) ? Grouping::strict : Grouping::relaxed;
  if (choices.one_in(3))
    options.rows_per_person = static_cast<std::uint32_t>(choices.between(1, 4));
  if (choices.one_in(3)) options.suppress = choices.real();
  while (choices.one_in(4))
    options.privacy.push_back(random_model(choices));
  if (choices.one_in(4)) {
    options.cuts = Cuts::oblivious;
    options.suppress = 0;
    if (options.classes) options.classes = Grouping::relaxed;
  }
  if (choices.one_in(4)) options.threads = {2, 8};
  return options;
}

std::optional<SubjectBucketization> try_to_bucketize(const PersonTable& table,
                                                     const SubjectBucketizationOptions& options,
                                                     std::uint64_t seed) {
  Random random = Random::seeded(seed);
  try {
    return bucketize_subjects(table.data, table.subjects, table.of_person, options, random, {});
  } catch (const Infeasible&) {
    return std::nullopt;
  }
}

oracle::ValueSet value_set(const Microdata& data, std::span<const Row> rows) {
  oracle::ValueSet set;
  for (const Row row : rows) {
    oracle::Combination combination;
    for (const std::size_t a : attributes_with_role(data, Role::sensitive))
      combination.push_back(static_cast<oracle::Value>(data.columns[a][row]));
    set[combination] = 0;
  }
  return set;
}

bool defined_to_hold(const PrivacyModel& model, const PersonSets& group, const PersonSets& source,
                     Code domain) {
  return std::visit(SetDefinition{group, source, domain}, model);
}

}  // namespace microdata::test
