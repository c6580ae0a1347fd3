#include <gtest/gtest.h>

#include "client/arguments.hpp"
#include "client/failure.hpp"

// Tests of the command line of the program microdata.

namespace microdata::client {
namespace {

using Texts = std::vector<std::string>;

TEST(ClientArguments, OptionsAreNamedAsArgumentsAre) {
  EXPECT_EQ(option_name("l"), "--l");
  EXPECT_EQ(option_name("sensitive_column_size"), "--sensitive-column-size");
}

TEST(ClientArguments, ListsAreSplitAtCommas) {
  EXPECT_EQ(split_list(""), Texts{});
  EXPECT_EQ(split_list("age"), Texts{"age"});
  EXPECT_EQ(split_list(" age , Zip Code"), (Texts{"age", "Zip Code"}));
  EXPECT_EQ(split_list("\"age, sex\",\"zip, disease\""), (Texts{"age, sex", "zip, disease"}));
  EXPECT_EQ(split_list("f(1, 2), g"), (Texts{"f(1, 2)", "g"}));
  EXPECT_EQ(split_list("\"a \"\"b\"\"\",c"), (Texts{"a \"b\"", "c"}));
  EXPECT_EQ(split_list("a,,b"), (Texts{"a", "", "b"}));
  EXPECT_THROW(split_list("\"a,b"), Failure);
}

TEST(ClientArguments, ListsBecomeArraysThatKeepEveryCharacter) {
  EXPECT_EQ(list_argument({"age,sex"}), R"({"age","sex"})");
  EXPECT_EQ(list_argument({"age", "sex,zip"}), R"({"age","sex","zip"})");
  EXPECT_EQ(list_argument({""}), "{}");
  EXPECT_EQ(array_literal({R"(a"b\c)", "NULL", "{d}"}), R"({"a\"b\\c","NULL","{d}"})");
}

TEST(ClientArguments, ArraysInBracesStayAsTheyAre) {
  EXPECT_EQ(list_argument({R"({"age, sex",zip})"}), R"({"age, sex",zip})");
  EXPECT_THROW(list_argument({"{age}", "sex"}), Failure);
}

TEST(ClientArguments, ModelsAreCalls) {
  const auto models = models_argument(
      {"k_anonymity(5), l_diversity(3, 'entropy')", "t_closeness(0.2, distance => ordered)"});
  ASSERT_EQ(models.size(), 3U);
  EXPECT_EQ(models[0].name, "k_anonymity");
  ASSERT_EQ(models[1].arguments.size(), 2U);
  EXPECT_EQ(models[1].arguments[0].value, "3");
  EXPECT_EQ(models[1].arguments[1].value, "entropy");
  EXPECT_EQ(models[1].arguments[1].name, "");
  EXPECT_EQ(models[2].arguments[1].name, "distance");
  EXPECT_EQ(models[2].arguments[1].value, "ordered");
}

TEST(ClientArguments, WhatIsNoModelIsRefused) {
  EXPECT_THROW(models_argument({"k_anonymity"}), Failure);
  EXPECT_THROW(models_argument({"k_anonymity(5"}), Failure);
  EXPECT_THROW(models_argument({"(5)"}), Failure);
  EXPECT_THROW(models_argument({""}), Failure);
}

TEST(ClientArguments, NullIsAWord) {
  EXPECT_EQ(scalar_argument("NULL"), std::nullopt);
  EXPECT_EQ(scalar_argument("null"), "null");
  EXPECT_EQ(scalar_argument(""), "");
}

}  // namespace
}  // namespace microdata::client
