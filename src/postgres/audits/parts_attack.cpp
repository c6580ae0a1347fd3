#include "postgres/audits/parts_attack.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "postgres/inspection/release_reader.hpp"

namespace microdata::postgres {

namespace {

// Appends the first `members` codes to those of members, and the next ones to those of outsiders.
void append(std::span<const Code> codes, std::span<const Code> numbers, std::size_t members,
            std::size_t outsiders, std::vector<Code>& of_members, std::vector<Code>& of_outsiders) {
  const auto number = [&](Code code) { return numbers.empty() ? code : numbers[code]; };
  for (std::size_t i = 0; i < members; ++i)
    of_members.push_back(number(codes[i]));
  for (std::size_t i = 0; i < outsiders; ++i)
    of_outsiders.push_back(number(codes[members + i]));
}

// Returns the codes of each person's numbers, each once.
HeldValues translated(HeldValues numbers, std::span<const Code> codes) {
  for (Code& value : numbers.values)
    value = codes[value];
  if (numbers.first.empty()) return numbers;
  HeldValues result;
  std::vector<Code> of_person;
  for (std::size_t person = 0; person < numbers.persons(); ++person) {
    const std::span<const Code> values = numbers.of(person);
    of_person.assign(values.begin(), values.end());
    std::sort(of_person.begin(), of_person.end());
    of_person.erase(std::unique(of_person.begin(), of_person.end()), of_person.end());
    result.add(of_person);
  }
  return result;
}

}  // namespace

void HeldValues::add(std::span<const Code> of_person) {
  if (first.empty() && of_person.size() != 1) {
    first.resize(values.size() + 1);
    std::iota(first.begin(), first.end(), std::size_t{0});
  }
  values.insert(values.end(), of_person.begin(), of_person.end());
  if (!first.empty()) first.push_back(values.size());
}

PartsAttack::Together& PartsAttack::begin_together(const std::string& key, std::size_t members,
                                                   std::size_t placed) {
  if (placed < members) {
    looked_at_ = std::min(looked_at_,
                          1 - static_cast<float>(members - placed) / static_cast<float>(members));
  }
  return part_[key];
}

PartsAttack::InPart& PartsAttack::begin_attribute(Together& together, std::size_t place,
                                                  const std::string& name,
                                                  const AttributeType& type) {
  if (attributes_.try_emplace(name, type).second) names_.push_back(name);
  if (together.attributes.size() == place) together.attributes.emplace_back(name, type);
  return together.attributes[place];
}

void PartsAttack::add(const PlacedAttribute& attribute) {
  const std::size_t members = attribute.persons.size();
  const std::size_t outsiders = attribute.outsiders.size();
  Together& together = begin_together(attribute.name, members, attribute.placed.persons.size());
  InPart& in_part = begin_attribute(together, 0, attribute.name, attribute.values.type());
  const std::vector<Code> numbers = in_part.values.add(attribute.values);
  for (std::size_t i = 0; i < members + outsiders; ++i) {
    HeldValues& truth = i < members ? in_part.truth : in_part.truth_of_outsiders;
    truth.add({&numbers[attribute.truth[i]], 1});
  }
  together.pool.add({attribute.placed, members, attribute.outside, outsiders, numbers});
  if (std::exchange(known_to_come_, false))
    add_known(attribute.known, attribute.known_values, members, outsiders);
}

void PartsAttack::add(const PlacedSets& sets) {
  const JointPlacement::Table& table = sets.placed.tables.front();
  Together& together = begin_together("", sets.members, table.placed.persons.size());
  together.has_sets = true;
  std::vector<std::vector<Code>> numbers;
  for (std::size_t a = 0; a < sets.attributes.size(); ++a) {
    const PlacedSets::Attribute& attribute = sets.attributes[a];
    InPart& in_part = begin_attribute(together, a, attribute.name, attribute.values.type());
    const std::vector<Code>& of_values = numbers.emplace_back(in_part.values.add(attribute.values));
    std::vector<Code> of_person;
    for (std::size_t i = 0; i < sets.members + sets.outsiders; ++i) {
      of_person.clear();
      for (const std::uint32_t value : attribute.truth[i])
        of_person.push_back(of_values[value]);
      (i < sets.members ? in_part.truth : in_part.truth_of_outsiders).add(of_person);
    }
  }
  std::vector<Code> outcomes;
  for (std::size_t o = 0; o + 1 < table.outcomes.first.size(); ++o) {
    Together::Outcome outcome;
    for (const std::uint32_t element : table.outcomes.of(static_cast<Code>(o))) {
      const std::size_t a = sets.placed.attribute_of(element);
      outcome.emplace_back(a, numbers[a][element - sets.placed.first_element[a]]);
    }
    std::sort(outcome.begin(), outcome.end());
    outcomes.push_back(
        together.outcomes
            .try_emplace(std::move(outcome), static_cast<Code>(together.outcomes.size()))
            .first->second);
  }
  together.pool.add(
      {table.placed, sets.members, sets.outside.tables.front().placed, sets.outsiders, outcomes});
  add_known(sets.known, sets.known_values, sets.members, sets.outsiders);
}

void PartsAttack::add_known(std::span<const KnownAttribute> known,
                            std::span<const Dictionary* const> values, std::size_t members,
                            std::size_t outsiders) {
  for (std::size_t a = 0; a < known.size(); ++a) {
    if (known_.size() == a) {
      known_.emplace_back();
      if (values[a] != nullptr) known_[a].values.emplace(values[a]->type());
    }
    KnownInPart& in_part = known_[a];
    std::vector<Code> numbers;
    if (in_part.values) numbers = in_part.values->add(*values[a]);
    append(known[a].codes, numbers, members, outsiders, in_part.members, in_part.outsiders);
    in_part.distinct = known[a].distinct;
    in_part.numeric = known[a].numeric;
  }
  known_members_ += members;
  known_outsiders_ += outsiders;
}

void PartsAttack::finish_part() {
  std::vector<KnownAttribute> known;
  for (KnownInPart& attribute : known_) {
    KnownAttribute& of_all = known.emplace_back();
    std::vector<Code> codes;
    if (attribute.values) codes = attribute.values->finish(progress_);
    for (const std::vector<Code>* some : {&attribute.members, &attribute.outsiders}) {
      for (const Code number : *some)
        of_all.codes.push_back(attribute.values ? codes[number] : number);
    }
    of_all.distinct =
        attribute.values ? attribute.values->dictionary().distinct() : attribute.distinct;
    of_all.numeric = attribute.numeric;
  }
  known_.clear();
  if (known_members_ > 0) {
    const std::size_t all = known_members_ + known_outsiders_;
    const KnownFeatures features(known, known_members_, all, progress_);
    known.clear();
    for (auto& [name, together] : part_)
      guess(together, features);
  }
  part_.clear();
  known_members_ = 0;
  known_outsiders_ = 0;
}

std::vector<JudgedGuesses> PartsAttack::judged() {
  std::vector<JudgedGuesses> result;
  for (const std::string& name : names_)
    result.push_back(judge(name, attributes_.at(name)));
  return result;
}

JointPlacement PartsAttack::take_members(Together& together,
                                         std::span<const std::vector<Code>> codes) {
  if (!together.has_sets)
    return joint_placement(together.pool.take_members(codes.front(), random_));
  JointPlacement placement;
  for (const InPart& attribute : together.attributes) {
    placement.first_element.push_back(placement.first_element.back() +
                                      attribute.values.dictionary().distinct());
  }
  std::vector<const Together::Outcome*> outcomes(together.outcomes.size());
  for (const auto& [outcome, number] : together.outcomes)
    outcomes[number] = &outcome;
  JointPlacement::Table& table = placement.tables.emplace_back();
  std::vector<std::uint32_t> elements;
  for (const Together::Outcome* outcome : outcomes) {
    elements.clear();
    for (const auto& [attribute, number] : *outcome)
      elements.push_back(placement.first_element[attribute] + codes[attribute][number]);
    std::sort(elements.begin(), elements.end());
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
    table.outcomes.add(elements);
  }
  std::vector<Code> same(outcomes.size());
  std::iota(same.begin(), same.end(), Code{0});
  table.placed = together.pool.take_members(same, random_);
  return placement;
}

JointPlacement PartsAttack::take_outsiders(Together& together, const JointPlacement& members) {
  PlacedPersons outside = together.pool.take_outsiders();
  if (!together.has_sets) return joint_placement(std::move(outside));
  JointPlacement placement;
  placement.first_element = members.first_element;
  JointPlacement::Table& table = placement.tables.emplace_back();
  table.outcomes = members.tables.front().outcomes;
  table.placed = std::move(outside);
  return placement;
}

void PartsAttack::guess(Together& together, const KnownFeatures& features) {
  progress_.phase("guess");
  const std::size_t attributes = together.attributes.size();
  std::vector<std::vector<Code>> codes;
  std::vector<std::vector<Code>> numbers;
  for (InPart& attribute : together.attributes) {
    codes.push_back(attribute.values.finish(progress_));
    numbers.push_back(attributes_.at(attribute.name).values.add(attribute.values.dictionary()));
  }
  const JointPlacement of_members = take_members(together, codes);
  const JointPlacement of_others = take_outsiders(together, of_members);
  for (std::size_t a = 0; a < attributes; ++a) {
    OfAttribute& of_all = attributes_.at(together.attributes[a].name);
    of_all.rows.resize(of_all.values.numbers());
    const std::vector<std::uint64_t> rows = of_members.rows_of_values(a);
    for (std::size_t value = 0; value < rows.size(); ++value)
      of_all.rows[numbers[a][value]] += rows[value];
  }
  const std::vector<Row>& persons = of_members.persons();
  if (persons.empty()) return;
  InferenceOptions options = request_.options;
  std::vector<std::optional<NearValues>> near;
  std::vector<std::vector<std::uint8_t>> harmless;
  for (const InPart& attribute : together.attributes) {
    const Dictionary& values = attribute.values.dictionary();
    near.push_back(request_.near.near_values(attribute.name, values, progress_));
    harmless.push_back(harmless_codes(release_, attribute.name, values, progress_));
  }
  for (std::size_t a = 0; a < attributes; ++a) {
    options.near.push_back(near[a] ? &*near[a] : nullptr);
    options.harmless.emplace_back(harmless[a]);
  }
  const AttackGuesses guesses = guess_jointly(of_members, of_others, features, options, progress_);
  for (std::size_t a = 0; a < attributes; ++a) {
    InPart& in_part = together.attributes[a];
    OfAttribute& of_all = attributes_.at(in_part.name);
    HeldValues truth = translated(std::move(in_part.truth), codes[a]);
    const HeldValues of_outsiders = translated(std::move(in_part.truth_of_outsiders), codes[a]);
    for (std::size_t i = 0; i < of_outsiders.persons(); ++i)
      truth.add(of_outsiders.of(i));
    const TrueValues true_values = truth.true_values();
    const SecretValues secret_values(true_values, harmless[a]);
    const TrueValues secret = secret_values.values();
    const auto add = [](GuessesJudged& sum, const GuessesJudged& more) {
      sum.persons += more.persons;
      sum.right += more.right;
    };
    add(of_all.control, judge_guesses(of_others.persons(), guesses.of_outsiders[a], secret));
    add(of_all.near_control, judge_near(of_others.persons(), guesses.of_outsiders[a], secret));
    InferenceOptions of_one = request_.options;
    of_one.near = {options.near[a]};
    of_one.harmless = {options.harmless[a]};
    const std::vector<Guess> baseline =
        guess_by_true_model(persons, true_values, features, of_one, progress_);
    std::vector<Code> of_person;
    for (std::size_t i = 0; i < persons.size(); ++i) {
      const Guess& guess = guesses.of_members[a][i];
      const std::span<const Code> values = true_values.of(persons[i]);
      of_all.guessed.push_back({numbers[a][guess.value], numbers[a][guess.of_all],
                                static_cast<float>(guess.probability), together.pool.ranks()[i],
                                true_values.has(persons[i], baseline[i].value),
                                guess.near.has_any(secret.of(persons[i])),
                                baseline[i].near.has_any(secret.of(persons[i]))});
      of_person.clear();
      for (const Code value : values)
        of_person.push_back(numbers[a][value]);
      of_all.truth.add(of_person);
    }
  }
}

JudgedGuesses PartsAttack::judge(const std::string& name, OfAttribute& of_all) const {
  const std::vector<Code> codes = of_all.values.finish(progress_);
  const Dictionary& values = of_all.values.dictionary();
  JudgedGuesses judged;
  judged.attribute = name;
  judged.looked_at = looked_at_;
  judged.values = packed_values(values, progress_);
  judged.rows.resize(values.distinct());
  judged.persons.resize(values.distinct());
  GuessesJudged baseline;
  GuessesJudged harmless;
  NearFigures near;
  near.control = of_all.near_control;
  const std::vector<std::uint8_t> harmless_values =
      harmless_codes(release_, name, values, progress_);
  const auto is_harmless = [&](Code value) {
    return !harmless_values.empty() && harmless_values[value] != 0;
  };
  for (std::size_t number = 0; number < of_all.rows.size(); ++number) {
    if (!is_harmless(codes[number])) judged.rows[codes[number]] += of_all.rows[number];
  }
  const std::optional<NearValues> near_values = request_.near.near_values(name, values, progress_);
  const NearSpan most = near_values ? near_most(judged.rows, *near_values) : NearSpan();
  const HeldValues truth_of_all = translated(std::move(of_all.truth), codes);
  std::vector<Guess> guesses;
  HeldValues truth;
  for (std::size_t i = 0; i < of_all.guessed.size(); ++i) {
    const Guessed& one = of_all.guessed[i];
    // No region counts more than the share of persons that was looked at in every region.
    if (one.rank >= looked_at_) continue;
    guesses.push_back({codes[one.value], one.probability});
    const std::span<const Code> of_person = truth_of_all.of(i);
    truth.add(of_person);
    if (std::all_of(of_person.begin(), of_person.end(), is_harmless)) {
      ++harmless.persons;
      harmless.right +=
          std::count(of_person.begin(), of_person.end(), codes[one.of_all]) > 0 ? 1 : 0;
      continue;
    }
    bool is_near_most = false;
    for (const Code value : of_person) {
      if (is_harmless(value)) continue;
      ++judged.persons[value];
      is_near_most = is_near_most || most.has(value);
    }
    ++baseline.persons;
    baseline.right += one.baseline_is_right ? 1 : 0;
    near.guessed.right += one.is_near ? 1 : 0;
    near.baseline.right += one.baseline_is_near ? 1 : 0;
    near.naive.right += is_near_most ? 1 : 0;
  }
  const std::vector<Row> persons = numbers_from(0, guesses.size());
  const SecretValues secret(truth.true_values(), harmless_values);
  judged.figures = judge_beliefs(persons, guesses, secret.values(),
                                 request_.is_declared ? promised_l(release_) : std::nullopt);
  judged.figures.harmless = harmless;
  judged.figures.baseline = baseline;
  near.guessed.persons = near.baseline.persons = near.naive.persons = baseline.persons;
  if (request_.near.all().contains(name)) judged.figures.near = near;
  judged.figures.control = of_all.control;
  judged.beyond = believed_beyond_right(persons, guesses, secret.values());
  return judged;
}

}  // namespace microdata::postgres
