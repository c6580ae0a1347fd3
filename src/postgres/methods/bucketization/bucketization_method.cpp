#include "postgres/methods/bucketization/bucketization_method.hpp"

#include <cstddef>

#include "postgres/inspection/release_structure.hpp"
#include "postgres/inspection/subject_relations.hpp"

namespace microdata::postgres {

namespace {

std::size_t model_of_l(const Release& release) {
  return is_of_subjects(release) ? 0 : 1;
}

}  // namespace

const Method bucketization_method{
    .name = "bucketization",
    .about =
        "Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive "
        "values to the other attributes.",
    .call = {.function = "bucketize_table", .implied_models = model_of_l},
    .structure = check_sensitive_apart,
    .layout = LayoutKind::buckets,
};

}  // namespace microdata::postgres
