#include "names.hpp"

#include <algorithm>

namespace microdata::fuzz {

namespace {

std::string repeated(const std::string& part, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i)
    result += part;
  return result;
}

const std::vector<std::string>& strange_names() {
  static const std::vector<std::string> names = {"select",
                                                 "Upper Case",
                                                 "a\"b",
                                                 "a'b",
                                                 "\"",
                                                 "'",
                                                 ",",
                                                 "a,b",
                                                 "->",
                                                 "a -> b",
                                                 ":",
                                                 " ",
                                                 " a",
                                                 "a ",
                                                 "a.b",
                                                 "%s %n",
                                                 "$1",
                                                 "\\",
                                                 "{",
                                                 "}",
                                                 "{a,b}",
                                                 "ä",
                                                 "таблица",
                                                 "名前",
                                                 "😀",
                                                 "line\nbreak",
                                                 "tab\t",
                                                 "--",
                                                 "/*",
                                                 "NULL",
                                                 "*",
                                                 "bucket",
                                                 "Bucket",
                                                 "weight",
                                                 "count",
                                                 "sliced",
                                                 "level0",
                                                 "level1",
                                                 "value",
                                                 "row",
                                                 "1",
                                                 "1a",
                                                 "_",
                                                 "user",
                                                 "grouping",
                                                 "order",
                                                 "source",
                                                 "a b",
                                                 "text",
                                                 "tuple",
                                                 "e\xCC\x81",
                                                 "é",
                                                 "release_id",
                                                 "oid",
                                                 "attribute",
                                                 "bucketized",
                                                 repeated("x", 63),
                                                 repeated("y", 62),
                                                 repeated("\"", 63),
                                                 repeated("é", 31) + "x",
                                                 repeated("😀", 15) + "xyz",
                                                 repeated("'", 60),
                                                 "pg_temp",
                                                 "x_sliced",
                                                 "between"};
  return names;
}

}  // namespace

std::string new_name(Choice& choice, const std::vector<std::string>& taken, int strange_percent) {
  static const std::vector<std::string> plain = {
      "age", "sex", "zipcode", "job", "disease", "race", "income", "town", "a", "b",
      "c",   "d",   "e",       "f",   "weeks",   "q",    "s",      "t",    "u", "v"};
  std::string name = choice.percent(static_cast<std::size_t>(strange_percent))
                         ? choice.of(strange_names())
                         : choice.of(plain);
  for (int i = 1; std::find(taken.begin(), taken.end(), name) != taken.end(); ++i) {
    name = "n" + std::to_string(i) + name.substr(0, 1);
    if (static_cast<unsigned char>(name.back()) >= 0x80) name.pop_back();
  }
  return name;
}

}  // namespace microdata::fuzz
