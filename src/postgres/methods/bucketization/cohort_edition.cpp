
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/series/cohort_check.hpp"
#include "core/series/cohorts.hpp"
#include "core/subject/subjects.hpp"
#include "postgres/catalog/series_persons.hpp"
#include "postgres/methods/bucketization/bucketized_release.hpp"
#include "postgres/release/edition_table.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/release_draft.hpp"
#include "postgres/release/release_views.hpp"
#include "postgres/release/subject_release.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/persons.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/structured_values.hpp"

namespace microdata::postgres {

namespace {

// Source of persons with several rows that was read, and the edition of a series made from it.
struct CohortTable {
  Table table;
  // Index of the sensitive attribute, and its values in all editions, for which the items of sets
  // stand.
  std::size_t sensitive = 0;
  Dictionary values;
  std::vector<Cohort> cohorts;
  std::vector<std::vector<std::uint32_t>> order;
  // One row of each present person of each cohort, in random order.
  TuplePartition persons;
  // Index of the person's set in the cohort, by place in persons.rows.
  std::vector<std::uint32_t> set_of;
  std::size_t waiting = 0;
  std::size_t withheld = 0;
  // Changes to remember.
  MemberChanges changes;

  // True if a person of the cohort is present; only then the cohort is published.
  bool is_published(std::size_t cohort) const { return !persons.bucket(cohort).empty(); }
  // Returns the number of sets of absent persons in published cohorts.
  std::size_t counterfeits() const;
};

constexpr std::uint32_t nobody_remembered = std::numeric_limits<std::uint32_t>::max();

// Fails if an attribute differs between the rows of a person, such as a date, because it would
// disclose which rows are new.
void check_attributes_of_rows(const Table& table, const Progress& progress) {
  const AttributeSet of_rows = attributes_of_rows(table);
  if (of_rows.empty()) return;
  const SubjectRows& subjects = *table.subjects;
  const Row several =
      persons_with_several_values(table.data, subjects.persons, of_rows.front(), progress);
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "attribute " + in_quotes(table.data.attributes[of_rows.front()].name) +
                  " has several values for " + std::to_string(several) + " of " +
                  std::to_string(subjects.persons.buckets()) + " persons")
      .detail(
          "An attribute that differs between rows of a person would show which rows are new. A "
          "series with growing rows publishes attributes of persons, and the sensitive one.")
      .hint(
          "Correct the rows, name the attribute in identifiers, or begin a series with independent "
          "=> true.");
}

// Sensitive values of the source and of sets, in one dictionary.
struct ValuesOfSets {
  Dictionary dictionary;
  // Codes by code in the source, and by number of the remembered value.
  std::vector<Code> of_source;
  std::vector<Code> remembered;
};

ValuesOfSets bring_together(const Dictionary& source,
                            const std::vector<std::optional<std::string>>& remembered,
                            const Progress& progress) {
  std::vector<SignatureTexts> texts;
  for (const std::optional<std::string>& value : remembered)
    texts.push_back({value});
  ValuesOfSeries together = bring_values_together(source, texts, progress);
  ValuesOfSets values{std::move(together.dictionary), std::move(together.of_table), {}};
  for (const Signature& one : together.signatures)
    values.remembered.push_back(one.front());
  std::vector<Code> once = values.remembered;
  std::sort(once.begin(), once.end());
  if (std::adjacent_find(once.begin(), once.end()) != once.end()) {
    throw values_became_equal();
  }
  return values;
}

bool shows_anything(const Microdata& data, const AttributeSet& attributes, Row row) {
  return std::any_of(attributes.begin(), attributes.end(), [&](std::size_t a) {
    const Attribute& attribute = data.attributes[a];
    return !attribute.nullable || data.columns[a][row] + 1 != attribute.distinct;
  });
}

// Hash of a person's hash; any part of it is as good as random.
struct LowHalf {
  std::size_t operator()(const PersonHash& hash) const { return hash.low; }
};

// Person of the source.
struct PersonOfRows {
  // First of the person's rows, which stands for all of them in attributes of persons.
  Row row = 0;
  PersonHash hash;
  // Index among the remembered members, or nobody_remembered.
  std::uint32_t remembered = nobody_remembered;
  ItemSet set;
  // False if all attributes except the sensitive one are NULL; such a person is not published.
  bool shown = false;
  std::uint32_t shown_hash = 0;
};

class MakingOfCohorts {
 public:
  MakingOfCohorts(Table table, const Series& series, Random& random, const Progress& progress)
      : made_{std::move(table), 0, Dictionary(AttributeType{}), {}, {}, {}, {}, 0, 0, {}},
        series_(series),
        random_(random),
        progress_(progress) {}

  CohortTable run() {
    made_.sensitive = attributes_with_role(made_.table.data, Role::sensitive).front();
    progress_.phase("recall");
    members_ = remembered_members(series_.id);
    ValuesOfSets values = bring_together(made_.table.dictionaries[made_.sensitive],
                                         remembered_values(series_.id), progress_);
    harmless_ = harmless_codes(values.dictionary, made_.table.harmless[made_.sensitive], progress_);
    read_persons(values);
    recall_cohorts(values);
    progress_.phase("divide");
    make_edition(values.dictionary.distinct());
    made_.values = std::move(values.dictionary);
    if (made_.persons.rows.empty()) fail_infeasible();
    note_changes(values.remembered);
    return std::move(made_);
  }

 private:
  void read_persons(const ValuesOfSets& values) {
    const Table& table = made_.table;
    const AttributeSet of_persons = attributes_of_persons(table);
    const std::vector<PersonHash> hashes = person_hashes(table, series_.key, progress_);
    const std::vector<std::uint32_t> shown = shown_hashes(table, series_.key, progress_);
    std::unordered_map<PersonHash, std::uint32_t, LowHalf> numbers;
    numbers.reserve(members_.size());
    for (std::uint32_t i = 0; i < members_.size(); ++i)
      numbers.emplace(members_[i].hash, i);
    const Subjects& rows_of = table.subjects->persons;
    for (std::size_t p = 0; p < rows_of.buckets(); ++p) {
      progress_.checkpoint_at(p);
      PersonOfRows person;
      person.row = rows_of.bucket(p).front();
      person.hash = hashes[person.row];
      const auto found = numbers.find(person.hash);
      if (found != numbers.end()) person.remembered = found->second;
      for (const Row row : rows_of.bucket(p))
        person.set.push_back(values.of_source[table.data.columns[made_.sensitive][row]]);
      std::sort(person.set.begin(), person.set.end());
      person.set.erase(std::unique(person.set.begin(), person.set.end()), person.set.end());
      person.shown = shows_anything(table.data, of_persons, person.row);
      person.shown_hash = shown[person.row];
      persons_.push_back(std::move(person));
    }
  }

  void recall_cohorts(const ValuesOfSets& values) {
    places_.resize(members_.size());
    for (std::size_t i = 0; i < members_.size(); ++i) {
      progress_.checkpoint_at(i);
      const RememberedMember& member = members_[i];
      if (!member.cohort) continue;
      // Every cohort has at least one remembered member.
      if (*member.cohort >= members_.size()) throw memory_does_not_fit(series_);
      if (*member.cohort >= before_.size()) before_.resize(*member.cohort + std::size_t{1});
      Cohort& cohort = before_[*member.cohort];
      places_[i] = {*member.cohort, static_cast<std::uint32_t>(cohort.sets.size())};
      ItemSet set;
      for (const std::uint32_t number : member.values) {
        if (number >= values.remembered.size()) throw memory_does_not_fit(series_);
        set.push_back(values.remembered[number]);
      }
      std::sort(set.begin(), set.end());
      cohort.sets.push_back(std::move(set));
      cohort.closed = cohort.closed || member.missed != 0;
    }
    for (const Cohort& cohort : before_)
      check_bound(cohort);
  }

  // Fails if a value is in too many sets of the cohort, because the next edition relies on that
  // bound.
  void check_bound(const Cohort& cohort) const {
    const CohortFigures figures = measure_cohort({cohort.sets, 0}, harmless_);
    if (figures.sets < series_.m || figures.most_with_a_value * series_.m > figures.sets)
      throw memory_does_not_fit(series_);
  }

  void make_edition(Item items) {
    std::vector<ItemSet> sets;
    std::vector<CohortPlace> places;
    for (std::uint32_t p = 0; p < persons_.size(); ++p) {
      const PersonOfRows& person = persons_[p];
      if (!person.shown) continue;
      shown_.push_back(p);
      sets.push_back(person.set);
      places.push_back(person.remembered == nobody_remembered ? CohortPlace{}
                                                              : places_[person.remembered]);
    }
    CohortEdition edition =
        make_cohort_edition(sets, items, harmless_, places, before_, series_.m, random_, progress_);
    made_.cohorts = std::move(edition.cohorts);
    made_.order = std::move(edition.order);
    made_.withheld = edition.withheld;
    place_of_ = std::move(edition.places);
    lay_out_persons();
    made_.waiting = persons_.size() - made_.persons.rows.size();
  }

  void lay_out_persons() {
    std::vector<Row>& offsets = made_.persons.offsets;
    offsets.assign(made_.cohorts.size() + 1, 0);
    for (const CohortPlace& place : place_of_) {
      if (place.cohort != CohortPlace::none) ++offsets[place.cohort + std::size_t{1}];
    }
    for (std::size_t c = 0; c < made_.cohorts.size(); ++c)
      offsets[c + 1] += offsets[c];
    std::vector<Row> next(offsets.begin(), offsets.end() - 1);
    std::vector<std::size_t> persons(offsets.back());
    for (std::size_t i = 0; i < place_of_.size(); ++i) {
      const std::uint32_t cohort = place_of_[i].cohort;
      if (cohort != CohortPlace::none) persons[next[cohort]++] = i;
    }
    for (std::size_t c = 0; c < made_.cohorts.size(); ++c) {
      progress_.checkpoint_at(c);
      random_.shuffle(std::span(persons).subspan(offsets[c], offsets[c + 1] - offsets[c]));
    }
    for (const std::size_t i : persons) {
      made_.persons.rows.push_back(persons_[shown_[i]].row);
      made_.set_of.push_back(place_of_[i].set);
    }
  }

  [[noreturn]] void fail_infeasible() const {
    std::vector<Row> counts(made_.values.distinct());
    for (const std::uint32_t p : shown_) {
      for (const Item item : persons_[p].set)
        counts[item] += harmless_.empty() || harmless_[item] == 0 ? 1 : 0;
    }
    const auto most = std::max_element(counts.begin(), counts.end());
    throw infeasible_in_series(series_, made_.table.data.attributes[made_.sensitive].name,
                               shown_.size(), *most,
                               made_.values.text(static_cast<Code>(most - counts.begin())));
  }

  void note_changes(const std::vector<Code>& remembered) {
    number_values(remembered);
    MemberChanges& changes = made_.changes;
    std::vector<bool> there(members_.size());
    std::vector<bool> in_edition(members_.size());
    std::size_t next = 0;
    for (std::uint32_t p = 0; p < persons_.size(); ++p) {
      progress_.checkpoint_at(p);
      const PersonOfRows& person = persons_[p];
      CohortPlace place;
      if (person.shown) place = place_of_[next++];
      const bool known = person.remembered != nobody_remembered;
      if (known) {
        there[person.remembered] = true;
        in_edition[person.remembered] = person.shown;
      }
      RememberedMember member{person.hash, std::nullopt, {}};
      if (place.cohort != CohortPlace::none) {
        member.cohort = place.cohort;
        member.values = numbers_of(made_.cohorts[place.cohort].sets[place.set]);
        member.shown = person.shown_hash;
      }
      if (known && member.shown != members_[person.remembered].shown && member.cohort)
        changes.shown.push_back(member);
      if (!known) {
        changes.arrivals.push_back(std::move(member));
      } else if (member.cohort && is_new(member, members_[person.remembered])) {
        changes.changed.push_back(std::move(member));
      }
    }
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const RememberedMember& member = members_[i];
      if (member.cohort && !in_edition[i] && member.missed == 0) changes.missed.push_back(member);
      if (member.shown != 0 && !in_edition[i]) {
        RememberedMember& gone = changes.shown.emplace_back(member);
        gone.shown = 0;
      }
      if (!member.cohort && !there[i]) changes.forgotten.push_back(member);
    }
  }

  // True if the member's cohort or set has changed; sets only grow.
  static bool is_new(const RememberedMember& member, const RememberedMember& before) {
    return member.cohort != before.cohort || member.values.size() != before.values.size();
  }

  // Gives new values in sets the next numbers.
  void number_values(const std::vector<Code>& remembered) {
    const PlainText settings;
    constexpr auto none = std::numeric_limits<std::uint32_t>::max();
    number_of_.assign(made_.values.distinct(), none);
    for (std::uint32_t number = 0; number < remembered.size(); ++number)
      number_of_[remembered[number]] = number;
    made_.changes.values_before = remembered.size();
    std::vector<std::optional<std::string>>& texts = made_.changes.new_values;
    for (const Cohort& cohort : made_.cohorts) {
      for (const ItemSet& set : cohort.sets) {
        for (const Item item : set) {
          if (number_of_[item] != none) continue;
          number_of_[item] = static_cast<std::uint32_t>(remembered.size() + texts.size());
          if (made_.values.is_null(item))
            texts.emplace_back();
          else
            texts.emplace_back(made_.values.text(item));
        }
      }
    }
  }

  std::vector<std::uint32_t> numbers_of(const ItemSet& set) const {
    std::vector<std::uint32_t> numbers;
    for (const Item item : set)
      numbers.push_back(number_of_[item]);
    return numbers;
  }

  CohortTable made_;
  const Series& series_;
  Random& random_;
  const Progress& progress_;
  // 1 by value for harmless values; empty if there are none.
  std::vector<std::uint8_t> harmless_;
  std::vector<RememberedMember> members_;
  // Place of each remembered member.
  std::vector<CohortPlace> places_;
  std::vector<Cohort> before_;
  std::vector<PersonOfRows> persons_;
  // Indexes of the persons that can be shown, and their places.
  std::vector<std::uint32_t> shown_;
  std::vector<CohortPlace> place_of_;
  // Number by value.
  std::vector<std::uint32_t> number_of_;
};

}  // namespace

std::size_t CohortTable::counterfeits() const {
  std::size_t sets = 0;
  for (std::size_t c = 0; c < cohorts.size(); ++c) {
    if (is_published(c)) sets += cohorts[c].sets.size();
  }
  return sets - persons.rows.size();
}

namespace {

// Makes the next edition from the table that was read for it. Fails if no person can be published,
// or if a published attribute that is not sensitive differs between the rows of a person.
CohortTable make_cohort_table(Table table, const Series& series, Random& random,
                              const Progress& progress) {
  check_attributes_of_rows(table, progress);
  return MakingOfCohorts(std::move(table), series, random, progress).run();
}

struct CohortColumns {
  std::string bucket;
  std::string weight;
  std::string member;
};

// Sets of the published cohorts, in the edition's order, with the member of each value.
struct ShownSets {
  TuplePartition entries;
  std::vector<Code> members;
  std::vector<Code> values;
};

ShownSets show_sets(const CohortTable& made, const Progress& progress) {
  ShownSets shown;
  for (std::size_t c = 0; c < made.cohorts.size(); ++c) {
    progress.checkpoint_at(c);
    Code member = 0;
    if (made.is_published(c)) {
      for (const std::uint32_t i : made.order[c]) {
        const ItemSet& set = made.cohorts[c].sets[i];
        shown.values.insert(shown.values.end(), set.begin(), set.end());
        shown.members.resize(shown.values.size(), ++member);
      }
    }
    shown.entries.offsets.push_back(static_cast<Row>(shown.values.size()));
  }
  shown.entries.rows.resize(shown.values.size());
  std::iota(shown.entries.rows.begin(), shown.entries.rows.end(), 0U);
  return shown;
}

std::size_t published_cohorts(const CohortTable& made) {
  std::size_t cohorts = 0;
  for (std::size_t c = 0; c < made.cohorts.size(); ++c)
    cohorts += made.is_published(c) ? 1 : 0;
  return cohorts;
}

// Returns the findings of the quick attack on the edition alone.
LearnedShare learned_of_cohorts(const CohortTable& made, const Series& series,
                                const Progress& progress) {
  Attribute values =
      make_attribute(made.table.data.attributes[made.sensitive].name, Role::sensitive, made.values);
  if (!values.numeric()) values.amounts = amounts_if_all_are(made.values, progress);
  LearnedShare learned;
  learned.attack(made.table,
                 ShownCohorts{made.cohorts, &made.persons, made.set_of, made.sensitive, &values},
                 1.0 / series.m, progress);
  return learned;
}

void add_persons(const CohortTable& made, const CohortColumns& names, ReleaseBuilder& builder,
                 const Progress& progress) {
  DraftTable persons{"", names.bucket, &made.persons};
  for (const std::size_t a : attributes_of_persons(made.table))
    persons.columns.push_back(draft_column(made.table, a, 1, made.persons.rows));
  builder.add(persons, progress);
}

void add_values(const CohortTable& made, const ShownSets& shown, const CohortColumns& names,
                ReleaseBuilder& builder, const Progress& progress) {
  DraftTable values{values_suffix, names.bucket, &shown.entries};
  values.columns = {numbers_column(names.member, shown.entries.rows, shown.members),
                    draft_column(made.table, made.sensitive, 2, shown.entries.rows)};
  values.columns.back().output = plain_column(shown.entries.rows, shown.values, made.values);
  builder.add(values, progress);
}

std::string view_query(const std::vector<Oid>& tables, const CohortTable& made,
                       const CohortColumns& names) {
  std::vector<ViewAttribute> attributes;
  for (std::size_t a = 0; a < made.table.data.attributes.size(); ++a) {
    attributes.push_back({made.table.data.attributes[a].name, a == made.sensitive
                                                                  ? SubjectTables::of_values
                                                                  : SubjectTables::of_persons});
  }
  return cohort_view_query({tables.front(), std::nullopt, tables.back()}, attributes,
                           {names.bucket, names.weight, {}, names.member});
}

// Returns the edition's parameters. The bound m counts sets, as l counts persons.
Json parameters_of(const CohortTable& made, const Series& series, const CohortColumns& names) {
  Json json = Json::object();
  json.add("series", series.name);
  json.add("edition", series.next_edition);
  json.add("m", series.m);
  json.add("cohorts", true);
  json.add("counterfeits", made.counterfeits());
  json.add("l", series.m);
  json.add("privacy", Json::array());
  json.add("subject", subject_json(*made.table.subjects));
  json.add("person_columns", 1);
  json.add("bucket_column", names.bucket);
  json.add("member_column", names.member);
  json.add("weight_column", names.weight);
  json.add("mean_bucket", to_number(rounded(mean_bucket_size(made.persons), 4)));
  return json;
}

RememberedEdition publish_tables(const EditionCall& call, const CohortTable& made,
                                 const CohortColumns& names, const Progress& progress) {
  const ShownSets shown = show_sets(made, progress);
  ReleaseBuilder builder(call.target, call.source);
  add_persons(made, names, builder, progress);
  add_values(made, shown, names, builder, progress);
  builder.add_view(view_suffix, view_query(builder.relations(), made, names));
  const std::int64_t id =
      builder.record(bucketization_method.name, parameters_of(made, call.series, names),
                     {.source_rows = made.table.data.rows,
                      .published_rows = shown.values.size(),
                      .buckets = published_cohorts(made)});
  return {{call.series.id, call.series.next_edition, id, made.persons.rows.size(),
           made.counterfeits(), made.waiting, made.withheld},
          builder.relations()};
}

}  // namespace

RememberedEdition publish_cohorts(const EditionCall& call, Table table, Random& random,
                                  Phases& phases) {
  const Progress progress = phases.progress();
  const CohortColumns names{edition_column(call.series, "bucket"),
                            edition_column(call.series, "weight"),
                            edition_column(call.series, "member")};
  check_subject_names(call.target, table, SubjectFormat::tables);
  const CohortTable made = make_cohort_table(std::move(table), call.series, random, progress);
  const LearnedShare learned = learned_of_cohorts(made, call.series, progress);
  phases.begin("write");
  RememberedEdition published = publish_tables(call, made, names, progress);
  report_edition(learned, call.series, published.record, published_cohorts(made));
  record_cohort_edition(call.series, published.record, made.changes);
  return published;
}

}  // namespace microdata::postgres
