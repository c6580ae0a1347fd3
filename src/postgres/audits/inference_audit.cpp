#include "postgres/audits/inference_audit.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "core/risk/joint_placement.hpp"
#include "core/risk/placed_pool.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/inspection/harmless_values.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"

namespace microdata::postgres {

namespace {

// Returns the bytes for a row of a part. They are for what is known of the person, the person's
// features and places, and the row's slots with what the attack keeps of them.
double bytes_of_row(const Release& release) {
  constexpr double of_person = 170;
  constexpr double of_attribute = 8;
  return of_person + of_attribute * static_cast<double>(release.attributes.size());
}

// Bytes for a pair of a person's place and a value there.
constexpr double bytes_of_pair = 20;

// Returns the number of pairs that are looked at even if the memory limit has no room for them.
double fewest_pairs(double rows) {
  constexpr double enough = 1'000'000;
  constexpr double of_row = 16;
  return std::min(enough, of_row * rows);
}

double rows_of_largest(const ReleasedRegions& regions) {
  return static_cast<double>(
      *std::max_element(regions.source_rows.begin(), regions.source_rows.end()));
}

// A person whose value was guessed.
struct Guessed {
  Code value;
  Code of_all;
  Code truth;
  float probability;
  // Position of the person in the random order of the region, from 0 to 1.
  float rank;
  bool baseline_is_right;
  bool is_near;
  bool baseline_is_near;
};

// Guesses of all parts about one sensitive attribute; values have numbers of all parts.
struct OfAttribute {
  explicit OfAttribute(const AttributeType& type) : values(type) {}

  CollectedValues values;
  std::vector<Guessed> guessed;
  // Number of rows in the release, by number of the value.
  std::vector<std::uint64_t> rows;
  GuessesJudged control;
  GuessesJudged near_control;
};

// A sensitive attribute in the current part; values have numbers of the part.
struct InPart {
  explicit InPart(const AttributeType& type) : values(type) {}

  CollectedValues values;
  PlacedPool pool;
  std::vector<Code> truth;
  std::vector<Code> truth_of_outsiders;
};

// A known attribute of the persons in the current part.
struct KnownInPart {
  explicit KnownInPart(const AttributeType& type) : values(type) {}

  CollectedValues values;
  std::vector<Code> members;
  std::vector<Code> outsiders;
  bool numeric = false;
};

void append(std::span<const Row> rows, std::span<const Code> codes_of_rows,
            std::span<const Code> numbers, std::vector<Code>& to) {
  // Codes are appended in the order of row numbers, even if the rows are in random order.
  const Row first = rows.empty() ? 0 : *std::min_element(rows.begin(), rows.end());
  for (std::size_t i = 0; i < rows.size(); ++i)
    to.push_back(numbers[codes_of_rows[first + i]]);
}

class Attack {
 public:
  // Constructs an attack that counts at most the share `looked_at` of each region's persons.
  Attack(const Release& release, const InferenceRequest& request, float looked_at, Random& random,
         const Progress& progress)
      : release_(release),
        request_(request),
        random_(random),
        progress_(progress),
        looked_at_(looked_at) {}

  void begin_region() { known_to_come_ = true; }

  // Adds a sensitive attribute of the region; the attributes come one after another.
  void add(const PlacedAttribute& attribute) {
    if (attributes_.try_emplace(attribute.name, attribute.values.type()).second)
      names_.push_back(attribute.name);
    InPart& in_part = part_.try_emplace(attribute.name, attribute.values.type()).first->second;
    const std::vector<Code> numbers = in_part.values.add(attribute.values);
    append(attribute.persons, attribute.truth, numbers, in_part.truth);
    append(attribute.outsiders, attribute.truth, numbers, in_part.truth_of_outsiders);
    const std::size_t persons = attribute.persons.size();
    if (const std::size_t left_out = persons - attribute.placed.persons.size(); left_out > 0) {
      looked_at_ =
          std::min(looked_at_, 1 - static_cast<float>(left_out) / static_cast<float>(persons));
    }
    in_part.pool.add(
        {attribute.placed, persons, attribute.outside, attribute.outsiders.size(), numbers});
    if (std::exchange(known_to_come_, false)) add_known(attribute);
  }

  // Guesses the values of the part's persons, and forgets the part.
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

  // Returns the judged guesses of all parts that were finished.
  std::vector<JudgedGuesses> judged() {
    std::vector<JudgedGuesses> result;
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
    PlacedPersons members = in_part.pool.take_members(codes, random_);
    PlacedPersons outside = in_part.pool.take_outsiders();
    of_all.rows.resize(of_all.values.numbers());
    const std::vector<std::uint64_t> rows = members.rows_of_values();
    for (std::size_t value = 0; value < rows.size(); ++value)
      of_all.rows[numbers[value]] += rows[value];
    if (members.persons.empty()) return;
    const JointPlacement of_members = joint_placement(std::move(members));
    const JointPlacement of_others = joint_placement(std::move(outside));
    InferenceOptions options = request_.options;
    const std::optional<NearValues> near = request_.near.near_values(name, values, progress_);
    if (near) options.near = {&*near};
    const std::vector<std::uint8_t> harmless = harmless_codes(release_, name, values, progress_);
    options.harmless = {harmless};
    const AttackGuesses guesses =
        guess_jointly(of_members, of_others, features, options, progress_);
    const TrueValues true_values(truth);
    const SecretValues secret(true_values, harmless);
    const GuessesJudged control =
        judge_guesses(of_others.persons(), guesses.of_outsiders.front(), secret.values());
    const GuessesJudged near_control =
        judge_near(of_others.persons(), guesses.of_outsiders.front(), secret.values());
    of_all.control.persons += control.persons;
    of_all.control.right += control.right;
    of_all.near_control.persons += near_control.persons;
    of_all.near_control.right += near_control.right;
    const std::vector<Row>& persons = of_members.persons();
    const std::vector<Guess> baseline =
        guess_by_true_model(persons, true_values, features, options, progress_);
    for (std::size_t i = 0; i < persons.size(); ++i) {
      const Guess& guess = guesses.of_members.front()[i];
      of_all.guessed.push_back(
          {numbers[guess.value], numbers[guess.of_all], numbers[truth[persons[i]]],
           static_cast<float>(guess.probability), in_part.pool.ranks()[i],
           true_values.has(persons[i], baseline[i].value), guess.near.has(truth[persons[i]]),
           baseline[i].near.has(truth[persons[i]])});
    }
  }

  JudgedGuesses judge(const std::string& name, OfAttribute& of_all) const {
    const std::vector<Code> codes = of_all.values.finish(progress_);
    const Code distinct = of_all.values.dictionary().distinct();
    JudgedGuesses judged;
    judged.attribute = name;
    judged.looked_at = looked_at_;
    judged.values = packed_values(of_all.values.dictionary(), progress_);
    judged.rows.resize(distinct);
    judged.persons.resize(distinct);
    std::vector<Guess> guesses;
    std::vector<Code> truth;
    GuessesJudged baseline;
    NearFigures near;
    near.control = of_all.near_control;
    GuessesJudged harmless;
    const std::vector<std::uint8_t> harmless_values =
        harmless_codes(release_, name, of_all.values.dictionary(), progress_);
    const auto is_harmless = [&](Code value) {
      return !harmless_values.empty() && harmless_values[value] != 0;
    };
    for (const Guessed& one : of_all.guessed) {
      // No region counts more than the share of persons that was looked at in every region.
      if (one.rank >= looked_at_) continue;
      guesses.push_back({codes[one.value], one.probability});
      truth.push_back(codes[one.truth]);
      if (is_harmless(truth.back())) {
        ++harmless.persons;
        harmless.right += codes[one.of_all] == truth.back() ? 1 : 0;
        continue;
      }
      ++judged.persons[truth.back()];
      ++baseline.persons;
      baseline.right += one.baseline_is_right ? 1 : 0;
      near.guessed.right += one.is_near ? 1 : 0;
      near.baseline.right += one.baseline_is_near ? 1 : 0;
    }
    for (std::size_t number = 0; number < of_all.rows.size(); ++number) {
      if (!is_harmless(codes[number])) judged.rows[codes[number]] += of_all.rows[number];
    }
    const std::vector<Row> persons = numbers_from(0, guesses.size());
    const TrueValues true_values(truth);
    const SecretValues secret(true_values, harmless_values);
    judged.figures = judge_beliefs(persons, guesses, secret.values(),
                                   request_.is_declared ? promised_l(release_) : std::nullopt);
    judged.figures.harmless = harmless;
    judged.figures.baseline = baseline;
    near.guessed.persons = near.baseline.persons = baseline.persons;
    if (request_.near.all().contains(name)) judged.figures.near = near;
    judged.figures.control = of_all.control;
    judged.beyond = believed_beyond_right(persons, guesses, secret.values());
    return judged;
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
  // Names in the order of the release's attributes.
  std::vector<std::string> names_;
  // Share of each region's persons up to which all regions were looked at.
  float looked_at_;
};

// Share that stands for all persons of each region, above the position of any person.
constexpr float everybody = 2;

// Size of the parts of a release, whose regions are attacked together. `rows` is the number of
// rows, and `pairs` the largest number of pairs of a place and a value.
struct PartSize {
  double rows = 0;
  double pairs = 0;
};
template <typename Size>
auto members(Size& size, const PartSize* /*type*/) {
  return std::tie(size.rows, size.pairs);
}

// Returns the size that makes at least `parts` parts, and as many as the memory limit requires.
PartSize part_size(const Release& release, double rows, double parts) {
  const MemoryNeed need = need_of_inference(release);
  const double of_region =
      rows_of_largest(released_regions(release).value()) * (need.of_row + need.of_tuple) +
      static_cast<double>(bytes_of_known_values(release, false));
  const double room = std::max((static_cast<double>(memory_limit_bytes()) - of_region) / 2, 1.0);
  const double needed = std::ceil(rows * bytes_of_row(release) / room);
  const double of_part = rows / std::max({needed, parts, 1.0});
  return {of_part,
          std::clamp(room / bytes_of_pair, fewest_pairs(of_part), double{most_inference_pairs})};
}

double rows_of_source(RegionLoop& loop) {
  double rows = 0;
  for (std::uint32_t region = 0; region < loop.regions(); ++region)
    rows += static_cast<double>(loop.source_rows(region));
  return rows;
}

// Returns the part of each region, which is the part that contains the region's middle.
std::vector<std::uint32_t> parts_of_regions(RegionLoop& loop, const PartSize& size) {
  std::vector<std::uint32_t> part_of;
  double before = 0;
  double end = size.rows;
  std::uint32_t part = 0;
  bool is_empty = true;
  for (std::uint32_t region = 0; region < loop.regions(); ++region) {
    const auto here = static_cast<double>(loop.source_rows(region));
    for (; size.rows > 0 && before + here / 2 > end; end += size.rows) {
      part += is_empty ? 0 : 1;
      is_empty = true;
    }
    is_empty = false;
    before += here;
    part_of.push_back(part);
  }
  return part_of;
}

// Arguments for placing the persons of regions.
struct Placing {
  const Release& release;
  PlacePersons* place;
  std::optional<Oid> outsiders;
  PartSize size;
};

void place_region(const Placing& placing, std::uint32_t region, RegionLoop& loop, Attack& attack,
                  Random& random, const Progress& progress) {
  if (loop.published_rows(region) == 0) return;
  const MemoryScope memory;
  const auto here = static_cast<double>(loop.source_rows(region));
  loop.enter(region);
  attack.begin_region();
  const ReadScope beside{.outsiders = placing.outsiders,
                         .order = &random,
                         .most_pairs = static_cast<std::size_t>(
                             placing.size.pairs * std::min(here / placing.size.rows, 1.0))};
  placing.place(
      placing.release, beside, [&](const PlacedAttribute& attribute) { attack.add(attribute); },
      progress);
}

// Number of a part's persons for each person that a model is learned from. Such a part teaches as
// much as all persons do.
constexpr double persons_by_learner = 4;

// Settings of the attack on a part.
struct GuessesRequest {
  InferenceModel model{};
  unsigned iterations = 0;
  PartSize size;
  // Share of each region's persons that is counted at most.
  float looked_at = everybody;
  std::map<std::string, Tolerance> tolerances;
};
template <typename Request>
auto members(Request& request, const GuessesRequest* /*type*/) {
  return std::tie(request.model, request.iterations, request.size, request.looked_at,
                  request.tolerances);
}

// Attacks the regions of the part together.
std::vector<JudgedGuesses> guess_in_part(const AskedPart& part, const GuessesRequest& asked,
                                         const Progress& progress) {
  for (const auto& [attribute, tolerance] : asked.tolerances) {
    if (!(tolerance.number >= 0) || (tolerance.is_share && !(tolerance.number < 1))) fail_packed();
  }
  constexpr unsigned most_iterations = 100;
  const std::optional<ReleasedRegions> regions = released_regions(part.release);
  const PartSize& size = asked.size;
  if (!regions || asked.iterations > most_iterations || !(size.rows > 0) ||
      !(size.pairs >= 0 && size.pairs <= double{most_inference_pairs}) ||
      std::isnan(asked.looked_at))
    fail_packed();
  InferenceRequest request{{}, part.outsiders, nullptr, NearTolerances(asked.tolerances)};
  request.options.model = asked.model;
  request.options.iterations = asked.iterations;
  request.options.threads = max_threads();
  RegionLoop loop(part.release, *regions, *part.regions);
  const Placing placing{part.release, part.operation(&LayoutOperations::places), part.outsiders,
                        size};
  Attack attack(part.release, request, asked.looked_at, *part.random, progress);
  for (std::uint32_t region = 0; region < loop.regions(); ++region)
    place_region(placing, region, loop, attack, *part.random, progress);
  attack.finish_part();
  return attack.judged();
}

constexpr PartTask<GuessesRequest, std::vector<JudgedGuesses>> guesses_task{
    .name = "guesses", .phase = "guess", .run = guess_in_part, .reads_regions = true};

std::vector<std::vector<JudgedGuesses>> guess_on_workers(const Release& release,
                                                         const InferenceRequest& request,
                                                         const LoopOptions& options, Random& random,
                                                         const Progress& progress) {
  AskedParts parts(release, Division::on_workers, {.options = options, .but_for = {}}, progress);
  const double rows = rows_of_source(parts.loop());
  GuessesRequest asked{
      request.options.model, request.options.iterations,
      part_size(release, rows,
                std::floor(rows / (persons_by_learner *
                                   static_cast<double>(request.options.most_learners)))),
      everybody, request.near.all()};
  parts.group(parts_of_regions(parts.loop(), asked.size));
  const auto ask = [&] {
    std::vector<std::vector<JudgedGuesses>> judged;
    constexpr double of_answer = 1'000'000;
    parts.ask(guesses_task, asked, &random, of_answer,
              [&](std::vector<JudgedGuesses> part) { judged.push_back(std::move(part)); });
    return judged;
  };
  std::vector<std::vector<JudgedGuesses>> judged = ask();
  for (const std::vector<JudgedGuesses>& part : judged) {
    for (const JudgedGuesses& attribute : part)
      asked.looked_at = std::min(asked.looked_at, attribute.looked_at);
  }
  // If one part has no room for all persons, other parts leave out as many.
  if (asked.looked_at < everybody && judged.size() > 1) judged = ask();
  parts.finish();
  return judged;
}

std::vector<std::vector<JudgedGuesses>> guess_here(const Release& release, PlacePersons* place,
                                                   const InferenceRequest& request,
                                                   const LoopOptions& options, Random& random,
                                                   const Progress& progress) {
  RegionLoop loop(release, released_regions(release).value(), options);
  const PartSize size = part_size(release, rows_of_source(loop), 1);
  const std::vector<std::uint32_t> part_of = parts_of_regions(loop, size);
  const Placing placing{release, place, request.outsiders, size};
  Attack attack(release, request, everybody, random, progress);
  for (std::uint32_t region = 0; region < loop.regions(); ++region) {
    if (region > 0 && part_of[region] != part_of[region - 1]) attack.finish_part();
    place_region(placing, region, loop, attack, random, progress);
  }
  attack.finish_part();
  return {attack.judged()};
}

}  // namespace

const PartQuestion guesses_question = question_of<guesses_task>;

MemoryNeed need_of_inference(const Release& release) {
  MemoryNeed need = need_of_audit(release, "audit_inference()");
  // A part has at least one region, and its pairs get as many bytes as its rows.
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
  options.outsiders = request.outsiders;
  std::vector<InferenceFigures> result =
      judge_together(release, request.near,
                     request.is_declared && is_asked_on_workers(release, RowsOfSource::read)
                         ? guess_on_workers(release, request, options, random, progress)
                         : guess_here(release, place, request, options, random, progress),
                     progress);
  require_sensitive(result);
  return result;
}

}  // namespace microdata::postgres
