#include "postgres/inspection/bucket_inference.hpp"

#include "core/risk/placed_persons.hpp"
#include "postgres/inspection/published_buckets.hpp"

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
    const PlacedPersons placed =
        place_persons(published.view, sensitive, persons, most_inference_pairs, progress);
    const PlacedPersons outside =
        place_persons(published.view, sensitive, others, most_inference_pairs, progress);
    result.push_back(measure_inference(placed, {others, outside}, features, sensitive.tuples,
                                       promised_l(release), request.options, progress));
    result.back().set_attribute(published.sensitive_names[j], *published.sensitive_values[j]);
  }
  require_sensitive(result);
  return result;
}

}  // namespace microdata::postgres
