#pragma once

#include <tuple>

#include "core/bucketization/bucketization.hpp"
#include "core/fragmentation/fragmentation.hpp"
#include "core/generalization/generalization.hpp"
#include "core/gnf/guardian_normal_form.hpp"
#include "core/gnf/multi_sensitive.hpp"
#include "core/risk/disclosure.hpp"
#include "core/series/edition.hpp"
#include "core/slicing/slicing.hpp"
#include "core/subject/subject_bucketization.hpp"

// Members of releases and of their measures, which packing.hpp uses to compare them.

namespace microdata {

template <typename T>
auto members(T& value, const TuplePartition* /*type*/) {
  return std::tie(value.rows, value.offsets);
}

template <typename T>
auto members(T& value, const Column* /*type*/) {
  return std::tie(value.attributes, value.medoid);
}

template <typename T>
auto members(T& value, const ColumnGeneralization* /*type*/) {
  return std::tie(value.attributes, value.of_row, value.regions, value.codes);
}

template <typename T>
auto members(T& value, const Slicing* /*type*/) {
  return std::tie(value.columns, value.generalizations, value.buckets, value.linking,
                  value.suppressed, value.exact_check_cut_short);
}

template <typename T>
auto members(T& value, const Bucketization* /*type*/) {
  return std::tie(value.buckets, value.linking, value.suppressed);
}

template <typename T>
auto members(T& value, const GeneralizedValue* /*type*/) {
  return std::tie(value.codes, value.counts, value.level, value.penalty);
}

template <typename T>
auto members(T& value, const GeneralizedAttribute* /*type*/) {
  return std::tie(value.attribute, value.kind, value.values, value.value_of_class);
}

template <typename T>
auto members(T& value, const InformationLoss* /*type*/) {
  return std::tie(value.of_attribute, value.mean, value.discernibility, value.average_class_size);
}

template <typename T>
auto members(T& value, const Generalization* /*type*/) {
  return std::tie(value.classes, value.attributes, value.loss, value.suppressed, value.levels);
}

template <typename T>
auto members(T& value, const Fragment* /*type*/) {
  return std::tie(value.attributes, value.relevance, value.redundancy);
}

template <typename T>
auto members(T& value, const PublishedFragment* /*type*/) {
  return std::tie(value.plan, value.classes, value.attributes, value.class_values, value.changed,
                  value.loss);
}

template <typename T>
auto members(T& value, const Fragmentation* /*type*/) {
  return std::tie(value.fragments, value.suppressed, value.information_error);
}

// Returns the members of a rule except its models, which are options.
template <typename T>
auto members(T& value, const PrivacyRule* /*type*/) {
  return std::tie(value.known, value.sensitive);
}

template <typename T>
auto members(T& value, const Part* /*type*/) {
  return std::tie(value.attributes, value.enforced);
}

template <typename T>
auto members(T& value, const MultiSensitiveGroups* /*type*/) {
  return std::tie(value.groups, value.suppressed, value.smallest_possible);
}

template <typename T>
auto members(T& value, const SubjectBucketization* /*type*/) {
  return std::tie(value.buckets, value.linking, value.row_sets, value.value_sets,
                  value.published_rows, value.published_values, value.suppressed_persons,
                  value.rows_left_out);
}

template <typename T>
auto members(T& value, const Edition* /*type*/) {
  return std::tie(value.buckets, value.signature_of, value.signatures, value.waiting,
                  value.withheld);
}

template <typename T>
auto members(T& value, const WorstDisclosure* /*type*/) {
  return std::tie(value.probability, value.value, value.matches, value.bucket);
}

template <typename T>
auto members(T& value, const AttributeDisclosure* /*type*/) {
  return std::tie(value.by_degree, value.by_count);
}

template <typename T>
auto members(T& value, const Disclosure* /*type*/) {
  return std::tie(value.tuples, value.unmatched, value.mean_probability, value.attributes);
}

}  // namespace microdata
