// Command-line arguments in the form that a function of the server takes. Texts go to the server as
// parameters.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace microdata::client {

// Returns the name of an argument's option, such as --sensitive-column-size for
// sensitive_column_size.
std::string option_name(std::string_view argument);

// Returns the parts between commas outside double quotes and parentheses, without surrounding
// spaces. Quotes around a part are removed; a doubled quote within them stands for one.
std::vector<std::string> split_list(std::string_view text);

// Returns an array as PostgreSQL writes it.
std::string array_literal(const std::vector<std::string>& elements);

// Returns the array of all values given for one option. Each value is a list, or a single value is
// an array in braces already.
std::string list_argument(const std::vector<std::string>& values);

// Privacy model such as l_diversity(3, entropy) or t_closeness(0.2, distance = ordered).
struct ModelText {
  // Argument of a model; the name is empty if the value is given by position.
  struct Argument {
    std::string name;
    std::string value;
  };
  std::string name;
  std::vector<Argument> arguments;
};
std::vector<ModelText> models_argument(const std::vector<std::string>& values);

// Returns the value, or nullopt for the text NULL.
std::optional<std::string> scalar_argument(const std::string& value);

}  // namespace microdata::client
