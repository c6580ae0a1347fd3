#include "postgres/methods/generalization/generalized_audits.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "core/risk/class_cover.hpp"
#include "core/risk/class_disclosure.hpp"
#include "core/risk/joint_placement.hpp"
#include "core/risk/placed_persons.hpp"
#include "postgres/audits/membership_audit.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/checks/region_findings.hpp"
#include "postgres/inspection/harmless_values.hpp"
#include "postgres/inspection/region_loop.hpp"

namespace microdata::postgres {

namespace {

// Returns the finding about multisets: each has as many values as its class has rows, and the
// release has no value more often than the source.
Finding check_multisets(const PublishedGeneralization& published, const ClassCover& cover) {
  std::vector<std::uint32_t> size(cover.classes);
  std::vector<std::size_t> row_of_class(cover.classes);
  for (std::size_t row = 0; row < cover.class_of_row.size(); ++row) {
    ++size[cover.class_of_row[row]];
    row_of_class[cover.class_of_row[row]] = row;
  }
  std::size_t wrong = 0;
  std::string worst;
  for (std::size_t a = 0; a < published.quasi_identifiers.size(); ++a) {
    const RegionAttribute& attribute = published.quasi_identifiers[a];
    if (attribute.counts.empty()) continue;
    std::vector<std::int64_t> left(attribute.values);
    for (const Code code : attribute.tuples)
      ++left[code];
    for (std::uint32_t c = 0; c < cover.classes; ++c) {
      const Code label = attribute.published[row_of_class[c]];
      // Classes with the same multisets count as one class, so each value counts several times.
      std::uint64_t values = 0;
      for (const std::uint32_t count : attribute.counts[label])
        values += count;
      if (values == 0 || size[c] % values != 0) {
        ++wrong;
        worst = published.names[a];
        continue;
      }
      const auto times = static_cast<std::int64_t>(size[c] / values);
      std::size_t i = 0;
      attribute.covers[label].for_each(
          [&](Code code) { left[code] -= times * attribute.counts[label][i++]; });
    }
    const auto surplus = static_cast<std::size_t>(
        std::count_if(left.begin(), left.end(), [](std::int64_t n) { return n < 0; }));
    if (surplus > 0) worst = published.names[a];
    wrong += surplus;
  }
  Finding finding = none_allowed("multisets match the source", wrong);
  if (wrong > 0) {
    finding.worst_case = Json::object().add("attribute", worst);
  }
  return finding;
}

std::vector<Finding> verify_published(const Release& release,
                                      const PublishedGeneralization& published,
                                      const Progress& progress) {
  const ClassCover cover = cover_classes(published, progress);
  std::vector<Finding> findings;
  if (published.has_source) {
    findings.push_back(check_rows(release, published));
    findings.push_back(check_truth(assign_tuples(cover, published.rest, progress)));
    const bool with_multisets = std::any_of(
        published.quasi_identifiers.begin(), published.quasi_identifiers.end(),
        [](const RegionAttribute& a) { return !a.counts.empty() && !a.counts[0].empty(); });
    if (with_multisets) findings.push_back(check_multisets(published, cover));
  }
  for (Finding& finding : check_classes(release, published, cover, {}, progress))
    findings.push_back(std::move(finding));
  return findings;
}

DisclosureFigures disclosure_of(const Release& release, const PublishedGeneralization& published,
                                const Progress& progress) {
  const ClassCover cover = places_in_classes(published, progress);
  std::vector<double> of_kind(cover.kinds);
  for (const PublishedGeneralization::Ungeneralized& s : published.sensitive) {
    const ClassDisclosure measured = measure_class_disclosure(
        cover, s.published, harmless_codes(release, s.name, s.values.front(), progress), progress);
    for (std::size_t kind = 0; kind < of_kind.size(); ++kind)
      of_kind[kind] = std::max(of_kind[kind], measured.of_kind[kind]);
  }
  DisclosureFigures result;
  for (const std::uint32_t kind : cover.kind_of_tuple) {
    // A cursory cover does not list all classes of a kind.
    if (cover.cursory ? cover.classes == 0 : cover.of_kind(kind).empty()) continue;
    ++result.tuples;
    result.max_probability = std::max(result.max_probability, of_kind[kind]);
    result.mean_probability += of_kind[kind];
  }
  if (result.tuples > 0) result.mean_probability /= static_cast<double>(result.tuples);
  return result;
}

}  // namespace

std::vector<Finding> verify_generalized(const Release& release, const Progress& progress) {
  if (released_regions(release)) return verify_by_regions(release, LayoutKind::classes, progress);
  return verify_published(release, read_generalization(release, progress), progress);
}

DisclosureFigures disclosure_of_generalized(const Release& release, const Progress& progress) {
  if (released_regions(release)) return disclosure_by_regions(release, progress);
  const PublishedGeneralization published = read_generalization(release, progress);
  progress.phase("disclosure");
  return disclosure_of(release, published, progress);
}

std::vector<KnownAttribute> take_known(PublishedGeneralization& published) {
  std::vector<KnownAttribute> known;
  for (std::size_t a = 0; a < published.quasi_identifiers.size(); ++a) {
    RegionAttribute& attribute = published.quasi_identifiers[a];
    known.push_back({std::move(attribute.tuples), attribute.values, published.numeric[a]});
  }
  return known;
}

void place_in_classes(const Release& release, const ReadScope& beside, const VisitPlaced& visit,
                      const Progress& progress) {
  PublishedGeneralization published = read_generalization(release, progress, beside);
  progress.phase("guess");
  const ClassCover cover = places_in_classes(published, progress);
  const std::vector<KnownAttribute> known = take_known(published);
  std::vector<const Dictionary*> known_values;
  for (std::size_t a = 0; a < published.values.size(); ++a)
    known_values.push_back(published.values[a] ? &*published.values[a] : &published.labels[a]);
  const std::vector<Row> persons = members_in_order(published.members(), beside);
  const std::vector<Row> outsiders = numbers_from(published.members(), published.tuples);
  for (const PublishedGeneralization::Ungeneralized& sensitive : published.sensitive) {
    const auto place = [&](std::span<const Row> some) {
      return place_persons(cover, sensitive.published, some,
                           beside.most_pairs.value_or(most_placed_pairs), progress);
    };
    const PlacedPersons placed = place(persons);
    const PlacedPersons outside = place(outsiders);
    visit({sensitive.name, sensitive.source_name, sensitive.values.front(), placed, outside,
           persons, outsiders, sensitive.tuples, known, known_values});
  }
}

std::vector<InferenceFigures> audit_inference_in_classes(const Release& release,
                                                         const InferenceRequest& request,
                                                         Random& random, const Progress& progress) {
  PublishedGeneralization published = read_generalization(
      release, progress, {.outsiders = request.outsiders, .keys = request.keys});
  progress.phase("guess");
  const ClassCover cover = places_in_classes(published, progress);
  const std::vector<KnownAttribute> known = take_known(published);
  const std::vector<Row> persons = in_random_order(published.members(), random);
  const std::vector<Row> others = numbers_from(published.members(), published.tuples);
  const KnownFeatures features(known, persons.size(), published.tuples, progress);
  std::vector<InferenceFigures> result;
  for (const PublishedGeneralization::Ungeneralized& sensitive : published.sensitive) {
    const auto place = [&](std::span<const Row> some) {
      return place_persons(cover, sensitive.published, some, most_inference_pairs, progress);
    };
    const JudgedAttribute judged{
        sensitive.tuples, promised_l(release),
        harmless_codes(release, sensitive.name, sensitive.values.front(), progress),
        request.near.near_values(sensitive.name, sensitive.values.front(), progress)};
    result.push_back(
        std::move(measure_inference(placed_sides(place(persons), place(others), request),
                                    {&judged, 1}, features, request.options, progress)
                      .front()));
    result.back().set_attribute(sensitive.name, sensitive.values.front());
  }
  require_sensitive(result);
  return result;
}

namespace {

struct ClassSums {
  ValueChances chances_of_all = ValueChances::of_region(0);
  ValueChances chances_of_known = ValueChances::of_region(0);
  SidesMatched by_all;
  SidesMatched by_known;

  void add(const ClassSums& region) {
    chances_of_all.add_region(region.chances_of_all);
    chances_of_known.add_region(region.chances_of_known);
    add_region(by_all, region.by_all);
    add_region(by_known, region.by_known);
  }
};
template <typename Both>
auto members(Both& sums, const ClassSums* /*type*/) {
  return std::tie(sums.chances_of_all, sums.chances_of_known, sums.by_all, sums.by_known);
}

// Returns the sums about the region that was entered. Classes have rows of one region, so the
// classes that cover a person add up over regions.
ClassSums match_in_classes(const AskedPart& part, const std::size_t& most_entries,
                           const Progress& progress) {
  const DrawnPersons& persons = part.require_persons();
  const std::vector<Row> members = numbers_from(0, persons.members);
  const std::vector<Row> others = numbers_from(persons.members, persons.tuples.count());
  const PublishedGeneralization published =
      read_generalization(part.release, progress, {.tuples = &persons.tuples});
  progress.phase("match");
  const ClassCover cover = places_in_classes(published, progress);
  ClassSums sums;
  for (const RegionAttribute& attribute : published.quasi_identifiers)
    sums.chances_of_known.add(attribute, progress);
  sums.chances_of_all = sums.chances_of_known;
  sums.chances_of_all.add(published.rest, progress);
  const ValueChances alike(published.tuples);
  for (const auto& [rest, sum] :
       {std::pair<const SlicedView::Values*, SidesMatched*>(nullptr, &sums.by_known),
        std::pair<const SlicedView::Values*, SidesMatched*>(&published.rest, &sums.by_all)}) {
    *sum = match_persons(cover, rest, alike, members, others, most_entries, progress);
  }
  return sums;
}

std::vector<MembershipOfKnown> judge_classes(const DrawnPersons& persons, ClassSums& sums) {
  set_lifts(sums.by_all, persons.members, sums.chances_of_all);
  set_lifts(sums.by_known, persons.members, sums.chances_of_known);
  return {judge_known("all", sums.by_all), judge_known("quasi-identifiers", sums.by_known)};
}

constexpr PartTask<std::size_t, ClassSums> class_membership_task{.name = "membership in classes",
                                                                 .phase = "match",
                                                                 .run = match_in_classes,
                                                                 .published_only = true};

}  // namespace

std::vector<MembershipOfKnown> audit_membership_in_classes(const Release& release,
                                                           const std::optional<Oid>& outsiders,
                                                           Random& random,
                                                           const Progress& progress) {
  if (auto judged =
          audit_membership_by_regions(class_membership_task, RowsOfSource::left, judge_classes,
                                      release, outsiders, random, progress))
    return *std::move(judged);
  const PublishedGeneralization published =
      read_generalization(release, progress, {.outsiders = outsiders, .drawing = &random});
  progress.phase("match");
  const ClassCover cover = places_in_classes(published, progress);
  const DrawnSides sides = draw_sides(published.members(), published.tuples, random);
  ValueChances chances(published.tuples);
  for (const RegionAttribute& attribute : published.quasi_identifiers)
    chances.add(attribute, progress);
  const auto judged = [&](const char* known, const SlicedView::Values* rest) {
    return judge_known(known, match_persons(cover, rest, chances, sides.members, sides.outsiders,
                                            most_membership_entries, progress));
  };
  const MembershipOfKnown by_quasi_identifiers = judged("quasi-identifiers", nullptr);
  chances.add(published.rest, progress);
  return {judged("all", &published.rest), by_quasi_identifiers};
}

const PartQuestion membership_in_classes_question = question_of<class_membership_task>;

}  // namespace microdata::postgres
