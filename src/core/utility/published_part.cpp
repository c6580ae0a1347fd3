#include "core/utility/published_part.hpp"

#include <utility>

namespace microdata {

std::shared_ptr<const BucketedAttributes> bucketed_attributes(AttributeSet attributes,
                                                              const TuplePartition& buckets,
                                                              Row rows, const Progress& progress) {
  BucketedAttributes bucketed{std::move(attributes), std::vector<std::uint32_t>(rows, no_bucket)};
  for (std::size_t b = 0; b < buckets.buckets(); ++b) {
    progress.checkpoint_at(b);
    for (const Row row : buckets.bucket(b))
      bucketed.bucket_of_row[row] = static_cast<std::uint32_t>(b);
  }
  return std::make_shared<const BucketedAttributes>(std::move(bucketed));
}

}  // namespace microdata
