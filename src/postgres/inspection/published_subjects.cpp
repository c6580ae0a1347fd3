#include "postgres/inspection/published_subjects.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "core/microdata/combination.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/inspection/released_table.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

// A table on its way in, and its attributes.
struct TableReading {
  std::vector<AttributeReading> attributes;
  SubjectTable read;

  std::size_t rows() const { return read.bucket_of.size(); }
};

std::vector<AttributeReading> prepare(const Release& release, const Source& table,
                                      const std::optional<Source>& source) {
  std::vector<AttributeReading> readings;
  for (const ReleaseAttribute* attribute : attributes_in(release, table)) {
    const SourceColumn& column = require_column(table, attribute->name);
    AttributeReading reading{attribute, {}, {}, {}};
    if (source) {
      const SourceColumn& original = source_column(*attribute, *source);
      if (!attribute->generalized) check_same_type(column, original);
      reading.dictionaries.emplace_back(original.type);
      if (attribute->generalized) reading.dictionaries.emplace_back(column.type);
    } else {
      reading.dictionaries.emplace_back(column.type);
    }
    readings.push_back(std::move(reading));
  }
  return readings;
}

TableReading read_table(const Release& release, const Source& table,
                        const SubjectRelations& relations, const std::optional<Source>& source,
                        Dictionary& buckets, Dictionary* members) {
  TableReading reading{prepare(release, table, source), {}};
  std::vector<const ReleaseAttribute*> attributes;
  std::vector<Dictionary*> dictionaries;
  for (AttributeReading& attribute : reading.attributes) {
    attributes.push_back(attribute.attribute);
    dictionaries.push_back(&attribute.labels());
  }
  reading.read = read_subject_table(table, relations, attributes, dictionaries, buckets, members);
  for (std::size_t i = 0; i < reading.attributes.size(); ++i)
    reading.attributes[i].published = std::move(reading.read.attributes[i]);
  return reading;
}

// The names of the attributes that tell persons apart; fails where one is gone.
std::vector<std::string> subject_of(const Release& release, const Source& source) {
  std::vector<std::string> names;
  for (const SubjectAttribute& attribute : release.subject) {
    if (attribute.gone) {
      throw Error(ERRCODE_UNDEFINED_COLUMN,
                  "attribute " + in_quotes(attribute.name) + " of the release's subject is gone")
          .detail("Relation " + in_quotes(source.name) +
                  " no longer has the column, by which its rows were those of persons.");
    }
    names.push_back(attribute.name);
  }
  return names;
}

// Numbers persons by the values of their subject.
std::vector<std::uint32_t> number_persons(std::vector<std::vector<Code>>& subject,
                                          const std::vector<Dictionary>& dictionaries,
                                          const Progress& progress) {
  std::vector<std::span<const Code>> columns;
  std::vector<Code> domains;
  for (std::size_t i = 0; i < subject.size(); ++i) {
    dictionaries[i].translate(subject[i], progress);
    columns.emplace_back(subject[i]);
    domains.push_back(std::max<Code>(dictionaries[i].distinct(), 1));
  }
  return combine(row_count(subject), columns, domains, progress).of_row;
}

std::size_t number_of_persons(std::span<const std::uint32_t> person_of) {
  return person_of.empty() ? 0
                           : *std::max_element(person_of.begin(), person_of.end()) + std::size_t{1};
}

// The columns of a relation of persons' rows: the subject first.
class RowsOfPersons {
 public:
  RowsOfPersons(const Release& release, const Source& source, std::span<TableReading* const> tables)
      : names_(subject_of(release, source)), subject_(names_.size()) {
    persons_.reserve(subject_);
    for (const std::string& name : names_) {
      persons_.emplace_back(require_column(source, name).type);
      dictionaries_.push_back(&persons_.back());
    }
    for (TableReading* table : tables) {
      for (AttributeReading& attribute : table->attributes) {
        read_.push_back(&attribute);
        names_.push_back(attribute.attribute->source_name);
        dictionaries_.push_back(&attribute.values());
      }
    }
  }

  void read_members(const Source& source, SourceKeys* keys, const Progress& progress) {
    std::vector<std::string> names = names_;
    std::vector<Dictionary*> dictionaries = dictionaries_;
    if (keys != nullptr) keys->add_to(names, dictionaries);
    std::vector<std::vector<Code>> codes = read_columns(source.relation, names, dictionaries);
    if (keys != nullptr) keys->take_from(codes, progress);
    members_ = take(codes);
  }

  void read_others(Oid relation) {
    std::vector<std::vector<Code>> codes = read_outsiders(relation, names_, dictionaries_);
    others_ = take(codes);
  }

  // Makes up outsiders, as many as there are members: with as many rows as a random one, and of
  // each attribute of persons and of every row's the value of a random member's row.
  void draw_others(PublishedSubjects& result, const TableReading& of_persons, Random& random) {
    std::vector<std::uint32_t>& person_of = result.view.person_of_tuple;
    const auto members = static_cast<std::uint32_t>(result.members());
    if (members == 0) return;
    std::vector<std::uint32_t> rows_of(members);
    for (const std::uint32_t person : person_of)
      ++rows_of[person];
    const auto rows = static_cast<std::uint32_t>(person_of.size());
    const auto drawn = static_cast<std::uint32_t>(drawn_outsiders(members));
    for (std::uint32_t i = 0; i < drawn; ++i) {
      const std::uint32_t number = rows_of[random.below(members)];
      person_of.insert(person_of.end(), number, members + i);
      for (AttributeReading* attribute : read_) {
        const bool one = is_of(*attribute, of_persons);
        for (std::uint32_t row = 0; row < number; ++row) {
          attribute->tuples.push_back(one && row > 0 ? attribute->tuples.back()
                                                     : attribute->tuples[random.below(rows)]);
        }
      }
    }
    result.source_rows = person_of.size();
    result.outsiders = drawn;
    result.view.persons.tuples = members + std::size_t{drawn};
  }

  // Of every row; outsiders come after the members, whoever else has their subject.
  void number(PublishedSubjects& result, SourceKeys* keys, const Progress& progress) {
    for (Dictionary& dictionary : persons_)
      dictionary.finish(progress);
    std::vector<std::uint32_t>& person_of = result.view.person_of_tuple;
    person_of = number_persons(members_, persons_, progress);
    const std::size_t members = number_of_persons(person_of);
    if (keys != nullptr) keys->make_one_each(person_of, members);
    const std::vector<std::uint32_t> others = number_persons(others_, persons_, progress);
    for (const std::uint32_t person : others)
      person_of.push_back(static_cast<std::uint32_t>(members + person));
    result.source_rows = person_of.size();
    result.outsiders = number_of_persons(others);
    result.view.persons.tuples = members + result.outsiders;
  }

 private:
  static bool is_of(const AttributeReading& attribute, const TableReading& table) {
    return std::any_of(table.attributes.begin(), table.attributes.end(),
                       [&](const AttributeReading& other) { return &other == &attribute; });
  }

  // Adds what was read to the attributes; returns the subject's.
  std::vector<std::vector<Code>> take(std::vector<std::vector<Code>>& codes) const {
    for (std::size_t i = 0; i < read_.size(); ++i) {
      const std::vector<Code>& of_rows = codes[subject_ + i];
      read_[i]->tuples.insert(read_[i]->tuples.end(), of_rows.begin(), of_rows.end());
    }
    codes.resize(subject_);
    return std::move(codes);
  }

  std::vector<std::string> names_;
  std::size_t subject_;
  std::vector<Dictionary> persons_;
  std::vector<Dictionary*> dictionaries_;
  std::vector<AttributeReading*> read_;
  std::vector<std::vector<Code>> members_;
  std::vector<std::vector<Code>> others_;
};

void finish(std::span<TableReading* const> tables, Dictionary& buckets, Dictionary& members,
            const Progress& progress) {
  buckets.finish(progress);
  members.finish(progress);
  check_bucket_numbers(buckets);
  for (TableReading* table : tables) {
    translate_places(table->read, buckets, members, progress);
    for (AttributeReading& attribute : table->attributes) {
      for (Dictionary& dictionary : attribute.dictionaries)
        dictionary.finish(progress);
      attribute.labels().translate(attribute.published, progress);
      attribute.values().translate(attribute.tuples, progress);
    }
  }
}

// Values of those attributes that are not generalized and that `wanted` is true of, over published
// rows and the source's.
template <typename Wanted>
SlicedView::Values values_of(const std::vector<const AttributeReading*>& attributes,
                             std::size_t rows, std::size_t tuples, const Wanted& wanted,
                             const Progress& progress) {
  std::vector<std::vector<Code>> published;
  std::vector<std::vector<Code>> of_source;
  for (const AttributeReading* attribute : attributes) {
    if (attribute->attribute->generalized || !wanted(attribute->attribute->role)) continue;
    published.push_back(attribute->published);
    of_source.push_back(attribute->tuples);
  }
  return number_values(published, of_source, rows, tuples, progress);
}

bool anything(Role /*role*/) {
  return true;
}

bool is_known(Role role) {
  return role == Role::quasi_identifier;
}

std::vector<const AttributeReading*> all_of(const TableReading& table) {
  std::vector<const AttributeReading*> attributes;
  for (const AttributeReading& attribute : table.attributes)
    attributes.push_back(&attribute);
  return attributes;
}

// Keeps of every attribute of persons one value a person. Returns how many persons have several.
std::size_t make_one_tuple_each(TableReading& persons, std::span<const std::uint32_t> person_of,
                                std::size_t count, const Progress& progress) {
  std::vector<std::uint8_t> inconstant(count);
  for (AttributeReading& attribute : persons.attributes) {
    std::vector<Code> of_person(count);
    std::vector<std::uint8_t> seen(count);
    for (std::size_t row = 0; row < person_of.size(); ++row) {
      progress.checkpoint_at(row);
      const std::uint32_t person = person_of[row];
      const Code value = attribute.tuples[row];
      if (seen[person] != 0 && of_person[person] != value) inconstant[person] = 1;
      seen[person] = 1;
      of_person[person] = value;
    }
    attribute.tuples = std::move(of_person);
  }
  return static_cast<std::size_t>(std::count(inconstant.begin(), inconstant.end(), 1));
}

SlicedView make_persons(const TableReading& persons, std::uint32_t buckets, std::size_t tuples,
                        const Progress& progress) {
  SlicedView view;
  view.bucket_of = persons.read.bucket_of;
  view.buckets = buckets;
  view.tuples = tuples;
  std::map<int, std::vector<const AttributeReading*>> columns;
  for (const AttributeReading& attribute : persons.attributes)
    columns[attribute.attribute->column].push_back(&attribute);
  if (columns.empty()) columns[1] = {};
  for (const auto& [number, attributes] : columns) {
    view.columns.push_back({values_of(attributes, persons.rows(), tuples, is_known, progress),
                            values_of(attributes, persons.rows(), tuples, anything, progress)});
  }
  return view;
}

// Sets, and how many of them have another number than that of their place in the bucket.
std::pair<PublishedSets, std::size_t> make_sets(const TableReading& table, std::uint32_t buckets,
                                                const Dictionary& members, std::size_t tuples,
                                                const Progress& progress) {
  PublishedSets sets;
  const std::vector<std::span<const Code>> columns{table.read.bucket_of, table.read.member_of};
  const std::vector<Code> domains{std::max<Code>(buckets, 1),
                                  std::max<Code>(members.distinct(), 1)};
  Combinations combinations = combine(static_cast<Row>(table.rows()), columns, domains, progress);
  const std::vector<Row> examples =
      table.rows() == 0 ? std::vector<Row>{} : representatives(combinations);
  sets.set_of = std::move(combinations.of_row);
  sets.first_set.assign(buckets + std::size_t{1}, 0);
  for (const Row row : examples) {
    sets.bucket_of_set.push_back(table.read.bucket_of[row]);
    ++sets.first_set[table.read.bucket_of[row] + std::size_t{1}];
  }
  std::partial_sum(sets.first_set.begin(), sets.first_set.end(), sets.first_set.begin());
  std::size_t misnumbered = 0;
  for (std::uint32_t set = 0; set < sets.sets(); ++set) {
    const Code member = table.read.member_of[examples[set]];
    const double place = set - sets.first_set[sets.bucket_of_set[set]] + 1.0;
    if (members.is_null(member) || members.projection()[member] != place) ++misnumbered;
  }
  const std::vector<const AttributeReading*> attributes = all_of(table);
  sets.whole = values_of(attributes, table.rows(), tuples, anything, progress);
  sets.known = values_of(attributes, table.rows(), tuples, is_known, progress);
  return {std::move(sets), misnumbered};
}

std::vector<RegionAttribute> regions_of(const Release& release, TableReading& table,
                                        bool has_source, const Progress& progress) {
  std::vector<RegionAttribute> regions;
  for (AttributeReading& attribute : table.attributes) {
    if (is_known(attribute.attribute->role))
      regions.push_back(region_of(release, attribute, has_source, progress));
  }
  return regions;
}

SubjectClasses read_classes(const Release& release, TableReading& persons,
                            std::optional<TableReading>& rows, bool has_source,
                            const Progress& progress) {
  SubjectClasses classes;
  classes.persons = regions_of(release, persons, has_source, progress);
  if (rows) classes.rows = regions_of(release, *rows, has_source, progress);
  return classes;
}

std::vector<KnownAttribute> take_known(TableReading& table) {
  std::vector<KnownAttribute> known;
  for (AttributeReading& attribute : table.attributes) {
    if (!is_known(attribute.attribute->role)) continue;
    known.push_back({std::move(attribute.tuples), attribute.values().distinct(),
                     !attribute.values().projection().empty()});
  }
  return known;
}

PublishedSubjects::ShownAttributes shown_attributes(const Release& release, TableReading& table,
                                                    const Progress& progress) {
  PublishedSubjects::ShownAttributes shown;
  std::map<int, std::size_t> number_of_column;
  for (AttributeReading& attribute : table.attributes) {
    shown.published.push_back(published_attribute(release, attribute, progress));
    const auto [found, is_new] =
        number_of_column.try_emplace(attribute.attribute->column, number_of_column.size());
    shown.published.back().column = found->second;
    shown.tuples.push_back(attribute.tuples);
  }
  return shown;
}

void take_sensitive(TableReading& values, PublishedSubjects& result) {
  for (AttributeReading& attribute : values.attributes) {
    result.view.sensitive.push_back({attribute.shared().distinct(), std::move(attribute.published),
                                     std::move(attribute.tuples)});
    result.sensitive_names.push_back(attribute.attribute->name);
    result.sensitive_source_names.push_back(attribute.attribute->source_name);
    result.sensitive_values.push_back(
        std::make_shared<const Dictionary>(std::move(attribute.values())));
  }
}

}  // namespace

PublishedSubjects read_published_subjects(const Release& release, const Progress& progress,
                                          const ReadBeside& beside) {
  PublishedSubjects result;
  progress.phase("read");
  const SubjectRelations relations = open_subject_relations(release);
  std::optional<Source> source;
  if (release.source) source = open_source(*release.source);
  result.has_source = source.has_value();
  result.bucket_numbers.emplace_back(
      require_column(relations.persons, relations.bucket_column).type);
  Dictionary& buckets = result.bucket_numbers.front();
  Dictionary members(member_type(relations));
  TableReading persons =
      read_table(release, relations.persons, relations, source, buckets, nullptr);
  std::optional<TableReading> rows;
  if (relations.rows)
    rows = read_table(release, *relations.rows, relations, source, buckets, &members);
  std::optional<TableReading> values;
  if (relations.values)
    values = read_table(release, *relations.values, relations, source, buckets, &members);
  std::vector<TableReading*> tables{&persons};
  if (values) tables.push_back(&*values);
  if (rows) tables.push_back(&*rows);
  SubjectView& view = result.view;
  if (source) {
    RowsOfPersons of_persons(release, *source, tables);
    of_persons.read_members(*source, beside.keys, progress);
    if (beside.outsiders) of_persons.read_others(*beside.outsiders);
    of_persons.number(result, beside.keys, progress);
    if (!beside.outsiders && beside.drawing != nullptr)
      of_persons.draw_others(result, persons, *beside.drawing);
  }
  const std::size_t person_count = view.persons.tuples;
  finish(tables, buckets, members, progress);

  progress.phase("compare");
  result.inconstant_persons =
      make_one_tuple_each(persons, view.person_of_tuple, person_count, progress);
  view.persons = make_persons(persons, buckets.distinct(), person_count, progress);
  if (beside.attributes) {
    result.of_persons = shown_attributes(release, persons, progress);
    if (rows) result.of_rows = shown_attributes(release, *rows, progress);
    if (values) result.of_values = shown_attributes(release, *values, progress);
  }
  if (rows) {
    view.has_rows = true;
    std::tie(view.rows, result.misnumbered_rows) =
        make_sets(*rows, buckets.distinct(), members, result.source_rows, progress);
  } else {
    view.rows.first_set.assign(buckets.distinct() + std::size_t{1}, 0);
  }
  if (values) {
    std::tie(view.values, result.misnumbered_values) =
        make_sets(*values, buckets.distinct(), members, result.source_rows, progress);
    take_sensitive(*values, result);
  } else {
    view.has_values = false;
    view.values.first_set.assign(buckets.distinct() + std::size_t{1}, 0);
  }
  if (!release.layout.recoding.empty())
    result.classes = read_classes(release, persons, rows, result.has_source, progress);
  if (result.has_source) {
    result.known_of_persons = take_known(persons);
    if (rows) result.known_of_rows = take_known(*rows);
  }
  return result;
}

}  // namespace microdata::postgres
