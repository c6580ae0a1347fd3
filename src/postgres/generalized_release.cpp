#include "postgres/generalized_release.hpp"

#include <algorithm>
#include <span>

#include "core/generalization/lattice.hpp"
#include "core/microdata/row_order.hpp"
#include "postgres/catalog.hpp"
#include "postgres/generalized.hpp"
#include "postgres/guard.hpp"
#include "postgres/infeasible.hpp"
#include "postgres/json_object.hpp"
#include "postgres/model_values.hpp"
#include "postgres/privacy_arguments.hpp"
#include "postgres/text.hpp"
#include "postgres/writer.hpp"

namespace microdata::postgres {

namespace {

using Kind = GeneralizedAttribute::Kind;

std::vector<PrivacyModel> recorded_models(const GeneralizationRequest& request) {
  std::vector<PrivacyModel> models{KAnonymity{static_cast<double>(request.options.k)}};
  if (request.with_l) {
    models.emplace_back(LDiversity{request.options.l, LDiversity::Variant::frequency, 1});
  }
  models.insert(models.end(), request.options.privacy.begin(), request.options.privacy.end());
  return models;
}

std::string loss_json(const GeneralizedTable& generalized) {
  const InformationLoss& loss = generalized.generalization.loss;
  JsonObject of_attribute;
  for (std::size_t i = 0; i < loss.of_attribute.size(); ++i) {
    const std::size_t a = generalized.generalization.attributes[i].attribute;
    of_attribute.add(generalized.table.data.attributes[a].name, rounded(loss.of_attribute[i], 6));
  }
  JsonObject json;
  json.add("certainty_penalty", rounded(loss.mean, 6));
  json.add("certainty_penalty_of", of_attribute.str());
  json.add("discernibility", rounded(loss.discernibility, 0));
  json.add("average_class_size", rounded(loss.average_class_size, 4));
  return json.str();
}

std::string hierarchies_json(const GeneralizedTable& generalized) {
  JsonObject json;
  for (std::size_t a = 0; a < generalized.hierarchies.size(); ++a) {
    const Attribute& attribute = generalized.table.data.attributes[a];
    if (generalized.hierarchies[a] && attribute.role == Role::quasi_identifier) {
      json.add_text(attribute.name, generalized.hierarchies[a]->name);
    }
  }
  return json.str();
}

std::string parameters_json(const GeneralizedTable& generalized,
                            const GeneralizationRequest& request) {
  const GeneralizationOptions& options = request.options;
  JsonObject json;
  json.add("k", std::to_string(options.k));
  json.add("l", request.with_l ? microdata::to_string(options.l) : "null");
  json.add_text("recoding", request.recoding);
  json.add_text("grouping", request.grouping);
  json.add("suppress", microdata::to_string(options.suppress));
  json.add("privacy", privacy_models_json(recorded_models(request)));
  json.add("hierarchies", hierarchies_json(generalized));
  if (!generalized.generalization.levels.empty()) {
    JsonObject levels;
    for (std::size_t i = 0; i < generalized.generalization.levels.size(); ++i) {
      const std::size_t a = generalized.generalization.attributes[i].attribute;
      levels.add(generalized.table.data.attributes[a].name,
                 std::to_string(generalized.generalization.levels[i]));
    }
    json.add("levels", levels.str());
  }
  json.add("information_loss", loss_json(generalized));
  return json.str();
}

Datum text_datum(const std::string& text) {
  return guarded([&] { return CStringGetTextDatum(text.c_str()); });
}

// A value within a multiset, in double quotes where it would be taken for something else.
std::string element_text(const Dictionary& dictionary, Code code) {
  std::string text = dictionary.text(code);
  if (dictionary.is_null(code)) return text;
  const bool plain =
      !text.empty() && text != "NULL" && text.find_first_of(",:\"\\ \t\n") == std::string::npos;
  if (plain) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string multiset_text(const Dictionary& dictionary, const GeneralizedValue& value) {
  std::string text;
  for (std::size_t i = 0; i < value.codes.size(); ++i) {
    if (i > 0) text += ',';
    text += element_text(dictionary, value.codes[i]) + ':' + std::to_string(value.counts[i]);
  }
  return text;
}

// The label of a code at a level; nothing for NULL. An attribute without a hierarchy has its values
// and all of them together.
std::optional<std::string> label_text(const Dictionary& dictionary,
                                      const std::optional<ResolvedHierarchy>& hierarchy, Code code,
                                      std::size_t level) {
  if (hierarchy) {
    return hierarchy->labels[level][hierarchy->hierarchy.label_of_code[level][code]];
  }
  if (level > 0) return everything_label;
  return dictionary.is_null(code) ? std::nullopt : std::optional(dictionary.text(code));
}

GeneralizedValues published_values(const GeneralizedTable& generalized,
                                   const GeneralizedAttribute& attribute) {
  const Dictionary& dictionary = generalized.table.dictionaries[attribute.attribute];
  if (attribute.kind == Kind::range || attribute.kind == Kind::set) {
    std::vector<std::vector<Code>> regions;
    for (const GeneralizedValue& value : attribute.values)
      regions.push_back(value.codes);
    GeneralizedValues result = generalize_values(dictionary, regions);
    for (std::size_t v = 0; v < regions.size() && attribute.kind == Kind::set; ++v) {
      if (regions[v].size() > 1 && regions[v].size() == dictionary.distinct()) {
        result.values[v] = text_datum(everything_label);
      }
    }
    return result;
  }
  GeneralizedValues result;
  for (const GeneralizedValue& value : attribute.values) {
    const std::optional<std::string> text =
        attribute.kind == Kind::multiset
            ? multiset_text(dictionary, value)
            : label_text(dictionary, generalized.hierarchies[attribute.attribute],
                         value.codes.front(), value.level);
    result.values.push_back(text ? text_datum(*text) : 0);
    result.nulls.push_back(text ? 0 : 1);
  }
  return result;
}

// What a generalized attribute is written from.
struct WrittenAttribute {
  std::size_t attribute;
  std::string type;
  std::vector<Code> value_of_row;
  GeneralizedValues values;
};

std::vector<WrittenAttribute> written_attributes(const GeneralizedTable& generalized,
                                                 const Progress& progress) {
  std::vector<WrittenAttribute> result;
  const TuplePartition& classes = generalized.generalization.classes;
  for (const GeneralizedAttribute& attribute : generalized.generalization.attributes) {
    if (!attribute.generalizes()) continue;
    const Dictionary& dictionary = generalized.table.dictionaries[attribute.attribute];
    WrittenAttribute written;
    written.attribute = attribute.attribute;
    written.type =
        attribute.kind == Kind::range ? generalized_type(dictionary.type()).ddl : "pg_catalog.text";
    written.values = published_values(generalized, attribute);
    written.value_of_row.resize(generalized.table.data.rows);
    for (std::size_t c = 0; c < classes.buckets(); ++c) {
      progress.checkpoint_at(c);
      for (const Row row : classes.bucket(c))
        written.value_of_row[row] = attribute.value_of_class[c];
    }
    result.push_back(std::move(written));
  }
  return result;
}

// Numbers of a type that has no ranges, times and intervals, are published as sets of values; let
// them be cut and measured as such.
void leave_ranges_to_ranges(Table& table) {
  for (std::size_t a = 0; a < table.data.attributes.size(); ++a) {
    Attribute& attribute = table.data.attributes[a];
    if (attribute.role != Role::quasi_identifier) continue;
    if (!generalized_type(table.dictionaries[a].type()).is_range()) attribute.projection.clear();
  }
}

Release make_record(const Source& source, const GeneralizedTable& generalized,
                    const GeneralizationRequest& request, Oid relation) {
  const Generalization& generalization = generalized.generalization;
  Release release;
  release.method = "generalization";
  release.source = source.relation;
  release.relations = {relation};
  release.parameters = parameters_json(generalized, request);
  release.source_rows = generalized.table.data.rows;
  release.published_rows = static_cast<std::int64_t>(generalization.classes.rows.size());
  release.suppressed_rows = generalization.suppressed;
  release.buckets = static_cast<std::int64_t>(generalization.classes.buckets());
  for (std::size_t a = 0; a < generalized.table.data.attributes.size(); ++a) {
    const Attribute& attribute = generalized.table.data.attributes[a];
    const bool is_generalized = std::any_of(
        generalization.attributes.begin(), generalization.attributes.end(),
        [&](const GeneralizedAttribute& g) { return g.attribute == a && g.generalizes(); });
    release.attributes.push_back(
        {relation, 1, attribute.name, attribute.role, is_generalized, attribute.name});
  }
  return release;
}

}  // namespace

GeneralizedTable generalize_source(const Source& source, const std::vector<AssignedRole>& roles,
                                   const GeneralizationRequest& request, bool seeded,
                                   Random& random, const Progress& progress) {
  const ChosenHierarchies chosen = choose_hierarchies(source, roles, request.hierarchies);
  GeneralizedTable generalized{read_table(source, roles, progress), {}, {}};
  Table& table = generalized.table;
  generalized.hierarchies = resolve_hierarchies(chosen, table, Role::quasi_identifier, progress);
  set_hierarchies(generalized.hierarchies, table);
  const bool by_levels = request.options.recoding == Recoding::full_domain ||
                         request.options.recoding == Recoding::cell;
  for (Attribute& attribute : table.data.attributes) {
    // Without a hierarchy there are the values, and all of them together.
    if (by_levels && attribute.role == Role::quasi_identifier && !attribute.hierarchy) {
      attribute.hierarchy = flat_hierarchy(attribute.distinct);
    }
  }
  if (need_hierarchies(request.options.privacy)) {
    set_hierarchies(resolve_hierarchies(chosen, table, Role::sensitive, progress), table);
  }
  prepare_for_models(request.options.privacy, table);
  leave_ranges_to_ranges(table);
  if (seeded) sort_rows(table.data, progress);
  try {
    generalized.generalization = generalize(table.data, request.options, random, progress);
  } catch (const Infeasible& infeasible) {
    throw infeasible_error(table, infeasible, {request.options.l, request.options.k, false});
  } catch (const LatticeTooLarge& lattice) {
    throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "the generalization lattice is too large")
        .detail("It has " + rounded(lattice.nodes, 0) + " nodes; at most " +
                std::to_string(Lattice::most_nodes) + " can be searched.")
        .hint(
            "Use recoding => 'mondrian', hierarchies of fewer levels, or fewer "
            "quasi-identifiers.");
  }
  return generalized;
}

void report_generalization(const GeneralizedTable& generalized) {
  const Generalization& generalization = generalized.generalization;
  if (generalization.suppressed > 0) {
    report(NOTICE, std::to_string(generalization.suppressed) + " of " +
                       std::to_string(generalized.table.data.rows) + " rows left out");
  }
  const std::size_t classes = generalization.classes.buckets();
  report(NOTICE, "generalized into " + std::to_string(classes) +
                     (classes == 1 ? " equivalence class" : " equivalence classes") +
                     ", with an information loss of " + rounded(generalization.loss.mean, 4));
}

Oid publish_generalized(const Target& target, const Source& source,
                        const GeneralizedTable& generalized, const GeneralizationRequest& request,
                        Random& random, const Progress& progress) {
  const Microdata& data = generalized.table.data;
  const std::vector<WrittenAttribute> written = written_attributes(generalized, progress);
  // All rows in random order: not even which of them are of one class can be told by their places.
  TuplePartition order{generalized.generalization.classes.rows, {0}};
  random.shuffle(std::span(order.rows));
  order.offsets.push_back(static_cast<Row>(order.rows.size()));

  std::vector<TableColumn> definition;
  std::vector<OutputColumn> columns;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    const Dictionary& dictionary = generalized.table.dictionaries[a];
    OutputColumn column;
    column.linking = order.rows;
    column.codes = data.columns[a];
    column.dictionary = &dictionary;
    column.is_varlena = dictionary.type().is_varlena();
    std::string type = type_in_ddl(dictionary.type());
    for (const WrittenAttribute& w : written) {
      if (w.attribute != a) continue;
      type = w.type;
      column.codes = w.value_of_row;
      column.dictionary = nullptr;
      column.values = w.values.values;
      column.nulls = w.values.nulls;
      column.is_varlena = true;
    }
    definition.push_back({data.attributes[a].name, type});
    columns.push_back(column);
  }
  drop_replaced(target, source);
  const Oid relation = create_release_table(target, definition);
  write_release(relation, order, BucketColumn::left_out, columns, progress);
  record_release(make_record(source, generalized, request, relation));
  return relation;
}

}  // namespace microdata::postgres
