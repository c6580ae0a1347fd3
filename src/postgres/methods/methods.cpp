#include "postgres/methods/methods.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "postgres/checks/series_verification.hpp"
#include "postgres/inspection/release_structure.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/layouts/bucket_operations.hpp"
#include "postgres/methods/bucketization/bucketized_release.hpp"
#include "postgres/methods/fragmentation/published_fragments.hpp"
#include "postgres/methods/generalization/generalization_method.hpp"
#include "postgres/methods/gnf/gnf_method.hpp"
#include "postgres/methods/slicing/slicing_method.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

constexpr std::array<const Method*, 5> methods{&slicing_method, &bucketization_method,
                                               &generalization_method, &gnf_method,
                                               &fragmentation_method};

const Method* find_method(const std::string& name) {
  const auto* const found = std::find_if(
      methods.begin(), methods.end(), [&](const Method* method) { return method->name == name; });
  return found == methods.end() ? nullptr : *found;
}

}  // namespace

bool is_method(const std::string& name) {
  return find_method(name) != nullptr;
}

namespace {

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const Method* const method : methods)
    names.emplace_back(method->name);
  return names;
}

}  // namespace

const Method& method_named(const std::string& name) {
  if (const Method* const found = find_method(name)) return *found;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "unrecognized method: " + in_quotes(name))
      .hint("Valid ones are " + join(method_names()) + ".");
}

const Method& method_of(const Release& release) {
  if (const Method* const found = find_method(release.method)) {
    if (release.id == 0) check_parameters(release.parameters);
    if (release.layout.out_of_range)
      fail_structure(release, in_quotes(*release.layout.out_of_range) + " is out of range.");
    found->structure(release);
    // Every reader begins with an attribute.
    if (release.attributes.empty()) fail_incomplete(release);
    return *found;
  }
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, "the release was made by the method " +
                                                 in_quotes(release.method) +
                                                 ", which this version does not know")
      .hint(
          "The library is older than the database's version of the extension; reconnect, or "
          "install the newer one.");
}

const LayoutOperations& operations_of(LayoutKind layout) {
  static const LayoutOperations cohorts = [] {
    LayoutOperations operations = person_operations;
    operations.verify = verify_cohorts;
    return operations;
  }();
  static const LayoutOperations classes_of_persons = operations_of_person_classes();
  switch (layout) {
    case LayoutKind::buckets:
      return bucket_operations;
    case LayoutKind::classes:
      return class_operations;
    case LayoutKind::persons:
      return person_operations;
    case LayoutKind::classes_of_persons:
      return classes_of_persons;
    case LayoutKind::cohorts:
      return cohorts;
    case LayoutKind::parts:
      return part_operations;
    case LayoutKind::fragments:
      break;
  }
  return fragment_operations;
}

const LayoutOperations& operations_of(const Release& release) {
  const LayoutKind of_rows = method_of(release).layout;
  if (of_rows != LayoutKind::buckets && of_rows != LayoutKind::classes)
    return operations_of(of_rows);
  if (release.layout.cohorts) return operations_of(LayoutKind::cohorts);
  if (!is_of_subjects(release)) return operations_of(of_rows);
  return operations_of(of_rows == LayoutKind::buckets ? LayoutKind::persons
                                                      : LayoutKind::classes_of_persons);
}

namespace {

constexpr std::array<const SeriesMethod*, 3> series_methods{&bucketization_series, &slicing_series,
                                                            &generalization_series};

}  // namespace

const SeriesMethod& series_method_named(const std::string& name) {
  std::vector<std::string> names;
  for (const SeriesMethod* const method : series_methods) {
    if (method->name == name) return *method;
    names.emplace_back(method->name);
  }
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "there are no series of method " + in_quotes(name))
      .hint("method is one of " + join(names) + " or, with independent => true, of " +
            join(method_names()) + ".");
}

}  // namespace microdata::postgres
