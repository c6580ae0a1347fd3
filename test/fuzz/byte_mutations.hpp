#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "choice.hpp"

namespace microdata::fuzz {

// Changes some places of bytes that are numbers, counts and texts behind their lengths: to numbers
// at an edge, of one, four or eight bytes, to other bytes, to fewer or more of them. `others` are
// of the same kind, and lend theirs.
void mutate_bytes(Choice& choice, std::size_t changes, const std::vector<std::string>& others,
                  std::string& bytes);

// A text behind its length, as servers send it to each other; and what has been taken off the front
// of bytes, nothing where there is none.
std::string sent_text(const std::string& text);
bool take_text(std::string& bytes, std::string& text);

std::string hex_digits(const std::string& bytes);
std::string bytes_of_hex(const std::string& digits);

}  // namespace microdata::fuzz
