#include "postgres/release/renewal.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "postgres/catalog/ledger.hpp"
#include "postgres/release/following_relations.hpp"
#include "postgres/release/former_release.hpp"
#include "postgres/release/release_partitions.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/source/region_tree.hpp"

namespace microdata::postgres {

namespace {

// Level of the source, with a partition of that level and the partition's path.
struct Found {
  const Partitioning* level = nullptr;
  const Partition* partition = nullptr;
  PartitionPath path;
};

void visit(const Partitioning& level, const PartitionPath& above,
           const std::function<void(const Found&)>& each) {
  for (const Partition& partition : level.partitions) {
    PartitionPath path = above;
    path.push_back(partition.bound);
    each({&level, &partition, path});
    for (const Partitioning& below : partition.divided)
      visit(below, path, each);
  }
}

// Recorded regions of a release and their changes. New regions get higher numbers than recorded.
struct Regions {
  std::vector<std::vector<PartitionPath>> partitions;
  std::vector<PlannedRegion> regions;
  std::vector<bool> again;

  std::uint32_t add(const PartitionPath& path) {
    partitions.push_back({path});
    regions.emplace_back();
    again.push_back(true);
    return static_cast<std::uint32_t>(regions.size() - 1);
  }
  bool has(std::uint32_t region, const PartitionPath& path) const {
    return std::find(partitions[region].begin(), partitions[region].end(), path) !=
           partitions[region].end();
  }
  std::vector<std::uint32_t> within(const PartitionPath& prefix) const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t region = 0; region < partitions.size(); ++region) {
      if (std::any_of(partitions[region].begin(), partitions[region].end(),
                      [&](const PartitionPath& path) { return has_prefix(path, prefix); })) {
        found.push_back(region);
      }
    }
    return found;
  }
  bool is_recorded(const PartitionPath& path) const {
    return std::any_of(partitions.begin(), partitions.end(), [&](const auto& paths) {
      return std::find(paths.begin(), paths.end(), path) != paths.end();
    });
  }
  bool reaches_below(const PartitionPath& path) const { return !within(path).empty(); }
};

Regions recorded_regions(const Target& target, const Release& release, std::uint32_t regions) {
  Regions result;
  result.partitions.resize(regions);
  result.regions.resize(regions);
  result.again.resize(regions);
  const Json::Array& partitions = release.parameters["regions"]["partitions"].elements();
  for (std::size_t region = 0; region < partitions.size(); ++region) {
    for (const Json& path : partitions[region].elements())
      result.partitions.at(region).push_back(path.texts());
  }
  const std::vector<std::int64_t> source_rows = recorded_numbers(release, "source_rows");
  const std::vector<std::int64_t> published = recorded_numbers(release, "published_rows");
  const std::vector<std::int64_t> buckets = recorded_numbers(release, "buckets");
  if (source_rows.size() != regions || published.size() != regions || buckets.size() != regions)
    throw unfit_to_renew(target, "The record of its regions is incomplete.");
  for (std::uint32_t region = 0; region < regions; ++region)
    result.regions[region] = {source_rows[region], published[region], buckets[region], true};
  return result;
}

// True if `value` sorts before `other` in the type's order.
bool is_below(const Source& source, const std::string& column, const std::string& value,
              const std::string& other) {
  RegionTree tree;
  tree.nodes.resize(3);
  tree.nodes[0].column = column;
  tree.nodes[0].values = {other};
  tree.nodes[0].left = 1;
  tree.nodes[0].right = 2;
  tree.nodes[1].region = 0;
  tree.nodes[2].region = 1;
  const AttributeType& type = source.find(column)->type;
  const std::string region = region_expression(tree, [&](const std::string&) {
    return RegionKey{quote_value(value), type};
  });
  return query_rows("SELECT " + region)[0][0] == "0";
}

// Adds regions for a partition that the release does not have: its values belonged to neighbouring
// regions, or to no rows. Fails if the regions leave no room for the partition.
void add_partition(const Target& target, const Found& found, RegionEditing& editing,
                   Regions& regions) {
  const Partition& partition = *found.partition;
  const PartitionPath above(found.path.begin(), found.path.end() - 1);
  const std::vector<std::uint32_t> within = regions.within(above);
  const Partition* const last = &found.level->partitions.back();
  PartitionPath otherwise = above;
  otherwise.push_back(last->bound);
  const bool has_default = last->is_default && regions.is_recorded(otherwise);
  if (partition.is_default || partition.takes_null) {
    throw unfit_to_renew(target, "Partition " + in_quotes(partition.name) +
                                     " is new, and takes values that the release has in others.");
  }
  std::optional<RegionEditing::Added> added;
  if (found.level->strategy == Partitioning::Strategy::list) {
    added = editing.add_list(within, found.level->columns.front(), partition.values);
  } else {
    RegionEditing::Range range{found.level->columns.front(), partition.from, partition.to, false,
                               has_default};
    for (const Partition& before : found.level->partitions) {
      if (&before == &partition) break;
      PartitionPath path = above;
      path.push_back(before.bound);
      range.has_former = range.has_former || regions.reaches_below(path);
    }
    added = editing.add_range(within, range);
  }
  if (!added) {
    throw unfit_to_renew(target, "The regions of the release do not leave room for partition " +
                                     in_quotes(partition.name) + ".");
  }
  regions.add(found.path);
  // NULL is greater than all other values.
  if (has_default && !partition.to) regions.partitions.back().push_back(otherwise);
  if (added->behind) regions.add(otherwise);
  for (const std::uint32_t neighbour : added->neighbours) {
    if (has_default && neighbour < regions.again.size() && regions.has(neighbour, otherwise))
      regions.again[neighbour] = true;
  }
}

// Marks all regions that share a partition of the release with a marked one, because they are
// published together.
void spread(Regions& regions) {
  std::set<PartitionPath> made;
  for (bool more = true; more;) {
    more = false;
    for (std::uint32_t region = 0; region < regions.again.size(); ++region) {
      if (regions.again[region]) {
        made.insert(regions.partitions[region].begin(), regions.partitions[region].end());
      }
    }
    for (std::uint32_t region = 0; region < regions.again.size(); ++region) {
      const bool touched =
          std::any_of(regions.partitions[region].begin(), regions.partitions[region].end(),
                      [&](const auto& path) { return made.contains(path); });
      if (touched && !regions.again[region]) regions.again[region] = more = true;
    }
  }
}

// Merges new regions, and the rest of default partitions, with neighbours if they are not eligible
// by themselves, as in a publication of the whole source.
void merge_added(const std::set<PartitionPath>& defaults, std::size_t before,
                 const std::function<bool(std::span<const std::uint32_t>)>& are_eligible,
                 const std::vector<std::uint32_t>& numbers, RegionEditing& editing,
                 Regions& regions) {
  // Parts of each region, as `are_eligible` numbers them.
  std::map<std::uint32_t, std::vector<std::uint32_t>> parts;
  for (std::uint32_t part = 0; part < numbers.size(); ++part)
    parts[numbers[part]] = {part};
  const auto is_refused = [&](const auto& each) {
    const auto& [region, made_of] = each;
    const std::vector<PartitionPath>& paths = regions.partitions[region];
    const bool is_of_default =
        std::any_of(paths.begin(), paths.end(),
                    [&](const PartitionPath& path) { return defaults.contains(path); });
    return regions.again[region] && (region >= before || is_of_default) &&
           !editing.neighbours(region).empty() && !are_eligible(made_of);
  };
  for (auto found = std::find_if(parts.begin(), parts.end(), is_refused); found != parts.end();
       found = std::find_if(parts.begin(), parts.end(), is_refused)) {
    const std::uint32_t region = found->first;
    const std::vector<std::uint32_t> neighbours = editing.neighbours(region);
    editing.remove(region);
    for (const std::uint32_t neighbour : neighbours) {
      regions.again[neighbour] = true;
      for (const PartitionPath& path : regions.partitions[region]) {
        if (!regions.has(neighbour, path)) regions.partitions[neighbour].push_back(path);
      }
    }
    // Each neighbour is eligible without the rows, whatever part of them it gets.
    if (neighbours.size() == 1) {
      std::vector<std::uint32_t>& all = parts[neighbours.front()];
      all.insert(all.end(), found->second.begin(), found->second.end());
    }
    regions.partitions[region].clear();
    regions.again[region] = false;
    parts.erase(region);
  }
}

struct Names {
  std::vector<std::string> besides;
  std::vector<std::string> added;
};

void tell(const Target& target, const Names& names, const std::vector<PartitionPath>& gone) {
  if (!names.added.empty()) {
    report(NOTICE,
           "release " + in_quotes(target.name) + " gets partitions for " + join(names.added));
  }
  if (!names.besides.empty()) {
    report(NOTICE, "also published again: " + join(names.besides),
           "They share a region, or a partition, with one that was named.");
  }
  if (!gone.empty()) {
    std::vector<std::string> bounds;
    for (const PartitionPath& path : gone)
      bounds.push_back(join(path));
    report(NOTICE,
           "release " + in_quotes(target.name) +
               " loses partitions that the source has no "
               "more",
           join(bounds, "\n"));
  }
}

Oid renewed_table(const Target& target) {
  return target.renewal->former.relations.front();
}

// Fails if a level has a type of another role. The release's levels can differ from the source's.
void require_trusted(const Target& target, const Partitioning& level) {
  if (!level.trusted)
    throw unfit_to_renew(target, "It is partitioned by values of a type of another role.");
  for (const Partition& partition : level.partitions) {
    for (const Partitioning& below : partition.divided)
      require_trusted(target, below);
  }
}

}  // namespace

RegionPlan plan_renewal(Target& target, const Source& source,
                        const std::vector<AssignedRole>& roles, const std::vector<Oid>& only,
                        const RegionRequest& request, Random& random, const Progress& progress) {
  const std::optional<Partitioning> partitioning = partitioning_of(source.relation);
  if (!partitioning)
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, in_quotes(source.name) + " has no partitions");
  auto renewal = std::make_shared<Renewal>();
  renewal->former = former_release(target, source);
  renewal->apart = RenewedPartitions::edition_of(source.relation).has_value();
  if (!renewal->apart && subscribers_have_one_table(renewal->former.relations.front())) {
    throw unfit_to_renew(target,
                         "A publication with publish_via_partition_root has it: subscribers would "
                         "keep the rows that are replaced.");
  }
  const Release& former = renewal->former;
  require_same_roles(target, former, source, roles);
  const RegionTree tree = region_tree(former.parameters["regions"]["tree"]);
  Regions regions = recorded_regions(target, former, tree.regions());
  const PlainText text;
  RegionEditing editing(
      tree, [&](const std::string& column, const std::string& value, const std::string& other) {
        return is_below(source, column, value, other);
      });

  std::map<PartitionPath, std::string> name_of;
  std::set<PartitionPath> named;
  std::set<Oid> known;
  std::vector<Found> added;
  std::set<PartitionPath> defaults;
  const std::vector<std::vector<PartitionPath>> before = regions.partitions;
  visit(*partitioning, {}, [&](const Found& found) {
    name_of.emplace(found.path, found.partition->name);
    known.insert(found.partition->relation);
    if (found.partition->is_default) defaults.insert(found.path);
    if (std::find(only.begin(), only.end(), found.partition->relation) != only.end())
      named.insert(found.path);
    if (regions.reaches_below(found.path)) return;
    // Partitions below a partition that is one region are not distinguished.
    for (PartitionPath above = found.path; !above.empty(); above.pop_back()) {
      const bool is_new = std::any_of(added.begin(), added.end(),
                                      [&](const Found& each) { return each.path == above; });
      if (is_new || regions.is_recorded(above)) return;
    }
    added.push_back(found);
  });
  for (const Oid partition : only) {
    if (known.contains(partition)) continue;
    throw Error(
        ERRCODE_INVALID_PARAMETER_VALUE,
        in_quotes(relation_name(partition)) + " is not a partition of " + in_quotes(source.name));
  }
  // Partitions that the source no longer has.
  std::set<PartitionPath> gone;
  for (std::uint32_t region = 0; region < before.size(); ++region) {
    std::vector<PartitionPath> left;
    for (const PartitionPath& path : before[region])
      (name_of.contains(path) ? (void)left.push_back(path) : (void)gone.insert(path));
    if (left.size() == before[region].size()) continue;
    regions.partitions[region] = left;
    regions.again[region] = !left.empty();
    if (left.empty() && !editing.remove(region))
      throw unfit_to_renew(target, "The source has none of the release's partitions any more.");
  }
  for (const Found& found : added)
    add_partition(target, found, editing, regions);
  for (std::uint32_t region = 0; region < regions.again.size(); ++region) {
    for (const PartitionPath& path : regions.partitions[region]) {
      const bool is_named = std::any_of(named.begin(), named.end(), [&](const PartitionPath& each) {
        return has_prefix(each, path) || has_prefix(path, each);
      });
      if (is_named) regions.again[region] = true;
    }
  }
  spread(regions);
  if (!added.empty()) {
    const RegionEditing::Renumbered unmerged = editing.renumbered();
    const RenewedCounts counts(source, roles, request, recorded_groups(former), unmerged.tree,
                               random, progress);
    merge_added(
        defaults, before.size(),
        [&](std::span<const std::uint32_t> those) { return counts.are_eligible(those); },
        unmerged.former, editing, regions);
    spread(regions);
  }

  RegionPlan plan;
  const RegionEditing::Renumbered renumbered = editing.renumbered();
  plan.tree = renumbered.tree;
  std::set<PartitionPath> made;
  std::set<PartitionPath> kept;
  for (const std::uint32_t number : renumbered.former) {
    const std::vector<PartitionPath>& paths = regions.partitions[number];
    const bool again = regions.again[number];
    plan.partitions.push_back(paths);
    plan.regions.push_back(again ? PlannedRegion{} : regions.regions[number]);
    (again ? made : kept).insert(paths.begin(), paths.end());
    renewal->kept_rows += again ? 0 : regions.regions[number].published_rows;
  }
  plan.groups = recorded_groups(former);
  plan.largest_bucket = std::stoll(recorded(former, "largest_bucket").value_or("0"));
  Names names;
  for (const PartitionPath& path : made) {
    const bool is_new = std::any_of(added.begin(), added.end(),
                                    [&](const Found& found) { return found.path == path; });
    const bool is_named = std::any_of(named.begin(), named.end(), [&](const PartitionPath& each) {
      return has_prefix(each, path) || has_prefix(path, each);
    });
    if (is_new) {
      names.added.push_back(name_of.at(path));
    } else if (!is_named) {
      names.besides.push_back(name_of.at(path));
    }
  }
  renewal->made.assign(made.begin(), made.end());
  renewal->gone.assign(gone.begin(), gone.end());
  renewal->kept.assign(kept.begin(), kept.end());
  tell(target, names, renewal->gone);
  target.renewal = std::move(renewal);
  return plan;
}

void clear_renewed(const Target& target) {
  const Renewal& renewal = *target.renewal;
  const Oid table = renewed_table(target);
  // The server compares bounds and computes expressions only after this check, because the owner
  // might have put others there.
  require_levels(table);
  const std::optional<Partitioning> partitioning = partitioning_of(table);
  require_trusted(target, *partitioning);
  const bool is_distributed = distribution_of(table) != Distribution::local;
  target.replaced->source = renewal.former.source;
  std::vector<PartitionPath> cleared = renewal.made;
  cleared.insert(cleared.end(), renewal.gone.begin(), renewal.gone.end());
  for (const PartitionPath& path : cleared) {
    const Partition* const partition = partition_at(*partitioning, path);
    // A partition within another dropped partition is dropped with it.
    const bool goes_with_another =
        std::any_of(cleared.begin(), cleared.end(), [&](const PartitionPath& each) {
          return each.size() < path.size() && has_prefix(path, each);
        });
    if (partition == nullptr || goes_with_another) continue;
    take_down_partition(renewal.former, partition->relation, *target.replaced);
    // Citus lets only one role change a shard in a transaction; create_partition() and hand_over()
    // change it as the owner.
    std::optional<OwnerScope> owner;
    if (is_distributed && owner_of(table) != GetUserId()) owner.emplace(table);
    drop_relation(partition->relation);
  }
}

Oid create_renewed(const Target& target) {
  const Oid table = renewed_table(target);
  const std::optional<Partitioning> partitioning = partitioning_of(table);
  const ReleasePartitions& partitions = *target.partitions;
  const PlainText text;
  for (const PartitionPath& path : target.renewal->made) {
    const Partition* const partition = partition_at(partitions.like, path);
    const PartitionPath above(path.begin(), path.end() - 1);
    const Partition* const parent = above.empty() ? nullptr : partition_at(*partitioning, above);
    if (partition == nullptr || (!above.empty() && parent == nullptr))
      throw unfit_to_renew(target, "It has no place for the partition " + join(path) + ".");
    create_partition(target, parent == nullptr ? table : parent->relation, partitions, *partition);
  }
  return table;
}

void copy_kept_partitions(const Target& target, Oid table) {
  const Renewal& renewal = *target.renewal;
  const Oid former = renewed_table(target);
  const std::optional<Partitioning> partitioning = partitioning_of(former);
  std::vector<std::string> names;
  for (const SourceColumn& column : open_source(former).columns)
    names.push_back(quote_name(column.name));
  const std::string columns = join(names);
  for (const PartitionPath& path : renewal.kept) {
    const Partition* const partition = partition_at(*partitioning, path);
    if (partition == nullptr)
      throw unfit_to_renew(target,
                           "The edition before has no partition " + join(path) + " any more.");
    insert_rows(qualified_name(table) + " (" + columns + ")",
                "SELECT " + columns + " FROM " + qualified_name(partition->relation));
  }
  const std::string copied =
      *query_rows("SELECT pg_catalog.count(*) FROM " + qualified_name(table))[0][0];
  if (copied != std::to_string(renewal.kept_rows))
    throw unfit_to_renew(target, "The edition before has other rows than are on record of it.");
}

Oid renew_without_rows(const Target& target, const Source& source, const Json& regions) {
  if (target.renewal->apart)
    throw unfit_to_renew(target, "They have no rows, and an edition is made of what is published.");
  clear_target(target, source);
  const Oid table = create_renewed(target);
  Release release = target.renewal->former;
  release.parameters.set("regions", regions);
  record_published(release, target);
  return table;
}

namespace {

// Fails if a setting differs from the release's, without parameters that depend on the data.
void require_same_settings(const Target& target, std::set<std::string> keys,
                           const Json& parameters) {
  const Json& former = target.renewal->former.parameters;
  // Both sides must have numbers in the format of jsonb.
  const Json now = Json::parse(parameters.str());
  for (const char* of_data : {"regions", "mean_bucket", "regrouped", "exact_check_cut_short",
                              "groups_by_hand", "information_loss", "loss"})
    keys.erase(of_data);
  std::vector<std::string> lines;
  for (const std::string& key : keys) {
    const auto in_words = [&](const Json& settings) {
      return settings.contains(key) ? settings[key].str() : "not given";
    };
    const std::string was = in_words(former);
    const std::string is = in_words(now);
    const bool same = former[key].is_number() && now[key].is_number()
                          ? former[key].number() == now[key].number()
                          : was == is;
    if (!same) lines.push_back(join({key, " was ", was, ", and is ", is, " now."}, ""));
  }
  if (!lines.empty()) throw differs_from_former(target, join(lines, "\n"));
}

std::set<std::string> keys_of(const Json& object) {
  std::set<std::string> keys;
  for (const JsonMember& member : object.members())
    keys.insert(member.key);
  return keys;
}

}  // namespace

void require_settings_of_former(const Target& target, const Json& parameters) {
  if (target.renewal) require_same_settings(target, keys_of(parameters), parameters);
}

std::optional<std::string> column_of_former(const Target& target, const char* key) {
  return target.renewal ? target.renewal->former.parameters[key].text() : std::nullopt;
}

namespace {

// Checks constraints and fills indexes of new partitions, which the release's table hands down.
void catch_up(const Target& target) {
  const std::optional<Partitioning> partitioning = partitioning_of(renewed_table(target));
  for (const PartitionPath& path : target.renewal->made) {
    const Partition* const partition = partition_at(*partitioning, path);
    if (partition == nullptr) continue;
    if (const auto reason = catch_up_with_parents(*partition))
      throw unfit_to_renew(target, *reason);
  }
}

// Fails if partitions that stay have other rows than recorded, because Citus puts rows where they
// belong, even into partitions that are not published again.
void require_kept(const Target& target) {
  const std::optional<Partitioning> partitioning = partitioning_of(renewed_table(target));
  std::int64_t rows = 0;
  // Planning the queries evaluates the owner's index expressions.
  const OwnerScope owner(renewed_table(target));
  for (const PartitionPath& path : target.renewal->kept) {
    if (const Partition* const kept = partition_at(*partitioning, path))
      rows += std::stoll(
          *query_rows("SELECT pg_catalog.count(*) FROM " + qualified_name(kept->relation))[0][0]);
  }
  if (rows != target.renewal->kept_rows)
    throw unfit_to_renew(target, "Partitions that stay would have other rows.");
}

}  // namespace

GivenRoles with_roles_of_former(const GivenRoles& given, const Source& source,
                                const std::optional<std::string>& target, const char* suffix) {
  const Release former = former_release(resolve_target(source, target, suffix, true), source);
  return with_roles_of(former, source, given);
}

void require_groups_of_former(const Target& target, std::size_t columns,
                              const std::vector<std::vector<std::string>>& groups) {
  if (!target.renewal) return;
  const auto sorted = [](std::vector<std::vector<std::string>> all) {
    for (std::vector<std::string>& group : all)
      std::sort(group.begin(), group.end());
    std::sort(all.begin(), all.end());
    return all;
  };
  const auto in_words = [](const std::vector<std::vector<std::string>>& all) {
    std::vector<std::string> parts;
    for (const std::vector<std::string>& group : all)
      parts.push_back("{" + join(group) + "}");
    return join(parts);
  };
  const auto former = sorted(recorded_groups(target.renewal->former));
  if (groups.empty() && columns != former.size()) {
    throw differs_from_former(target, "columns was " + std::to_string(former.size()) + ", and is " +
                                          std::to_string(columns) + " now.");
  }
  if (!groups.empty() && sorted(groups) != former) {
    throw differs_from_former(target, "groups were " + in_words(former) + ", and are " +
                                          in_words(sorted(groups)) + " now.");
  }
}

std::int64_t record_renewed(const Release& release, const Target& target) {
  const Release& former = target.renewal->former;
  std::set<std::string> keys = keys_of(release.parameters);
  keys.merge(keys_of(former.parameters));
  require_same_settings(target, std::move(keys), release.parameters);
  const auto sum = [&](const char* key) {
    const std::vector<std::int64_t> numbers = recorded_numbers(release, key);
    return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
  };
  Release whole = release;
  if (!target.renewal->apart) whole.relations = former.relations;
  whole.source_rows = sum("source_rows");
  whole.published_rows = sum("published_rows");
  whole.suppressed_rows = *whole.source_rows - *whole.published_rows;
  whole.buckets = sum("buckets");
  const double mean = static_cast<double>(*whole.published_rows) /
                      static_cast<double>(std::max<std::int64_t>(*whole.buckets, 1));
  // Parameters about the whole release stay; counted ones are new.
  whole.parameters = former.parameters;
  whole.parameters.set("regions", release.parameters["regions"]);
  whole.parameters.set("mean_bucket", std::round(mean * 10000) / 10000);
  if (target.renewal->apart) return record_release(whole);
  give_relation(whole.relations.front(), owner_of(whole.relations.front()));
  const bool local = distribution_of(whole.relations.front()) == Distribution::local;
  local ? catch_up(target) : require_kept(target);
  forget_former(former.id);
  const std::int64_t id = record_release(whole);
  keep_what_partitions_had(*target.replaced, whole);
  return id;
}

}  // namespace microdata::postgres
