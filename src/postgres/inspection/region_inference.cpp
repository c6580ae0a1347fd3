#include "postgres/inspection/region_inference.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/risk/joint_placement.hpp"
#include "core/risk/placed_pool.hpp"
#include "postgres/inspection/drawn_tuples.hpp"
#include "postgres/inspection/memory_need.hpp"
#include "postgres/inspection/placed_release.hpp"
#include "postgres/server/memory_scope.hpp"
#include "postgres/server/settings.hpp"

namespace microdata::postgres {

namespace {

// Of a row of a part: what is known of the person, its features, her places, and the slots of the
// row with what the attack keeps of them.
double bytes_of_row(const Release& release) {
  constexpr double of_person = 170;
  constexpr double of_attribute = 8;
  return of_person + of_attribute * static_cast<double>(release.attributes.size());
}

// Of a pair of a person's place and a value there.
constexpr double bytes_of_pair = 20;

// So many are looked at whatever the limit is.
double fewest_pairs(double rows) {
  constexpr double enough = 1'000'000;
  constexpr double of_row = 16;
  return std::min(enough, of_row * rows);
}

double rows_of_largest(const ReleasedRegions& regions) {
  return static_cast<double>(
      *std::max_element(regions.source_rows.begin(), regions.source_rows.end()));
}

// One who was guessed.
struct Guessed {
  Code value;
  Code truth;
  float probability;
  // Where she stood in the random order of her region.
  float rank;
  bool baseline_is_right;
};

// What all parts say of one sensitive attribute; values have numbers of all parts.
struct OfAttribute {
  explicit OfAttribute(const AttributeType& type) : values(type) {}

  CollectedValues values;
  std::vector<Guessed> guessed;
  // In the release, by number.
  std::vector<std::uint64_t> rows;
  GuessesJudged control;
};

// A sensitive attribute in the part at hand; values have numbers of the part.
struct InPart {
  explicit InPart(const AttributeType& type) : values(type) {}

  CollectedValues values;
  PlacedPool pool;
  std::vector<Code> truth;
  std::vector<Code> truth_of_outsiders;
};

// What is known of persons of the part at hand.
struct KnownInPart {
  explicit KnownInPart(const AttributeType& type) : values(type) {}

  CollectedValues values;
  std::vector<Code> members;
  std::vector<Code> outsiders;
  bool numeric = false;
};

void append(std::span<const Row> rows, std::span<const Code> codes_of_rows,
            std::span<const Code> numbers, std::vector<Code>& to) {
  // Rows may be in random order.
  const Row first = rows.empty() ? 0 : *std::min_element(rows.begin(), rows.end());
  for (std::size_t i = 0; i < rows.size(); ++i)
    to.push_back(numbers[codes_of_rows[first + i]]);
}

class Attack {
 public:
  Attack(const Release& release, const InferenceRequest& request, Random& random,
         const Progress& progress)
      : release_(release), request_(request), random_(random), progress_(progress) {}

  void begin_region() { known_to_come_ = true; }

  // Of the region, one attribute after another.
  void add(const PlacedAttribute& attribute) {
    if (attributes_.try_emplace(attribute.name, attribute.values.type()).second)
      names_.push_back(attribute.name);
    InPart& in_part = part_.try_emplace(attribute.name, attribute.values.type()).first->second;
    const std::vector<Code> numbers = in_part.values.add(attribute.values);
    append(attribute.persons, attribute.truth, numbers, in_part.truth);
    append(attribute.outsiders, attribute.truth, numbers, in_part.truth_of_outsiders);
    if (attribute.placed.left_out > 0) {
      looked_at_ = std::min(looked_at_, 1 - static_cast<float>(attribute.placed.left_out) /
                                                static_cast<float>(attribute.persons.size()));
    }
    in_part.pool.add(
        {attribute.placed, attribute.persons, attribute.outside, attribute.outsiders, numbers});
    if (std::exchange(known_to_come_, false)) add_known(attribute);
  }

  // Guesses what persons of the part have, and forgets the part.
  void finish_part() {
    std::vector<KnownAttribute> known;
    for (KnownInPart& attribute : known_) {
      const std::vector<Code> codes = attribute.values.finish(progress_);
      KnownAttribute& of_all = known.emplace_back();
      for (const std::vector<Code>* some : {&attribute.members, &attribute.outsiders}) {
        for (const Code number : *some)
          of_all.codes.push_back(codes[number]);
      }
      of_all.distinct = attribute.values.dictionary().distinct();
      of_all.numeric = attribute.numeric;
    }
    known_.clear();
    if (known_members_ > 0) {
      const std::size_t all = known_members_ + known_outsiders_;
      const KnownFeatures features(known, known_members_, all, progress_);
      known.clear();
      for (auto& [name, in_part] : part_)
        guess(name, in_part, features);
    }
    part_.clear();
    known_members_ = 0;
    known_outsiders_ = 0;
  }

  std::vector<InferenceFigures> judged() {
    std::vector<InferenceFigures> result;
    for (const std::string& name : names_)
      result.push_back(judge(name, attributes_.at(name)));
    return result;
  }

 private:
  void add_known(const PlacedAttribute& attribute) {
    for (std::size_t a = 0; a < attribute.known.size(); ++a) {
      if (known_.size() == a) known_.emplace_back(attribute.known_values[a]->type());
      KnownInPart& known = known_[a];
      const std::vector<Code> numbers = known.values.add(*attribute.known_values[a]);
      append(attribute.persons, attribute.known[a].codes, numbers, known.members);
      append(attribute.outsiders, attribute.known[a].codes, numbers, known.outsiders);
      known.numeric = attribute.known[a].numeric;
    }
    known_members_ += attribute.persons.size();
    known_outsiders_ += attribute.outsiders.size();
  }

  void guess(const std::string& name, InPart& in_part, const KnownFeatures& features) {
    progress_.phase("guess");
    const std::vector<Code> codes = in_part.values.finish(progress_);
    const Dictionary& values = in_part.values.dictionary();
    OfAttribute& of_all = attributes_.at(name);
    const std::vector<Code> numbers = of_all.values.add(values);
    std::vector<Code> truth;
    for (const std::vector<Code>* some : {&in_part.truth, &in_part.truth_of_outsiders}) {
      for (const Code number : *some)
        truth.push_back(codes[number]);
    }
    const std::vector<Row> others = numbers_from(known_members_, truth.size());
    PlacedPersons members = in_part.pool.take_members(codes, random_);
    PlacedPersons outside = in_part.pool.take_outsiders();
    of_all.rows.resize(of_all.values.numbers());
    const std::vector<std::uint64_t> rows = members.rows_of_values();
    for (std::size_t value = 0; value < rows.size(); ++value)
      of_all.rows[numbers[value]] += rows[value];
    if (members.persons.empty()) return;
    const JointPlacement of_members = joint_placement(std::move(members));
    const JointPlacement of_others = joint_outsiders(std::move(outside), others);
    const AttackGuesses guesses =
        guess_jointly(of_members, of_others, features, request_.options, progress_);
    const TrueValues true_values(truth);
    const GuessesJudged control =
        judge_guesses(of_others.persons(), guesses.of_outsiders.front(), true_values);
    of_all.control.persons += control.persons;
    of_all.control.right += control.right;
    const std::vector<Row>& persons = of_members.persons();
    const std::vector<Guess> baseline =
        guess_by_true_model(persons, true_values, features, request_.options, progress_);
    for (std::size_t i = 0; i < persons.size(); ++i) {
      const Guess& guess = guesses.of_members.front()[i];
      of_all.guessed.push_back({numbers[guess.value], numbers[truth[persons[i]]],
                                static_cast<float>(guess.probability), in_part.pool.ranks()[i],
                                true_values.has(persons[i], baseline[i].value)});
    }
  }

  InferenceFigures judge(const std::string& name, OfAttribute& of_all) const {
    const std::vector<Code> codes = of_all.values.finish(progress_);
    std::vector<Guess> guesses;
    std::vector<Code> truth;
    GuessesJudged baseline;
    for (const Guessed& one : of_all.guessed) {
      // Of regions of which more persons were looked at, not more than of others count.
      if (one.rank >= looked_at_) continue;
      guesses.push_back({codes[one.value], one.probability});
      truth.push_back(codes[one.truth]);
      ++baseline.persons;
      baseline.right += one.baseline_is_right ? 1 : 0;
    }
    std::vector<std::uint64_t> rows(
        std::max<std::size_t>(of_all.values.dictionary().distinct(), 1));
    for (std::size_t number = 0; number < of_all.rows.size(); ++number)
      rows[codes[number]] += of_all.rows[number];
    InferenceFigures figures = judge_attribute(numbers_from(0, guesses.size()), guesses, rows,
                                               {truth, promised_l(release_)});
    figures.baseline = baseline;
    figures.control = of_all.control;
    figures.attribute = name;
    return figures;
  }

  const Release& release_;
  const InferenceRequest& request_;
  Random& random_;
  const Progress& progress_;
  std::map<std::string, InPart> part_;
  std::vector<KnownInPart> known_;
  bool known_to_come_ = true;
  std::size_t known_members_ = 0;
  std::size_t known_outsiders_ = 0;
  std::map<std::string, OfAttribute> attributes_;
  // As the release has them.
  std::vector<std::string> names_;
  // The share of each region's persons up to which all regions were looked at.
  float looked_at_ = 2;
};

}  // namespace

MemoryNeed need_of_inference(const Release& release) {
  MemoryNeed need = need_of_audit(release, "audit_inference()");
  // A part has a region at least, and as many bytes are for pairs.
  need.beside = [&release] {
    const double rows = rows_of_largest(released_regions(release).value());
    const double of_part =
        std::max(rows * bytes_of_row(release), fewest_pairs(rows) * bytes_of_pair);
    return bytes_of_known_values(release, false) + std::llround(2 * of_part);
  };
  return need;
}

std::vector<InferenceFigures> infer_by_regions(const Release& release, PlacePersons* place,
                                               const InferenceRequest& request, Random& random,
                                               const Progress& progress) {
  LoopOptions options = knowing_values_of_source(release, true);
  if (request.outsiders) options.like_source = {*request.outsiders};
  const ReleasedRegions regions = released_regions(release).value();
  const MemoryNeed need = need_of_inference(release);
  RegionLoop loop(release, regions, options);
  double rows = 0;
  for (std::uint32_t region = 0; region < loop.regions(); ++region)
    rows += static_cast<double>(loop.source_rows(region));
  const double of_region = rows_of_largest(regions) * (need.of_row + need.of_tuple) +
                           static_cast<double>(bytes_of_known_values(release, false));
  const double room = (static_cast<double>(memory_limit_bytes()) - of_region) / 2;
  const double parts = std::max(std::ceil(rows * bytes_of_row(release) / room), 1.0);
  const double rows_of_part = rows / parts;
  const double pairs_of_part =
      std::clamp(room / bytes_of_pair, fewest_pairs(rows_of_part), double{most_inference_pairs});
  Attack attack(release, request, random, progress);
  double before = 0;
  double finished = 1;
  for (std::uint32_t region = 0; region < loop.regions(); ++region) {
    const MemoryScope memory;
    const auto here = static_cast<double>(loop.source_rows(region));
    // A region is of the part that its middle is in.
    for (; before + here / 2 > finished * rows_of_part && finished < parts; ++finished)
      attack.finish_part();
    before += here;
    if (loop.published_rows(region) == 0) continue;
    loop.enter(region);
    attack.begin_region();
    const ReadBeside beside{
        .outsiders = request.outsiders,
        .order = &random,
        .most_pairs = static_cast<std::size_t>(pairs_of_part * std::min(here / rows_of_part, 1.0))};
    place(
        release, beside, [&](const PlacedAttribute& attribute) { attack.add(attribute); },
        progress);
  }
  attack.finish_part();
  std::vector<InferenceFigures> result = attack.judged();
  require_sensitive(result);
  return result;
}

}  // namespace microdata::postgres
