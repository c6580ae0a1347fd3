#include "postgres/release/edition_table.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/persons.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/values/attribute_type.hpp"

namespace microdata::postgres {

Error infeasible_in_series(const Series& series, const std::string& sensitive, std::size_t persons,
                           std::size_t most, const std::string& value) {
  const std::string message =
      "m = " + std::to_string(series.m) + " is infeasible for " + in_quotes(sensitive);
  if (persons == 0) {
    return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, message)
        .detail("The value of every person has changed, or all attributes are null.")
        .hint("alter_series() with anew => true begins the series anew.");
  }
  const std::string feasible = persons / most < 2
                                   ? "No m is feasible."
                                   : "Ask for m = " + std::to_string(persons / most) + " or less.";
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, message)
      .detail(std::to_string(most) + " of " + std::to_string(persons) +
              " persons who could be published have the value " + in_quotes(value) + ".")
      .hint(feasible + " If the value is no secret, declare it harmless.");
}

Error values_became_equal() {
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
               "values that were different in former editions are equal now")
      .hint(
          "The collation of the sensitive attribute may have changed. alter_series() with anew => "
          "true begins "
          "anew.");
}

ValuesOfSeries bring_values_together(const Dictionary& table,
                                     const std::vector<SignatureTexts>& remembered,
                                     const Progress& progress) {
  const PlainText settings;
  ValuesOfSeries values{Dictionary(table.type()), {}, {}};
  // Signatures share most of their values, so each text is read once.
  std::map<std::string, Code> read;
  const auto code_of = [&](const std::string& text) {
    const auto [found, is_new] = read.emplace(text, Code{0});
    if (is_new)
      found->second =
          values.dictionary.encode(make_key(table.type(), read_value(table.type(), text)));
    return found->second;
  };
  for (const SignatureTexts& texts : remembered) {
    progress.checkpoint();
    Signature& signature = values.signatures.emplace_back();
    for (const auto& text : texts)
      signature.push_back(text ? code_of(*text) : values.dictionary.encode(Key{true, 0, {}}));
  }
  values.of_table = table.add_to(values.dictionary);
  values.dictionary.encode(Key{true, 0, {}});
  values.dictionary.finish(progress);
  values.dictionary.translate(values.of_table, progress);
  for (Signature& signature : values.signatures) {
    values.dictionary.translate(signature, progress);
    std::sort(signature.begin(), signature.end());
  }
  return values;
}

namespace {

// Hash table of persons by their hashes, which are as good as random: their last bits give the
// first slot.
class PersonIndex {
 public:
  explicit PersonIndex(const std::vector<RememberedPerson>& persons)
      : persons_(persons), slots_(std::bit_ceil(2 * persons.size() + 1), RecalledPersons::nobody) {
    for (std::uint32_t p = 0; p < persons.size(); ++p) {
      std::size_t slot = first_slot(persons[p].hash);
      while (slots_[slot] != RecalledPersons::nobody)
        slot = next_slot(slot);
      slots_[slot] = p;
    }
  }

  std::uint32_t find(const PersonHash& hash) const {
    std::size_t slot = first_slot(hash);
    while (slots_[slot] != RecalledPersons::nobody && !(persons_[slots_[slot]].hash == hash))
      slot = next_slot(slot);
    return slots_[slot];
  }

 private:
  std::size_t first_slot(const PersonHash& hash) const { return hash.low & (slots_.size() - 1); }
  std::size_t next_slot(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }

  const std::vector<RememberedPerson>& persons_;
  std::vector<std::uint32_t> slots_;
};

}  // namespace

RecalledPersons::RecalledPersons(std::vector<RememberedPerson> persons,
                                 std::span<const PersonHash> hashes, const Progress& progress)
    : persons_(std::move(persons)) {
  progress.checkpoint();
  const PersonIndex index(persons_);
  of_row_.reserve(hashes.size());
  for (std::size_t row = 0; row < hashes.size(); ++row) {
    progress.checkpoint_at(row);
    of_row_.push_back(index.find(hashes[row]));
  }
}

namespace {

SignatureTexts texts_of(const Signature& signature, const Dictionary& values) {
  const PlainText settings;
  SignatureTexts texts;
  for (const Code code : signature) {
    texts.push_back(values.is_null(code) ? std::nullopt : std::optional(values.text(code)));
  }
  return texts;
}

// Returns 1 for every row whose attributes except the sensitive one are all NULL, because such a
// row looks like a counterfeit; empty if no row can be such.
std::vector<std::uint8_t> find_blank(const Microdata& data, std::size_t sensitive,
                                     const Progress& progress) {
  std::vector<std::uint8_t> blank(data.rows, 1);
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    if (a == sensitive) continue;
    const Attribute& attribute = data.attributes[a];
    if (!attribute.nullable) return {};
    const std::vector<Code>& codes = data.columns[a];
    progress.in_blocks(data.rows, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row)
        blank[row] &= static_cast<std::uint8_t>(codes[row] + 1 == attribute.distinct ? 1 : 0);
    });
  }
  return blank;
}

void check_memory(const std::vector<Signature>& signatures,
                  const std::vector<std::uint8_t>& harmless, const RecalledPersons& recalled,
                  const Series& series) {
  const auto is_repetitive = [](const Signature& signature) {
    return std::adjacent_find(signature.begin(), signature.end()) != signature.end();
  };
  if (std::any_of(signatures.begin(), signatures.end(), is_repetitive)) {
    throw values_became_equal();
  }
  const auto is_short = [&](const Signature& signature) {
    return signature.size() < series.m ||
           std::any_of(signature.begin(), signature.end(),
                       [&](Code value) { return harmless[value] != 0; });
  };
  const auto is_unknown = [&](const RememberedPerson& person) {
    return person.signature != no_signature && person.signature >= signatures.size();
  };
  if (std::none_of(signatures.begin(), signatures.end(), is_short) &&
      std::none_of(recalled.persons().begin(), recalled.persons().end(), is_unknown)) {
    return;
  }
  throw memory_does_not_fit(series);
}

// Computes what a series remembers of a person whom the source has or had.
class MemoryOfPerson {
 public:
  MemoryOfPerson(std::int32_t edition, RememberedPerson person)
      : edition_(edition), person_(person) {}

  // A person who is not published waits, without a signature.
  static RememberedPerson of_arrival(std::int32_t edition, const PersonHash& hash,
                                     std::uint32_t signature, std::uint32_t shown) {
    RememberedPerson person;
    person.hash = hash;
    person.signature = signature;
    person.arrived = edition;
    person.since = edition;
    person.shown = signature == no_signature ? 0 : shown;
    return person;
  }

  RememberedPerson published(std::uint32_t signature, std::uint32_t shown) {
    if (person_.signature == no_signature) {
      person_.arrived = edition_;
      person_.signature = signature;
    }
    if (person_.gone != 0 || person_.shown != shown) person_.since = edition_;
    person_.gone = 0;
    person_.shown = shown;
    return person_;
  }

  RememberedPerson withheld() {
    if (person_.gone != 0) person_.since = edition_;
    person_.gone = 0;
    if (person_.withheld == 0) person_.withheld = edition_;
    return person_;
  }

  // A person who waits with a signature because all other attributes are NULL is missing, too.
  RememberedPerson missing() {
    if (person_.signature != no_signature && person_.gone == 0) person_.gone = edition_;
    return person_;
  }

 private:
  std::int32_t edition_;
  RememberedPerson person_;
};

// Returns the changes to the remembered persons that result from the edition.
PersonChanges changes_of(const RecalledPersons& recalled, std::span<const PersonHash> hashes,
                         std::span<const std::uint32_t> shown, const Edition& edition,
                         std::int32_t number) {
  std::vector<std::uint32_t> signatures(hashes.size(), no_signature);
  for (std::size_t b = 0; b < edition.buckets.buckets(); ++b) {
    for (const Row row : edition.buckets.bucket(b))
      signatures[row] = edition.signature_of[b];
  }
  std::vector<std::uint8_t> withheld(hashes.size());
  for (const Row row : edition.withheld)
    withheld[row] = 1;
  std::vector<std::uint8_t> harmless(hashes.size());
  for (const Row row : edition.harmless.rows)
    harmless[row] = 1;
  PersonChanges changes;
  const auto change = [&](const RememberedPerson& from, const RememberedPerson& to) {
    if (!(from == to)) changes.changed.push_back(to);
  };
  std::vector<bool> there(recalled.persons().size());
  for (std::size_t row = 0; row < hashes.size(); ++row) {
    const RememberedPerson* person = recalled.of(row);
    // A person with a harmless value and without a signature is not remembered.
    if (harmless[row] != 0 && (person == nullptr || person->signature == no_signature)) continue;
    if (person == nullptr) {
      changes.arrivals.push_back(
          MemoryOfPerson::of_arrival(number, hashes[row], signatures[row], shown[row]));
      continue;
    }
    there[recalled.of_row()[row]] = true;
    MemoryOfPerson memory(number, *person);
    if (signatures[row] != no_signature) {
      change(*person, memory.published(signatures[row], shown[row]));
    } else {
      change(*person, withheld[row] != 0 ? memory.withheld() : memory.missing());
    }
  }
  for (std::size_t p = 0; p < there.size(); ++p) {
    if (there[p]) continue;
    const RememberedPerson& person = recalled.persons()[p];
    if (person.signature == no_signature) {
      changes.forgotten.push_back(person);
    } else {
      change(person, MemoryOfPerson(number, person).missing());
    }
  }
  return changes;
}

// Puts persons with NULL in groups of their own where NULL is harmless and a group has no other
// value, because several NULLs mean that the values of these persons are withheld. As all of them
// have NULL, this discloses nothing about them.
void divide_null(Code null, Edition& edition) {
  TuplePartition divided;
  for (std::size_t g = 0; g < edition.harmless.buckets(); ++g) {
    const std::span<const Code> values = edition.values_of_harmless(g);
    const bool only_null =
        std::all_of(values.begin(), values.end(), [&](Code value) { return value == null; });
    for (const Row row : edition.harmless.bucket(g)) {
      divided.rows.push_back(row);
      if (only_null) divided.offsets.push_back(static_cast<Row>(divided.rows.size()));
    }
    if (!only_null) divided.offsets.push_back(static_cast<Row>(divided.rows.size()));
  }
  edition.harmless = std::move(divided);
}

[[noreturn]] void fail_infeasible(const EditionTable& made, const std::vector<std::uint8_t>& blank,
                                  const Series& series) {
  const Attribute& attribute = made.table.data.attributes[made.sensitive];
  std::vector<Row> counts(attribute.distinct);
  std::size_t persons = 0;
  for (const Row row : made.edition.waiting) {
    if (!blank.empty() && blank[row] != 0) continue;
    ++counts[made.table.data.columns[made.sensitive][row]];
    ++persons;
  }
  const auto most = std::max_element(counts.begin(), counts.end());
  throw infeasible_in_series(
      series, attribute.name, persons, *most,
      made.table.dictionaries[made.sensitive].text(static_cast<Code>(most - counts.begin())));
}

// Returns the domain with the recorded name, if it still exists.
std::optional<AttributeType> domain_named(const std::string& written) {
  const ResultRow row =
      query(
          "SELECT t.oid, t.typcollation FROM (SELECT) n LEFT JOIN pg_catalog.pg_type t "
          "ON t.oid = CASE WHEN $1 !~ '[(]| COLLATE ' THEN pg_catalog.to_regtype($1) END "
          "AND t.typtype = 'd'",
          {written})
          .front();
  if (!row[0]) return std::nullopt;
  const auto number = [](const std::string& text) { return static_cast<Oid>(std::stoul(text)); };
  return attribute_type(number(*row[0]), -1, number(*row[1]));
}

// True if values that a series remembers of the type `before` are valid for `type`.
bool goes_on(const std::string& before, const AttributeType& type) {
  if (before == type_in_ddl(type)) return true;
  if (const auto domain = domain_named(before)) return keeps_values(*domain, type);
  const std::string now = type_in_ddl(without_domain(type));
  return before == now || widens(before, now);
}

}  // namespace

std::vector<AssignedRole> roles_in_series(const Source& source, const Series& series) {
  if (series.attributes.size() < series.attributes_at_first) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                in_quotes(source.name) + " no longer has all attributes of series " +
                    in_quotes(series.name))
        .detail("The attributes of a series are fixed when it begins.")
        .hint("alter_series() with anew => true begins the series anew.");
  }
  std::vector<AssignedRole> roles(source.columns.size(),
                                  {.role = Role::identifier, .chosen = true});
  for (const SeriesAttribute& attribute : series.attributes) {
    const std::size_t column = column_position(source, attribute.name, "series");
    if (!goes_on(attribute.type, source.columns[column].type)) {
      throw Error(ERRCODE_DATATYPE_MISMATCH, "attribute " + in_quotes(attribute.name) +
                                                 " of series " + in_quotes(series.name) +
                                                 " was of type " + attribute.type)
          .detail("Types of attributes can only be widened after the beginning of a series.")
          .hint("alter_series() with anew => true begins the series anew.");
    }
    roles[column].role = attribute.role;
    roles[column].subject = attribute.subject;
    roles[column].harmless = canonical_harmless(source.columns[column], attribute.harmless);
  }
  if (std::none_of(series.attributes.begin(), series.attributes.end(),
                   [](const SeriesAttribute& a) { return a.role == Role::sensitive; }))
    throw memory_does_not_fit(series);
  return roles;
}

EditionTable make_edition_table(Table table, const Series& series, Random& random,
                                const Progress& progress) {
  const Microdata& data = table.data;
  const std::size_t sensitive = attributes_with_role(data, Role::sensitive).front();
  progress.phase("recall");
  const std::vector<PersonHash> hashes = person_hashes(table, series.key, progress);
  const std::vector<std::uint32_t> shown = shown_hashes(table, series.key, progress);
  const RecalledPersons recalled(remembered_persons(series.id, progress), hashes, progress);
  ValuesOfSeries values =
      bring_values_together(table.dictionaries[sensitive], remembered_signatures(series), progress);
  std::vector<std::uint8_t> harmless =
      harmless_codes(values.dictionary, table.harmless[sensitive], progress);
  harmless.resize(values.dictionary.distinct() + std::size_t{1});
  check_memory(values.signatures, harmless, recalled, series);
  // A person who was withheld once keeps a value that no signature has.
  const Code none = values.dictionary.distinct();
  std::vector<Code> codes(data.rows);
  std::vector<std::uint32_t> remembered(data.rows, no_signature);
  std::vector<std::uint8_t> waited(data.rows);
  for (Row row = 0; row < data.rows; ++row) {
    progress.checkpoint_at(row);
    const RememberedPerson* person = recalled.of(row);
    codes[row] = values.of_table[data.columns[sensitive][row]];
    if (person == nullptr) continue;
    if (person->withheld != 0) codes[row] = none;
    remembered[row] = person->signature;
    waited[row] = person->signature == no_signature ? 1 : 0;
  }
  const std::vector<std::uint8_t> blank = find_blank(data, sensitive, progress);
  progress.phase("divide");
  const AttributeSet near_by = attributes_with_role(data, Role::quasi_identifier);
  EditionOptions options;
  options.m = series.m;
  Edition edition =
      make_edition({data, near_by, codes, none + 1, remembered, waited, blank, harmless},
                   values.signatures, options, random, progress);
  if (!edition.valueless.rows.empty()) divide_null(none - 1, edition);
  TuplePartition shown_rows = edition.buckets;
  append(shown_rows, edition.harmless);
  append(shown_rows, edition.valueless);
  EditionTable made{std::move(table),
                    sensitive,
                    std::move(values.dictionary),
                    std::move(edition),
                    std::move(shown_rows),
                    values.signatures.size(),
                    {},
                    {}};
  if (made.edition.persons() == 0) fail_infeasible(made, blank, series);
  for (std::size_t s = made.first_signature; s < made.edition.signatures.size(); ++s)
    made.signatures.push_back(texts_of(made.edition.signatures[s], made.values));
  made.changes = changes_of(recalled, hashes, shown, made.edition, series.next_edition);
  return made;
}

}  // namespace microdata::postgres
