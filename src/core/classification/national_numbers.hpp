#pragma once

#include <string_view>

namespace microdata {

// Tests if a whole text is a number that a state assigns to a person, by its form and check digits.
// Blanks, hyphens, points and slashes between its characters are ignored.

// True for an NHS number of England: ten digits, modulo 11.
bool is_nhs_number(std::string_view text);
// True for a DNI or NIE of Spain: eight characters and a letter, modulo 23.
bool is_spanish_dni(std::string_view text);
// True for a NIR of France (INSEE): fifteen characters, modulo 97.
bool is_french_nir(std::string_view text);
// True for a PESEL of Poland: eleven digits, the first six a date of birth.
bool is_polish_pesel(std::string_view text);
// True for a BSN of the Netherlands: eight or nine digits, the eleven test.
bool is_dutch_bsn(std::string_view text);
// True for a tax number of Germany: eleven digits by ISO/IEC 7064, MOD 11,10, with one repeated
// digit.
bool is_german_tax_number(std::string_view text);
// True for the serial number of an identity card or passport of Germany, with its check digit.
bool is_german_document_number(std::string_view text);
// True for a codice fiscale of Italy: sixteen characters, the last one for checking.
bool is_italian_tax_code(std::string_view text);

}  // namespace microdata
