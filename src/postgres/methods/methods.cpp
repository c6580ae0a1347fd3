#include "postgres/methods/methods.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "postgres/inspection/description_members.hpp"
#include "postgres/methods/bucketization/bucketization_method.hpp"
#include "postgres/methods/fragmentation/fragmentation_method.hpp"
#include "postgres/methods/generalization/generalization_method.hpp"
#include "postgres/methods/gnf/gnf_method.hpp"
#include "postgres/methods/slicing/slicing_method.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/error.hpp"
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

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const Method* const method : methods)
    names.emplace_back(method->name);
  return names;
}

const Method& method_named(const std::string& name) {
  if (const Method* const found = find_method(name)) return *found;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "unrecognized method: " + in_quotes(name))
      .hint("Valid ones are " + join(method_names()) + ".");
}

const Method& method_of(const Release& release) {
  if (const Method* const found = find_method(release.method)) {
    if (release.id == 0) check_parameters(release.parameters);
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

}  // namespace microdata::postgres
