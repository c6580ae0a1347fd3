#include "core/classification/text_parts.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "core/classification/array_texts.hpp"

namespace microdata {
namespace {

using Parts = std::vector<std::string>;

TEST(TextParts, OfLists) {
  EXPECT_EQ(text_parts("E10, I20;J 40 |K5", 50), (Parts{"E10", "I20", "J 40", "K5"}));
  EXPECT_EQ(text_parts("a:b", 50), (Parts{"a:b"}));
  EXPECT_EQ(text_parts("a,b,c", 2), (Parts{"a", "b"}));
  EXPECT_EQ(text_parts(" , ,", 50), Parts{});
  EXPECT_EQ(text_parts(std::string(5000, 'a'), 50), Parts{});
}

TEST(TextParts, OfDocuments) {
  EXPECT_EQ(text_parts(R"({"main": "E10", "n": 3, "more": ["I20"]})", 50),
            (Parts{"main", "E10", "n", "3", "more", "I20"}));
  EXPECT_EQ(text_parts(R"("main"=>"E10", "none"=>NULL)", 50),
            (Parts{"main", "E10", "none", "NULL"}));
  EXPECT_EQ(text_parts(R"(<d main="type 2" n='3'><E10/>I20, x<b>J40</b></d>)", 50),
            (Parts{"d", "main", "type 2", "n", "3", "E10", "I20", "x", "b", "J40"}));
  EXPECT_EQ(text_parts("<a", 50), (Parts{"a"}));
  EXPECT_EQ(text_parts("<a b=\"c", 50), (Parts{"a", "b", "c"}));
  EXPECT_EQ(text_parts("\"quoted\", text", 50), (Parts{"quoted", "text"}));
}

TEST(ArrayTexts, ElementsAreAsTheyWereWritten) {
  EXPECT_EQ(elements_as_written(R"({"{\"surname\": \"F, 1\"}","[\"a\"]"})"),
            R"({"surname": "F, 1"})"
            "\n"
            R"(["a"])");
  EXPECT_EQ(elements_as_written("{<r><s>x</s></r>,NULL}"), "<r><s>x</s></r>\nNULL");
  EXPECT_EQ(elements_as_written(R"({"\"a\"=>\"\\\"b\""})"), R"("a"=>"\"b")");
  EXPECT_EQ(elements_as_written("{\"cut \\"), "cut \\");
  EXPECT_EQ(elements_as_written(""), "");
}

}  // namespace
}  // namespace microdata
