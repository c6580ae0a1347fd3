// What somebody writes on a command line, as what a function of the server's takes. Texts go to the
// server as parameters.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace microdata::client {

// --sensitive-column-size of sensitive_column_size.
std::string option_name(std::string_view argument);

// The parts between commas that are neither in double quotes nor in parentheses, without spaces
// around them. Quotes around a part are taken off; within, two of them stand for one.
std::vector<std::string> split_list(std::string_view text);

// An array as PostgreSQL writes it.
std::string array_literal(const std::vector<std::string>& elements);

// The array of all values given for one option: each is a list, or one of them is an array in
// braces already.
std::string list_argument(const std::vector<std::string>& values);

// A privacy model such as l_diversity(3, entropy) or t_closeness(0.2, distance = ordered).
struct ModelText {
  // The name is empty where the value goes by its place.
  struct Argument {
    std::string name;
    std::string value;
  };
  std::string name;
  std::vector<Argument> arguments;
};
std::vector<ModelText> models_argument(const std::vector<std::string>& values);

// NULL stands for the value of that name.
std::optional<std::string> scalar_argument(const std::string& value);

}  // namespace microdata::client
