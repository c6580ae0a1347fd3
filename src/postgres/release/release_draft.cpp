#include "postgres/release/release_draft.hpp"

#include <algorithm>
#include <utility>

#include "postgres/values/attribute_type.hpp"

namespace microdata::postgres {

DraftColumn draft_column(const Table& table, std::size_t attribute, int group,
                         std::span<const Row> linking) {
  const Dictionary& dictionary = table.dictionaries[attribute];
  const Attribute& shown = table.data.attributes[attribute];
  return {{shown.name, type_in_ddl(dictionary.type())},
          plain_column(linking, table.data.columns[attribute], dictionary),
          ReleaseAttribute{InvalidOid, group, shown.name, shown.role, false, shown.name},
          table.harmless[attribute],
          dictionary.type().comparison != Comparison::text};
}

DraftColumn numbers_column(const std::string& name, std::span<const Row> linking,
                           std::span<const Code> numbers) {
  return numbers_column(name, linking, numbers, {}, 0);
}

DraftColumn numbers_column(const std::string& name, std::span<const Row> linking,
                           std::span<const Code> numbers, const BucketNumbers& shown,
                           std::uint64_t before) {
  struct Values {
    std::vector<Datum> numbers;
    std::vector<std::uint8_t> nulls;
  };
  const auto values = std::make_shared<Values>();
  const Code most = numbers.empty() ? 0 : *std::max_element(numbers.begin(), numbers.end());
  // Numbers begin with 1, but a count can be 0.
  values->numbers.push_back(Int32GetDatum(0));
  for (Code number = 1; number <= most; ++number)
    values->numbers.push_back(shown.number(before + number - 1));
  values->nulls.resize(values->numbers.size());
  DraftColumn column{{name, shown.type()}};
  column.output.linking = linking;
  column.output.codes = numbers;
  column.output.values = values->numbers;
  column.output.nulls = values->nulls;
  column.values = values;
  return column;
}

std::vector<TableColumn> DraftTable::definition(const BucketNumbers& numbers) const {
  std::vector<TableColumn> definition;
  if (!bucket_column.empty()) definition.push_back({bucket_column, numbers.type()});
  for (const DraftColumn& column : columns)
    definition.push_back(column.definition);
  return definition;
}

std::vector<OutputColumn> DraftTable::outputs() const {
  std::vector<OutputColumn> outputs;
  for (const DraftColumn& column : columns)
    outputs.push_back(column.output);
  return outputs;
}

ReleaseBuilder::Made* ReleaseBuilder::find(const std::string& suffix) {
  const auto found = std::find_if(tables_.begin(), tables_.end(),
                                  [&](const Made& made) { return made.suffix == suffix; });
  return found == tables_.end() ? nullptr : &*found;
}

Oid ReleaseBuilder::create(const DraftTable& table) {
  if (tables_.empty()) clear_target(target_, source_);
  const Oid relation =
      create_release_table(table.suffix.empty() ? target_ : part_target(target_, table.suffix),
                           table.definition(numbers_));
  for (const DraftColumn& column : table.columns) {
    if (!column.shown) continue;
    ReleaseAttribute& attribute = attributes_.emplace_back(*column.shown);
    attribute.relation = relation;
    if (!column.harmless.empty()) harmless_[attribute.name] = column.harmless;
    if (tables_.empty()) {
      expected_.push_back({attribute.name, attribute.column, column.has_equality,
                           attribute.role == Role::sensitive});
    }
  }
  tables_.push_back({table.suffix, relation, std::nullopt});
  relations_.push_back(relation);
  return relation;
}

void ReleaseBuilder::add(const DraftTable& table, const Progress& progress) {
  Made* made = find(table.suffix);
  if (made == nullptr || !made->writer) {
    // A writer outlives the MemoryScope of the values.
    MemoryContext const scope = MemoryContextSwitchTo(lasting_);
    if (made == nullptr) create(table);
    made = find(table.suffix);
    made->writer.emplace(made->relation,
                         table.bucket_column.empty() ? BucketColumn::left_out : BucketColumn::shown,
                         table.columns.size(), numbers_);
    MemoryContextSwitchTo(scope);
  }
  made->writer->write(*table.rows, table.outputs(), progress);
}

void ReleaseBuilder::end_rows() {
  for (Made& made : tables_) {
    if (made.writer) made.writer->finish();
    made.writer.reset();
  }
}

void ReleaseBuilder::add_view(const std::string& suffix, const std::string& query) {
  end_rows();
  if (suffix.empty()) {
    relations_.insert(relations_.begin(), create_release_view(target_, query));
  } else {
    relations_.push_back(create_release_view(part_target(target_, suffix), query));
  }
}

std::optional<std::string> ReleaseBuilder::add_expected_view(const std::string& bucket_column,
                                                             const std::string& weight_column,
                                                             double mean_bucket,
                                                             bool counterfeits) {
  end_rows();
  const std::optional<ExpectedView> view =
      create_expected_view(target_, relations_.front(), bucket_column, expected_, weight_column,
                           mean_bucket, counterfeits);
  if (!view) return std::nullopt;
  relations_.push_back(view->relation);
  return view->weight_column;
}

std::int64_t ReleaseBuilder::record(const char* method, Json parameters,
                                    const ReleaseCounts& counts) {
  end_rows();
  Release release;
  release.method = method;
  if (!harmless_.empty()) parameters.add("harmless", harmless_json(harmless_));
  release.set_parameters(std::move(parameters));
  release.source_rows = counts.source_rows;
  release.published_rows = counts.published_rows;
  release.suppressed_rows = counts.suppressed_rows;
  release.buckets = counts.buckets;
  release.source = source_.relation;
  release.relations = relations_;
  release.attributes = attributes_;
  return record_published(release, target_);
}

}  // namespace microdata::postgres
