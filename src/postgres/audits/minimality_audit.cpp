#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>

#include "core/base/grouped.hpp"
#include "core/risk/subject_minimality.hpp"
#include "core/risk/subject_places.hpp"
#include "postgres/audits/inference_audit.hpp"
#include "postgres/audits/inference_figures.hpp"
#include "postgres/inspection/part_task.hpp"
#include "postgres/inspection/published_subjects.hpp"
#include "postgres/inspection/release_reader.hpp"

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

// Returns the figures of the part's rows.
FoundCuts cuts_of_part(const AskedPart& part, const MinimalityOptions& options,
                       const Progress& progress) {
  if (!(options.l > 1) || options.fewest < 2) fail_packed();
  FoundCuts found;
  const auto visit = [&](const PlacedAttribute& attribute) {
    add_cuts(found, attribute.name,
             attack_by_minimality(
                 attribute.placed, attribute.outside, attribute.known, attribute.truth,
                 harmless_codes(part.release, attribute.name, attribute.values, progress), options,
                 *part.random, progress));
  };
  PlacePersons* const place = part.operation(&LayoutOperations::places);
  place(part.release, {.outsiders = part.outsiders}, visit, progress);
  return found;
}

constexpr PartTask<MinimalityOptions, FoundCuts> cuts_task{"cuts", "attack", cuts_of_part};

}  // namespace

const PartQuestion cuts_question = question_of<cuts_task>;

FoundCuts find_cuts(const Release& release, const std::optional<Oid>& outsiders,
                    const MinimalityOptions& options, Random& random, const Progress& progress) {
  FoundCuts found;
  const auto add = [&](const FoundCuts& of_part) {
    for (const auto& [attribute, figures] : of_part)
      add_cuts(found, attribute, figures);
  };
  constexpr double of_attribute = 200;
  run_parts(release,
            division_of(release, need_of_audit(release, "audit_minimality()"), RowsOfSource::read),
            {.options = {.outsiders = outsiders}}, cuts_task, options, &random,
            of_attribute * static_cast<double>(release.attributes.size()), add, progress);
  return found;
}

FoundCuts find_cuts_of_subjects(const Release& release, const std::optional<Oid>& outsiders,
                                const MinimalityOptions& options, Random& random,
                                const Progress& progress) {
  const PublishedSubjects published =
      read_published_subjects(release, progress, {.outsiders = outsiders});
  progress.phase("attack");
  const SubjectView& view = published.view;
  const SubjectPlacement placement(view, published.classes ? &*published.classes : nullptr,
                                   most_placed_pairs, progress);
  const JointPlacement placed = placement.place(numbers_from(0, published.members()), progress);
  const JointPlacement outside =
      placement.place(numbers_from(published.members(), view.persons.tuples), progress);
  std::vector<std::span<const std::uint8_t>> harmless;
  for (const SubjectView::Sensitive& sensitive : view.sensitive)
    harmless.emplace_back(sensitive.harmless);
  FoundCuts found;
  for (std::size_t j = 0; j < view.sensitive.size(); ++j) {
    const Grouped<std::uint32_t> values = values_of_persons(view, view.sensitive[j], progress);
    found.emplace_back(published.sensitive_names[j],
                       attack_by_minimality(placed, outside, published.known_of_persons, j,
                                            TrueValues(values.first, values.items), harmless,
                                            options, random, progress));
  }
  return found;
}

}  // namespace microdata::postgres
