#include "postgres/methods/generalization/generalization_method.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "core/choice/release_view.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/partition/local_recoding.hpp"
#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/estimates/count_estimation.hpp"
#include "postgres/estimates/group_estimation.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/hierarchies/label_texts.hpp"
#include "postgres/inspection/label_meanings.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/published_subjects.hpp"
#include "postgres/inspection/released_table.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/layouts/bucket_operations.hpp"
#include "postgres/methods/generalization/generalized_audits.hpp"
#include "postgres/methods/generalization/generalized_release.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

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
