#include "postgres/functions/given_release.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "postgres/checks/series_verification.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/view_code.hpp"

namespace microdata::postgres {

namespace {

void refuse_cohorts(const Release& release, Oid relation) {
  if (!release.layout.cohorts) return;
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
              "edition " + in_quotes(relation_name(relation)) + " has cohorts")
      .detail(
          "Sets of persons who left stand among those of the others, without a row in the table "
          "of persons; and a set lacks what is withheld.")
      .hint(
          "verify_release() reads editions of series. The release's view has what is to be "
          "expected.");
}

}  // namespace

bool takes_counterfeits(const Release& release, Counterfeits counterfeits) {
  if (counterfeits == Counterfeits::as_published) return true;
  if (release.layout.cohorts || counterfeits == Counterfeits::refused)
    return !release.layout.cohorts && !has_special_rows(release);
  const KnownCounterfeits known = operations_of(release).counterfeits;
  return !has_special_rows(release) || known == KnownCounterfeits::everywhere ||
         (counterfeits == Counterfeits::estimated && known != KnownCounterfeits::nowhere);
}

void check_counterfeits(const Release& release, Oid relation, Counterfeits counterfeits) {
  if (takes_counterfeits(release, counterfeits)) return;
  refuse_cohorts(release, relation);
  if (counterfeits_of(release) == 0) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "edition " + in_quotes(relation_name(relation)) + " shows persons without a value")
        .detail("Here, NULL would be taken for their value.")
        .hint("Editions in which all persons have a value can be read.");
  }
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
              "edition " + in_quotes(relation_name(relation)) + " has counterfeits")
      .detail("Rows and values of no person would be taken for those of persons.")
      .hint("Editions without counterfeits can be read.");
}

GivenRelease given_release(const Arguments& arguments, Counterfeits counterfeits) {
  const Oid relation = arguments.relation("release");
  command_is_about(relation);
  Release release = require_release(relation);
  const LayoutOperations& operations = operations_of(release);
  check_counterfeits(release, relation, counterfeits);
  return {relation, in_quotes(relation_name(relation)), std::move(release), operations};
}

bool sees_all_of(const Release& release) {
  for (const Oid relation : {release.relations.front(), *release.source}) {
    const Oid owner = owner_of(relation);
    if (guarded([&] { return is_member_of_role(GetUserId(), owner); })) return true;
  }
  return false;
}

namespace {

// True if the caller has the privileges for statements about what the release needs of its source.
bool may_read_source(const Release& release) {
  const Oid source = *release.source;
  if (!may_read_some(source)) return false;
  std::vector<std::string> names;
  for (const ReleaseAttribute& attribute : release.attributes)
    if (!attribute.source_name.empty()) names.push_back(attribute.source_name);
  for (const SubjectAttribute& attribute : release.subject)
    names.push_back(attribute.name);
  return guarded([&] {
    const Oid user = GetUserId();
    if (!compat::may_look_into_schema(get_rel_namespace(source), user)) return false;
    if (pg_class_aclcheck(source, user, ACL_SELECT) == ACLCHECK_OK) return true;
    return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      const AttrNumber number = get_attnum(source, name.c_str());
      return number == InvalidAttrNumber ||
             pg_attribute_aclcheck(source, number, user, ACL_SELECT) == ACLCHECK_OK;
    });
  });
}

Error denied_source(const std::string& name) {
  hide_statements();
  return Error(ERRCODE_INSUFFICIENT_PRIVILEGE, "permission denied for the source of " + name)
      .hint("Roles that may read its source can verify it, and compare it with the source.");
}

}  // namespace

bool source_is_denied(const Release& release) {
  if (!may_read_source(release)) return true;
  if (sees_all_of(release)) return false;
  hide_statements();
  return hides_rows(*release.source);
}

void require_source(const Release& release, const std::string& name, const char* hint) {
  if (!release.source) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, "the source of " + name + " is gone")
        .hint(hint);
  }
  // Readers of the release learn neither what it was made from nor what was left out.
  if (source_is_denied(release)) throw denied_source(name);
  require_no_code_of_others(*release.source, "the source of " + name);
}

}  // namespace microdata::postgres
