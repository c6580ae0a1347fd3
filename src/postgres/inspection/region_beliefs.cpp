#include "postgres/inspection/region_beliefs.hpp"

#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/placed_release.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

template <typename Beliefs>
auto members(Beliefs& beliefs, const PackedBeliefs* /*type*/) {
  return std::tie(beliefs.attribute, beliefs.values, beliefs.beliefs, beliefs.of_outsiders,
                  beliefs.truth, beliefs.truth_of_outsiders);
}

namespace {

std::vector<Code> truth_of(std::span<const Row> persons, std::span<const Code> truth) {
  std::vector<Code> codes;
  for (const Row person : persons)
    codes.push_back(truth[person]);
  return codes;
}

}  // namespace

void SaidByRegions::add_truth(std::span<const Code> members, std::span<const Code> outsiders,
                              std::span<const Code> codes) {
  if (!truth_.empty()) return;
  for (const Code code : members)
    truth_.push_back(codes[code]);
  for (const Code code : outsiders)
    truth_of_outsiders_.push_back(codes[code]);
}

void SaidByRegions::add(const PlacedAttribute& attribute, const Progress& progress) {
  const std::vector<Code> codes = values_.add(attribute.values);
  beliefs_.add(attribute.placed, attribute.persons, codes, progress);
  of_outsiders_.add(attribute.outside, attribute.outsiders, codes, progress);
  add_truth(truth_of(attribute.persons, attribute.truth),
            truth_of(attribute.outsiders, attribute.truth), codes);
}

void SaidByRegions::add(const PackedBeliefs& region, const Progress& progress) {
  const UnpackedValues values =
      unpacked_values(region.values, values_.dictionary().type(), progress);
  const std::vector<Code> numbers = values_.add(values.values);
  std::vector<Code> codes;
  for (const Code code : values.codes)
    codes.push_back(numbers[code]);
  beliefs_.add(region.beliefs, codes);
  of_outsiders_.add(region.of_outsiders, codes);
  add_truth(region.truth, region.truth_of_outsiders, codes);
}

FinishedBeliefs SaidByRegions::finish(const Progress& progress) {
  const std::vector<Code> codes = values_.finish(progress);
  for (std::vector<Code>* of_persons : {&truth_, &truth_of_outsiders_}) {
    for (Code& code : *of_persons)
      code = codes[code];
  }
  return {&values_.dictionary(), beliefs_.finish(codes, progress),
          of_outsiders_.finish(codes, progress), std::move(truth_), std::move(truth_of_outsiders_)};
}

SaidOfRelease read_beliefs_by_regions(const Release& release, PlacePersons* place,
                                      const ReadScope& beside, const Progress& progress) {
  SaidOfRelease said;
  const auto visit = [&](const PlacedAttribute& attribute) {
    said.try_emplace(attribute.source_name, attribute.values.type())
        .first->second.add(attribute, progress);
  };
  for_each_published_region(release, knowing_values_of_source(release, false),
                            [&] { place(release, beside, visit, progress); });
  return said;
}

SaidOfRelease ask_workers_for_beliefs(const Release& release, const SourceTuples& persons,
                                      const SourceTuples* outsiders, const Progress& progress) {
  RegionLoop loop(release, released_regions(release).value(),
                  knowing_values_of_source(release, false));
  WorkerRegions workers(release, loop, {.source = RowsOfSource::left});
  const Source source = open_source(*release.source);
  const std::vector<std::string> attributes = attributes_in_source(release);
  std::optional<PackedTuples> others;
  if (outsiders != nullptr) others = packed_tuples(*outsiders, attributes, progress);
  SaidOfRelease said;
  const auto add = [&](std::string answer) {
    for (const PackedBeliefs& region : unpack<std::vector<PackedBeliefs>>(std::move(answer))) {
      said.try_emplace(region.attribute, require_column(source, region.attribute).type)
          .first->second.add(region, progress);
    }
  };
  // Sums of weights, and what is said of who is there, which is most of them in one region.
  constexpr double of_person = 40;
  const auto count =
      static_cast<double>(persons.count() + (outsiders == nullptr ? 0 : outsiders->count()));
  workers.ask("beliefs", pack(packed_tuples(persons, attributes, progress), others),
              of_person * count, add);
  workers.finish();
  return said;
}

std::string answer_beliefs(const AskedPart& asked, const Progress& progress) {
  PackedTuples packed;
  std::optional<PackedTuples> packed_others;
  Unpacking request = unpacking(asked.request);
  request.take(packed, packed_others);
  request.finish();
  const Source source = open_source(*asked.release.source);
  const SourceTuples persons = unpacked_tuples(packed, source, progress);
  std::optional<SourceTuples> others;
  if (packed_others) others = unpacked_tuples(*packed_others, source, progress);
  std::vector<PackedBeliefs> said;
  const auto visit = [&](const PlacedAttribute& attribute) {
    PackedBeliefs& region = said.emplace_back();
    region.attribute = attribute.source_name;
    region.values = packed_values(attribute.values, progress);
    const std::vector<Code> codes = numbers_from(0, attribute.values.distinct());
    region.beliefs.add(attribute.placed, attribute.persons, codes, progress);
    region.of_outsiders.add(attribute.outside, attribute.outsiders, codes, progress);
    region.truth = truth_of(attribute.persons, attribute.truth);
    region.truth_of_outsiders = truth_of(attribute.outsiders, attribute.truth);
  };
  require(asked.operations.places, asked.release.relations.front())(
      asked.release, {.tuples = &persons, .other_tuples = others ? &*others : nullptr}, visit,
      progress);
  return pack(said);
}

}  // namespace microdata::postgres
