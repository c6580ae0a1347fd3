#include "postgres/inspection/published_subjects.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "core/microdata/combination.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/released_table.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

// Keeps some rows of a table.
void keep_rows(ReadTable& table, std::span<const Row> kept) {
  const auto pick = [&](std::vector<Code>& codes) {
    std::vector<Code> picked;
    picked.reserve(kept.size());
    for (const Row row : kept)
      picked.push_back(codes[row]);
    codes = std::move(picked);
  };
  pick(table.bucket_of);
  if (!table.member_of.empty()) pick(table.member_of);
  for (ReadAttribute& attribute : table.attributes)
    pick(attribute.published);
}

// Adds an attribute to those that are read into a table. Values of regions begin with those of the
// whole, unless they are labels.
void begin_in(ReadTable& table, const ReleaseAttribute& attribute, const Source& relation,
              const ReadScope& scope, const std::optional<Source>& source) {
  table.attributes.push_back(begin_attribute(attribute, relation, source));
  if (scope.source) begin_with_globals(table.attributes.back().values(), global_name(attribute));
}

// Reads the one table of joined persons as the table of rows, whose buckets and members are those
// of the others.
void read_joined(const Release& release, const SubjectRelations& relations, const ReadScope& scope,
                 const std::optional<Source>& source, ReadSubjects& read) {
  ReadTable& rows = read.rows.emplace();
  const bool any_sensitive = std::any_of(
      release.attributes.begin(), release.attributes.end(),
      [](const ReleaseAttribute& attribute) { return attribute.role == Role::sensitive; });
  if (any_sensitive) read.values.emplace();
  for (const ReleaseAttribute* attribute : attributes_to_read(release, scope)) {
    const SubjectPart part = part_of(release, *attribute);
    ReadTable& table = part == SubjectPart::persons ? read.persons
                       : part == SubjectPart::rows  ? rows
                                                    : read.values.value();
    begin_in(table, *attribute, relations.persons, scope, source);
  }
  ColumnsToRead columns;
  columns.add(relations.bucket_column, read.bucket_numbers.front(), rows.bucket_of);
  columns.add(relations.member_column, read.member_numbers.front(), rows.member_of);
  const auto add = [&](ReadTable& table) {
    for (ReadAttribute& one : table.attributes)
      columns.add(one.attribute->name, one.labels(), one.published);
  };
  add(read.persons);
  add(rows);
  if (read.values) add(*read.values);
  columns.read_from(relations.persons);
}

// Returns the number of members that have not their own number of 1 to `most`.
std::size_t misnumbered(std::span<const Row> row_of_member, const ReadTable& rows,
                        const Dictionary& numbers, double most) {
  std::vector<std::uint8_t> taken(numbers.distinct());
  std::size_t misnumbered = 0;
  for (const Row row : row_of_member) {
    const Code member = rows.member_of[row];
    const double number = numbers.is_null(member) ? 0 : numbers.projection()[member];
    const bool fits = number >= 1 && number <= most;
    if (!fits || std::exchange(taken[member], 1) != 0) ++misnumbered;
  }
  return misnumbered;
}

// Gives the tables of persons and of values their rows, once codes are translated: a row of each
// member, and each row.
void separate(const Release& release, ReadSubjects& read, const Progress& progress) {
  const ReadTable& rows = *read.rows;
  const ReadSets members = number_sets(rows, read, progress);
  std::vector<std::uint8_t> inconstant(members.row_of_set.size());
  for (const ReadAttribute& attribute : read.persons.attributes) {
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      progress.checkpoint_at(row);
      const std::uint32_t member = members.set_of[row];
      if (attribute.published[row] != attribute.published[members.row_of_set[member]])
        inconstant[member] = 1;
    }
  }
  read.inconstant_members =
      static_cast<std::size_t>(std::count(inconstant.begin(), inconstant.end(), 1));
  read.misnumbered_members =
      misnumbered(members.row_of_set, rows, read.member_numbers.front(),
                  release.layout.person_numbers.value_or(members.row_of_set.size()));
  read.persons.bucket_of = rows.bucket_of;
  keep_rows(read.persons, members.row_of_set);
  if (!read.values) return;
  read.values->bucket_of = rows.bucket_of;
  read.values->member_of = rows.member_of;
}

ReadTable read_table(const Release& release, const Source& relation, const ReadScope& scope,
                     const std::optional<Source>& source, const SubjectRelations& relations,
                     Dictionary& buckets, Dictionary* members) {
  ReadTable table;
  for (const ReleaseAttribute* attribute : attributes_to_read(release, scope)) {
    if (attribute->relation == relation.relation)
      begin_in(table, *attribute, relation, scope, source);
  }
  ColumnsToRead columns;
  columns.add(relations.bucket_column, buckets, table.bucket_of);
  if (members != nullptr) columns.add(relations.member_column, *members, table.member_of);
  for (ReadAttribute& one : table.attributes)
    columns.add(one.attribute->name, one.labels(), one.published);
  columns.read_from(relation);
  return table;
}

// Returns the names of the attributes that identify persons; fails if one is gone.
std::vector<std::string> subject_of(const Release& release, const Source& source) {
  std::vector<std::string> names;
  for (const SubjectAttribute& attribute : release.subject) {
    if (attribute.gone) {
      throw Error(ERRCODE_UNDEFINED_COLUMN,
                  "attribute " + in_quotes(attribute.name) + " of the release's subject is gone")
          .detail("Relation " + in_quotes(source.name) +
                  " no longer has the column, by which its rows were those of "
                  "persons.");
    }
    names.push_back(attribute.name);
  }
  return names;
}

}  // namespace

std::vector<std::uint32_t> number_persons(std::vector<std::vector<Code>>& subject,
                                          std::span<const Dictionary> dictionaries,
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

std::size_t number_of_persons_in(std::span<const std::uint32_t> person_of) {
  return person_of.empty() ? 0
                           : *std::max_element(person_of.begin(), person_of.end()) + std::size_t{1};
}

namespace {

// Columns of a relation of persons' rows: the subject's, then the attributes'.
class RowsOfPersons {
 public:
  RowsOfPersons(const Release& release, const Source& source,
                std::span<ReadAttribute* const> attributes)
      : attributes_(attributes), names_(subject_of(release, source)), subject_(names_.size()) {
    persons_.reserve(subject_);
    for (const std::string& name : names_) {
      persons_.emplace_back(require_column(source, name).type);
      dictionaries_.push_back(&persons_.back());
    }
    for (ReadAttribute* one : attributes_) {
      names_.push_back(one->attribute->source_name);
      dictionaries_.push_back(&one->values());
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

  // Reads outsiders. The source's rows are copied, because a region's rows can be read only once.
  void read_others(Oid relation, const Source& source) {
    if (relation == source.relation) {
      others_ = members_;
      for (ReadAttribute* one : attributes_) {
        const std::vector<Code> tuples = one->tuples;
        one->tuples.insert(one->tuples.end(), tuples.begin(), tuples.end());
      }
      return;
    }
    std::vector<std::vector<Code>> codes = read_outsiders(relation, names_, dictionaries_);
    others_ = take(codes);
  }

  // Gives every row its person; outsiders come after the members.
  void number(ReadSubjects& read, SourceKeys* keys, const Progress& progress) {
    for (Dictionary& dictionary : persons_)
      dictionary.finish(progress);
    std::vector<std::uint32_t>& person_of = read.person_of_tuple;
    person_of = number_persons(members_, persons_, progress);
    read.members = number_of_persons_in(person_of);
    if (keys != nullptr) keys->make_one_each(person_of, read.members);
    const std::vector<std::uint32_t> others = number_persons(others_, persons_, progress);
    for (const std::uint32_t person : others)
      person_of.push_back(static_cast<std::uint32_t>(read.members + person));
    read.outsiders = number_of_persons_in(others);
  }

 private:
  // Adds the codes that were read to the attributes; returns those of the subject.
  std::vector<std::vector<Code>> take(std::vector<std::vector<Code>>& codes) const {
    for (std::size_t i = 0; i < attributes_.size(); ++i) {
      const std::vector<Code>& of_rows = codes[subject_ + i];
      std::vector<Code>& tuples = attributes_[i]->tuples;
      tuples.insert(tuples.end(), of_rows.begin(), of_rows.end());
    }
    codes.resize(subject_);
    return std::move(codes);
  }

  std::span<ReadAttribute* const> attributes_;
  std::vector<std::string> names_;
  std::size_t subject_;
  std::vector<Dictionary> persons_;
  std::vector<Dictionary*> dictionaries_;
  std::vector<std::vector<Code>> members_;
  std::vector<std::vector<Code>> others_;
};

// Adds drawn outsiders; the first `of_persons` attributes are those of persons.
void draw_persons(std::span<ReadAttribute* const> attributes, std::size_t of_persons,
                  ReadSubjects& read, Random& random) {
  std::vector<std::uint32_t>& person_of = read.person_of_tuple;
  const auto members = static_cast<std::uint32_t>(read.members);
  if (members == 0) return;
  std::vector<std::uint32_t> rows_of(members);
  for (const std::uint32_t person : person_of)
    ++rows_of[person];
  const auto rows = static_cast<std::uint32_t>(person_of.size());
  const auto drawn = static_cast<std::uint32_t>(drawn_outsiders(members));
  for (std::uint32_t i = 0; i < drawn; ++i) {
    const std::uint32_t number = rows_of[random.below(members)];
    person_of.insert(person_of.end(), number, members + i);
    for (std::size_t a = 0; a < attributes.size(); ++a) {
      std::vector<Code>& tuples = attributes[a]->tuples;
      for (std::uint32_t row = 0; row < number; ++row)
        tuples.push_back(a < of_persons && row > 0 ? tuples.back() : tuples[random.below(rows)]);
    }
  }
  read.outsiders = drawn;
}

// Takes tuples that were read before as those of members.
void take_tuples(const ReadScope& scope, std::span<ReadAttribute* const> attributes,
                 ReadSubjects& read) {
  for (ReadAttribute* one : attributes) {
    Dictionary* const values = &one->values();
    one->tuples =
        std::move(scope.tuples->read({&one->attribute->source_name, 1}, {&values, 1}).front());
  }
  read.person_of_tuple.assign(scope.person_of_tuple.begin(), scope.person_of_tuple.end());
  read.members = number_of_persons_in(read.person_of_tuple);
}

void read_source(const Release& release, const Source& source, const ReadScope& scope,
                 std::span<ReadTable* const> tables, ReadSubjects& read, const Progress& progress) {
  std::vector<ReadAttribute*> attributes;
  for (ReadTable* table : tables) {
    for (ReadAttribute& one : table->attributes)
      attributes.push_back(&one);
  }
  if (scope.tuples != nullptr) {
    take_tuples(scope, attributes, read);
    return;
  }
  RowsOfPersons of_persons(release, source, attributes);
  of_persons.read_members(source, scope.keys, progress);
  if (scope.outsiders) of_persons.read_others(*scope.outsiders, source);
  of_persons.number(read, scope.keys, progress);
  if (!scope.outsiders && scope.drawing != nullptr)
    draw_persons(attributes, read.persons.attributes.size(), read, *scope.drawing);
}

}  // namespace

ReadSubjects read_subjects(const Release& release, const SubjectRelations& relations,
                           const ReadScope& scope, const Progress& progress) {
  ReadSubjects read;
  std::optional<Source> source;
  if (scope.source && release.source) source = open_source(*release.source);
  read.has_source = source.has_value();
  Dictionary& buckets = read.bucket_numbers.emplace_back(
      require_column(relations.persons, relations.bucket_column).type);
  Dictionary& members = read.member_numbers.emplace_back(member_type(relations));
  const auto table = [&](const Source& relation, Dictionary* numbers) {
    return read_table(release, relation, scope, source, relations, buckets, numbers);
  };
  const bool joined = release.layout.persons_joined();
  if (joined) {
    read_joined(release, relations, scope, source, read);
  } else {
    read.persons = table(relations.persons, nullptr);
    if (relations.rows) read.rows = table(*relations.rows, &members);
    if (relations.values) read.values = table(*relations.values, &members);
  }
  std::vector<ReadTable*> tables{&read.persons};
  if (read.values) tables.push_back(&*read.values);
  if (read.rows) tables.push_back(&*read.rows);
  if (source) read_source(release, *source, scope, tables, read, progress);
  if (scope.person != nullptr) add_person(*scope.person, read.persons.attributes);
  buckets.finish(progress);
  members.finish(progress);
  check_bucket_numbers(buckets);
  for (ReadTable* one : tables) {
    buckets.translate(one->bucket_of, progress);
    members.translate(one->member_of, progress);
    finish_attributes(one->attributes, progress);
  }
  if (joined) separate(release, read, progress);
  return read;
}

ReadSets number_sets(const ReadTable& table, const ReadSubjects& read, const Progress& progress) {
  const std::vector<std::span<const Code>> columns{table.bucket_of, table.member_of};
  const std::vector<Code> domains{std::max<Code>(read.bucket_numbers.front().distinct(), 1),
                                  std::max<Code>(read.member_numbers.front().distinct(), 1)};
  Combinations sets = combine(static_cast<Row>(table.rows()), columns, domains, progress);
  std::vector<Row> rows = table.rows() == 0 ? std::vector<Row>{} : representatives(sets);
  return {std::move(sets.of_row), std::move(rows)};
}

namespace {

// Returns the values of attributes that are not generalized and whose role is `wanted`, over
// published rows and the source's.
template <typename Wanted>
SlicedView::Values values_of(const std::vector<const ReadAttribute*>& attributes, std::size_t rows,
                             std::size_t tuples, const Wanted& wanted, const Progress& progress) {
  std::vector<std::vector<Code>> published;
  std::vector<std::vector<Code>> of_source;
  for (const ReadAttribute* attribute : attributes) {
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

std::vector<const ReadAttribute*> all_of(const ReadTable& table) {
  std::vector<const ReadAttribute*> attributes;
  for (const ReadAttribute& attribute : table.attributes)
    attributes.push_back(&attribute);
  return attributes;
}

// Keeps one value of every attribute of persons for each person. Returns the number of persons with
// several values of an attribute.
std::size_t make_one_tuple_each(ReadTable& persons, std::span<const std::uint32_t> person_of,
                                std::size_t count, const Progress& progress) {
  std::vector<std::uint8_t> inconstant(count);
  for (ReadAttribute& attribute : persons.attributes) {
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

SlicedView make_persons(const ReadTable& persons, std::uint32_t buckets, std::size_t tuples,
                        const Progress& progress) {
  SlicedView view;
  view.bucket_of = persons.bucket_of;
  view.buckets = buckets;
  view.tuples = tuples;
  std::map<int, std::vector<const ReadAttribute*>> columns;
  for (const ReadAttribute& attribute : persons.attributes)
    columns[attribute.attribute->column].push_back(&attribute);
  if (columns.empty()) columns[1] = {};
  for (const auto& [number, attributes] : columns) {
    view.columns.push_back({values_of(attributes, persons.rows(), tuples, is_known, progress),
                            values_of(attributes, persons.rows(), tuples, anything, progress)});
  }
  return view;
}

// Returns the sets, and the number of sets whose number is not their place in the bucket.
std::pair<PublishedSets, std::size_t> make_sets(const ReadTable& table, const ReadSubjects& read,
                                                std::size_t tuples, const Progress& progress) {
  PublishedSets sets;
  const Dictionary& members = read.member_numbers.front();
  ReadSets numbered = number_sets(table, read, progress);
  const std::vector<Row>& examples = numbered.row_of_set;
  sets.set_of = std::move(numbered.set_of);
  sets.first_set.assign(read.bucket_numbers.front().distinct() + std::size_t{1}, 0);
  for (const Row row : examples) {
    sets.bucket_of_set.push_back(table.bucket_of[row]);
    ++sets.first_set[table.bucket_of[row] + std::size_t{1}];
  }
  std::partial_sum(sets.first_set.begin(), sets.first_set.end(), sets.first_set.begin());
  std::size_t misnumbered = 0;
  for (std::uint32_t set = 0; set < sets.sets(); ++set) {
    const Code member = table.member_of[examples[set]];
    const double place = set - sets.first_set[sets.bucket_of_set[set]] + 1.0;
    if (members.is_null(member) || members.projection()[member] != place) ++misnumbered;
  }
  const std::vector<const ReadAttribute*> attributes = all_of(table);
  sets.whole = values_of(attributes, table.rows(), tuples, anything, progress);
  sets.known = values_of(attributes, table.rows(), tuples, is_known, progress);
  return {std::move(sets), misnumbered};
}

// Keeps each combination of values of a member once: one table shows how often a person has it, and
// sets have no multiplicity.
void show_once(ReadTable& values, const ReadSubjects& read, const Progress& progress) {
  const auto domain = [](const Dictionary& dictionary) {
    return std::max<Code>(dictionary.distinct(), 1);
  };
  std::vector<std::span<const Code>> columns{values.bucket_of, values.member_of};
  std::vector<Code> domains{domain(read.bucket_numbers.front()),
                            domain(read.member_numbers.front())};
  for (ReadAttribute& attribute : values.attributes) {
    columns.emplace_back(attribute.published);
    domains.push_back(domain(attribute.shared()));
  }
  if (values.rows() == 0) return;
  keep_rows(values,
            representatives(combine(static_cast<Row>(values.rows()), columns, domains, progress)));
}

std::vector<RegionAttribute> regions_of(const Release& release, ReadTable& table, bool has_source,
                                        const Progress& progress) {
  std::vector<RegionAttribute> regions;
  for (ReadAttribute& attribute : table.attributes) {
    if (is_known(attribute.attribute->role))
      regions.push_back(region_of(release, attribute, has_source, progress));
  }
  return regions;
}

SubjectClasses read_classes(const Release& release, ReadTable& persons,
                            std::optional<ReadTable>& rows, bool has_source,
                            const Progress& progress) {
  SubjectClasses classes;
  classes.persons = regions_of(release, persons, has_source, progress);
  if (rows) classes.rows = regions_of(release, *rows, has_source, progress);
  return classes;
}

std::vector<KnownAttribute> take_known(ReadTable& table, std::vector<Dictionary>& values) {
  std::vector<KnownAttribute> known;
  for (ReadAttribute& attribute : table.attributes) {
    if (!is_known(attribute.attribute->role)) continue;
    known.push_back({std::move(attribute.tuples), attribute.values().distinct(),
                     !attribute.values().projection().empty()});
    values.push_back(std::move(attribute.values()));
  }
  return known;
}

PublishedSubjects::ShownAttributes shown_attributes(const Release& release, ReadTable& table,
                                                    const Progress& progress) {
  PublishedSubjects::ShownAttributes shown;
  std::map<int, std::size_t> number_of_column;
  for (ReadAttribute& attribute : table.attributes) {
    shown.attributes.push_back(attribute.attribute);
    shown.published.push_back(published_attribute(release, attribute, progress));
    const auto [found, is_new] =
        number_of_column.try_emplace(attribute.attribute->column, number_of_column.size());
    shown.published.back().column = found->second;
    shown.tuples.push_back(attribute.tuples);
  }
  return shown;
}

void take_sensitive(const Release& release, ReadTable& values, PublishedSubjects& result,
                    const Progress& progress) {
  for (ReadAttribute& attribute : values.attributes) {
    result.view.sensitive.push_back(
        {attribute.shared().distinct(), std::move(attribute.published), std::move(attribute.tuples),
         harmless_codes(release, attribute.attribute->name, attribute.shared(), progress)});
    result.sensitive_names.push_back(attribute.attribute->name);
    result.sensitive_source_names.push_back(attribute.attribute->source_name);
    result.sensitive_values.push_back(
        std::make_shared<const Dictionary>(std::move(attribute.values())));
  }
}

}  // namespace

PublishedSubjects read_published_subjects(const Release& release, const Progress& progress,
                                          const ReadScope& scope, bool by_attribute) {
  progress.phase("read");
  ReadSubjects read = read_subjects(release, open_subject_relations(release), scope, progress);

  progress.phase("compare");
  PublishedSubjects result;
  if (release.layout.persons_joined() && read.values) show_once(*read.values, read, progress);
  ReadTable& persons = read.persons;
  std::optional<ReadTable>& rows = read.rows;
  std::optional<ReadTable>& values = read.values;
  const std::size_t person_count = read.members + read.outsiders;
  result.has_source = read.has_source;
  result.source_rows = read.person_of_tuple.size();
  result.outsiders = read.outsiders;
  result.inconstant_persons =
      make_one_tuple_each(persons, read.person_of_tuple, person_count, progress);
  SubjectView& view = result.view;
  view.person_of_tuple = std::move(read.person_of_tuple);
  const Code buckets = read.bucket_numbers.front().distinct();
  view.persons = make_persons(persons, buckets, person_count, progress);
  if (by_attribute) {
    result.of_persons = shown_attributes(release, persons, progress);
    if (rows) result.of_rows = shown_attributes(release, *rows, progress);
    if (values) result.of_values = shown_attributes(release, *values, progress);
  }
  if (rows) {
    view.has_rows = true;
    std::tie(view.rows, result.misnumbered_rows) =
        make_sets(*rows, read, result.source_rows, progress);
  } else {
    view.rows.first_set.assign(buckets + std::size_t{1}, 0);
  }
  if (values) {
    std::tie(view.values, result.misnumbered_values) =
        make_sets(*values, read, result.source_rows, progress);
    take_sensitive(release, *values, result, progress);
  } else {
    view.has_values = false;
    view.values.first_set.assign(buckets + std::size_t{1}, 0);
  }
  if (release.layout.persons_joined()) {
    result.misnumbered_rows = read.misnumbered_members;
    result.misnumbered_values = 0;
    result.inconstant_members = read.inconstant_members;
  }
  if (!release.layout.recoding.empty())
    result.classes = read_classes(release, persons, rows, result.has_source, progress);
  if (result.has_source) {
    result.known_of_persons = take_known(persons, result.known_values);
    if (rows) result.known_of_rows = take_known(*rows, result.known_values);
  }
  result.bucket_numbers = std::move(read.bucket_numbers);
  return result;
}

}  // namespace microdata::postgres
