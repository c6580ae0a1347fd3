#include <gtest/gtest.h>

#include "client/arff.hpp"
#include "client/progress_text.hpp"
#include "client/visible_text.hpp"

// Tests of the program microdata's output: ARFF, progress, and text without control characters.

namespace microdata::client {
namespace {

TEST(ClientArff, TextsAreQuoted) {
  EXPECT_EQ(arff_quoted("it's"), R"('it\'s')");
  EXPECT_EQ(arff_quoted("a\\b\nc\r%"), R"('a\\b\nc\r%')");
}

TEST(ClientArff, AttributesHaveTheirDomains) {
  EXPECT_EQ(arff_attribute("n", ArffKind::number, std::nullopt), "@ATTRIBUTE 'n' NUMERIC\n");
  EXPECT_EQ(arff_attribute("d", ArffKind::date, std::nullopt),
            "@ATTRIBUTE 'd' DATE \"yyyy-MM-dd\"\n");
  EXPECT_EQ(arff_attribute("b b", ArffKind::nominal, std::vector<std::string>{"a,b", "it's"}),
            "@ATTRIBUTE 'b b' {'a,b','it\\'s'}\n");
  EXPECT_EQ(arff_attribute("e", ArffKind::nominal, std::vector<std::string>{}),
            "@ATTRIBUTE 'e' {}\n");
  EXPECT_EQ(arff_attribute("t", ArffKind::nominal, std::nullopt), "@ATTRIBUTE 't' STRING\n");
}

TEST(ClientArff, WhatItHasNoWordForIsUnknown) {
  EXPECT_EQ(arff_value(ArffKind::nominal, std::nullopt), "?");
  EXPECT_EQ(arff_value(ArffKind::nominal, "?"), "'?'");
  EXPECT_EQ(arff_value(ArffKind::number, "1.50"), "1.50");
  EXPECT_EQ(arff_value(ArffKind::number, "NaN"), "?");
  EXPECT_EQ(arff_value(ArffKind::number, "-Infinity"), "?");
  EXPECT_EQ(arff_value(ArffKind::date, "2024-02-03"), "\"2024-02-03\"");
}

TEST(ClientVisibleText, HasNoControlCharacters) {
  EXPECT_EQ(visible_line("a\x1b[31mb\x07\x7f"), R"(a\u001B[31mb\u0007\u007F)");
  EXPECT_EQ(visible_line("line\nline\r\tend"), R"(line\nline\r\tend)");
  EXPECT_EQ(visible_lines("line\nline\r\tend"), "line\nline\\r\tend");
  // The character is a C1 control, which 8-bit terminals obey.
  EXPECT_EQ(visible_line("\xc2\x9b"
                         "31m"),
            R"(\u009B31m)");
  EXPECT_EQ(visible_line(std::string_view("a\0b", 3)), R"(a\u0000b)");
}

TEST(ClientVisibleText, ReadsInOneDirection) {
  EXPECT_EQ(visible_line("\u202Egnp.exe\u202C"), R"(\u202Egnp.exe\u202C)");
  EXPECT_EQ(visible_line("\u2066\u2069\u200F\u061C"), R"(\u2066\u2069\u200F\u061C)");
  EXPECT_EQ(visible_lines("a\u2028b"), R"(a\u2028b)");
}

TEST(ClientVisibleText, LeavesTextAlone) {
  const std::string text = "Größe שלום 日本 \U0001F469\u200D\U0001F52C \\ \"'";
  EXPECT_EQ(visible_line(text), text);
  EXPECT_EQ(visible_line(""), "");
}

TEST(ClientVisibleText, ShowsBytesThatAreNoText) {
  EXPECT_EQ(visible_line("\x9b"
                         "31m"),
            R"(\x9B31m)");
  // The texts are the overlong form of ESC, a truncated character, and bytes that no character has.
  EXPECT_EQ(visible_line("\xc0\x9b"), R"(\xC0\x9B)");
  EXPECT_EQ(visible_line("\xe0\x80\x9b"), R"(\xE0\x80\x9B)");
  EXPECT_EQ(visible_line("a\xe2\x80"), R"(a\xE2\x80)");
  EXPECT_EQ(visible_line("\xff\xf8"), R"(\xFF\xF8)");
}

TEST(ClientTimeLeft, IsTheRestAtTheSamePace) {
  TimeLeft left;
  EXPECT_EQ(left.observe(0, 0), std::nullopt);
  EXPECT_EQ(left.observe(0.5, 0.1), std::nullopt) << "too early to tell";
  for (int second = 1; second < 10; ++second)
    EXPECT_NEAR(left.observe(second, second / 10.0).value(), 10 - second, 1e-9);
}

TEST(ClientTimeLeft, MovesTowardsAnotherPaceBySteps) {
  TimeLeft left;
  left.observe(0, 0);
  EXPECT_NEAR(left.observe(10, 0.5).value(), 10, 1e-9);
  // The whole pace predicts 20 s, and the last estimate of 10 s would have decreased.
  const double slower = left.observe(20, 0.5).value();
  EXPECT_GT(slower, 0);
  EXPECT_LT(slower, 20);
}

TEST(ClientTimeLeft, BeginsAnewWithOtherWork) {
  TimeLeft left;
  left.observe(0, 0);
  left.observe(10, 0.9);
  EXPECT_EQ(left.observe(11, 0.1), std::nullopt);
  EXPECT_NEAR(left.observe(13, 0.2).value(), 16, 1e-9);
}

TEST(ClientTimeLeft, IsWrittenInTwoUnits) {
  EXPECT_EQ(time_text(-1), "0 s");
  EXPECT_EQ(time_text(0.2), "1 s");
  EXPECT_EQ(time_text(59.5), "1 min 0 s");
  EXPECT_EQ(time_text(200), "3 min 20 s");
  EXPECT_EQ(time_text(7500), "2 h 5 min");
}

ServerProgress some_progress() {
  return {"slice_table", "people", "partition", 2, 5, 250, 1000};
}

TEST(ClientProgress, FractionsCountPhasesAndTheirUnits) {
  ServerProgress progress = some_progress();
  EXPECT_DOUBLE_EQ(done_fraction(progress).value(), 0.45);
  progress.done = 5000;
  EXPECT_DOUBLE_EQ(done_fraction(progress).value(), 0.6) << "more than was expected";
  progress.total = 0;
  EXPECT_DOUBLE_EQ(done_fraction(progress).value(), 0.4);
  progress.phases_total = 0;
  EXPECT_EQ(done_fraction(progress), std::nullopt);
}

TEST(ClientProgress, WhatIsShownDoesNotGoBackWithinACommand) {
  ShownFraction shown;
  ServerProgress progress = some_progress();
  EXPECT_DOUBLE_EQ(shown.observe(progress).value(), 0.45);
  progress.phase = "another phase of the same step";
  progress.done = 0;
  EXPECT_DOUBLE_EQ(shown.observe(progress).value(), 0.45);
  progress.phases_done = 3;
  EXPECT_DOUBLE_EQ(shown.observe(progress).value(), 0.6);
  progress.command = "verify_release";
  progress.phases_done = 0;
  EXPECT_DOUBLE_EQ(shown.observe(progress).value(), 0.0);
}

TEST(ClientProgress, LinesSayWhatAndHowFar) {
  EXPECT_EQ(progress_line(some_progress(), {0.45, 12}),
            "slice_table people: partition (3 of 5), 45%, about 12 s left");
  EXPECT_EQ(progress_line({"publish_series", "people", "wait for readers", 3, 3, 0, 0}, {1.0, 0}),
            "publish_series people: wait for readers (3 of 3)")
      << "nobody knows how long that takes";
  EXPECT_EQ(progress_line({"audit", "", "", 0, 0, 0, 0}, {}), "audit");
}

TEST(ClientProgress, BarsFillTheTerminalAndNoMore) {
  EXPECT_EQ(progress_bar(some_progress(), {0.45, 12}, 80),
            "[##########............] 45%  12 s left  slice_table people: partition (3 of 5)");
  for (int width = 1; width < 120; ++width)
    EXPECT_LT(progress_bar(some_progress(), {0.45, 12}, width).size(),
              static_cast<std::size_t>(width));
}

TEST(ClientProgress, CharactersOfSeveralBytesAreNotTornApart) {
  const ServerProgress progress{"slice_table", "größe", "", 0, 0, 0, 0};
  EXPECT_EQ(progress_bar(progress, {}, 16), "slice_table grö");
}

}  // namespace
}  // namespace microdata::client
