#include "postgres/methods/generalization/generalized_release.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "core/generalization/lattice.hpp"
#include "core/microdata/histogram.hpp"
#include "core/subject/subject_generalization.hpp"
#include "postgres/hierarchies/label_texts.hpp"
#include "postgres/methods/generalization/generalization_method.hpp"
#include "postgres/release/infeasible.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/subject_release.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

SubjectRequest subject_request(const Source& source, const Table& table,
                               const GeneralizationRequest& request) {
  SubjectRequest result = subject_request_of(request);
  result.options.k = request.options.k;
  result.options.classes = request.options.grouping;
  result.options.loss = request.options.loss;
  const AttributeSet attributes = attributes_of_persons(table);
  if (!attributes.empty()) result.columns.push_back(attributes);
  result.bucket_column = free_column(source, "bucket");
  result.member_column = member_column_for(request.subject_format, source);
  result.weight_column = free_column(source, "weight");
  result.method = "mondrian";
  return result;
}

Json parameters_json(const PersonsPart& last, const GeneralizedPersons& shown,
                     const GeneralizationRequest& request) {
  Json json = Json::object();
  json.add("recoding", request.recoding);
  json.add("strict", request.options.grouping == Grouping::strict);
  json.add("cuts", to_string(request.options.cuts));
  json.add("hierarchies", hierarchies_json(last.table, shown.hierarchies));
  json.add("loss", to_string(request.options.loss));
  json.add("information_loss", loss_json(names_of(last.table, shown.made.attributes),
                                         information_loss(shown.lost), request.options.loss));
  return json;
}

void report_classes(const SubjectFigures& figures, const LossSums& lost, LossMeasure measure) {
  remark_left_out(figures);
  const std::int64_t persons = figures.persons - figures.suppressed_persons;
  const std::uint64_t buckets = figures.sizes.buckets;
  figures.learned.report("generalized " + std::to_string(persons) +
                         (persons == 1 ? " person" : " persons") + " into " +
                         std::to_string(buckets) +
                         (buckets == 1 ? " equivalence class" : " equivalence classes") +
                         in_regions(figures) + loss_text(information_loss(lost), measure));
}

// Fails if the request needs a recoding that persons with several rows cannot have.
void check_supported_by_subject(const Table& table, const GeneralizationRequest& request) {
  if (!has_several_rows(table)) return;
  const GeneralizationOptions& options = request.options;
  if (options.recoding != Recoding::mondrian)
    refuse_several_rows("recoding => '" + request.recoding + "'", "Use recoding => 'mondrian'.");
}

}  // namespace

PersonsPublisher publisher_of_persons(const GeneralizationRequest& request,
                                      GeneralizedPersons& shown) {
  return {
      .method = generalization_method.name,
      .prepare =
          [&](const Publication& call, Table table) {
            GeneralizedTable generalized = prepare_to_generalize(
                call.source, call.roles, request, std::move(table), call.seeded, call.progress);
            shown.hierarchies = std::move(generalized.hierarchies);
            PersonsPart part{std::move(generalized.table), {}};
            part.request = subject_request(call.source, part.table, request);
            return part;
          },
      .show =
          [&](const Publication& call, const PersonsPart& part) {
            shown.made = show_subjects(part.table.data, part.made, request.options.threads,
                                       call.progress, request.options.loss);
            shown.lost.add(shown.made.lost);
          },
      .labels =
          [&](const Publication& call, const PersonsPart& part) {
            return written_by_class(part.table, shown.hierarchies, shown.made.rows,
                                    shown.made.attributes, call.progress);
          },
      .parameters = [&](const PersonsPart& last) { return parameters_json(last, shown, request); },
      .report =
          [&](const PersonsPart& /*last*/, const SubjectFigures& figures) {
            report_classes(figures, shown.lost, request.options.loss);
          }};
}

namespace {

std::vector<PrivacyModel> recorded_models(const GeneralizationRequest& request) {
  std::vector<PrivacyModel> models{KAnonymity{static_cast<double>(request.options.k)}};
  if (request.with_l) {
    models.emplace_back(LDiversity{request.options.l, LDiversity::Variant::frequency, 1});
  }
  models.insert(models.end(), request.options.privacy.begin(), request.options.privacy.end());
  return models;
}

// Returns the smallest number of bytes that a class's value of an attribute takes in a row.
std::size_t least_bytes_shown(const Table& table, std::size_t a, Recoding recoding) {
  const Dictionary& dictionary = table.dictionaries[a];
  const Attribute& attribute = table.data.attributes[a];
  if (attribute.role != Role::quasi_identifier) return dictionary.least_bytes_in_row();
  // A multiset has a header of one byte, and at least "x:1".
  if (recoding == Recoding::multiset) return 4;
  const bool as_labels = recoding != Recoding::mondrian || attribute.hierarchy;
  if (!as_labels && generalized_type(dictionary.type()).is_range())
    return least_bytes_of_range(dictionary);
  return dictionary.nullable() ? 0 : 1;
}

// Returns the rows of all classes, in random order.
TuplePartition all_rows(const GeneralizedTable& generalized, Random& random) {
  const Microdata& data = generalized.table.data;
  TuplePartition rows;
  rows.rows.reserve(generalized.generalization.lost.published);
  for (const Row tuple : generalized.generalization.classes.rows)
    rows.rows.insert(rows.rows.end(), data.times_of(tuple), tuple);
  rows.offsets.push_back(static_cast<Row>(rows.rows.size()));
  random.shuffle(std::span(rows.rows));
  return rows;
}

}  // namespace

std::string loss_text(const InformationLoss& loss, LossMeasure measure) {
  const std::string figure = ", with an information loss of " + rounded(loss.mean, 4);
  return measure == LossMeasure::width ? figure : figure + " by " + to_string(measure);
}

std::vector<std::string> names_of(const Table& table,
                                  const std::vector<GeneralizedAttribute>& attributes) {
  std::vector<std::string> names;
  for (const GeneralizedAttribute& attribute : attributes)
    names.push_back(table.data.attributes[attribute.attribute].name);
  return names;
}

Json loss_json(const std::vector<std::string>& attributes, const InformationLoss& loss,
               LossMeasure measure) {
  Json of_attribute = Json::object();
  for (std::size_t i = 0; i < loss.of_attribute.size(); ++i)
    of_attribute.add(attributes[i], to_number(rounded(loss.of_attribute[i], 6)));
  const std::string name = measure == LossMeasure::width ? "certainty_penalty" : to_string(measure);
  Json json = Json::object();
  json.add(name, to_number(rounded(loss.mean, 6)));
  json.add(name + "_of", std::move(of_attribute));
  json.add("discernibility", loss.discernibility);
  json.add("average_class_size", to_number(rounded(loss.average_class_size, 4)));
  return json;
}

Json hierarchies_json(const Table& table,
                      const std::vector<std::optional<ResolvedHierarchy>>& hierarchies) {
  Json json = Json::object();
  for (std::size_t a = 0; a < hierarchies.size(); ++a) {
    const Attribute& attribute = table.data.attributes[a];
    if (hierarchies[a] && attribute.role == Role::quasi_identifier)
      json.add(attribute.name, hierarchies[a]->name);
  }
  return json;
}

void require_generalized_rows_fit(const Table& table, Recoding recoding) {
  std::size_t bytes = 0;
  for (std::size_t a = 0; a < table.data.attributes.size(); ++a)
    bytes += least_bytes_shown(table, a, recoding);
  require_row_fits(bytes, table.data.attributes.size());
}

GeneralizedTable read_to_generalize(const Source& source, const std::vector<AssignedRole>& roles,
                                    const GeneralizationRequest& request, bool seeded,
                                    const Progress& progress) {
  return prepare_to_generalize(source, roles, request,
                               read_table(source, roles, Purpose::publication, progress), seeded,
                               progress);
}

GeneralizedTable prepare_to_generalize(const Source& source, const std::vector<AssignedRole>& roles,
                                       const GeneralizationRequest& request, Table read,
                                       bool seeded, const Progress& progress) {
  const ChosenHierarchies chosen = choose_hierarchies(source, roles, request.hierarchies);
  GeneralizedTable generalized;
  generalized.table = std::move(read);
  Table& table = generalized.table;
  check_supported_by_subject(table, request);
  generalized.hierarchies = resolve_hierarchies(chosen, table, Role::quasi_identifier, progress);
  set_hierarchies(generalized.hierarchies, table);
  const Recoding recoding = request.options.recoding;
  if (!has_several_rows(table) || request.subject_format == SubjectFormat::joined)
    require_generalized_rows_fit(table, recoding);
  require_different_texts(table, generalized.hierarchies, recoding != Recoding::mondrian, progress);
  if (recoding == Recoding::mondrian || recoding == Recoding::cell)
    require_unambiguous_labels(generalized.hierarchies, table, progress);
  if (recoding == Recoding::cell)
    require_no_value_of_everything(generalized.hierarchies, table, progress);
  const bool by_levels = recoding == Recoding::full_domain || recoding == Recoding::cell;
  for (Attribute& attribute : table.data.attributes) {
    // Without a hierarchy there are two levels: the values, and all of them together.
    if (by_levels && attribute.role == Role::quasi_identifier && !attribute.hierarchy) {
      attribute.hierarchy = flat_hierarchy(attribute.distinct);
    }
  }
  if (need_hierarchies(request.options.privacy)) {
    set_hierarchies(resolve_hierarchies(chosen, table, Role::sensitive, progress), table);
  }
  prepare_for_models(request.options.privacy, table);
  leave_ranges_to_ranges(table);
  if (recoding == Recoding::mondrian) cut_where_ranges_end(table, progress);
  if (seeded) sort_rows(table, progress);
  return generalized;
}

void generalize_rows(GeneralizedTable& generalized, const GeneralizationRequest& request,
                     Random& random, const Progress& progress) {
  const Table& table = generalized.table;
  try {
    generalized.generalization = generalize(table.data, request.options, random, progress);
  } catch (const Infeasible& infeasible) {
    const GeneralizationOptions& asked = request.options;
    const auto attempt = [&](const Microdata& data, const FeasibleSettings& settings) {
      GeneralizationOptions options = asked;
      options.l = settings.l;
      options.k = settings.k;
      options.suppress = settings.suppress;
      options.privacy = settings.privacy;
      return first_reason(data, options, progress);
    };
    throw infeasible_error(table, infeasible,
                           {{asked.l, asked.k, asked.suppress, asked.privacy},
                            false,
                            asked.cuts != Cuts::oblivious,
                            attempt},
                           {"row", "rows", rows_of_table(table.data)});
  } catch (const LatticeTooLarge& lattice) {
    throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "the generalization lattice is too large")
        .detail("It has " + rounded(lattice.nodes, 0) + " nodes; at most " +
                std::to_string(Lattice::most_nodes) + " can be searched.")
        .hint(
            "Use recoding => 'mondrian', hierarchies of fewer levels, or fewer "
            "quasi-identifiers.");
  }
}

void report_generalization(const LossSums& lost, LossMeasure measure, const LearnedShare& learned) {
  if (lost.suppressed > 0) {
    remark(std::to_string(lost.suppressed) + " of " + std::to_string(lost.rows) +
           " rows are suppressed");
  }
  learned.report("generalized into " + std::to_string(lost.classes) +
                 (lost.classes == 1 ? " equivalence class" : " equivalence classes") +
                 loss_text(information_loss(lost), measure));
}

DraftTable generalized_columns(const GeneralizedTable& generalized, const std::string& row_column) {
  DraftTable table{"", row_column};
  for (std::size_t a = 0; a < generalized.table.data.attributes.size(); ++a)
    table.columns.push_back(draft_column(generalized.table, a, 1, {}));
  for (const GeneralizedAttribute& shown : generalized.generalization.attributes) {
    DraftColumn& column = table.columns[shown.attribute];
    column.definition.type = written_type(generalized.table, shown);
    column.shown->generalized = true;
  }
  return table;
}

WrittenRows::WrittenRows(const GeneralizedTable& generalized, Random& random,
                         const Progress& progress)
    : written_(written_attributes(generalized.table, generalized.hierarchies,
                                  generalized.generalization.classes,
                                  generalized.generalization.attributes, progress)) {
  rows = all_rows(generalized, random);
  table.rows = &rows;
  for (std::size_t a = 0; a < generalized.table.data.attributes.size(); ++a)
    table.columns.push_back(draft_column(generalized.table, a, 1, rows.rows, written_));
}

namespace {

Json parameters_json(const GeneralizedTable& generalized, const GeneralizationRequest& request,
                     const LossSums& lost, const std::string& row_column, const Json& regions) {
  const Table& table = generalized.table;
  const GeneralizationOptions& options = request.options;
  const std::vector<std::string> names = names_of(table, generalized.generalization.attributes);
  const std::vector<std::size_t>& chosen = generalized.generalization.levels;
  Json json = Json::object();
  json.add("k", options.k);
  json.add("l", request.with_l ? Json(options.l) : Json());
  json.add("recoding", request.recoding);
  json.add("strict", request.options.grouping == Grouping::strict);
  json.add("cuts", to_string(options.cuts));
  json.add("suppress", options.suppress);
  json.add("privacy", privacy_models_json(recorded_models(request)));
  json.add("hierarchies", hierarchies_json(table, generalized.hierarchies));
  if (table.subjects) json.add("subject", subject_json(*table.subjects));
  if (!chosen.empty()) {
    Json levels = Json::object();
    for (std::size_t i = 0; i < chosen.size(); ++i)
      levels.add(names[i], chosen[i]);
    json.add("levels", std::move(levels));
  }
  json.add("loss", to_string(options.loss));
  json.add("information_loss", loss_json(names, information_loss(lost), options.loss));
  if (!row_column.empty()) json.add("row_column", row_column);
  if (!regions.is_null()) json.add("regions", regions);
  return json;
}

}  // namespace

Oid record_generalized(const GeneralizedTable& generalized, const GeneralizationRequest& request,
                       const LossSums& lost, const std::string& row_column, const Json& regions,
                       ReleaseBuilder& builder) {
  builder.record(generalization_method.name,
                 parameters_json(generalized, request, lost, row_column, regions),
                 {lost.rows, lost.published, lost.suppressed, lost.classes});
  return builder.relations().front();
}

bool asks_for_sensitive_values(const GeneralizationRequest& request) {
  return request.with_l || std::any_of(request.options.privacy.begin(),
                                       request.options.privacy.end(), is_about_sensitive_values);
}

void check_oblivious_rows(const GeneralizationRequest& request) {
  if (asks_for_sensitive_values(request))
    check_cuts(request.options.cuts, request.options.suppress);
}

namespace {

// Fails for options that oblivious cuts exclude. Without requirements on sensitive values, no split
// depends on them, and all options are allowed.
void check_oblivious(const GeneralizationRequest& request) {
  const GeneralizationOptions& options = request.options;
  if (options.cuts == Cuts::feasible || !asks_for_sensitive_values(request)) return;
  if (options.recoding == Recoding::full_domain || options.recoding == Recoding::cell) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "oblivious cuts are not supported with recoding => '" + request.recoding + "'")
        .detail("The first safe transformation depends on the sensitive values.")
        .hint("Use recoding => 'mondrian' or 'multiset'.");
  }
  if (options.grouping == Grouping::strict) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "oblivious cuts cannot be combined with strict grouping")
        .hint("Use strict => false.");
  }
}

}  // namespace

GeneralizationRequest generalization_request(const Arguments& arguments) {
  GeneralizationRequest request;
  GeneralizationOptions& options = request.options;
  options.k = given_k(arguments);
  if (const auto l = given_optional_l(arguments)) {
    options.l = *l;
    request.with_l = true;
  }
  request.recoding = arguments.text("recoding");
  options.recoding = arguments.choice<Recoding>("recoding", {{"mondrian", Recoding::mondrian},
                                                             {"multiset", Recoding::multiset},
                                                             {"full-domain", Recoding::full_domain},
                                                             {"cell", Recoding::cell}});
  if (arguments.has("hierarchies")) request.hierarchies = arguments.optional_json("hierarchies");
  options.grouping = given_strict(arguments) ? Grouping::strict : Grouping::relaxed;
  options.privacy = given_privacy(arguments);
  options.suppress = given_suppress(arguments);
  options.cuts = given_cuts(arguments);
  if (arguments.has("loss")) (void)arguments.text("loss");
  options.loss = given_loss(arguments).value_or(LossMeasure::width);
  request.rows_per_person = given_rows_per_person(arguments);
  options.threads = max_threads();
  check_oblivious(request);
  return request;
}

}  // namespace microdata::postgres
