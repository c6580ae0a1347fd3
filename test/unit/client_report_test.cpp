// Tests of the components of a page of `microdata report`, without a server.
#include <gtest/gtest.h>
#include <numeric>

#include "client/report_classes.hpp"
#include "client/report_html.hpp"

namespace microdata::client {
namespace {

TEST(ReportHtml, WhatComesFromOutsideIsText) {
  Html html;
  html.element("td", "</td><script>\x01'\"&", {{"title", "\"><b>"}});
  EXPECT_EQ(
      html.str(),
      "<td title=\"&quot;&gt;&lt;b&gt;\">&lt;/td&gt;&lt;script&gt;\uFFFD&#39;&quot;&amp;</td>\n");
}

TEST(ReportHtml, NumbersAreReadAlikeEverywhere) {
  EXPECT_EQ(count_text(1234567), "1\u202f234\u202f567");
  EXPECT_EQ(count_text(-999), "-999");
  EXPECT_EQ(number_text(-0.001, 1), "0.0");
  EXPECT_EQ(percent_text(0), "0.0\u00a0%");
  EXPECT_EQ(percent_text(0.0001), "below 0.1\u00a0%");
  EXPECT_EQ(percent_text(0.9999), "above 99.9\u00a0%");
  EXPECT_EQ(shortened("übergroß", 4), "über…");
}

TEST(ReportScale, IntervalsHaveEveryNumberOnce) {
  for (const auto& [least, greatest, whole] : {std::tuple{17.0, 90.0, true},
                                               {0.0, 99999.0, true},
                                               {-3.5, 2.25, false},
                                               {5.0, 5.0, true}}) {
    const Intervals intervals(least, greatest, 12, whole, false);
    EXPECT_EQ(intervals.of(least), 0);
    EXPECT_EQ(intervals.of(greatest), intervals.count() - 1);
    EXPECT_FALSE(intervals.of(2 * greatest - least + 10));
    EXPECT_FALSE(intervals.of(2 * least - greatest - 10));
  }
}

TEST(ReportScale, YearsAreReadAsYears) {
  EXPECT_EQ(Intervals(1920, 1999, 4, true, false).label(0), "1920–1939");
  EXPECT_EQ(Intervals(20000, 99999, 4, true, false).label(0), "20\u202f000–39\u202f999");
}

TEST(ReportScale, DatesAreInWholeMonthsAndYears) {
  const auto day = [](const char* text) { return day_of(text).value_or(0); };
  const auto labels = [&](const char* from, const char* to) {
    const Intervals intervals(day(from), day(to), 12, true, true);
    EXPECT_EQ(intervals.of(day(from)), 0);
    EXPECT_EQ(intervals.of(day(to)), intervals.count() - 1);
    return std::to_string(intervals.count()) + ": " + intervals.label(0) + ", " +
           intervals.label(intervals.count() - 1);
  };
  EXPECT_EQ(labels("2024-02-28", "2024-03-02"), "4: 2024-02-28, 2024-03-02");
  EXPECT_EQ(labels("2024-01-15", "2024-12-31"), "12: 2024-01, 2024-12");
  EXPECT_EQ(labels("2023-11-30", "2025-03-01"), "9: 2023-11 – 2023-12, 2025-03 – 2025-04");
  EXPECT_EQ(labels("1967-05-01", "1972-12-31"), "12: 1967-01 – 1967-06, 1972-07 – 1972-12");
  EXPECT_EQ(labels("1960-05-01", "1970-12-31"), "11: 1960, 1970");
  EXPECT_EQ(labels("1931-05-01", "1990-12-31"), "13: 1930 – 1934, 1990 – 1994");
}

TEST(ReportScale, ASpreadWeightIsAllThere) {
  const Intervals intervals(0, 100, 10, true, false);
  std::vector<double> into(static_cast<std::size_t>(intervals.count()), 0.0);
  intervals.spread({5.0, 25.0}, 4, into);
  EXPECT_DOUBLE_EQ(into[0], 1);
  EXPECT_DOUBLE_EQ(into[1], 2);
  EXPECT_DOUBLE_EQ(into[2], 1);
  intervals.spread({std::nullopt, std::nullopt}, 1, into);
  intervals.spread({100.0, 100.0}, 1, into);
  EXPECT_NEAR(std::accumulate(into.begin(), into.end(), 0.0), 6, 1e-9);
}

TEST(ReportScale, TextsOfTheServerAreRead) {
  EXPECT_EQ(number_of("1e3"), 1000);
  EXPECT_FALSE(number_of("NaN"));
  EXPECT_EQ(day_of("1970-02-01 10:00:00"), 31);
  EXPECT_FALSE(day_of("infinity"));
  EXPECT_EQ(span_of("[2,5)", false)->to, 5);
  EXPECT_FALSE(span_of("[2,)", false)->to);
  EXPECT_FALSE(span_of("empty", false));
  EXPECT_EQ(set_of(R"({a,"b,}\"",c})"), (std::vector<std::string>{"a", "b,}\"", "c"}));
  EXPECT_EQ(set_of(R"({M,NULL,"NULL"})"), (std::vector<std::string>{"M", missing_label, "NULL"}));
  EXPECT_EQ(set_of("a,b"), std::vector<std::string>{"a,b"});
  const std::map<std::string, double> counts = {{"F", 3}, {"a:b", 1}, {missing_label, 2}};
  EXPECT_EQ(multiset_of(R"(F:3,"a:b":1,NULL:2)"), counts);
}

// Returns the parts of a text that represents several values.
std::map<std::string, double> parts(const Classes& classes, const std::string& text,
                                    bool null = false) {
  std::map<std::string, double> named;
  for (const auto& [place, part] : classes.published(text, null))
    named[classes.names()[place]] += part;
  return named;
}

TEST(ReportClasses, ValuesOfTheSourceAreInTheIntervalsOfRanges) {
  const Classes classes({"range", true, false, true}, {{"[20,30)", 1}, {"[30,80)", 2}});
  const auto name = [&](const std::string& text) {
    return classes.names()[classes.value(text, false)];
  };
  EXPECT_EQ(name("20"), "20–29");
  EXPECT_EQ(name("79"), "70–79");
  EXPECT_EQ(name("80"), "other");
  EXPECT_EQ(parts(classes, "[20,30)"), (std::map<std::string, double>{{"20–29", 1}}));
  EXPECT_DOUBLE_EQ(parts(classes, "[20,40)").at("30–39"), 0.5);
  EXPECT_EQ(parts(classes, "", true).count(missing_label), 1U);
  const Classes dates({"range", false, true, true}, {{"[2020-01-01,2020-01-03)", 1}});
  EXPECT_EQ(dates.names()[dates.value("2020-01-02", false)], "2020-01-02");
}

TEST(ReportClasses, ASetIsTakenApart) {
  const Classes classes({"set", false, false, false}, {{"{F,NULL}", 2}, {"M", 2}, {"*", 1}});
  EXPECT_EQ(classes.names(), (std::vector<std::string>{"M", "F", "other", missing_label}));
  EXPECT_DOUBLE_EQ(parts(classes, "{F,NULL}").at(missing_label), 0.5);
  EXPECT_EQ(parts(classes, "*").size(), 3U);
  EXPECT_EQ(classes.names()[classes.value("F", false)], "F");
  // A text of the source that looks like a set is one value.
  EXPECT_EQ(classes.names()[classes.value("{F,NULL}", false)], "other");
}

TEST(ReportClasses, ContingencyIsThatOfThePersons) {
  EXPECT_DOUBLE_EQ(contingency({{5, 0}, {0, 3}}), 1);
  EXPECT_DOUBLE_EQ(contingency({{1, 2}, {2, 4}}), 0);
  // (3*3 - 1*1)^2 / (4*4*4*4)
  EXPECT_DOUBLE_EQ(contingency({{3, 1}, {1, 3}}), 0.25);
  EXPECT_DOUBLE_EQ(contingency({{3, 1, 0}, {1, 3, 0}}), 0.25);
  EXPECT_DOUBLE_EQ(contingency({{3, 1}}), 0);
}

}  // namespace
}  // namespace microdata::client
