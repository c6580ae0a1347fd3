#include "postgres/inspection/part_task.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "postgres/inspection/counted_values.hpp"
#include "postgres/inspection/drawn_subjects.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

struct Rows {
  std::int64_t published = 0;
  std::int64_t source = 0;

  std::int64_t all() const { return published + source; }
};

Rows rows_of(const Release& release, const MemoryNeed& need) {
  Rows rows;
  if (need.of_row > 0) {
    rows.published = release.published_rows
                         ? *release.published_rows
                         : estimated_rows(open_source(release.relations.front()));
  }
  if (need.of_tuple > 0 && release.source)
    rows.source = estimated_rows(open_source(*release.source));
  return rows;
}

std::int64_t bytes_for(const Rows& rows, const MemoryNeed& need) {
  return static_cast<std::int64_t>(static_cast<double>(rows.published) * need.of_row +
                                   static_cast<double>(rows.source) * need.of_tuple);
}

bool is_above_limit(std::int64_t bytes) {
  return bytes > memory_limit_bytes();
}

// Returns the generalized attributes among the names, whose labels the regions know.
std::vector<ReleaseAttribute> labelled_among(const Release& release,
                                             std::span<const std::string> names) {
  std::vector<ReleaseAttribute> labelled;
  std::copy_if(release.attributes.begin(), release.attributes.end(), std::back_inserter(labelled),
               [&](const ReleaseAttribute& attribute) {
                 return attribute.generalized &&
                        std::find(names.begin(), names.end(), attribute.name) != names.end();
               });
  return labelled;
}

// Columns of a relation, and the release's attributes in them.
struct LabelledRelation {
  Source relation;
  std::vector<SourceColumn> columns;
  std::vector<const ReleaseAttribute*> attributes;
};

std::vector<LabelledRelation> relations_of(const std::vector<ReleaseAttribute>& labelled) {
  std::map<Oid, LabelledRelation> relations;
  for (const ReleaseAttribute& attribute : labelled) {
    const auto [found, is_new] = relations.try_emplace(attribute.relation);
    if (is_new) found->second.relation = open_source(attribute.relation);
    found->second.columns.push_back(require_column(found->second.relation, attribute.name));
    found->second.attributes.push_back(&attribute);
  }
  std::vector<LabelledRelation> result;
  for (auto& [number, relation] : relations)
    result.push_back(std::move(relation));
  return result;
}

}  // namespace

bool is_above_limit(const Release& release, const MemoryNeed& need) {
  return is_above_limit(bytes_for(rows_of(release, need), need));
}

bool must_read_by_regions(const Release& release, const MemoryNeed& need) {
  const Rows rows = rows_of(release, need);
  std::int64_t bytes = bytes_for(rows, need);
  if (!is_above_limit(bytes) && need.always_beside) bytes += need.beside();
  const bool by_levels = need.levels && is_of_subjects(release);
  if (!is_above_limit(bytes) && !by_levels) return false;
  const std::optional<ReleasedRegions> regions = released_regions(release);
  if (!is_above_limit(bytes)) return regions && regions->tree.regions() > 1;
  if (!regions || regions->tree.regions() < 2) {
    fail_above_limit(need.call, rows.all(), bytes, "The release was not made by regions.");
  }
  const std::int64_t largest =
      *std::max_element(regions->source_rows.begin(), regions->source_rows.end());
  const Rows of_largest{need.of_row > 0 ? largest : 0, rows.source > 0 ? largest : 0};
  const std::int64_t bytes_of_largest = bytes_for(of_largest, need);
  if (is_above_limit(bytes_of_largest)) {
    fail_above_limit(need.call, of_largest.all(), bytes_of_largest,
                     "That is the largest of the release's regions.");
  }
  const std::int64_t beside = need.beside ? need.beside() : 0;
  if (is_above_limit(bytes_of_largest + beside)) {
    fail_above_limit(need.call, of_largest.all(), bytes_of_largest + beside,
                     "That is the largest of the release's regions, and " + memory_text(beside) +
                         " for what is known in each: values of the whole release or its source, "
                         "and persons who are looked for.");
  }
  return true;
}

MemoryNeed need_of_audit(const Release& release, const char* call) {
  // Verification needs these bytes for both relations, and the persons' places need the rest.
  constexpr double of_attribute = 11;
  constexpr double of_person = 100;
  const double of_row = of_person + of_attribute * static_cast<double>(release.attributes.size());
  return {.call = call, .of_row = of_row, .of_tuple = of_row, .levels = true};
}

std::int64_t bytes_of_persons(const Release& release, std::size_t most, int sides) {
  // Memory is needed for values as drawn and in a region's codes, for their rows of origin, and for
  // results.
  constexpr double of_attribute = 45;
  constexpr double of_person = 360;
  const double tuples = std::min(static_cast<double>(most) * rows_of_each_person(release),
                                 static_cast<double>(estimated_rows(open_source(*release.source))));
  return static_cast<std::int64_t>(
      sides * tuples * (of_person + of_attribute * static_cast<double>(release.attributes.size())));
}

void require_memory(const Release& release, const MemoryNeed& need, const std::string& why) {
  const Rows rows = rows_of(release, need);
  const std::int64_t bytes = bytes_for(rows, need);
  if (is_above_limit(bytes)) fail_above_limit(need.call, rows.all(), bytes, why);
}

Division division_of(const Release& release, const MemoryNeed& need, RowsOfSource source) {
  const bool by_regions = must_read_by_regions(release, need);
  if (is_asked_on_workers(release, source)) return Division::on_workers;
  return by_regions ? Division::regions : Division::none;
}

std::string key_of_labels(const ReleaseAttribute& attribute) {
  return "label " + attribute.name;
}

LoopOptions reading_of_regions(const Release& release, std::span<const std::string> attributes) {
  LoopOptions options;
  options.source = false;
  options.globals = [&release, joined = release.layout.persons_joined(),
                     labelled = labelled_among(release, attributes)](const KeptSnapshot& snapshot) {
    std::vector<GlobalValues> globals;
    for (const LabelledRelation& relation : relations_of(labelled)) {
      std::vector<GlobalValues> counted =
          count_values(relation.relation, relation.columns, &snapshot);
      for (std::size_t i = 0; i < counted.size(); ++i) {
        // One table repeats the label of a person in each row.
        if (joined && part_of(release, *relation.attributes[i]) == SubjectPart::persons) {
          counted[i] =
              count_values(relation.relation, relation.columns[i],
                           number_of_persons(release, relation.relation, false), &snapshot);
        }
        counted[i].column = key_of_labels(*relation.attributes[i]);
        globals.push_back(std::move(counted[i]));
      }
    }
    return globals;
  };
  return options;
}

std::int64_t bytes_of_labels(const Release& release, std::span<const std::string> attributes) {
  const std::vector<ReleaseAttribute> labelled = labelled_among(release, attributes);
  std::int64_t bytes = 0;
  for (const LabelledRelation& relation : relations_of(labelled))
    bytes += bytes_of_counted_values(relation.relation, relation.columns);
  return bytes;
}

MemoryNeed need_of_groups(const Release& release, std::size_t attributes) {
  // A row needs memory for codes of the attributes and the bucket, for levels and features, and for
  // the probability of each level in its bucket.
  constexpr double of_attribute = 16;
  constexpr double of_link = 8;
  const double rows = static_cast<double>(release.published_rows.value_or(1));
  const double buckets =
      static_cast<double>(std::max<std::int64_t>(release.buckets.value_or(1), 1));
  const double linked = release.buckets ? std::min(rows / buckets, 64.0) : 1;
  return {"estimate()", 48 + of_attribute * static_cast<double>(attributes) + 2 * of_link * linked,
          0};
}

AskedParts::AskedParts(const Release& release, Division division, PartsReading reading,
                       const Progress& progress)
    : release_(release), division_(division), reading_(std::move(reading)), progress_(progress) {
  if (division_ == Division::none) return;
  loop_.emplace(release_, released_regions(release_).value(), reading_.options);
  if (division_ == Division::on_workers && reading_.persons != nullptr)
    packed_persons_ = packed_persons(*reading_.persons, progress_);
}

WorkerRegions& AskedParts::workers() {
  if (!workers_) {
    workers_.emplace(release_, *loop_, reading_.options, reading_.but_for, part_of_);
  }
  return *workers_;
}

void AskedParts::visit(bool published_only, Random* random,
                       const std::function<void(const AskedPart& part)>& run) {
  if (division_ == Division::none) {
    run({release_, reading_.options.outsiders, reading_.persons, random});
    return;
  }
  // A loop visits its regions once.
  if (visited_) {
    loop_.reset();
    loop_.emplace(release_, released_regions(release_).value(), reading_.options);
  }
  visited_ = true;
  Release release = release_;
  Json parameters = release.parameters;
  for (const std::string& name : reading_.but_for)
    parameters.remove(name);
  release.set_parameters(std::move(parameters));
  for (std::uint32_t region = 0; region < loop_->regions(); ++region) {
    if (published_only && loop_->published_rows(region) == 0) continue;
    const MemoryScope memory;
    loop_->enter(region);
    if (reading_.suppressed) release.suppressed_rows = loop_->suppressed_rows(region);
    run({release, reading_.options.outsiders, reading_.persons, random});
  }
}

Random random_of_part(std::uint64_t seed, std::uint32_t number) {
  Random of_parts = Random::seeded(seed);
  for (std::uint32_t i = 0; i < number; ++i)
    of_parts.next();
  return Random::seeded(of_parts.next());
}

}  // namespace microdata::postgres
