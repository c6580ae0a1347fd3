#include "postgres/audits/minimality_audit.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>

#include "postgres/audits/inference_figures.hpp"
#include "postgres/inspection/divided_reading.hpp"
#include "postgres/server/function_call.hpp"

namespace microdata {

template <typename Outcome>
auto members(Outcome& outcome, const AttackOutcome* /*type*/) {
  return std::tie(outcome.attacks, outcome.successes);
}
template <typename Figures>
auto members(Figures& figures, const MinimalityFigures* /*type*/) {
  return std::tie(figures.regions, figures.telling, figures.persons, figures.right,
                  figures.believed, figures.share, figures.control, figures.z, figures.variance);
}
template <typename Options>
auto members(Options& options, const MinimalityOptions* /*type*/) {
  return std::tie(options.l, options.fewest, options.most_regions);
}

}  // namespace microdata

namespace microdata::postgres {

namespace {

void add_cuts(FoundCuts& found, const std::string& attribute, const MinimalityFigures& figures) {
  const auto known = std::find_if(found.begin(), found.end(),
                                  [&](const auto& one) { return one.first == attribute; });
  if (known == found.end()) {
    found.emplace_back(attribute, figures);
  } else {
    add(known->second, figures);
  }
}

// Returns the figures of all rows or, if a region was entered, of its rows.
FoundCuts cuts_of_rows(const Release& release, PlacePersons* place, const CutsRequest& request,
                       Random& random, const Progress& progress) {
  FoundCuts found;
  const auto visit = [&](const PlacedAttribute& attribute) {
    add_cuts(found, attribute.name,
             attack_by_minimality(attribute.placed, attribute.outside, attribute.known,
                                  attribute.truth, request.options, random, progress));
  };
  place(release, {.outsiders = request.outsiders}, visit, progress);
  return found;
}

}  // namespace

FoundCuts find_cuts(const Release& release, PlacePersons* place, const CutsRequest& request,
                    Random& random, const Progress& progress) {
  FoundCuts found;
  const auto add = [&](const FoundCuts& region) {
    for (const auto& [attribute, figures] : region)
      add_cuts(found, attribute, figures);
  };
  constexpr double of_attribute = 200;
  DividedReading divided{
      .outsiders = request.outsiders,
      .phase = "attack",
      .question = "cuts",
      .request = [&] { return pack(request.options, random.next()); },
      .bytes_of_answer = of_attribute * static_cast<double>(release.attributes.size())};
  if (request.outsiders) divided.options.like_source = {*request.outsiders};
  read_divided(
      release, need_of_audit(release, "audit_minimality()"), divided,
      [&] { add(cuts_of_rows(release, place, request, random, progress)); },
      [&](std::string answer) { add(unpack<FoundCuts>(std::move(answer))); }, progress);
  return found;
}

std::string answer_cuts(const AskedPart& asked, const Progress& progress) {
  CutsRequest request{{}, asked.outsiders};
  std::uint64_t seed = 0;
  Unpacking given = unpacking(asked.request);
  given.take(request.options, seed);
  given.finish();
  if (!(request.options.l > 1) || request.options.fewest < 2) fail_packed();
  Random random = asked.random(seed);
  return pack(cuts_of_rows(asked.release,
                           require(asked.operations.places, asked.release.relations.front()),
                           request, random, progress));
}

}  // namespace microdata::postgres
