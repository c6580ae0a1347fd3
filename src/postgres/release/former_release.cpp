#include "postgres/release/former_release.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "postgres/catalog/declared_roles.hpp"
#include "postgres/catalog/ledger.hpp"
#include "postgres/regions/region_counts.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

const RenewedPartitions* renewed_now = nullptr;

Error cannot_renew(const Target& target, const std::string& detail, int code) {
  return Error(code, "partitions cannot be published again into " + in_quotes(target.name))
      .detail(detail)
      .hint(RenewedPartitions::hint());
}

// Returns the attributes of the role that the source still has, without a role in the call; if
// `role` is empty, the source's columns that the release does not have.
std::vector<std::string> remaining(const Release& release, const Source& source,
                                   const GivenRoles& given, std::optional<Role> role) {
  const auto names_it = [](const std::optional<std::vector<std::string>>& names,
                           const std::string& name) {
    return names && std::find(names->begin(), names->end(), name) != names->end();
  };
  std::vector<std::string> names;
  for (const SourceColumn& column : source.columns) {
    const auto attribute =
        std::find_if(release.attributes.begin(), release.attributes.end(),
                     [&](const ReleaseAttribute& a) { return a.source_name == column.name; });
    const bool published = attribute != release.attributes.end();
    const bool is_such = role ? published && attribute->role == *role : !published;
    if (is_such && !names_it(given.sensitive, column.name) &&
        !names_it(given.identifiers, column.name) && !names_it(given.insensitive, column.name) &&
        !names_it(given.quasi_identifiers, column.name)) {
      names.push_back(column.name);
    }
  }
  return names;
}

// Number of rows to sample, in which the values of sensitive attributes are distinguished.
constexpr std::size_t sampled = 10000;

// Returns the sensitive attributes in one group with other attributes that are published unchanged.
std::vector<RegionNeeds::Linked> linked_in(const std::vector<std::vector<std::string>>& groups,
                                           const Source& source,
                                           const std::vector<AssignedRole>& roles,
                                           const RegionRequest& request) {
  const auto is_sensitive = [&](const std::string& name) {
    return roles[static_cast<std::size_t>(source.find(name) - source.columns.data())].role ==
           Role::sensitive;
  };
  std::vector<RegionNeeds::Linked> linked;
  for (const std::vector<std::string>& group : groups) {
    std::vector<std::string> others;
    for (const std::string& name : group) {
      if (!is_sensitive(name) && is_published_as_it_is(source, roles, request, name))
        others.push_back(name);
    }
    for (const std::string& name : group) {
      if (!others.empty() && is_sensitive(name)) linked.push_back({name, others});
    }
  }
  return linked;
}

struct Constraint {
  std::string description;
  std::string definition;
};

// Returns the constraints of the partition. The server assumes that inherited constraints hold, so
// catch_up() adds each one again under another name, which makes the server check the rows. A
// primary key implies columns that are not null. Constraints against nulls come first, because
// PostgreSQL 17's planner relies on them to find rows without a referenced row.
std::vector<Constraint> constraints_of(Oid partition) {
  std::vector<Constraint> constraints;
  for (const ResultRow& row :
       query("SELECT c.description, c.definition FROM (SELECT 1, a.attnum::pg_catalog.text, "
             "pg_catalog.concat('not null of column ', pg_catalog.quote_ident(a.attname)), "
             "pg_catalog.format("
             "'CHECK (pg_catalog.num_nulls(%I) OPERATOR(pg_catalog.=) 0)', a.attname) "
             "FROM pg_catalog.pg_attribute a WHERE a.attrelid = $1::pg_catalog.oid "
             "AND a.attnum > 0 AND a.attnotnull AND NOT a.attisdropped "
             "UNION ALL SELECT 2, k.conname::pg_catalog.text, "
             "pg_catalog.concat('constraint ', pg_catalog.quote_ident(k.conname)), "
             "pg_catalog.pg_get_constraintdef(k.oid) "
             "FROM pg_catalog.pg_constraint k WHERE k.conrelid = $1::pg_catalog.oid "
             "AND k.contype IN ('c', 'f') AND k.convalidated) c (kind, name, description, "
             "definition) "
             "ORDER BY c.kind, c.name",
             {std::to_string(partition)})) {
    constraints.push_back({*row[0], *row[1]});
  }
  return constraints;
}

// Returns a name that no constraint of the table has.
std::string free_name(Oid partition) {
  return *query(
      "SELECT n.name FROM (SELECT 'checked_' || i FROM pg_catalog.generate_series(1, 10000) i) "
      "n (name) WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_constraint k "
      "WHERE k.conrelid = $1::pg_catalog.oid AND k.conname = n.name) LIMIT 1",
      {std::to_string(partition)})[0][0];
}

bool has_index(Oid partition) {
  return !query("SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = $1::pg_catalog.oid",
                {std::to_string(partition)})
              .empty();
}

std::optional<std::string> catch_up(Oid partition) {
  const std::string table = qualified_name(partition);
  const std::vector<Constraint> constraints = constraints_of(partition);
  const OwnerScope owner(partition);
  if (!constraints.empty()) {
    const std::string name = quote_name(free_name(partition));
    const std::string change = "ALTER TABLE " + table;
    for (const Constraint& constraint : constraints) {
      if (attempt(join({change, " ADD CONSTRAINT ", name, " ", constraint.definition, "; ", change,
                        " DROP CONSTRAINT ", name},
                       ""))) {
        return "Rows that would be published do not meet " + constraint.description + ".";
      }
    }
  }
  if (!has_index(partition)) return std::nullopt;
  const auto reason = attempt("REINDEX TABLE " + table);
  return reason ? std::optional("With the rows that would be published: " + *reason + ".")
                : std::nullopt;
}

}  // namespace

RenewedPartitions::RenewedPartitions(Oid source, std::vector<Oid> partitions,
                                     std::optional<Oid> edition)
    : source_(source), partitions_(std::move(partitions)), edition_(edition), outer_(renewed_now) {
  renewed_now = this;
}

RenewedPartitions::~RenewedPartitions() {
  renewed_now = outer_;
}

const RenewedPartitions* RenewedPartitions::of(Oid source) {
  return renewed_now != nullptr && renewed_now->source_ == source ? renewed_now : nullptr;
}

std::optional<Oid> RenewedPartitions::edition_of(Oid source) {
  const RenewedPartitions* const renewed = of(source);
  return renewed != nullptr ? renewed->edition_ : std::nullopt;
}

const char* RenewedPartitions::hint() {
  return renewed_now != nullptr && renewed_now->edition_
             ? "Publish all partitions of the series."
             : "Publish the whole source again with replace => true.";
}

std::vector<Oid> given_renewed(const Arguments& arguments) {
  std::vector<Oid> partitions = arguments.relations("partitions");
  if (partitions.empty())
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "partitions names no partition");
  return partitions;
}

Error differs_from_former(const Target& target, const std::string& detail) {
  return cannot_renew(target, detail, ERRCODE_INVALID_PARAMETER_VALUE);
}

Error unfit_to_renew(const Target& target, const std::string& detail) {
  return cannot_renew(target, detail, ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE);
}

std::vector<std::int64_t> recorded_numbers(const Release& release, const char* key) {
  std::vector<std::int64_t> numbers;
  for (const Json& number : release.parameters["regions"][key].elements())
    numbers.push_back(number.integer());
  return numbers;
}

std::optional<std::string> recorded(const Release& release, const char* key) {
  return release.parameters["regions"][key].text();
}

Release former_release(const Target& target, const Source& source) {
  const std::optional<Oid> edition = RenewedPartitions::edition_of(source.relation);
  // The edition must not change while its rows are copied.
  if (edition) execute("LOCK TABLE " + qualified_name(*edition) + " IN ACCESS SHARE MODE");
  const Oid existing =
      edition ? *edition
              : guarded([&] { return get_relname_relid(target.name.c_str(), target.schema); });
  std::optional<Release> release = OidIsValid(existing) ? find_release(existing) : std::nullopt;
  if (!release) {
    throw Error(ERRCODE_UNDEFINED_OBJECT, "there is no release " + in_quotes(target.name))
        .hint(RenewedPartitions::hint());
  }
  if (release->source != source.relation)
    throw differs_from_former(target, "It is a release of another source.");
  if (!recorded(*release, "partitions") ||
      guarded([&] { return get_rel_relkind(existing); }) != RELKIND_PARTITIONED_TABLE) {
    throw unfit_to_renew(
        target, "It was not published by the partitions of " + in_quotes(source.name) + ".");
  }
  return std::move(*release);
}

void require_same_roles(const Target& target, const Release& release, const Source& source,
                        const std::vector<AssignedRole>& roles) {
  std::set<std::string> published;
  for (const ReleaseAttribute& attribute : release.attributes) {
    const auto column =
        std::find_if(source.columns.begin(), source.columns.end(),
                     [&](const SourceColumn& c) { return c.name == attribute.source_name; });
    if (column == source.columns.end() || attribute.name != attribute.source_name)
      throw differs_from_former(target, "The source does not have its attribute " +
                                            in_quotes(attribute.name) +
                                            " any more, or by another name.");
    if (roles[static_cast<std::size_t>(column - source.columns.begin())].role != attribute.role) {
      throw differs_from_former(target, "Attribute " + in_quotes(attribute.name) +
                                            " has another role than when it was published.");
    }
    if (roles[static_cast<std::size_t>(column - source.columns.begin())].harmless !=
        harmless_values(release.parameters["harmless"][attribute.name])) {
      throw differs_from_former(target, "Attribute " + in_quotes(attribute.name) +
                                            " has other harmless values than when it was "
                                            "published.");
    }
    published.insert(attribute.source_name);
  }
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role == Role::identifier || published.contains(source.columns[i].name)) continue;
    throw differs_from_former(target, "It does not have attribute " +
                                          in_quotes(source.columns[i].name) +
                                          ", which would be published now.");
  }
}

std::vector<std::vector<std::string>> recorded_groups(const Release& release) {
  std::map<int, std::vector<const ReleaseAttribute*>> columns;
  for (const ReleaseAttribute& attribute : release.attributes)
    columns[attribute.column].push_back(&attribute);
  std::vector<std::vector<std::string>> groups;
  for (auto& [number, attributes] : columns) {
    std::stable_partition(
        attributes.begin(), attributes.end(),
        [](const ReleaseAttribute* attribute) { return attribute->role == Role::sensitive; });
    groups.emplace_back();
    for (const ReleaseAttribute* attribute : attributes)
      groups.back().push_back(attribute->name);
  }
  return groups;
}

GivenRoles with_roles_of(const Release& release, const Source& source, GivenRoles given) {
  const auto of = [&](std::optional<Role> role) { return remaining(release, source, given, role); };
  GivenRoles all = given;
  if (!all.sensitive) all.sensitive = of(Role::sensitive);
  if (!all.quasi_identifiers) all.quasi_identifiers = of(Role::quasi_identifier);
  if (!all.insensitive) all.insensitive = of(Role::insensitive);
  if (!all.identifiers) all.identifiers = of(std::nullopt);
  for (const ReleaseAttribute& attribute : release.attributes) {
    const std::vector<std::string>& sensitive = *all.sensitive;
    const std::string& name = attribute.source_name;
    if (std::find(sensitive.begin(), sensitive.end(), name) != sensitive.end())
      all.harmless.emplace(name, harmless_values(release.parameters["harmless"][attribute.name]));
  }
  return all;
}

RenewedCounts::RenewedCounts(const Source& source, const std::vector<AssignedRole>& roles,
                             const RegionRequest& request,
                             const std::vector<std::vector<std::string>>& groups,
                             const RegionTree& tree, Random& random, const Progress& progress)
    : oblivious_(request.cuts == Cuts::oblivious) {
  RegionPlan plan;
  plan.tree = tree;
  const std::string region = source_regions(source, plan).region;
  const std::vector<std::int64_t> rows = count_regions(source, region, tree.regions(), snapshot_);
  std::int64_t all = 0;
  for (const std::int64_t of_region : rows)
    all += of_region;
  sample_ =
      read_sample(source, roles, sampling_condition(source, roles, all, sampled, true, random),
                  std::nullopt, snapshot_, progress);
  prepare_for_models(request.privacy, sample_);
  AttributeSet sensitive;
  for (std::size_t a = 0; a < sample_.data.attributes.size(); ++a) {
    if (sample_.data.attributes[a].role == Role::sensitive) sensitive.push_back(a);
  }
  needs_.l = request.l;
  needs_.k = request.k;
  needs_.privacy = PrivacyRequirement(sample_.data, sensitive, request.privacy, progress);
  needs_.linked = linked_in(groups, source, roles, request);
  counted_.emplace(source, sample_, needs_, region, tree.regions(), snapshot_, progress);
}

bool RenewedCounts::are_eligible(std::span<const std::uint32_t> regions) const {
  return counted_->rows(regions) == 0 ||
         (oblivious_ ? counted_->has_k(regions) : counted_->meets(regions));
}

std::optional<std::string> catch_up_with_parents(const Partition& partition) {
  if (partition.divided.empty()) return catch_up(partition.relation);
  for (const Partition& below : partition.divided.front().partitions) {
    if (auto reason = catch_up_with_parents(below)) return reason;
  }
  return std::nullopt;
}

namespace {

constexpr const char* compared =
    "Each keeps its guarantee. Together, they can leave one possible value of a person.";

const KnownEditions* known_now = nullptr;

std::string of_those_gone(const EarlierReleases& earlier) {
  if (earlier.gone == 0) return "";
  return " " + std::to_string(earlier.gone) +
         (earlier.gone == 1 ? " no longer exists" : " no longer exist") +
         (earlier.gone == 1 ? "; copies of it remain." : "; copies of them remain.");
}

// Returns a sentence about series; empty if editions are independent, because together they
// disclose more than each.
std::string of_series(Oid source) {
  if (KnownEditions::any(source)) return "";
  return " Editions of a series do not say more together: see create_series().";
}

std::string forgettable(const EarlierReleases& earlier) {
  if (earlier.unread == 0) return "";
  return " microdata.forget_release() removes " + std::to_string(earlier.unread) +
         " from the ledger that no other role could read.";
}

std::string persons_in(const Source& source, std::size_t releases) {
  return "persons of " + in_quotes(source.name) + " are in " +
         count_of(releases, "earlier release");
}

std::string audit_call(const Source& source) {
  return "audit_composition(source => " + quote_value(qualified_name(source.relation)) + ")";
}

// Warns of earlier releases that other roles could read. Trials that no other role could read are
// not counted, because nobody can compare them.
void warn_of_earlier(const Source& source, const std::vector<std::int64_t>& excused) {
  const ReadReleases read = read_by_others(source.relation, excused);
  if (read.all == 0) return;
  const std::string combined =
      persons_in(source, read.all) + ", which can be combined with this one";
  if (read.gone == read.all) {
    report(WARNING, combined,
           std::string(read.all == 1 ? "It no longer exists" : "They no longer exist") +
               ". Copies remain, with which audit_composition() cannot compare this one.");
    return;
  }
  report(WARNING, combined + ": " + audit_call(source) + " shows what they disclose together",
         read.gone == 0 ? std::string()
                        : std::to_string(read.gone) +
                              (read.gone == 1 ? " no longer exists" : " no longer exist") +
                              ", and cannot be compared.");
}

}  // namespace

KnownEditions::KnownEditions(Oid source, std::vector<std::int64_t> releases)
    : source_(source), releases_(std::move(releases)), outer_(known_now) {
  known_now = this;
}

KnownEditions::~KnownEditions() {
  known_now = outer_;
}

bool KnownEditions::any(Oid source) {
  return known_now != nullptr && known_now->source_ == source;
}

std::vector<std::int64_t> KnownEditions::of(Oid source) {
  return any(source) ? known_now->releases_ : std::vector<std::int64_t>();
}

void check_republication(const Source& source, const std::vector<std::int64_t>& known) {
  // Releases of a copy that stands in for a source are never kept. A rehearsal keeps nothing
  // either, and earlier releases may be gone when the call is made.
  if (original_of(source.relation) || Rehearsal::is_on()) return;
  const Republish demanded = republish_setting();
  // A role that may not read the source learns nothing of its releases; reading the source fails
  // afterwards.
  if (demanded == Republish::allow || !may_read_through(source.relation)) return;
  if (demanded == Republish::error) wait_for_publication(source.relation);
  const std::vector<std::int64_t> excused =
      known.empty() && demanded == Republish::warn ? KnownEditions::of(source.relation) : known;
  if (demanded == Republish::warn) return warn_of_earlier(source, excused);
  const EarlierReleases earlier = earlier_releases(source.relation, excused);
  if (earlier.all == 0) return;
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, persons_in(source, earlier.all))
      .detail("pg_microdata.republish is \"error\". " + std::string(compared) +
              of_those_gone(earlier))
      .hint(audit_call(source) + " shows how much those that are there say together." +
            of_series(source.relation) + forgettable(earlier));
}

}  // namespace microdata::postgres
