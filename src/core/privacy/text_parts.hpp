#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace microdata {

// Returns the first parts of a text that is a list, or a document in JSON, XML or hstore: what
// stands between separators, without the blanks around it; of documents the keys, or elements and
// attributes, as well as the values. Empty for a text of more than 4,096 bytes.
std::vector<std::string> text_parts(std::string_view text, std::size_t most);

}  // namespace microdata
