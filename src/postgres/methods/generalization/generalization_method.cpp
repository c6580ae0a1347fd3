#include "postgres/methods/generalization/generalization_method.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/choice/release_view.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/partition/local_recoding.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/class_disclosure.hpp"
#include "core/risk/joint_placement.hpp"
#include "core/risk/placed_persons.hpp"
#include "postgres/audits/membership_audit.hpp"
#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/estimates/count_estimation.hpp"
#include "postgres/estimates/group_estimation.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/hierarchies/label_texts.hpp"
#include "postgres/inspection/label_meanings.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/published_subjects.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/released_table.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/layouts/bucket_operations.hpp"
#include "postgres/methods/generalization/generalized_release.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// Returns the finding about multisets: each has as many values as its class has rows, and the
// release has no value more often than the source.
Finding check_multisets(const PublishedGeneralization& published, const ClassCover& cover) {
  std::vector<std::uint32_t> size(cover.classes);
  std::vector<std::size_t> row_of_class(cover.classes);
  for (std::size_t row = 0; row < cover.class_of_row.size(); ++row) {
    ++size[cover.class_of_row[row]];
    row_of_class[cover.class_of_row[row]] = row;
  }
  std::size_t wrong = 0;
  std::string worst;
  for (std::size_t a = 0; a < published.quasi_identifiers.size(); ++a) {
    const RegionAttribute& attribute = published.quasi_identifiers[a];
    if (attribute.counts.empty()) continue;
    std::vector<std::int64_t> left(attribute.values);
    for (const Code code : attribute.tuples)
      ++left[code];
    for (std::uint32_t c = 0; c < cover.classes; ++c) {
      const Code label = attribute.published[row_of_class[c]];
      // Classes with the same multisets count as one class, so each value counts several times.
      std::uint64_t values = 0;
      for (const std::uint32_t count : attribute.counts[label])
        values += count;
      if (values == 0 || size[c] % values != 0) {
        ++wrong;
        worst = published.names[a];
        continue;
      }
      const auto times = static_cast<std::int64_t>(size[c] / values);
      std::size_t i = 0;
      attribute.covers[label].for_each(
          [&](Code code) { left[code] -= times * attribute.counts[label][i++]; });
    }
    const auto surplus = static_cast<std::size_t>(
        std::count_if(left.begin(), left.end(), [](std::int64_t n) { return n < 0; }));
    if (surplus > 0) worst = published.names[a];
    wrong += surplus;
  }
  Finding finding = none_allowed("multisets match the source", wrong);
  if (wrong > 0) {
    finding.worst_case = Json::object().add("attribute", worst);
  }
  return finding;
}

std::vector<Finding> verify_published(const Release& release,
                                      const PublishedGeneralization& published,
                                      const Progress& progress) {
  const ClassCover cover = cover_classes(published, progress);
  std::vector<Finding> findings;
  if (published.has_source) {
    findings.push_back(check_rows(release, published));
    findings.push_back(check_truth(assign_tuples(cover, published.rest, progress)));
    const bool with_multisets = std::any_of(
        published.quasi_identifiers.begin(), published.quasi_identifiers.end(),
        [](const RegionAttribute& a) { return !a.counts.empty() && !a.counts[0].empty(); });
    if (with_multisets) findings.push_back(check_multisets(published, cover));
  }
  for (Finding& finding : check_classes(release, published, cover, {}, progress))
    findings.push_back(std::move(finding));
  return findings;
}

DisclosureFigures disclosure_of(const Release& release, const PublishedGeneralization& published,
                                const Progress& progress) {
  const ClassCover cover = places_in_classes(published, progress);
  std::vector<double> of_kind(cover.kinds);
  for (const PublishedGeneralization::Ungeneralized& s : published.sensitive) {
    const ClassDisclosure measured = measure_class_disclosure(
        cover, s.published, harmless_codes(release, s.name, s.values.front(), progress), progress);
    for (std::size_t kind = 0; kind < of_kind.size(); ++kind)
      of_kind[kind] = std::max(of_kind[kind], measured.of_kind[kind]);
  }
  DisclosureFigures result;
  for (const std::uint32_t kind : cover.kind_of_tuple) {
    // A cursory cover does not list all classes of a kind.
    if (cover.cursory ? cover.classes == 0 : cover.of_kind(kind).empty()) continue;
    ++result.tuples;
    result.max_probability = std::max(result.max_probability, of_kind[kind]);
    result.mean_probability += of_kind[kind];
  }
  if (result.tuples > 0) result.mean_probability /= static_cast<double>(result.tuples);
  return result;
}

}  // namespace

std::vector<Finding> verify_generalized(const Release& release, const Progress& progress) {
  if (released_regions(release)) return verify_by_regions(release, LayoutKind::classes, progress);
  return verify_published(release, read_generalization(release, progress), progress);
}

DisclosureFigures disclosure_of_generalized(const Release& release, const Progress& progress) {
  if (released_regions(release)) return disclosure_by_regions(release, progress);
  const PublishedGeneralization published = read_generalization(release, progress);
  progress.phase("disclosure");
  return disclosure_of(release, published, progress);
}

std::vector<KnownAttribute> take_known(PublishedGeneralization& published) {
  std::vector<KnownAttribute> known;
  for (std::size_t a = 0; a < published.quasi_identifiers.size(); ++a) {
    RegionAttribute& attribute = published.quasi_identifiers[a];
    known.push_back({std::move(attribute.tuples), attribute.values, published.numeric[a]});
  }
  return known;
}

void place_in_classes(const Release& release, const ReadScope& beside, const VisitPlaced& visit,
                      const Progress& progress) {
  PublishedGeneralization published = read_generalization(release, progress, beside);
  progress.phase("guess");
  const ClassCover cover = places_in_classes(published, progress);
  const std::vector<KnownAttribute> known = take_known(published);
  std::vector<const Dictionary*> known_values;
  for (std::size_t a = 0; a < published.values.size(); ++a)
    known_values.push_back(published.values[a] ? &*published.values[a] : &published.labels[a]);
  const std::vector<Row> persons = members_in_order(published.members(), beside);
  const std::vector<Row> outsiders = numbers_from(published.members(), published.tuples);
  for (const PublishedGeneralization::Ungeneralized& sensitive : published.sensitive) {
    const auto place = [&](std::span<const Row> some) {
      return place_persons(cover, sensitive.published, some,
                           beside.most_pairs.value_or(most_placed_pairs), progress);
    };
    const PlacedPersons placed = place(persons);
    const PlacedPersons outside = place(outsiders);
    visit({sensitive.name, sensitive.source_name, sensitive.values.front(), placed, outside,
           persons, outsiders, sensitive.tuples, known, known_values});
  }
}

std::vector<InferenceFigures> audit_inference_in_classes(const Release& release,
                                                         const InferenceRequest& request,
                                                         Random& random, const Progress& progress) {
  PublishedGeneralization published = read_generalization(
      release, progress, {.outsiders = request.outsiders, .keys = request.keys});
  progress.phase("guess");
  const ClassCover cover = places_in_classes(published, progress);
  const std::vector<KnownAttribute> known = take_known(published);
  const std::vector<Row> persons = in_random_order(published.members(), random);
  const std::vector<Row> others = numbers_from(published.members(), published.tuples);
  const KnownFeatures features(known, persons.size(), published.tuples, progress);
  std::vector<InferenceFigures> result;
  for (const PublishedGeneralization::Ungeneralized& sensitive : published.sensitive) {
    const auto place = [&](std::span<const Row> some) {
      return place_persons(cover, sensitive.published, some, most_inference_pairs, progress);
    };
    const JudgedAttribute judged{
        sensitive.tuples, promised_l(release),
        harmless_codes(release, sensitive.name, sensitive.values.front(), progress),
        request.near.near_values(sensitive.name, sensitive.values.front(), progress)};
    result.push_back(
        std::move(measure_inference(placed_sides(place(persons), place(others), request),
                                    {&judged, 1}, features, request.options, progress)
                      .front()));
    result.back().set_attribute(sensitive.name, sensitive.values.front());
  }
  require_sensitive(result);
  return result;
}

namespace {

// Returns the sums about the region that was entered. Classes have rows of one region, so the
// classes that cover a person add up over regions.
MembershipSums match_in_classes(const AskedPart& part, const std::size_t& most_entries,
                                const Progress& progress) {
  const DrawnPersons& persons = part.require_persons();
  const std::vector<Row> members = numbers_from(0, persons.members);
  const std::vector<Row> others = numbers_from(persons.members, persons.tuples.count());
  const PublishedGeneralization published =
      read_generalization(part.release, progress, {.tuples = &persons.tuples});
  progress.phase("match");
  const ClassCover cover = places_in_classes(published, progress);
  ValueChances chances = ValueChances::of_region(0);
  for (const RegionAttribute& attribute : published.quasi_identifiers)
    chances.add(attribute, progress);
  const ValueChances alike(published.tuples);
  const auto match = [&](const SlicedView::Values* rest) {
    return match_persons(cover, rest, alike, members, others, most_entries, progress);
  };
  MembershipSums sums;
  sums.of_known = {match(nullptr), chances, {}};
  chances.add(published.rest, progress);
  sums.of_all = {match(&published.rest), std::move(chances), {}};
  return sums;
}

constexpr MembershipTask class_membership_task{.name = "membership in classes",
                                               .phase = "match",
                                               .run = match_in_classes,
                                               .published_only = true};

}  // namespace

std::vector<MembershipOfKnown> audit_membership_in_classes(const Release& release,
                                                           const std::optional<Oid>& outsiders,
                                                           Random& random,
                                                           const Progress& progress) {
  if (auto judged = audit_membership_by_regions(class_membership_task, RowsOfSource::left, release,
                                                outsiders, random, progress))
    return *std::move(judged);
  const PublishedGeneralization published =
      read_generalization(release, progress, {.outsiders = outsiders, .drawing = &random});
  progress.phase("match");
  const ClassCover cover = places_in_classes(published, progress);
  const DrawnSides sides = draw_sides(published.members(), published.tuples, random);
  ValueChances chances(published.tuples);
  for (const RegionAttribute& attribute : published.quasi_identifiers)
    chances.add(attribute, progress);
  const auto judged = [&](const char* known, const SlicedView::Values* rest) {
    return judge_known(known, match_persons(cover, rest, chances, sides.members, sides.outsiders,
                                            most_membership_entries, progress));
  };
  const MembershipOfKnown by_quasi_identifiers = judged("quasi-identifiers", nullptr);
  chances.add(published.rest, progress);
  return {judged("all", &published.rest), by_quasi_identifiers};
}

const PartQuestion membership_in_classes_question = question_of<class_membership_task>;

namespace {

ShownRelease show_classes(const Release& release, const ReadScope& beside,
                          const Progress& progress) {
  return shown_release(read_table_of_rows(release, beside, progress));
}

// True for editions of series: their classes are buckets, in which nothing links sensitive values
// to rows.
bool is_in_buckets(const Release& release) {
  return release.layout.bucket.recorded;
}

Release sensitive_apart(const Release& release) {
  Release apart = release;
  for (ReleaseAttribute& attribute : apart.attributes)
    attribute.column = attribute.role == Role::sensitive ? 2 : 1;
  return apart;
}

ReleaseEstimator read_class_estimator(const Release& release,
                                      const std::vector<std::string>& attributes,
                                      const Progress& progress) {
  return is_in_buckets(release)
             ? read_bucket_estimator(sensitive_apart(release), attributes, progress)
             : read_row_estimator(release, attributes, progress);
}

constexpr CountEstimation counts_of_classes = estimation_by<read_class_estimator>;

GroupEstimates estimate_in_classes(const Release& release, const GroupQuery& query,
                                   const Progress& progress) {
  return estimate_groups(is_in_buckets(release) ? sensitive_apart(release) : release, query,
                         progress);
}

std::vector<PublishedExtents> extents_of_generalized(const Release& release,
                                                     const Progress& progress) {
  Release rows = release;
  std::erase_if(rows.attributes, [](const ReleaseAttribute& attribute) {
    return attribute.role != Role::quasi_identifier;
  });
  for (ReleaseAttribute& attribute : rows.attributes)
    attribute.column = 1;
  Release alone = rows;
  alone.source.reset();
  return extents_of(rows, read_generalization(alone, progress), progress);
}

// Returns the extents of what is published of persons, and of their rows.
std::vector<PublishedExtents> extents_of_persons(const Release& release, const Progress& progress) {
  ReadSubjects read =
      read_subjects(release, open_subject_relations(release), {.source = false}, progress);
  std::vector<ReadTable*> tables{&read.persons};
  if (read.rows) tables.push_back(&*read.rows);
  std::vector<PublishedExtents> extents;
  for (ReadTable* const table : tables) {
    std::erase_if(table->attributes, [](const ReadAttribute& one) {
      return one.attribute->role != Role::quasi_identifier;
    });
    if (table->attributes.empty()) continue;
    PublishedGeneralization counted;
    counted.rows = table->rows();
    const int column = table->attributes.front().attribute->column;
    for (PublishedExtents& of_table : extents_of(
             release,
             with_attributes(release, table->attributes, column, std::move(counted), progress),
             progress))
      extents.push_back(std::move(of_table));
  }
  return extents;
}

std::size_t models_of_arguments(const Release& release) {
  if (is_of_subjects(release)) return release.layout.k == 1 ? 0 : 1;
  return has_number(release, "l") ? 2 : 1;
}

// Adds the hierarchies to the call. A quasi-identifier without a hierarchy does not get one that
// was declared later.
void add_hierarchies(const Release& release, Json& arguments) {
  Json hierarchies = Json::object();
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.role != Role::quasi_identifier) continue;
    hierarchies.add(name_in_source(attribute, release),
                    how_recoded(release, attribute.name).hierarchy);
  }
  arguments.add("hierarchies", std::move(hierarchies));
}

std::vector<PublishedCovers> covers_of_generalized(const Release& release,
                                                   const Progress& progress) {
  return covers_of_table(read_generalization(release, progress));
}

std::vector<PublishedCovers> no_covers_of_persons(const Release& /*release*/,
                                                  const Progress& /*progress*/) {
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
              "microdata.information_loss() measures releases of persons with several rows by "
              "width alone")
      .hint("Use loss => 'width'; microdata.releases.parameters has what was lost by others.");
}

constexpr Missing no_matching_classes{
    ERRCODE_FEATURE_NOT_SUPPORTED, false,
    "matching_buckets() does not support generalized releases",
    "disclosure() shows how well sensitive values can be guessed from it."};

}  // namespace

const Method generalization_method{
    .name = "generalization",
    .about =
        "Made by generalization: quasi-identifiers are shown as values, ranges, sets or labels "
        "that several persons share.",
    .call = {"generalize_table", models_of_arguments, add_hierarchies},
    .structure = check_classes,
    .layout = LayoutKind::classes,
};

const LayoutOperations class_operations{
    .verify = verify_generalized,
    .disclosure = disclosure_of_generalized,
    .inference = audit_inference_in_classes,
    .members_and_outsiders = audit_membership_in_classes,
    .places = place_in_classes,
    .released_table = read_table_of_rows,
    .shown = show_classes,
    .matching_buckets = no_matching_classes,
    .membership = no_membership,
    .counts = counts_of_classes,
    .groups = estimate_in_classes,
    .loss = LossReading{extents_of_generalized, covers_of_generalized},
    .divergence = no_divergence,
    .counterfeits = KnownCounterfeits::in_estimates,
};

LayoutOperations operations_of_person_classes() {
  LayoutOperations operations = person_operations;
  operations.matching_buckets = no_matching_classes;
  operations.loss = LossReading{extents_of_persons, no_covers_of_persons};
  operations.counterfeits = class_operations.counterfeits;
  return operations;
}

namespace {

constexpr std::array arguments_of_generalization{
    SeriesArgument{"hierarchies", SeriesArgument::Kind::object},
    SeriesArgument{"class_column", SeriesArgument::Kind::text}};

std::string class_column_of(const SeriesArguments& arguments) {
  return arguments.text("class_column").value_or("class");
}

// Fixes the hierarchies that generalize_table() would choose; later declarations do not count.
void begin_generalized(const Source& source, const std::vector<AssignedRole>& roles,
                       const SeriesArguments& arguments, std::vector<SeriesAttribute>& attributes) {
  check_added_column(source, roles, class_column_of(arguments), "class_column", 1);
  const Json& given = arguments["hierarchies"];
  const ChosenHierarchies chosen = choose_hierarchies(
      source, roles, given.is_null() ? std::nullopt : std::optional<Json>(given));
  for (SeriesAttribute& attribute : attributes) {
    if (attribute.subject || attribute.role != Role::quasi_identifier) continue;
    attribute.hierarchy = chosen[column_position(source, attribute.name, "hierarchies")];
    if (attribute.hierarchy) attribute.hierarchy_hash = hierarchy_hash(*attribute.hierarchy);
  }
}

void check_names_of_generalized(const EditionCall& call) {
  check_added_column(call.source, call.roles, class_column_of(call.arguments), "class_column", 1);
}

void require_unchanged(const SeriesAttribute& attribute, const Series& series) {
  const std::optional<std::string> hash = hierarchy_hash(*attribute.hierarchy);
  if (hash == attribute.hierarchy_hash) return;
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "hierarchy " + in_quotes(*attribute.hierarchy) + " of series " +
                  in_quotes(series.name) + (hash ? " is another one now" : " no longer exists"))
      .detail("Hierarchies are fixed at the beginning of a series: the labels of " +
              in_quotes(attribute.name) + " mean the same in all editions.")
      .hint("Make it as it was.");
}

// Returns the fixed hierarchies, resolved for the present values of the table.
TableHierarchies resolve_fixed(const EditionCall& call, const Table& table,
                               const Progress& progress) {
  ChosenHierarchies chosen(call.source.columns.size());
  for (const SeriesAttribute& attribute : call.series.attributes) {
    if (!attribute.hierarchy) continue;
    require_unchanged(attribute, call.series);
    require_usable_by_owner(call.source.relation, *attribute.hierarchy);
    chosen[column_position(call.source, attribute.name, "series")] = attribute.hierarchy;
  }
  TableHierarchies resolved = resolve_hierarchies(chosen, table, Role::quasi_identifier, progress);
  require_different_texts(table, resolved, false, progress);
  require_unambiguous_labels(resolved, table, progress);
  return resolved;
}

// Returns the bucket at each place.
std::vector<Row> buckets_of_persons(const TuplePartition& shown) {
  std::vector<Row> result;
  for (std::size_t b = 0; b < shown.buckets(); ++b)
    result.insert(result.end(), shown.bucket(b).size(), static_cast<Row>(b));
  return result;
}

PublishedEdition write_generalized(const EditionCall& call, const EditionTable& made,
                                   const TableHierarchies& hierarchies, Random& random,
                                   const Progress& progress) {
  const Microdata& data = made.table.data;
  const std::vector<GeneralizedAttribute> shown =
      generalize_attributes(data, attributes_with_role(data, Role::quasi_identifier), made.shown,
                            {}, max_threads(), progress);
  const std::vector<WrittenAttribute> written =
      written_by_class(made.table, hierarchies, made.shown, shown, progress, WholeDomain::values);
  EditionPlaces places = places_of(made, progress);
  shuffle_values(places, random, progress);
  const std::vector<Row> persons = at_places(made, made.shown.rows, places);
  const std::vector<Row> classes = at_places(made, buckets_of_persons(made.shown), places);
  const std::string class_column = class_column_of(call.arguments);
  DraftTable table{"", class_column, &places.places};
  for (std::size_t a = 0; a < data.attributes.size(); ++a)
    table.columns.push_back(draft_column(made.table, a, 1, persons, written, classes));
  table.columns[made.sensitive].output = sensitive_column(made, places);
  ReleaseBuilder builder(call.target, call.source);
  builder.add(table, progress);

  const InformationLoss loss = information_loss(
      made.shown, shown, data.rows, static_cast<Row>(data.rows - made.shown.rows.size()));
  Json json = edition_parameters(made, call.series, class_column);
  json.add("k", 1);
  json.add("recoding", "mondrian");
  json.add("hierarchies", hierarchies_json(made.table, hierarchies));
  json.add("loss", to_string(LossMeasure::width));
  json.add("information_loss", loss_json(names_of(made.table, shown), loss, LossMeasure::width));
  return record_edition_as(generalization_method.name, made, std::move(json), builder);
}

MadeEdition publish_generalized_edition(const EditionCall& call, Table table, Random& random,
                                        Phases& phases) {
  const Progress progress = phases.progress();
  const TableHierarchies hierarchies = resolve_fixed(call, table, progress);
  // Hierarchies are set first, because persons of a bucket are near each other by their generalized
  // values.
  set_hierarchies(hierarchies, table);
  leave_ranges_to_ranges(table);
  require_generalized_rows_fit(table, Recoding::mondrian);
  EditionTable made = make_edition_table(std::move(table), call.series, random, progress);
  const LearnedShare learned =
      learned_of_edition(made, call.series, columns_of_buckets(made.table.data), true, progress);
  phases.begin("write");
  const PublishedEdition published = write_generalized(call, made, hierarchies, random, progress);
  return {std::move(made), published, learned};
}

}  // namespace

const SeriesMethod generalization_series{"generalization", arguments_of_generalization,
                                         begin_generalized, check_names_of_generalized,
                                         publish_generalized_edition};

}  // namespace microdata::postgres
