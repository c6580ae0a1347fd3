#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace microdata {

// Returns the first `most` parts of a text that is a list, or a document in JSON, XML or hstore.
// Parts are the texts between separators, without the blanks around them. Parts of documents are
// keys, or elements and attributes, and values. Returns nothing for a text of more than 4,096
// bytes.
std::vector<std::string> text_parts(std::string_view text, std::size_t most);

}  // namespace microdata
