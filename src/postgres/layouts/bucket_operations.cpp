#include "postgres/layouts/bucket_operations.hpp"

#include <cstddef>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>

#include "core/base/grouped.hpp"
#include "core/risk/inference_attack.hpp"
#include "core/risk/joint_placement.hpp"
#include "core/risk/person_features.hpp"
#include "core/risk/placed_persons.hpp"
#include "core/risk/subject_membership.hpp"
#include "core/risk/subject_places.hpp"
#include "postgres/audits/inference_figures.hpp"
#include "postgres/audits/membership_audit.hpp"
#include "postgres/checks/bucket_verification.hpp"
#include "postgres/estimates/count_estimation.hpp"
#include "postgres/estimates/group_estimation.hpp"
#include "postgres/estimates/person_estimation.hpp"
#include "postgres/inspection/published_buckets.hpp"
#include "postgres/inspection/published_subjects.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/released_table.hpp"
#include "postgres/inspection/subject_relations.hpp"

namespace microdata::postgres {

namespace {

// Runs the de Finetti attack on a release in buckets, by sensitive attribute. Each person is one
// tuple of the source. Only a sample of the persons of a large release is guessed.
std::vector<InferenceFigures> audit_inference_in_buckets(const Release& release,
                                                         const InferenceRequest& request,
                                                         Random& random, const Progress& progress) {
  const PublishedBuckets published = read_published_buckets(
      release, progress, {.outsiders = request.outsiders, .keys = request.keys});
  if (published.misfits > 0) throw counts_do_not_fit(published.sensitive_names.front());
  progress.phase("guess");
  const std::vector<Row> persons = in_random_order(published.members(), random);
  const std::vector<Row> others = numbers_from(published.members(), published.view.tuples);
  const KnownFeatures features(published.known, persons.size(), published.view.tuples, progress);
  std::vector<InferenceFigures> result;
  for (std::size_t j = 0; j < published.view.sensitive.size(); ++j) {
    const SlicedView::Sensitive& sensitive = published.view.sensitive[j];
    const auto place = [&](std::span<const Row> some) {
      return place_persons(published.view, sensitive, some, most_inference_pairs, progress);
    };
    const JudgedAttribute judged{
        sensitive.tuples, request.is_declared ? promised_l(release) : std::nullopt,
        sensitive.harmless,
        request.near.near_values(published.sensitive_names[j], *published.sensitive_values[j],
                                 progress)};
    result.push_back(
        std::move(measure_inference(placed_sides(place(persons), place(others), request),
                                    {&judged, 1}, features, request.options, progress)
                      .front()));
    result.back().set_attribute(published.sensitive_names[j], *published.sensitive_values[j]);
  }
  require_sensitive(result);
  return result;
}

std::vector<KnownAttribute> known_of_persons(PublishedSubjects& published,
                                             const Progress& progress) {
  std::vector<KnownAttribute> known = std::move(published.known_of_persons);
  std::vector<KnownAttribute> by_rows =
      known_by_rows(published.known_of_rows, published.view.person_of_tuple,
                    published.view.persons.tuples, progress);
  std::move(by_rows.begin(), by_rows.end(), std::back_inserter(known));
  return known;
}

// Runs the de Finetti attack on a release of persons with several rows. The guess for an attribute
// is the value that the person most probably has, among others. The guess is right if the person
// has the value in any row.
std::vector<InferenceFigures> audit_inference_of_subjects(const Release& release,
                                                          const InferenceRequest& request,
                                                          Random& random,
                                                          const Progress& progress) {
  PublishedSubjects published = read_published_subjects(
      release, progress, {.outsiders = request.outsiders, .keys = request.keys});
  progress.phase("guess");
  const SubjectView& view = published.view;
  const std::vector<Row> persons = in_random_order(published.members(), random);
  const std::vector<Row> others = numbers_from(published.members(), view.persons.tuples);
  const KnownFeatures features(known_of_persons(published, progress), persons.size(),
                               view.persons.tuples, progress);
  const SubjectPlacement placement(view, published.classes ? &*published.classes : nullptr,
                                   most_inference_pairs, progress);
  PlacedSides placed{placement.place(persons, progress), placement.place(others, progress)};
  keep_placed(placed.members);
  std::vector<Grouped<std::uint32_t>> values;
  for (const SubjectView::Sensitive& sensitive : view.sensitive)
    values.push_back(values_of_persons(view, sensitive, progress));
  std::vector<JudgedAttribute> judged;
  for (std::size_t j = 0; j < values.size(); ++j) {
    judged.push_back({TrueValues(values[j].first, values[j].items), promised_l(release),
                      view.sensitive[j].harmless,
                      request.near.near_values(published.sensitive_names[j],
                                               *published.sensitive_values[j], progress)});
  }
  std::vector<InferenceFigures> result =
      measure_inference(placed, judged, features, request.options, progress);
  for (std::size_t j = 0; j < result.size(); ++j)
    result[j].set_attribute(published.sensitive_names[j], *published.sensitive_values[j]);
  require_sensitive(result);
  return result;
}

MembershipSums match_both(const PublishedSubjects& published, const DrawnSides& sides,
                          std::size_t most_entries, const Progress& progress) {
  const SubjectView& view = published.view;
  progress.phase("match");
  std::optional<ClassPersons> classes;
  if (published.classes) {
    classes = find_class_persons(view, *published.classes, ClassReach::own_stratum,
                                 most_inference_pairs, progress);
  }
  const auto match = [&](MatchingBuckets::Over over) {
    return classes
               ? match_subjects(view, *published.classes, *classes, over, sides.members,
                                sides.outsiders, most_entries, progress)
               : match_subjects(view, over, sides.members, sides.outsiders, most_entries, progress);
  };
  return {{match(MatchingBuckets::Over::whole), {}, {}},
          {match(MatchingBuckets::Over::known), {}, {}}};
}

// Returns the matches in the region that was entered, in whose levels persons are looked for.
MembershipSums match_subjects_in_region(const AskedPart& part, const std::size_t& most_entries,
                                        const Progress& progress) {
  const DrawnPersons& persons = part.require_persons();
  const PublishedSubjects published = read_published_subjects(
      part.release, progress, {.tuples = &persons.tuples, .person_of_tuple = persons.person_of});
  return match_both(
      published,
      {numbers_from(0, persons.members), numbers_from(persons.members, persons.persons())},
      most_entries, progress);
}

constexpr MembershipTask subject_membership_task{.name = "membership of persons",
                                                 .phase = "match",
                                                 .run = match_subjects_in_region,
                                                 .published_only = true};

// Compares members with outsiders of a release of persons with several rows, each person known by
// all rows. Without a relation of outsiders, outsiders are made up: with as many rows as a random
// member, and each value from a random row of the members.
std::vector<MembershipOfKnown> audit_membership_of_subjects(const Release& release,
                                                            const std::optional<Oid>& outsiders,
                                                            Random& random,
                                                            const Progress& progress) {
  if (auto judged = audit_membership_by_regions(subject_membership_task, RowsOfSource::left,
                                                release, outsiders, random, progress))
    return *std::move(judged);
  const PublishedSubjects published =
      read_published_subjects(release, progress, {.outsiders = outsiders, .drawing = &random});
  const DrawnSides sides = draw_sides(published.members(), published.view.persons.tuples, random);
  const MembershipSums matched = match_both(published, sides, most_membership_entries, progress);
  return {judge_known("all", matched.of_all.matched),
          judge_known("quasi-identifiers", matched.of_known.matched)};
}

// Largest number of pairs of a bucket and a tuple that are all examined, and the size of the sample
// if more pairs can arise.
constexpr std::size_t most_pairs = 500'000;
constexpr std::size_t sample = 20'000;

// Returns the results for the region that was entered.
MembershipSums match_in_region(const AskedPart& part, const std::size_t& most_entries,
                               const Progress& progress) {
  const DrawnPersons& persons = part.require_persons();
  const PublishedBuckets published = read_published_buckets(
      part.release, progress, {.other_tuples = &persons.tuples}, Chances::of_region);
  if (published.misfits > 0) throw counts_do_not_fit(published.sensitive_names.front());
  const SlicedView& view = published.view;
  const std::size_t first = published.members();
  const std::vector<Row> members = numbers_from(first, first + persons.members);
  const std::vector<Row> others = numbers_from(first + persons.members, view.tuples);
  const ValueChances alike(view.tuples);
  MembershipSums sums;
  for (const auto& [sum, over, chances] :
       {std::tuple(&sums.of_all, MatchingBuckets::Over::whole, &*published.chances_of_all),
        std::tuple(&sums.of_known, MatchingBuckets::Over::known, &*published.chances_of_known)}) {
    progress.phase("match");
    const MatchingBuckets buckets(view, over, progress);
    sum->chances = *chances;
    sum->matched =
        match_persons(view, buckets, over, alike, members, others, most_entries, progress);
    progress.phase("count");
    sum->arising = count_arising_tuples(view, buckets, over, first, most_pairs, sample,
                                        *part.random, progress);
  }
  return sums;
}

constexpr MembershipTask membership_task{.name = "membership in buckets",
                                         .phase = "match",
                                         .run = match_in_region,
                                         .published_only = true};

// Compares members with outsiders of a release in buckets, in which each member is one tuple of the
// source. Without a relation of outsiders, outsiders get each attribute's value independently from
// a random member.
std::vector<MembershipOfKnown> audit_membership_in_buckets(const Release& release,
                                                           const std::optional<Oid>& outsiders,
                                                           Random& random,
                                                           const Progress& progress) {
  if (auto judged = audit_membership_by_regions(membership_task, RowsOfSource::read, release,
                                                outsiders, random, progress))
    return *std::move(judged);
  const PublishedBuckets published = read_published_buckets(
      release, progress, {.outsiders = outsiders, .drawing = &random}, Chances::of_all);
  if (published.misfits > 0) throw counts_do_not_fit(published.sensitive_names.front());
  const SlicedView& view = published.view;
  const DrawnSides sides = draw_sides(published.members(), view.tuples, random);
  std::vector<MembershipOfKnown> result;
  for (const auto& [known, over, chances] :
       {std::tuple("all", MatchingBuckets::Over::whole, &*published.chances_of_all),
        std::tuple("quasi-identifiers", MatchingBuckets::Over::known,
                   &*published.chances_of_known)}) {
    progress.phase("match");
    const MatchingBuckets buckets(view, over, progress);
    const SidesMatched matched = match_persons(view, buckets, over, *chances, sides.members,
                                               sides.outsiders, most_membership_entries, progress);
    progress.phase("count");
    result.push_back(judge_known(known, matched));
    result.back().arising = count_arising_tuples(view, buckets, over, published.members(),
                                                 most_pairs, sample, random, progress);
  }
  return result;
}

}  // namespace

const PartQuestion membership_in_buckets_question = question_of<membership_task>;

namespace {

ShownRelease show_buckets(const Release& release, const ReadScope& beside,
                          const Progress& progress) {
  return shown_release(read_table_in_buckets(release, beside, progress));
}

}  // namespace

const LayoutOperations bucket_operations{
    .verify = verify_buckets,
    .disclosure = disclosure_of_buckets,
    .inference = audit_inference_in_buckets,
    .members_and_outsiders = audit_membership_in_buckets,
    .places = place_in_buckets,
    .released_table = read_table_in_buckets,
    .shown = show_buckets,
    .matching_buckets = find_matching_buckets,
    .membership = no_membership,
    .counts = counts_of_buckets,
    .groups = estimate_groups,
    .loss = no_loss,
    .divergence = no_divergence,
    .counterfeits = KnownCounterfeits::everywhere,
};

const LayoutOperations person_operations{
    .verify = verify_subjects,
    .disclosure = disclosure_of_subjects,
    .inference = audit_inference_of_subjects,
    .members_and_outsiders = audit_membership_of_subjects,
    .places = no_places_of_persons,
    .released_table = read_table_of_subjects,
    .shown = read_shown_subjects,
    .matching_buckets = match_subjects,
    .membership = no_membership,
    .counts = counts_of_subjects,
    .groups = estimate_groups,
    .loss = no_loss,
    .divergence = no_divergence,
    .counterfeits = KnownCounterfeits::everywhere,
};

}  // namespace microdata::postgres
