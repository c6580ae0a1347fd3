#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace microdata {

// The content that the words of a column's name announce.
enum class NameMeaning : std::uint8_t {
  none,
  person_name,    // family name, Vorname, nom de famille
  possible_name,  // name, in a table that might not be about persons
  person,         // patient, Versicherte, form_teacher
  contact,        // e-mail address, phone number
  address,        // street, house number
  number,         // national number, passport, bank account
  login,          // user name
  person_key,     // patient_id, Kundennummer, mrn
  record_key,     // order_id
  birth_date,     // date_of_birth, Geburtsdatum
  birth_part,     // year, month and day of birth (names_together.hpp)
  free_text,      // note, comment
  measure,        // amount, weight
  thing,          // product_name, phone_model, ward
};

// A meaning, the noun for such values in the plural, and the words that announce it.
struct NamedFor {
  NameMeaning meaning = NameMeaning::none;
  const char* what = "";
  std::string words = {};
};

// Returns the words of a name in small letters. The name is split at characters that are no
// letters, and before capitals that begin a word. Letters of Latin-1 and of Polish in UTF-8 lose
// their marks.
std::vector<std::string> words_of_name(std::string_view name);

// Returns the meaning of a column's name in English, German, French, Spanish, Italian, Dutch or
// Polish. A further word can change it: product_name, birth_weight, phone_model. The table's name
// decides if the column is only called "name".
NamedFor named_for(std::string_view column, std::string_view table);

// True if a meaning is about names of persons, ways to find or reach them, their numbers, or their
// dates of birth.
bool means_persons(NameMeaning meaning);

// True if a table's name says that its rows are persons, or belong to one person each.
bool is_named_for_persons(std::string_view table);

// True if a name has a word for things, classes or codes, and no word for persons.
bool is_named_for_things(std::string_view name);

}  // namespace microdata
