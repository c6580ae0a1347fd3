#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "choice.hpp"

namespace microdata::fuzz {

// Changes some places of bytes that contain numbers, counts and texts preceded by lengths. A change
// writes a number at a limit, of one, four or eight bytes, or other bytes, or removes or adds
// bytes. The `others` are of the same kind and provide bytes.
void mutate_bytes(Choice& choice, std::size_t changes, const std::vector<std::string>& others,
                  std::string& bytes);

// sent_text() returns a text preceded by its length, which is the servers' format. take_text()
// removes such a text from the front of `bytes`; it returns false if there is none.
std::string sent_text(const std::string& text);
bool take_text(std::string& bytes, std::string& text);

std::string hex_digits(const std::string& bytes);
std::string bytes_of_hex(const std::string& digits);

}  // namespace microdata::fuzz
