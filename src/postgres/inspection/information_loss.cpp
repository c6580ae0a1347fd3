#include "postgres/inspection/information_loss.hpp"

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/utility/cover_loss.hpp"
#include "core/utility/extent_loss.hpp"
#include "postgres/inspection/divided_reading.hpp"
#include "postgres/inspection/drawn_tuples.hpp"
#include "postgres/inspection/region_estimation.hpp"
#include "postgres/server/function_call.hpp"

namespace microdata {

template <typename Loss>
auto members(Loss& loss, const LossOfRows* /*type*/) {
  return std::tie(loss.lost, loss.rows);
}

}  // namespace microdata

namespace microdata::postgres {

namespace {

constexpr double bytes_of_sums = 1000;

// Of all rows, or those of the region that was entered; how far the domains extend is known of the
// whole release in each.
LossOfRows width_of_rows(const Release& release, const LossReading& reading,
                         const Progress& progress) {
  progress.phase("read");
  const std::vector<PublishedExtents> extents = reading.extents(release, progress);
  progress.phase("loss");
  LossOfRows sum{extent_loss(extents, progress), 0};
  for (const PublishedExtents& attribute : extents)
    sum.rows += static_cast<double>(attribute.value_of_row.size());
  sum.lost *= sum.rows;
  return sum;
}

// Of a region, how many rows of the whole source have each value is known, so that its rows lose
// what they lose in the whole.
std::vector<LossOfRows> losses_of_covers(const Release& release, const LossReading& reading,
                                         LossMeasure measure, const Progress& progress) {
  const std::vector<PublishedCovers> covers = reading.covers(release, progress);
  progress.phase("loss");
  return cover_losses(covers, measure, progress);
}

void add_all(std::vector<LossOfRows>& sums, const std::vector<LossOfRows>& losses) {
  sums.resize(losses.size());
  for (std::size_t a = 0; a < losses.size(); ++a) {
    sums[a].lost += losses[a].lost;
    sums[a].rows += losses[a].rows;
  }
}

}  // namespace

double width_loss(const Release& release, const LossReading& reading, const Progress& progress) {
  std::vector<std::string> attributes;
  for (const ReleaseAttribute& attribute : release.attributes)
    attributes.push_back(attribute.name);
  MemoryNeed need = need_of_audit(release, "microdata.information_loss()");
  need.of_tuple = 0;
  need.beside = [&] { return bytes_of_labels(release, attributes); };
  const DividedReading divided{.options = reading_of_regions(release, attributes),
                               .source = RowsOfSource::left,
                               .phase = "loss",
                               .question = "width",
                               .bytes_of_answer = bytes_of_sums};
  LossOfRows sum;
  const auto add = [&](const LossOfRows& region) {
    sum.lost += region.lost;
    sum.rows += region.rows;
  };
  read_divided(
      release, need, divided, [&] { add(width_of_rows(release, reading, progress)); },
      [&](std::string answer) { add(unpack<LossOfRows>(std::move(answer))); }, progress);
  return sum.rows > 0 ? sum.lost / sum.rows : 0;
}

double loss_of_covers(const Release& release, const LossReading& reading, LossMeasure measure,
                      const Progress& progress) {
  MemoryNeed need = need_of_audit(release, "microdata.information_loss()");
  need.beside = [&] { return bytes_of_known_values(release, true); };
  const DividedReading divided{.options = knowing_values_of_source(release, true, true),
                               .phase = "loss",
                               .question = "covers",
                               .request = [&] { return pack(measure); },
                               .bytes_of_answer = bytes_of_sums};
  std::vector<LossOfRows> sums;
  read_divided(
      release, need, divided,
      [&] { add_all(sums, losses_of_covers(release, reading, measure, progress)); },
      [&](std::string answer) {
        add_all(sums, unpack<std::vector<LossOfRows>>(std::move(answer)));
      },
      progress);
  return mean_loss(sums, static_cast<std::size_t>(release.suppressed_rows.value_or(0)));
}

std::string answer_width_loss(const AskedPart& asked, const Progress& progress) {
  return pack(width_of_rows(
      asked.release, require(asked.operations.loss, asked.release.relations.front()), progress));
}

std::string answer_cover_loss(const AskedPart& asked, const Progress& progress) {
  const auto measure = unpack_request<LossMeasure>(asked.request);
  if (measure != LossMeasure::values && measure != LossMeasure::entropy) fail_packed();
  return pack(losses_of_covers(asked.release,
                               require(asked.operations.loss, asked.release.relations.front()),
                               measure, progress));
}

}  // namespace microdata::postgres
