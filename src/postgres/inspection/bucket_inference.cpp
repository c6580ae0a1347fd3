#include "postgres/inspection/bucket_inference.hpp"

#include <span>
#include <utility>

#include "core/risk/joint_placement.hpp"
#include "core/risk/placed_persons.hpp"
#include "postgres/inspection/published_buckets.hpp"
#include "postgres/inspection/release_reading.hpp"

namespace microdata::postgres {

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
        request.near.near_values(published.sensitive_names[j], *published.sensitive_values[j],
                                 progress)};
    result.push_back(std::move(
        measure_inference({joint_placement(place(persons)), joint_outsiders(place(others), others)},
                          {&judged, 1}, features, request.options, progress)
            .front()));
    result.back().set_attribute(published.sensitive_names[j], *published.sensitive_values[j]);
  }
  require_sensitive(result);
  return result;
}

}  // namespace microdata::postgres
