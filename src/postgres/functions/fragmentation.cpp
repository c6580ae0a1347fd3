#include "core/fragmentation/fragmentation.hpp"

#include "postgres/server/api.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/random.hpp"
#include "core/microdata/attribute_set.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/hierarchies/label_texts.hpp"
#include "postgres/methods/fragmentation/published_fragments.hpp"
#include "postgres/publishing/publisher.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/infeasible.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/release_draft.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/computed_columns.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/privacy_models.hpp"

// The SQL functions fragment_table and fragment_plan.

namespace microdata::postgres {

namespace {

struct FragmentationRequest {
  // Options without the class attribute, which is given by its name.
  FragmentationOptions options;
  std::string class_name;
  // True if the caller asked for l.
  bool with_l = false;
  // Name of the method as the caller gave it, for the catalog.
  std::string method;
};

// A source that was read and fragmented.
struct FragmentedTable {
  Table table;
  std::size_t class_attribute = 0;
  // Hierarchies of the quasi-identifiers, as declared.
  TableHierarchies hierarchies;
  Fragmentation fragmentation;
};

std::vector<PrivacyModel> recorded_models(const FragmentationRequest& request) {
  std::vector<PrivacyModel> models{KAnonymity{static_cast<double>(request.options.k)}};
  if (request.with_l) {
    models.emplace_back(LDiversity{request.options.l, LDiversity::Variant::distinct, 1});
  }
  models.insert(models.end(), request.options.privacy.begin(), request.options.privacy.end());
  return models;
}

Json hierarchies_json(const FragmentedTable& fragmented) {
  Json json = Json::object();
  for (std::size_t a = 0; a < fragmented.hierarchies.size(); ++a) {
    if (!fragmented.hierarchies[a] || a == fragmented.class_attribute) continue;
    json.add(fragmented.table.data.attributes[a].name, fragmented.hierarchies[a]->name);
  }
  return json;
}

Json plan_json(const Fragmentation& fragmentation) {
  return json_array(fragmentation.fragments, [](const PublishedFragment& fragment) {
    return Json::object()
        .add("relevance", to_number(rounded(fragment.plan.relevance, 6)))
        .add("redundancy", to_number(rounded(fragment.plan.redundancy, 6)))
        .add("information_loss", to_number(rounded(fragment.loss.mean, 6)));
  });
}

Json parameters_json(const FragmentedTable& fragmented, const FragmentationRequest& request) {
  const FragmentationOptions& options = request.options;
  Json json = Json::object();
  json.add("k", options.k);
  json.add("class", request.class_name);
  json.add("fragments", options.fragments);
  json.add("method", request.method);
  json.add("delta", options.delta);
  json.add("l", request.with_l ? Json(options.l) : Json());
  json.add("suppress", options.suppress);
  json.add("privacy", privacy_models_json(recorded_models(request)));
  json.add("hierarchies", hierarchies_json(fragmented));
  if (fragmented.table.subjects) json.add("subject", subject_json(*fragmented.table.subjects));
  json.add("changed_class_values", fragmented.fragmentation.changed());
  json.add("plan", plan_json(fragmented.fragmentation));
  return json;
}

// Class values as they are published: the values of the dictionary, followed by NULL for ambiguous
// values.
struct ClassValues {
  std::vector<Datum> values;
  std::vector<std::uint8_t> nulls;
  std::vector<Code> of_row;
};

ClassValues class_values(const PublishedFragment& fragment, const Dictionary& dictionary) {
  ClassValues result;
  for (Code code = 0; code < dictionary.distinct(); ++code) {
    const bool is_null = dictionary.is_null(code);
    result.values.push_back(is_null ? 0 : dictionary.datum(code));
    result.nulls.push_back(is_null ? 1 : 0);
  }
  result.values.push_back(0);
  result.nulls.push_back(1);
  result.of_row = fragment.class_values;
  std::replace(result.of_row.begin(), result.of_row.end(), ambiguous, dictionary.distinct());
  return result;
}

// Adds one fragment. Its rows are shuffled, so that only the class links it with other fragments.
void write_fragment(const FragmentedTable& fragmented, std::size_t number, Random& random,
                    ReleaseBuilder& builder, const Progress& progress) {
  const Table& table = fragmented.table;
  const PublishedFragment& fragment = fragmented.fragmentation.fragments[number];
  const std::vector<WrittenAttribute> written = written_attributes(
      table, fragmented.hierarchies, fragment.classes, fragment.attributes, progress);
  const ClassValues classes =
      class_values(fragment, table.dictionaries[fragmented.class_attribute]);
  TuplePartition order{fragment.classes.rows, {0}};
  random.shuffle(std::span(order.rows));
  order.offsets.push_back(static_cast<Row>(order.rows.size()));

  DraftTable shown{std::to_string(number + 1), "", &order};
  for (const std::size_t a : fragment.plan.attributes)
    shown.columns.push_back(draft_column(table, a, 1, order.rows, written));
  shown.columns.push_back(draft_column(table, fragmented.class_attribute, 2, order.rows));
  OutputColumn& of_class = shown.columns.back().output;
  of_class.codes = classes.of_row;
  of_class.dictionary = nullptr;
  of_class.values = classes.values;
  of_class.nulls = classes.nulls;
  builder.add(shown, progress);
}

// Returns the largest frequency l among the models, which eligibility depends on.
double frequency_l(const FragmentationRequest& request) {
  double l = 1;
  for (const PrivacyModel& model : request.options.privacy) {
    const auto* diversity = std::get_if<LDiversity>(&model);
    if (diversity != nullptr && diversity->variant == LDiversity::Variant::frequency)
      l = std::max(l, diversity->l);
  }
  return l;
}

// Fails if the class contains NULL, because ambiguous class values are published as NULL.
void check_ambiguous(const FragmentationRequest& request, const Attribute& attribute) {
  if (request.options.enforcement != Enforcement::delta_selectivity || !attribute.nullable) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "class attribute " + in_quotes(attribute.name) + " contains nulls")
      .detail("With delta-selectivity NULL stands for an ambiguous class value.")
      .hint("Use method => 'dependency-graph', or publish a view without the nulls.");
}

// Fails if fragments do not fit into rows. Every quasi-identifier is in one of the fragments, so
// one fragment has at least the mean share of bytes and columns.
void require_fragments_fit(const Table& table, std::size_t class_attribute, std::size_t fragments) {
  std::size_t bytes = 0;
  std::size_t columns = 0;
  for (std::size_t a = 0; a < table.data.attributes.size(); ++a) {
    const Attribute& attribute = table.data.attributes[a];
    const Dictionary& dictionary = table.dictionaries[a];
    if (attribute.role != Role::quasi_identifier || attribute.hierarchy || a == class_attribute)
      continue;
    if (!generalized_type(dictionary.type()).is_range()) continue;
    bytes += least_bytes_of_range(dictionary);
    ++columns;
  }
  require_row_fits(bytes / fragments, columns / fragments);
}

// Fails because of a row that is too big. Suggests more fragments unless there are already as many
// as quasi-identifiers.
[[noreturn]] void fail_for_more_fragments(const Table& table, const RowTooBig& error,
                                          std::size_t fragments) {
  const std::size_t features = attributes_with_role(table.data, Role::quasi_identifier).size();
  const std::size_t more =
      std::min(std::max(fragments * tables_for(error.bytes()), fragments + 1), features);
  const std::string divided =
      more > fragments ? ", or divide them among more tables: fragments => " + std::to_string(more)
                       : std::string();
  throw Error(error.sqlstate(), error.what())
      .detail(error.detail())
      .hint("Publish fewer attributes: leave some out with identifiers" + divided +
            ". A hierarchy shows one label in place of a list: create_hierarchy() and "
            "create_prefix_hierarchy() make them.");
}

// Returns the index of the class among the table's attributes. Fails if all rows have the same
// class or each row has a different one. Fails as well if there are fewer quasi-identifiers other
// than the class than fragments.
std::size_t find_class(const Table& table, const std::string& name, std::size_t fragments) {
  const std::vector<Attribute>& attributes = table.data.attributes;
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [&](const Attribute& a) { return a.name == name; });
  const auto place = static_cast<std::size_t>(found - attributes.begin());
  if (found->distinct == 1) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "class attribute " + in_quotes(name) + " has the same value in every row")
        .hint("Fragments are joined on the class, so it must have several values.");
  }
  if (found->distinct == table.data.rows) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "class attribute " + in_quotes(name) + " has a different value in every row")
        .hint(
            "Several rows must share a class value; here the class alone would identify every "
            "row.");
  }
  std::size_t features = attributes_with_role(table.data, Role::quasi_identifier).size();
  if (found->role == Role::quasi_identifier) --features;
  if (fragments > features) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "fragments must be at most the number of quasi-identifiers other than the class, " +
                    std::to_string(features) + ", not " + std::to_string(fragments));
  }
  return place;
}

FragmentedTable fragment_source(const Source& source, const std::vector<AssignedRole>& roles,
                                const FragmentationRequest& request, bool seeded, Random& random,
                                const Progress& progress) {
  FragmentedTable fragmented{read_table(source, roles, Purpose::publication, progress), 0, {}, {}};
  Table& table = fragmented.table;
  require_one_row_each(table.subjects, "fragment_table()");
  FragmentationOptions options = request.options;
  options.class_attribute = find_class(table, request.class_name, options.fragments);
  fragmented.class_attribute = options.class_attribute;
  check_ambiguous(request, table.data.attributes[options.class_attribute]);
  const ChosenHierarchies chosen = choose_hierarchies(source, roles, std::nullopt);
  fragmented.hierarchies = resolve_hierarchies(chosen, table, Role::quasi_identifier, progress);
  require_different_texts(table, fragmented.hierarchies, false, progress);
  require_unambiguous_labels(fragmented.hierarchies, table, progress);
  set_hierarchies(fragmented.hierarchies, table);
  if (need_hierarchies(options.privacy)) {
    set_hierarchies(resolve_hierarchies(chosen, table, Role::sensitive, progress), table);
  }
  prepare_for_models(options.privacy, table);
  leave_ranges_to_ranges(table);
  try {
    require_fragments_fit(table, options.class_attribute, options.fragments);
  } catch (const RowTooBig& error) {
    fail_for_more_fragments(table, error, options.fragments);
  }
  cut_where_ranges_end(table, progress);
  if (seeded) sort_rows(table, progress);
  try {
    fragmented.fragmentation = fragment(table.data, options, random, progress);
  } catch (const Infeasible& infeasible) {
    throw infeasible_error(table, infeasible,
                           {{frequency_l(request), options.k, options.suppress, options.privacy}});
  }
  return fragmented;
}

// Returns the equivalence classes of a fragment, each divided by the class values of its rows,
// which an attacker knows of people.
TuplePartition by_class_value(const PublishedFragment& fragment) {
  TuplePartition divided;
  for (std::size_t c = 0; c < fragment.classes.buckets(); ++c) {
    const std::span<const Row> of_class = fragment.classes.bucket(c);
    std::vector<Row> rows(of_class.begin(), of_class.end());
    const auto value_of = [&](Row row) { return fragment.class_values[row]; };
    std::stable_sort(rows.begin(), rows.end(),
                     [&](Row a, Row b) { return value_of(a) < value_of(b); });
    for (std::size_t i = 0; i < rows.size(); ++i) {
      divided.rows.push_back(rows[i]);
      if (i + 1 == rows.size() || value_of(rows[i]) != value_of(rows[i + 1]))
        divided.offsets.push_back(static_cast<Row>(divided.rows.size()));
    }
  }
  return divided;
}

// Returns the share that a learning attacker guesses from one of the fragments.
LearnedShare learned_of_fragments(const FragmentedTable& fragmented, const Progress& progress) {
  const Microdata& data = fragmented.table.data;
  const Role of_class = data.attributes[fragmented.class_attribute].role;
  const std::vector<PublishedFragment>& fragments = fragmented.fragmentation.fragments;
  std::vector<TuplePartition> divided(fragments.size());
  std::vector<ShownTable> shown;
  for (std::size_t f = 0; f < fragments.size(); ++f) {
    ShownTable table{AttributePartition(1), &fragments[f].classes, true};
    for (const std::size_t a : fragments[f].plan.attributes) {
      if (a == fragmented.class_attribute) continue;
      if (data.attributes[a].role == Role::sensitive) {
        table.columns.push_back({{a}, std::nullopt});
      } else {
        table.columns.front().attributes.push_back(a);
      }
    }
    const std::vector<Row>& published = fragments[f].classes.rows;
    const bool is_open = std::none_of(published.begin(), published.end(), [&](Row row) {
      return fragments[f].class_values[row] == ambiguous;
    });
    if (is_open && of_class == Role::sensitive)
      table.columns.push_back({{fragmented.class_attribute}, std::nullopt});
    if (table.columns.size() == 1) continue;
    if (is_open && of_class == Role::quasi_identifier) {
      divided[f] = by_class_value(fragments[f]);
      table.buckets = &divided[f];
    }
    shown.push_back(std::move(table));
  }
  LearnedShare learned;
  // In fragments, l counts values and bounds no share.
  if (!shown.empty()) learned.attack(fragmented.table, shown, 1, progress);
  return learned;
}

// Reports NOTICEs about the result that the caller must know.
void report_fragmentation(const FragmentedTable& fragmented, const LearnedShare& learned) {
  const Fragmentation& fragmentation = fragmented.fragmentation;
  if (fragmentation.suppressed > 0) {
    remark(std::to_string(fragmentation.suppressed) + " of " +
           std::to_string(fragmented.table.data.rows) + " rows are suppressed");
  }
  if (fragmentation.changed() > 0) {
    remark(std::to_string(fragmentation.changed()) + " of " +
           std::to_string(fragmentation.fragments.size() *
                          fragmentation.fragments.front().classes.rows.size()) +
           " class values are changed");
  }
  std::vector<std::string> classes;
  double loss = 0;
  double attributes = 0;
  for (const PublishedFragment& fragment : fragmentation.fragments) {
    classes.push_back(std::to_string(fragment.classes.buckets()));
    const auto generalized = static_cast<double>(fragment.attributes.size());
    loss += fragment.loss.mean * generalized;
    attributes += generalized;
  }
  learned.report("fragmented into " + join(classes) +
                 " equivalence classes, with an information loss of " +
                 rounded(loss / attributes, 4));
}

// Makes, fills and records the release; returns its tables in the order of the fragments. `target`
// is numbered.
std::vector<Oid> publish_fragmented(const Target& target, const Source& source,
                                    const FragmentedTable& fragmented,
                                    const FragmentationRequest& request, Random& random,
                                    const Progress& progress) {
  const std::size_t fragments = fragmented.fragmentation.fragments.size();
  ReleaseBuilder builder(target, source);
  try {
    for (std::size_t f = 0; f < fragments; ++f)
      write_fragment(fragmented, f, random, builder, progress);
  } catch (const RowTooBig& error) {
    fail_for_more_fragments(fragmented.table, error, fragments);
  }
  builder.record(
      fragmentation_method.name, parameters_json(fragmented, request),
      {fragmented.table.data.rows, fragmented.fragmentation.fragments.front().classes.rows.size(),
       fragmented.fragmentation.suppressed});
  return builder.relations();
}

// Returns the names of a fragment's attributes, without the class.
std::vector<std::string> attribute_names(const Fragment& fragment, const Table& table) {
  std::vector<std::string> names;
  for (const std::size_t a : fragment.attributes)
    names.push_back(table.data.attributes[a].name);
  return names;
}

std::size_t given_fragments(const Arguments& arguments) {
  const std::int32_t fragments = arguments.integer("fragments");
  if (fragments < 1) fail_range("fragments", "at least 1", std::to_string(fragments));
  return static_cast<std::size_t>(fragments);
}

FragmentationRequest fragmentation_request(const Arguments& arguments) {
  FragmentationRequest request;
  FragmentationOptions& options = request.options;
  options.k = given_k(arguments);
  request.class_name = arguments.name("class");
  options.fragments = given_fragments(arguments);
  request.method = arguments.text("method");
  options.enforcement = arguments.choice<Enforcement>(
      "method", {{"dependency-graph", Enforcement::dependency_graph},
                 {"naive", Enforcement::naive},
                 {"delta-selectivity", Enforcement::delta_selectivity}});
  options.delta = arguments.number("delta");
  if (!(options.delta >= 0 && options.delta <= 1))
    fail_range("delta", "between 0 and 1", microdata::to_string(options.delta));
  const std::optional<double> l = given_optional_l(arguments);
  request.with_l = l.has_value();
  options.l = l.value_or(1);
  options.privacy = given_privacy(arguments);
  options.suppress = given_suppress(arguments);
  options.threads = max_threads();
  return request;
}

bool asks_for_sensitive_values(const FragmentationRequest& request) {
  return request.options.l > 1 ||
         std::any_of(request.options.privacy.begin(), request.options.privacy.end(),
                     is_about_sensitive_values);
}

void check_method(const FragmentationRequest& request) {
  if (request.options.enforcement != Enforcement::delta_selectivity ||
      !asks_for_sensitive_values(request)) {
    return;
  }
  throw Error(
      ERRCODE_INVALID_PARAMETER_VALUE,
      "delta-selectivity cannot be combined with l or with privacy models of sensitive values")
      .detail("Ambiguous class values leave open what joins of fragments show.")
      .hint("Use method => 'dependency-graph'.");
}

std::size_t class_column(const Source& source, const std::vector<AssignedRole>& roles,
                         const std::string& name) {
  const std::size_t column = column_position(source, name, "class");
  if (roles[column].role != Role::identifier) return column;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "class attribute " + in_quotes(name) + " is an identifier")
      .detail("Identifiers are not published.");
}

// Makes the class sensitive if sensitive values must be protected and no attribute is sensitive.
void protect_class(const FragmentationRequest& request, std::size_t column,
                   std::vector<AssignedRole>& roles) {
  if (!asks_for_sensitive_values(request)) return;
  if (std::any_of(roles.begin(), roles.end(),
                  [](const AssignedRole& role) { return role.role == Role::sensitive; })) {
    return;
  }
  roles[column] = {Role::sensitive, true};
}

// Publishes the fragments, and describes them in the result.
Oid publish_fragments(const Publication& call, const FragmentationRequest& request,
                      ResultSet& result) {
  const FragmentedTable fragmented =
      fragment_source(call.source, call.roles, request, call.seeded, call.random, call.progress);
  const LearnedShare learned = learned_of_fragments(fragmented, call.progress);
  call.progress.phase("write");
  const std::vector<Oid> relations =
      publish_fragmented(call.target, call.source, fragmented, request, call.random, call.progress);
  report_fragmentation(fragmented, learned);
  for (std::size_t f = 0; f < relations.size(); ++f) {
    result.add({std::to_string(f + 1), std::to_string(relations[f]),
                to_name_array(attribute_names(fragmented.fragmentation.fragments[f].plan,
                                              fragmented.table))});
  }
  return relations.front();
}

void fragment_table(const Arguments& arguments, ResultSet& result) {
  const FragmentationRequest request = fragmentation_request(arguments);
  check_method(request);
  Publisher method{
      .call = "fragment_table()", .doing = "fragmenting", .suffix = "fragment", .numbered = true};
  method.assign = [&](const Source& source, Roles& roles) {
    protect_class(request, class_column(source, roles, request.class_name), roles);
    protect_computed(source, roles);
  };
  method.why_undivided = [](const Roles&) {
    return "Fragments of a table have each of its rows, and are joined as a whole.";
  };
  method.bytes_per_row = [&](const Source& source, const Roles&) {
    return fragmenting_bytes(source.columns.size(), request.options.k);
  };
  method.publish = [&](const Publication& call) {
    return publish_fragments(call, request, result);
  };
  publish_table(arguments, method);
}

void fragment_plan(const Arguments& arguments, ResultSet& result) {
  const Oid relation = arguments.relation("source");
  const std::string class_name = arguments.name("class");
  const std::size_t fragments = given_fragments(arguments);
  const GivenRoles given = given_roles(arguments);
  const Source source = open_source(relation);
  Phases phases("planning fragments of " + in_quotes(source.name));
  const Progress progress = phases.progress();
  const std::vector<AssignedRole> roles = assign_roles(source, without_subject(given));
  class_column(source, roles, class_name);
  const Table table = read_table(source, roles, Purpose::measurement, progress);
  const std::size_t class_attribute = find_class(table, class_name, fragments);
  Random random = make_random(std::nullopt);
  const FragmentPlan plan =
      plan_fragments(table.data, class_attribute, fragments, {}, max_threads(), random, progress);
  for (std::size_t f = 0; f < plan.fragments.size(); ++f) {
    const Fragment& fragment = plan.fragments[f];
    result.add({std::to_string(f + 1), to_name_array(attribute_names(fragment, table)),
                microdata::to_string(fragment.relevance),
                microdata::to_string(fragment.redundancy)});
  }
  phases.finish();
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_fragment_table, microdata::postgres::fragment_table)
MICRODATA_FUNCTION(pg_microdata_fragment_plan, microdata::postgres::fragment_plan)
