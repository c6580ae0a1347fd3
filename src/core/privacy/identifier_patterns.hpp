#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace microdata {

// Whether a text contains something that names a person, as a word of its own. All of these take
// time in proportion to the text, whatever is in it; bytes that are not ASCII count as letters, so
// that no encoding matters.

bool contains_email_address(std::string_view text);

// True of a text that is one with words in place of its signs: "anna at web dot de".
bool is_spelled_email_address(std::string_view text);
// With http://, https://, ftp:// or www. before it.
bool contains_url(std::string_view text);
// IPv4 or IPv6.
bool contains_ip_address(std::string_view text);
// AAA-GG-SSSS, less the numbers that the Social Security Administration never assigns.
bool contains_social_security_number(std::string_view text);
// An account has its country's length and the check digits of ISO 13616, in groups of four or
// without blanks, all letters capitals or all small.
bool contains_iban(std::string_view text);
// Of an issuer's length and prefix, with the check digit of ISO/IEC 7812; in groups.
bool contains_grouped_card_number(std::string_view text);
// The same without blanks: one of some fifty numbers of sixteen digits looks like it by chance.
bool contains_card_number(std::string_view text);
// +CC ..., or as in North America: (AAA) EEE-NNNN, AAA-EEE-NNNN, AAA.EEE.NNNN.
bool contains_phone_number(std::string_view text);
// The whole text is 0 or 00, an area code or a country, and a number apart from it. Other numbers
// look like that.
bool is_national_phone_number(std::string_view text);
// The whole text is digits: the prefix of a mobile phone in Germany, Britain or France, or 00 and a
// country. Other numbers with zeros before them, of goods and books, are mostly none.
bool is_undivided_phone_number(std::string_view text);

// True if the whole text is a uuid, or hexadecimal digits as a digest has: 32, as of MD5, to 128.
bool is_digest(std::string_view text);

// True if the whole text is prose: several words of letters, not the text form of a structure.
bool is_long_text(std::string_view text);

// Returns the keys of the objects in a text of JSON, nested ones too, or of hstore, or the elements
// and attributes of XML, less those of true, false, null and the empty text. The text may be cut
// off.
std::vector<std::string> written_keys(std::string_view text);

// Whether `word` occurs in the text with no letter or digit beside it, in small letters or capitals
// of ASCII. Takes time in proportion to the product of both.
bool contains_word(std::string_view text, std::string_view word);

}  // namespace microdata
