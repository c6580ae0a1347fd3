#include "postgres/inspection/drawn_persons.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>
#include <unordered_set>
#include <utility>

#include "postgres/inspection/counted_values.hpp"
#include "postgres/inspection/drawn_subjects.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/region_rows.hpp"

namespace microdata::postgres {

PackedValues packed_values(const Dictionary& values, const Progress& progress) {
  return {values.texts(progress), values.nullable()};
}

std::vector<Code> add_values(const PackedValues& values, Dictionary& to) {
  std::vector<Code> codes;
  const PlainText settings;
  for (const std::string& text : values.texts) {
    // The value's memory is released at once because the dictionary has a copy.
    const MemoryScope memory;
    codes.push_back(to.encode(make_key(to.type(), read_value(to.type(), text))));
  }
  if (values.has_null) {
    Key null;
    null.is_null = true;
    codes.push_back(to.encode(null));
  }
  return codes;
}

UnpackedValues unpacked_values(const PackedValues& values, const AttributeType& type,
                               const Progress& progress) {
  UnpackedValues unpacked{Dictionary(type), {}};
  unpacked.codes = add_values(values, unpacked.values);
  unpacked.values.finish(progress);
  unpacked.values.translate(unpacked.codes, progress);
  return unpacked;
}

PackedTuples packed_tuples(const SourceTuples& tuples, const std::vector<std::string>& attributes,
                           const Progress& progress) {
  PackedTuples packed;
  for (std::size_t a = 0; a < tuples.attributes().size(); ++a) {
    const std::string& name = tuples.attributes()[a];
    if (std::find(attributes.begin(), attributes.end(), name) == attributes.end()) continue;
    packed.attributes.push_back(name);
    packed.values.push_back(packed_values(tuples.values()[a], progress));
    packed.codes.push_back(tuples.codes()[a]);
  }
  return packed;
}

SourceTuples unpacked_tuples(const PackedTuples& tuples, const Source& relation,
                             const Progress& progress) {
  const std::size_t attributes = tuples.attributes.size();
  if (attributes == 0 || tuples.values.size() != attributes || tuples.codes.size() != attributes)
    fail_packed();
  std::vector<Dictionary> dictionaries;
  std::vector<std::vector<Code>> codes;
  for (std::size_t a = 0; a < attributes; ++a) {
    Dictionary& dictionary =
        dictionaries.emplace_back(require_column(relation, tuples.attributes[a]).type);
    const std::vector<Code> provisional = add_values(tuples.values[a], dictionary);
    if (tuples.codes[a].size() != tuples.codes.front().size()) fail_packed();
    std::vector<Code>& of_attribute = codes.emplace_back();
    for (const Code code : tuples.codes[a]) {
      if (code >= provisional.size()) fail_packed();
      of_attribute.push_back(provisional[code]);
    }
  }
  return {tuples.attributes, std::move(dictionaries), std::move(codes), progress};
}

void check_set(const CodeSet& codes, Code values) {
  Code after = 0;
  std::size_t runs = 0;
  bool has_empty_run = false;
  codes.for_each_run([&](Code from, Code to) {
    if (from < after || to < from || to > values) fail_packed();
    has_empty_run = has_empty_run || from == to;
    after = to;
    ++runs;
  });
  // The empty set consists of one empty run.
  if (has_empty_run && runs > 1) fail_packed();
}

std::vector<Row> some_of(Row rows, std::size_t most, Random& random) {
  std::vector<Row> drawn;
  // R. W. Floyd's algorithm draws each row once.
  if (most >= rows) {
    drawn.resize(rows);
    std::iota(drawn.begin(), drawn.end(), 0U);
  } else {
    std::unordered_set<Row> taken;
    for (Row last = rows - static_cast<Row>(most); last < rows; ++last) {
      const Row one = random.below(last + 1);
      drawn.push_back(taken.insert(one).second ? one : last);
      taken.insert(drawn.back());
    }
  }
  random.shuffle(std::span(drawn));
  return drawn;
}

namespace {

// A tuple and the row from which it is taken.
struct DrawnRow {
  Row row;
  std::size_t tuple;
};

std::vector<DrawnRow> in_order_of_rows(const std::vector<Row>& rows, std::size_t first) {
  std::vector<DrawnRow> places;
  for (std::size_t i = 0; i < rows.size(); ++i)
    places.push_back({rows[i], first + i});
  std::sort(places.begin(), places.end(), [](DrawnRow a, DrawnRow b) { return a.row < b.row; });
  return places;
}

Row rows_in_regions(Oid relation, std::uint32_t regions) {
  const std::vector<std::int64_t>& counts = RegionRows::current()->counts(relation);
  const auto end = counts.begin() + static_cast<std::ptrdiff_t>(regions);
  const std::int64_t rows = std::accumulate(counts.begin(), end, std::int64_t{0});
  check_number_of_rows(static_cast<std::size_t>(rows));
  return static_cast<Row>(rows);
}

}  // namespace

Code add_value(const Dictionary& from, Code code, Dictionary& to) {
  Key null;
  null.is_null = true;
  return to.encode(from.is_null(code) ? null : make_key(from.type(), from.datum(code)));
}

RowsToTake whole_rows(std::size_t attributes, Row rows, std::size_t most, Random& random) {
  return RowsToTake(attributes, some_of(rows, most, random));
}

namespace {

// Returns a random row for each value of each tuple.
RowsToTake values_apart(std::size_t attributes, Row rows, std::size_t tuples, Random& random) {
  RowsToTake take(attributes);
  for (std::vector<Row>& of_attribute : take) {
    for (std::size_t i = 0; i < tuples; ++i)
      of_attribute.push_back(random.below(rows));
  }
  return take;
}

}  // namespace

TuplesInDrawing::TuplesInDrawing(const Source& source, std::vector<std::string> attributes)
    : attributes_(std::move(attributes)), codes_(attributes_.size()) {
  for (const std::string& attribute : attributes_)
    dictionaries_.emplace_back(require_column(source, attribute).type);
}

std::size_t TuplesInDrawing::take(const Release& release, Oid relation,
                                  const std::function<RowsToTake(Row rows)>& draw,
                                  const Progress& progress) {
  LoopOptions options;
  options.source = relation == release.source;
  if (!options.source) options.outsiders = relation;
  RegionLoop loop(release, released_regions(release).value(), options);
  const RowsToTake rows = draw(rows_in_regions(relation, loop.regions()));
  const std::size_t before = codes_.front().size();
  std::vector<std::vector<DrawnRow>> places;
  for (std::size_t a = 0; a < attributes_.size(); ++a) {
    codes_[a].resize(before + rows[a].size());
    places.push_back(in_order_of_rows(rows[a], before));
  }
  std::vector<std::size_t> next(attributes_.size());
  Row first = 0;
  for (std::uint32_t region = 0; region < loop.regions(); ++region) {
    const MemoryScope memory;
    loop.enter(region);
    std::vector<Dictionary> values;
    for (const Dictionary& dictionary : dictionaries_)
      values.emplace_back(dictionary.type());
    std::vector<Dictionary*> read_into;
    for (Dictionary& dictionary : values)
      read_into.push_back(&dictionary);
    std::vector<std::vector<Code>> codes = read_columns(relation, attributes_, read_into);
    const Row end = first + row_count(codes);
    for (std::size_t a = 0; a < attributes_.size(); ++a) {
      values[a].finish(progress);
      values[a].translate(codes[a], progress);
      for (; next[a] < places[a].size() && places[a][next[a]].row < end; ++next[a]) {
        const DrawnRow& place = places[a][next[a]];
        codes_[a][place.tuple] =
            add_value(values[a], codes[a][place.row - first], dictionaries_[a]);
      }
    }
    first = end;
  }
  return codes_.front().size() - before;
}

SourceTuples TuplesInDrawing::finish(const Progress& progress) && {
  return {std::move(attributes_), std::move(dictionaries_), std::move(codes_), progress};
}

std::vector<Code> CollectedValues::add(const Dictionary& region) {
  std::vector<Code> numbers = region.add_to(values_);
  for (Code& code : numbers) {
    const auto [found, is_new] =
        number_of_.try_emplace(code, static_cast<Code>(provisional_.size()));
    if (is_new) provisional_.push_back(code);
    code = found->second;
  }
  return numbers;
}

std::vector<Code> CollectedValues::finish(const Progress& progress) {
  values_.finish(progress);
  std::vector<Code> codes = provisional_;
  values_.translate(codes, progress);
  return codes;
}

std::vector<std::string> attributes_in_source(const Release& release) {
  std::vector<std::string> names;
  for (const ReleaseAttribute& attribute : release.attributes) {
    // An attribute without a source name is skipped because reading the release reports what is
    // gone.
    if (!attribute.source_name.empty()) names.push_back(attribute.source_name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

namespace {

// Returns the source's columns whose values regions know, each once.
std::vector<SourceColumn> columns_known(const Release& release, const Source& source, bool of_all) {
  std::map<std::string, SourceColumn> columns;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (!of_all && !attribute.generalized) continue;
    const SourceColumn& column = source_column(attribute, source);
    columns.try_emplace(column.name, column);
  }
  std::vector<SourceColumn> result;
  for (const auto& [name, column] : columns)
    result.push_back(column);
  return result;
}

}  // namespace

LoopOptions knowing_values_of_source(const Release& release, bool source, bool of_all) {
  LoopOptions options;
  options.source = source;
  options.globals = [&release, of_all](const KeptSnapshot& snapshot) {
    const Source relation = open_source(*release.source);
    std::vector<GlobalValues> globals;
    for (const SourceColumn& column : columns_known(release, relation, of_all))
      globals.push_back(count_values(relation, column, number_of_rows, &snapshot));
    return globals;
  };
  return options;
}

std::int64_t bytes_of_known_values(const Release& release, bool of_all) {
  const Source relation = open_source(*release.source);
  std::int64_t bytes = 0;
  for (const SourceColumn& column : columns_known(release, relation, of_all))
    bytes += bytes_of_counted_values(relation, column);
  return bytes;
}

void check_outsiders_of(const Release& release, const Source& source, Oid outsiders) {
  const Source others = open_source(outsiders);
  for (const std::string& attribute : attributes_in_source(release))
    check_outsiders(others, attribute, require_column(source, attribute).type);
}

void for_each_published_region(const Release& release, const LoopOptions& options,
                               const std::function<void()>& visit) {
  RegionLoop loop(release, released_regions(release).value(), options);
  for (std::uint32_t region = 0; region < loop.regions(); ++region) {
    if (loop.published_rows(region) == 0) continue;
    const MemoryScope memory;
    loop.enter(region);
    visit();
  }
}

namespace {

DrawnPersons draw_sides(const Release& release, const std::optional<Oid>& outsiders,
                        bool make_others, std::size_t most, Random& random,
                        const Progress& progress) {
  progress.phase("read");
  const Source source = open_source(*release.source);
  TuplesInDrawing drawing(source, attributes_in_source(release));
  std::size_t members = 0;
  const bool others_of_source = outsiders == source.relation;
  const auto some = [&](Row rows) { return whole_rows(drawing.attributes(), rows, most, random); };
  const auto draw = [&](Row rows) {
    RowsToTake take = some(rows);
    members = take.front().size();
    if (rows == 0 || (!make_others && !others_of_source)) return take;
    const RowsToTake others =
        others_of_source ? some(rows)
                         : values_apart(drawing.attributes(), rows, drawn_outsiders(rows), random);
    for (std::size_t a = 0; a < take.size(); ++a)
      take[a].insert(take[a].end(), others[a].begin(), others[a].end());
    return take;
  };
  drawing.take(release, source.relation, draw, progress);
  if (outsiders && !others_of_source) {
    check_outsiders_of(release, source, *outsiders);
    drawing.take(release, *outsiders, some, progress);
  }
  return {std::move(drawing).finish(progress), members};
}

}  // namespace

DrawnPersons draw_members_and_outsiders(const Release& release, const std::optional<Oid>& outsiders,
                                        std::size_t most, Random& random,
                                        const Progress& progress) {
  if (is_of_subjects(release)) {
    return draw_subjects(release, attributes_in_source(release), outsiders, DrawnOutsiders::made_up,
                         most, random, progress);
  }
  return draw_sides(release, outsiders, !outsiders, most, random, progress);
}

DrawnPersons draw_persons(const Release& release, const std::optional<Oid>& outsiders,
                          std::size_t most, Random& random, const Progress& progress) {
  if (is_of_subjects(release)) {
    return draw_subjects(release, attributes_in_source(release), outsiders,
                         DrawnOutsiders::of_relation, most, random, progress);
  }
  return draw_sides(release, outsiders, false, most, random, progress);
}

namespace {

// Tuples that are being read, in unfinished dictionaries.
struct Sample {
  std::vector<std::string> attributes;
  std::vector<Dictionary> dictionaries;
  // Codes by attribute and tuple.
  std::vector<std::vector<Code>> codes;

  Sample(const Source& source, std::vector<std::string> names)
      : attributes(std::move(names)), codes(attributes.size()) {
    for (const std::string& attribute : attributes)
      dictionaries.emplace_back(require_column(source, attribute).type);
  }

  SourceTuples finish(const Progress& progress) && {
    return {std::move(attributes), std::move(dictionaries), std::move(codes), progress};
  }
};

// Rows that are drawn with equal probability.
struct SomeRows {
  // Number of rows of the relation, and number of rows that were read.
  Row all = 0;
  Row read = 0;
  std::vector<std::vector<Code>> codes;
};

// Reads at least `most` random rows, or all. Each server draws from its own rows. If the rows are
// too few, all servers draw again with twice the share.
SomeRows some_rows(const Source& relation, Sample& sample, std::size_t most) {
  const KeptSnapshot snapshot;
  const std::string table = qualified_name(relation.relation);
  const auto all = std::stoull(
      *query_rows("SELECT pg_catalog.count(*) FROM " + table, snapshot).front().front());
  check_number_of_rows(all);
  std::vector<Dictionary*> dictionaries;
  for (Dictionary& dictionary : sample.dictionaries)
    dictionaries.push_back(&dictionary);
  const auto wanted = static_cast<double>(most);
  double share = (wanted + 6 * std::sqrt(wanted) + 10) / static_cast<double>(std::max(all, 1ULL));
  for (;; share *= 2) {
    const std::string condition =
        share < 1 ? "pg_catalog.random() OPERATOR(pg_catalog.<) " + microdata::to_string(share)
                  : "true";
    SomeRows rows{static_cast<Row>(all), 0, {}};
    rows.codes =
        read_columns(relation.relation, sample.attributes, dictionaries, condition, snapshot);
    rows.read = row_count(rows.codes);
    if (rows.read >= most || share >= 1) return rows;
  }
}

// Adds the taken rows to the sample, and returns their number.
std::size_t take(const SomeRows& rows, const RowsToTake& taken, Sample& sample) {
  for (std::size_t a = 0; a < sample.codes.size(); ++a) {
    for (const Row row : taken[a])
      sample.codes[a].push_back(rows.codes[a][row]);
  }
  return taken.front().size();
}

DrawnPersons sample_sides(const Release& release, const std::optional<Oid>& outsiders,
                          bool make_others, std::size_t most, Random& random,
                          const Progress& progress) {
  progress.phase("read");
  const Source source = open_source(*release.source);
  Sample sample(source, attributes_in_source(release));
  const std::size_t attributes = sample.attributes.size();
  const SomeRows rows = some_rows(source, sample, most);
  const std::size_t members = take(rows, whole_rows(attributes, rows.read, most, random), sample);
  if (make_others && rows.read > 0)
    take(rows, values_apart(attributes, rows.read, drawn_outsiders(rows.all), random), sample);
  if (outsiders) {
    check_outsiders_of(release, source, *outsiders);
    const SomeRows others = some_rows(open_source(*outsiders), sample, most);
    take(others, whole_rows(attributes, others.read, most, random), sample);
  }
  return {std::move(sample).finish(progress), members};
}

}  // namespace

SourceTuples sample_tuples(const Source& source, const Source& relation,
                           const std::vector<std::string>& attributes, std::size_t most,
                           Random& random, const Progress& progress) {
  Sample sample(source, attributes);
  const SomeRows rows = some_rows(relation, sample, most);
  take(rows, whole_rows(attributes.size(), rows.read, most, random), sample);
  return std::move(sample).finish(progress);
}

DrawnPersons sample_members_and_outsiders(const Release& release,
                                          const std::optional<Oid>& outsiders, std::size_t most,
                                          Random& random, const Progress& progress) {
  return sample_sides(release, outsiders, !outsiders, most, random, progress);
}

DrawnPersons sample_persons(const Release& release, const std::optional<Oid>& outsiders,
                            std::size_t most, Random& random, const Progress& progress) {
  return sample_sides(release, outsiders, false, most, random, progress);
}

PackedPersons packed_persons(const DrawnPersons& persons, const Progress& progress) {
  return {packed_tuples(persons.tuples, persons.tuples.attributes(), progress), persons.members};
}

DrawnPersons unpacked_persons(const PackedPersons& persons, const Source& relation,
                              const Progress& progress) {
  DrawnPersons unpacked{unpacked_tuples(persons.tuples, relation, progress), persons.members};
  if (unpacked.members > unpacked.tuples.count()) fail_packed();
  return unpacked;
}

}  // namespace microdata::postgres
