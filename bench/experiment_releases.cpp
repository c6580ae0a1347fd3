#include "experiment_releases.hpp"

#include <numeric>
#include <utility>

#include "core/bucketization/bucketization.hpp"
#include "core/choice/inference_goal.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/privacy/infeasible.hpp"

namespace microdata::experiment {

namespace {

// Returns the models that buckets must satisfy in addition to the bound 1/l.
std::vector<PrivacyModel> models_of(const Setting& setting) {
  std::vector<PrivacyModel> models;
  if (setting.k > 1) models.emplace_back(KAnonymity{static_cast<double>(setting.k)});
  if (setting.distinct)
    models.emplace_back(LDiversity{setting.l, LDiversity::Variant::distinct, 1});
  return models;
}

double bound_of(const Setting& setting) {
  return setting.distinct ? 1 : setting.l;
}

Column all_with_role(const Microdata& data, Role role) {
  return {attributes_with_role(data, role), std::nullopt};
}

Slicing as_it_is(const Microdata& data) {
  Slicing result;
  result.columns.emplace_back();
  for (std::size_t a = 0; a < data.attributes.size(); ++a)
    result.columns.front().attributes.push_back(a);
  result.generalizations.resize(1);
  result.buckets.rows.resize(data.rows);
  std::iota(result.buckets.rows.begin(), result.buckets.rows.end(), Row{0});
  result.buckets.offsets.push_back(data.rows);
  result.linking = {result.buckets.rows};
  return result;
}

Slicing publish_slices(const Microdata& data, const Setting& setting, Random& random) {
  SlicingOptions options;
  options.columns = setting.columns;
  if (setting.columns == 0) {
    options.groups = {all_with_role(data, Role::quasi_identifier),
                      all_with_role(data, Role::sensitive)};
  }
  options.l = bound_of(setting);
  options.k = setting.alike;
  options.cuts_by = setting.cuts_by;
  options.privacy = models_of(setting);
  options.suppress = setting.suppress;
  options.discretization = setting.discretization;
  if (!setting.goal) return slice(data, options, random, {});
  InferenceGoal goal;
  goal.share = *setting.goal;
  MadeForGoal<Slicing> made = slice_for_goal(data, options, goal, random, {});
  if (!made.met) throw Infeasible();
  return std::move(made.release);
}

Slicing publish_buckets(const Microdata& data, const Setting& setting, Random& random) {
  BucketizationOptions options;
  options.l = bound_of(setting);
  options.method = setting.method == Method::anatomy ? BucketizationMethod::anatomy
                                                     : BucketizationMethod::mondrian;
  options.privacy = models_of(setting);
  options.suppress = setting.suppress;
  Bucketization buckets = bucketize(data, options, random, {});
  Slicing result;
  result.columns = {all_with_role(data, Role::quasi_identifier),
                    all_with_role(data, Role::sensitive)};
  result.generalizations.resize(2);
  result.linking = {buckets.buckets.rows, std::move(buckets.linking.front())};
  result.buckets = std::move(buckets.buckets);
  result.suppressed = buckets.suppressed;
  return result;
}

Generalization publish_classes(const Microdata& data, const Setting& setting, Random& random) {
  GeneralizationOptions options;
  options.k = setting.k;
  options.l = bound_of(setting);
  if (setting.distinct) options.privacy = models_of(setting);
  options.suppress = setting.suppress;
  return generalize(data, options, random, {});
}

std::string name_of_method(const Setting& setting) {
  switch (setting.method) {
    case Method::original:
      return "original";
    case Method::slicing:
      return "slicing-" + (setting.columns == 0 ? "whole" : std::to_string(setting.columns)) +
             (setting.alike > 1 ? "-generalized" : "") +
             (setting.cuts_by == CutsBy::correlation ? "-correlation" : "");
    case Method::anatomy:
      return "anatomy";
    case Method::mondrian_buckets:
      return "mondrian-buckets";
    case Method::generalization:
      return "generalization";
  }
  return {};
}

}  // namespace

std::string name_of(const Setting& setting) {
  return name_of_method(setting) + (setting.distinct ? "-distinct" : "");
}

std::optional<Release> publish(const Microdata& data, const Setting& setting, Random& random) {
  try {
    switch (setting.method) {
      case Method::original:
        return as_it_is(data);
      case Method::slicing:
        return publish_slices(data, setting, random);
      case Method::anatomy:
      case Method::mondrian_buckets:
        return publish_buckets(data, setting, random);
      case Method::generalization:
        return publish_classes(data, setting, random);
    }
  } catch (const Infeasible&) {
    return std::nullopt;
  }
  return std::nullopt;
}

std::vector<const std::vector<Row>*> linking_of_attributes(const Microdata& data,
                                                           const Slicing& slicing) {
  std::vector<const std::vector<Row>*> result(data.attributes.size());
  for (std::size_t c = 0; c < slicing.columns.size(); ++c) {
    for (const std::size_t attribute : slicing.columns[c].attributes)
      result[attribute] = &slicing.linking[c];
  }
  return result;
}

std::string columns_as_text(const Microdata& data, const Slicing& slicing) {
  std::string result;
  for (const Column& column : slicing.columns) {
    result += result.empty() ? "{" : ", {";
    for (const std::size_t a : column.attributes)
      result += (a == column.attributes.front() ? "" : ", ") + data.attributes[a].name;
    result += "}";
  }
  return result;
}

}  // namespace microdata::experiment
