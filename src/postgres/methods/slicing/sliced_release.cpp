#include "postgres/methods/slicing/sliced_release.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <span>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "core/privacy/diversity.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/hierarchies/label_texts.hpp"
#include "postgres/methods/slicing/slicing_method.hpp"
#include "postgres/release/infeasible.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/renewal.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/generalized.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

// Joins at most 20 of the parts, which a reader can take in.
std::string join_some(const std::vector<std::string>& parts) {
  constexpr std::size_t most = 20;
  if (parts.size() <= most) return join(parts);
  return join({parts.begin(), parts.begin() + most}) + ", and " +
         std::to_string(parts.size() - most) + " more";
}

// Returns the attributes that are published with the same generalized value in every row.
std::vector<std::string> hollow_attributes(const Table& table, const Slicing& slicing) {
  std::vector<std::string> names;
  for (const auto& generalization : slicing.generalizations) {
    if (!generalization) continue;
    for (const std::size_t a : generalization->hollow(table.data))
      names.push_back(table.data.attributes[a].name);
  }
  return names;
}

void report_hollow(const SlicingFigures& figures) {
  for (const std::string& name : figures.hollow) {
    const std::string of_rows =
        figures.regions == 1 ? "Every row shows" : "In each region, every row shows";
    report(NOTICE, "nothing is left of " + in_quotes(name),
           of_rows + " all of its values, or the range of all of them.",
           "Put it into another group with the argument groups, or ask for a smaller l or k.");
  }
}

// Warns of small buckets, whose risk is certain without an audit: a bucket of one row is published
// unchanged.
void warn_of_small_buckets(const SlicingFigures& figures, double l) {
  const std::uint32_t fewest = fewest_tuples(l);
  const std::uint64_t small = figures.small;
  const std::uint64_t single = figures.single;
  if (small == 0 && single == 0) return;
  const std::string of_all = " of " + count_of(figures.sizes.buckets, "bucket");
  const std::string k = std::to_string(std::max(fewest, std::uint32_t{2}));
  const std::string hint =
      std::string("With ") + (fewest > 1 ? "diversity_check => 'bucket', or " : "") +
      "privacy => ARRAY[k_anonymity(" + k + ")], every bucket is large enough by itself.";
  if (small == 0) {
    report(WARNING, std::to_string(single) + of_all + (single == 1 ? " has" : " have") + " one row",
           "Nothing in such a bucket is permuted: all that is published of the person stands "
           "together.",
           hint);
    return;
  }
  std::string detail;
  if (single > 0) {
    detail = count_of(single, "bucket") + (single == 1 ? " has" : " have") +
             " one row, in which all that is published of the person stands together. ";
  }
  report(WARNING,
         std::to_string(small) + of_all + (small == 1 ? " has" : " have") + " fewer rows than l",
         detail +
             "The persons in them are protected by other buckets that match the same tuples, not "
             "by the bucket alone.",
         hint);
}

}  // namespace

void SlicingFigures::add(const Table& table, const Slicing& slicing, double l) {
  BucketFigures::add(table.data.rows, slicing.suppressed, slicing.buckets);
  rare += slicing.rare;
  const std::uint32_t fewest = fewest_tuples(l);
  for (std::size_t b = 0; b < slicing.buckets.buckets(); ++b) {
    small += slicing.buckets.bucket(b).size() < fewest ? 1 : 0;
    single += slicing.buckets.bucket(b).size() == 1 ? 1 : 0;
  }
  columns = column_names(table, slicing.columns);
  if (slicing.regrouped) regrouped = evidence(table, *slicing.regrouped);
  exact_check_cut_short = exact_check_cut_short || slicing.exact_check_cut_short;
  if (table.subjects) subject = subject_json(*table.subjects);
  const std::vector<std::string> hollow_here = hollow_attributes(table, slicing);
  if (regions == 1) hollow = hollow_here;
  std::erase_if(hollow, [&](const std::string& name) {
    return std::find(hollow_here.begin(), hollow_here.end(), name) == hollow_here.end();
  });
}

std::vector<std::vector<std::string>> column_names(const Table& table,
                                                   const AttributePartition& columns) {
  std::vector<std::vector<std::string>> names;
  for (const Column& column : columns) {
    names.emplace_back();
    for (const std::size_t a : column.attributes)
      names.back().push_back(table.data.attributes[a].name);
  }
  return names;
}

std::string described_columns(const std::vector<std::vector<std::string>>& columns) {
  std::vector<std::string> described;
  for (const std::vector<std::string>& column : columns) {
    std::vector<std::string> names;
    for (const std::string& name : column)
      names.push_back(quote_name(name));
    described.push_back("{" + join_some(names) + "}");
  }
  return join_some(described);
}

void report_slicing(const SlicingFigures& figures, const Table* table,
                    const SlicingOptions& options) {
  if (figures.regrouped) {
    remark("attributes were regrouped to make l = " + microdata::to_string(options.l) + " feasible",
           *figures.regrouped);
  }
  report_hollow(figures);
  if (figures.suppressed > 0) {
    remark(std::to_string(figures.suppressed) + " of " +
           count_of(static_cast<std::size_t>(figures.source_rows), "row") + " are suppressed");
  }
  if (figures.rare > 0) {
    report(
        NOTICE,
        rare_values(static_cast<std::uint64_t>(figures.rare),
                    static_cast<std::uint64_t>(figures.source_rows), options.k),
        {},
        "Such values can single people out. Larger buckets have fewer of them, and infeasible => "
        "'suppress' leaves their rows out, within suppress.");
  }
  if (figures.exact_check_cut_short) {
    remark(
        "the exact diversity check was cut short",
        "It would have taken too long, or too much memory. The remaining splits were judged bucket "
        "by bucket, which guarantees no less.");
  }
  if (table != nullptr) remark_goal(*table, figures.goal);
  warn_of_small_buckets(figures, options.l);
  figures.learned.report("sliced into groups " + described_columns(figures.columns) + " and " +
                         count_of(figures.sizes.buckets, "bucket") +
                         (figures.regions > 1 ? " in " + count_of(figures.regions, "region") : ""));
}

namespace {

Json parameters_json(const SlicingFigures& figures, const SlicingRequest& request,
                     const std::optional<std::string>& weight_column, const Json& regions) {
  const SlicingOptions& options = request.options;
  Json json = Json::object();
  json.add("columns", figures.columns.size());
  json.add("l", options.l);
  json.add("k", options.k);
  if (options.k > 1) json.add("k_scope", "bucket");
  json.add("sensitive_column_size", options.sensitive_column_size);
  json.add("groups_by_hand", !request.groups.empty());
  json.add("strict", request.options.grouping == Grouping::strict);
  json.add("diversity_check", request.diversity_check);
  json.add("cuts", to_string(options.cuts, options.cuts_by));
  add_goal(json, figures.goal);
  json.add("infeasible", request.infeasible);
  json.add("discretization", request.discretization);
  json.add("intervals", options.discretization.intervals);
  json.add("suppress", options.suppress);
  json.add("privacy", privacy_models_json(options.privacy));
  json.add("bucket_column", request.bucket_column);
  if (weight_column) json.add("weight_column", *weight_column);
  if (!figures.subject.is_null()) json.add("subject", figures.subject);
  json.add("regrouped", figures.regrouped.has_value());
  json.add("exact_check_cut_short", figures.exact_check_cut_short);
  json.add("mean_bucket", to_number(rounded(figures.sizes.mean(), 4)));
  if (!regions.is_null()) json.add("regions", regions);
  return json;
}

void slice_for_inference(SlicedTable& sliced, const SlicingRequest& request, Random& random,
                         const Progress& progress) {
  const InferenceGoal goal = inference_goal(*request.inference);
  MadeForGoal<Slicing> made =
      slice_for_goal(sliced.table.data, request.options, goal, random, progress);
  sliced.goal = require_met(sliced.table, goal, made, [&](const Slicing& slicing) {
    return "l = " + microdata::to_string(request.options.l) + ", cuts by " +
           to_string(request.options.cuts, request.options.cuts_by) + " and groups " +
           described_columns(column_names(sliced.table, slicing.columns));
  });
  sliced.slicing = std::move(made.release);
}

}  // namespace

std::size_t SlicedTable::column_of(std::size_t attribute) const {
  for (std::size_t c = 0; c < slicing.columns.size(); ++c) {
    const AttributeSet& attributes = slicing.columns[c].attributes;
    if (std::binary_search(attributes.begin(), attributes.end(), attribute)) return c;
  }
  return slicing.columns.size();
}

bool SlicedTable::generalizes(std::size_t attribute) const {
  const auto& generalization = slicing.generalizations[column_of(attribute)];
  if (!generalization) return false;
  return is_region ? contains(generalization->attributes, attribute)
                   : generalization->generalizes(attribute);
}

Table read_for_slicing(const Source& source, const std::vector<AssignedRole>& roles,
                       const SlicingRequest& request, Purpose purpose, const Progress& progress) {
  Table table = read_table(source, roles, purpose, progress);
  if (need_hierarchies(request.options.privacy)) {
    const ChosenHierarchies declared = choose_hierarchies(source, roles, std::nullopt);
    set_hierarchies(resolve_hierarchies(declared, table, Role::sensitive, progress), table);
  }
  prepare_for_models(request.options.privacy, table);
  return table;
}

namespace {

std::size_t least_bytes_of_generalized(const Dictionary& dictionary) {
  if (generalized_type(dictionary.type()).is_range()) return least_bytes_of_range(dictionary);
  return dictionary.nullable() ? 0 : 1;
}

// True if every release generalizes the attribute: every published value has k rows, and one of the
// present values has fewer.
bool is_surely_generalized(const Table& table, std::size_t a, const SlicingRequest& request) {
  if (request.options.k == 1 || request.options.suppress > 0) return false;
  std::vector<std::uint64_t> rows(table.data.attributes[a].distinct);
  for (Row row = 0; row < table.data.rows; ++row)
    rows[table.data.columns[a][row]] += table.data.times_of(row);
  return std::any_of(rows.begin(), rows.end(), [&](std::uint64_t of_value) {
    return of_value > 0 && of_value < request.options.k;
  });
}

// Fails, before any work, if rows would be too big whatever is generalized. A table that is sliced
// in place has no column of buckets.
void require_rows_fit(const Table& table, const SlicingRequest& request) {
  const bool generalizes =
      request.options.k > 1 || request.options.if_infeasible == IfInfeasible::generalize;
  std::size_t bytes = 0;
  for (std::size_t a = 0; a < table.data.attributes.size(); ++a) {
    const std::size_t of_values = table.dictionaries[a].least_bytes_in_row();
    if (!generalizes || table.data.attributes[a].role != Role::quasi_identifier) {
      bytes += of_values;
      continue;
    }
    const std::size_t generalized = least_bytes_of_generalized(table.dictionaries[a]);
    bytes +=
        is_surely_generalized(table, a, request) ? generalized : std::min(generalized, of_values);
  }
  require_row_fits(bytes, table.data.attributes.size());
}

// Fails, before anything is written, if rows are too big with the generalization that was chosen.
void require_sliced_rows_fit(const SlicedTable& sliced, std::size_t bytes_of_bucket) {
  std::size_t bytes = bytes_of_bucket;
  for (std::size_t a = 0; a < sliced.table.dictionaries.size(); ++a) {
    const Dictionary& dictionary = sliced.table.dictionaries[a];
    bytes += sliced.generalizes(a) ? least_bytes_of_generalized(dictionary)
                                   : dictionary.least_bytes_in_row();
  }
  require_row_fits(bytes, sliced.table.dictionaries.size() + 1);
}

}  // namespace

SlicedTable prepared_to_slice(Table table, SlicingRequest& request, bool seeded,
                              const Progress& progress) {
  SlicedTable sliced{std::move(table), {}, std::nullopt};
  require_one_row_each(sliced.table.subjects, request.for_one_row_each.value_or("slice_table()"));
  if (request.options.k > 1 || request.options.if_infeasible == IfInfeasible::generalize)
    cut_where_ranges_end(sliced.table, progress);
  require_rows_fit(sliced.table, request);
  if (seeded) sort_rows(sliced.table, progress);
  request.options.groups = resolve_groups(request, sliced.table);
  return sliced;
}

void fail_infeasible(const Table& table, const SlicingRequest& request,
                     const Infeasible& infeasible, const Progress& progress) {
  const SlicingOptions& options = request.options;
  const bool by_hand = !options.groups.empty();
  const bool oblivious = options.cuts == Cuts::oblivious;
  Asked asked{{options.l, options.k, options.suppress, options.privacy}, by_hand, !oblivious};
  if (!by_hand) {
    asked.settings.columns = options.columns;
    asked.settings.most_columns = published_attributes(table.data).size();
  }
  asked.settings.can_generalize =
      options.if_infeasible == IfInfeasible::error && !by_hand && !oblivious;
  asked.attempt = [&](const Microdata& data, const FeasibleSettings& settings) {
    SlicingOptions changed = options;
    changed.l = settings.l;
    changed.k = settings.k;
    changed.suppress = settings.suppress;
    changed.privacy = settings.privacy;
    if (!by_hand) changed.columns = settings.columns;
    if (settings.regroups) changed.if_infeasible = IfInfeasible::regroup;
    if (settings.generalizes) changed.if_infeasible = IfInfeasible::generalize;
    return first_reason(data, changed, progress);
  };
  throw infeasible_error(table, infeasible, asked);
}

SlicedTable slice_source(Table table, SlicingRequest& request, bool seeded, Random& random,
                         const Progress& progress) {
  SlicedTable sliced = prepared_to_slice(std::move(table), request, seeded, progress);
  try {
    if (request.inference) {
      slice_for_inference(sliced, request, random, progress);
    } else {
      sliced.slicing = slice(sliced.table.data, request.options, random, progress);
    }
  } catch (const Infeasible& infeasible) {
    fail_infeasible(sliced.table, request, infeasible, progress);
  }
  return sliced;
}

namespace {

// Fails if the lists of values that the rows of each region of an attribute show are too long.
void check_lists_of_regions(const Table& table, std::size_t attribute,
                            const ColumnGeneralization& generalization, std::size_t place) {
  ListTexts lists(table.dictionaries[attribute], ListForm::set);
  std::vector<double> bytes;
  for (const std::vector<Code>& codes : generalization.codes[place])
    bytes.push_back(codes.size() > 1 ? lists.bytes(codes) : 0);
  std::vector<std::size_t> rows(bytes.size());
  for (const std::uint32_t region : generalization.of_row) {
    if (region < rows.size()) ++rows[region];
  }
  std::vector<std::uint32_t> regions(bytes.size());
  std::iota(regions.begin(), regions.end(), 0U);
  check_lists(table, {}, {{attribute, std::move(bytes), regions}}, rows, ListKind::regions, {});
}

// Makes the column show the generalized values of the attribute.
void show_generalized(const SlicedTable& sliced, std::size_t a, DraftColumn& column) {
  const Dictionary& dictionary = sliced.table.dictionaries[a];
  column.definition.type = generalized_type(dictionary.type()).ddl;
  column.shown->generalized = true;
  column.has_equality = true;
  if (sliced.slicing.linking.empty()) return;
  const ColumnGeneralization& generalization = *sliced.slicing.generalizations[sliced.column_of(a)];
  const auto place = static_cast<std::size_t>(
      std::find(generalization.attributes.begin(), generalization.attributes.end(), a) -
      generalization.attributes.begin());
  if (shown_type(dictionary.type()) == TEXTOID) {
    require_different_texts(dictionary, sliced.table.data.attributes[a].name, {});
    check_lists_of_regions(sliced.table, a, generalization, place);
  }
  const auto values = std::make_shared<const GeneralizedValues>(
      generalize_values(dictionary, generalization.codes[place]));
  column.output.codes = generalization.of_row;
  column.output.dictionary = nullptr;
  column.output.values = values->values;
  column.output.nulls = values->nulls;
  column.output.is_varlena = true;
  column.values = values;
}

}  // namespace

DraftTable slices_table(const SlicedTable& sliced, const std::string& bucket_column) {
  DraftTable slices{"", bucket_column, &sliced.slicing.buckets};
  for (std::size_t a = 0; a < sliced.table.data.attributes.size(); ++a) {
    const std::size_t group = sliced.column_of(a);
    slices.columns.push_back(draft_column(
        sliced.table, a, static_cast<int>(group) + 1,
        sliced.slicing.linking.empty() ? std::span<const Row>() : sliced.slicing.linking[group]));
    if (sliced.generalizes(a)) show_generalized(sliced, a, slices.columns.back());
  }
  return slices;
}

void write_slices(const SlicedTable& sliced, const SlicingRequest& request, ReleaseBuilder& builder,
                  const Progress& progress) {
  if (!builder.has_begun()) require_sliced_rows_fit(sliced, sizeof(std::int32_t));
  // Generalized values are allocated in this scope, for as long as they are written.
  const MemoryScope memory;
  builder.add(slices_table(sliced, request.bucket_column), progress);
}

Oid record_sliced(const Source& source, const SlicingRequest& request,
                  const SlicingFigures& figures, const Json& regions, ReleaseBuilder& builder) {
  const std::optional<std::string> weight_column = builder.add_expected_view(
      request.bucket_column, free_column(source, "weight"), figures.sizes.mean());
  builder.record(slicing_method.name, parameters_json(figures, request, weight_column, regions),
                 figures.counts());
  return builder.relations().front();
}

void require_settings_of_former(const Target& target, const SlicingRequest& request,
                                const std::vector<std::vector<std::string>>& columns) {
  SlicingFigures figures;
  figures.columns = columns;
  require_settings_of_former(target, parameters_json(figures, request, std::nullopt, {}));
}

}  // namespace microdata::postgres
