#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace microdata {

// Tests if a text contains something that names a person, as a separate word. All of them take time
// linear in the length of the text. Bytes that are not ASCII count as letters, so the encoding does
// not matter.

bool contains_email_address(std::string_view text);

// True if a whole text is an e-mail address with words in place of its signs: "anna at web dot de".
bool is_spelled_email_address(std::string_view text);
// True if a text contains a URL that begins with http://, https://, ftp:// or www.
bool contains_url(std::string_view text);
// True if a text contains an IPv4 or IPv6 address.
bool contains_ip_address(std::string_view text);
// True if a text contains AAA-GG-SSSS, except numbers that the Social Security Administration never
// assigns.
bool contains_social_security_number(std::string_view text);
// True if a text contains an IBAN with its country's length and the check digits of ISO 13616. It
// is written in groups of four or without blanks, with all letters capitals or all small.
bool contains_iban(std::string_view text);
// True if a text contains a card number in groups, with an issuer's length and prefix and the check
// digit of ISO/IEC 7812.
bool contains_grouped_card_number(std::string_view text);
// True if a text contains a card number without blanks. One of some fifty numbers of sixteen digits
// looks like one by chance.
bool contains_card_number(std::string_view text);
// True if a text contains +CC ..., or a North American number: (AAA) EEE-NNNN, AAA-EEE-NNNN,
// AAA.EEE.NNNN.
bool contains_phone_number(std::string_view text);
// True if the whole text is 0 and an area code, or 00 and a country, followed by a separate number.
// Other numbers can look the same.
bool is_national_phone_number(std::string_view text);
// True if the whole text is digits that begin with a mobile prefix of Germany, Britain or France,
// or with 00 and a country. Most other numbers with leading zeros, of goods and books, are
// excluded.
bool is_undivided_phone_number(std::string_view text);

// True if the whole text is a uuid, or as many hexadecimal digits as a digest has: 32 (MD5) to 128.
bool is_digest(std::string_view text);

// True if the whole text is prose: several words of letters, not the text form of a structure.
bool is_long_text(std::string_view text);

// Returns the keys of the objects in a text of JSON, including nested ones, or of hstore, or the
// elements and attributes of XML. Keys of true, false, null and the empty text are omitted. The
// text might be cut off.
std::vector<std::string> written_keys(std::string_view text);

// True if `word` occurs in the text with no letter or digit next to it, without regard to the case
// of ASCII letters. Takes time proportional to the product of both lengths.
bool contains_word(std::string_view text, std::string_view word);

}  // namespace microdata
