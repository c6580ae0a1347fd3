#include "postgres/audits/inference_audit.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "core/risk/person_features.hpp"
#include "core/risk/subject_places.hpp"
#include "postgres/audits/parts_attack.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/inspection/published_subjects.hpp"
#include "postgres/inspection/subject_relations.hpp"
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

// Known attributes of persons with several rows, by person.
struct KnownOfPersons {
  std::vector<KnownAttribute> known;
  // Dictionary of each attribute; null for an attribute of numbers.
  std::vector<const Dictionary*> values;
};

KnownOfPersons known_with_values(PublishedSubjects& published, const Progress& progress) {
  KnownOfPersons result{std::move(published.known_of_persons), {}};
  for (std::size_t a = 0; a < result.known.size(); ++a)
    result.values.push_back(&published.known_values[a]);
  std::vector<KnownAttribute> by_rows =
      known_by_rows(published.known_of_rows, published.view.person_of_tuple,
                    published.view.persons.tuples, progress);
  // The number of rows comes first, then a value and a number for each attribute of rows.
  const std::size_t of_persons = result.known.size();
  for (std::size_t a = 0; a < by_rows.size(); ++a) {
    const bool is_number = a % 2 == 0;
    result.values.push_back(is_number ? nullptr : &published.known_values[of_persons + a / 2]);
  }
  result.known.insert(result.known.end(), by_rows.begin(), by_rows.end());
  return result;
}

// Adds the sets of persons with several rows in the region that was entered.
void place_sets(const Release& release, const ReadScope& beside, PartsAttack& attack,
                const Progress& progress) {
  PublishedSubjects published = read_published_subjects(release, progress, beside);
  const SubjectView& view = published.view;
  progress.phase("guess");
  const std::vector<Row> persons = members_in_order(published.members(), beside);
  const std::vector<Row> outsiders = numbers_from(published.members(), view.persons.tuples);
  const KnownOfPersons known = known_with_values(published, progress);
  const SubjectPlacement placement(view, published.classes ? &*published.classes : nullptr,
                                   beside.most_pairs.value_or(most_inference_pairs), progress);
  const JointPlacement placed = placement.place(persons, progress);
  const JointPlacement outside = placement.place(outsiders, progress);
  std::vector<Grouped<std::uint32_t>> truth;
  for (const SubjectView::Sensitive& sensitive : view.sensitive)
    truth.push_back(values_of_persons(view, sensitive, progress));
  PlacedSets sets{{}, placed, outside, persons.size(), outsiders.size(), known.known, known.values};
  for (std::size_t j = 0; j < truth.size(); ++j)
    sets.attributes.push_back(
        {published.sensitive_names[j], *published.sensitive_values[j], truth[j]});
  if (!sets.attributes.empty()) attack.add(sets);
}

// Arguments for placing the persons of regions. `place` is null for persons with several rows.
struct Placing {
  const Release& release;
  PlacePersons* place;
  std::optional<Oid> outsiders;
  PartSize size;
};

void place_region(const Placing& placing, std::uint32_t region, RegionLoop& loop,
                  PartsAttack& attack, Random& random, const Progress& progress) {
  if (loop.published_rows(region) == 0) return;
  const MemoryScope memory;
  const auto here = static_cast<double>(loop.source_rows(region));
  loop.enter(region);
  attack.begin_region();
  const ReadScope beside{.outsiders = placing.outsiders,
                         .order = &random,
                         .most_pairs = static_cast<std::size_t>(
                             placing.size.pairs * std::min(here / placing.size.rows, 1.0))};
  if (placing.place == nullptr) {
    place_sets(placing.release, beside, attack, progress);
    return;
  }
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
  PartsAttack attack(part.release, request, asked.looked_at, *part.random, progress);
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
  PartsAttack attack(release, request, everybody, random, progress);
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
