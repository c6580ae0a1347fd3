#include "value_types.hpp"

#include <cstdint>
#include <initializer_list>

namespace microdata::fuzz {

namespace {

using Values = std::function<std::string(Choice&)>;

Values listed(std::initializer_list<const char*> values) {
  return [values = std::vector<std::string>(values.begin(), values.end())](Choice& choice) {
    return choice.of(values);
  };
}

// Returns a maker of mostly usual and sometimes extreme values.
Values mostly(Values usual, Values extreme) {
  return [usual = std::move(usual), extreme = std::move(extreme)](Choice& choice) {
    return choice.one_in(6) ? extreme(choice) : usual(choice);
  };
}

Values integers(int least, int greatest) {
  return [=](Choice& choice) { return std::to_string(choice.between(least, greatest)); };
}

Values decimals() {
  return [](Choice& choice) {
    return std::to_string(choice.between(-999, 999)) + "." + std::to_string(choice.between(0, 99));
  };
}

Values dates(const char* suffix = "") {
  return [suffix](Choice& choice) {
    return std::to_string(choice.between(1950, 2030)) + "-" +
           std::to_string(choice.between(1, 12)) + "-" + std::to_string(choice.between(1, 28)) +
           suffix;
  };
}

Values moments() {
  return [](Choice& choice) {
    return std::to_string(choice.between(1990, 2030)) + "-03-" +
           std::to_string(choice.between(1, 31)) + " " + std::to_string(choice.between(0, 23)) +
           ":" + std::to_string(choice.between(10, 59)) + ":07." +
           std::to_string(choice.between(0, 999999));
  };
}

Values words() {
  return [](Choice& choice) {
    static const std::vector<std::string> syllables = {"ka", "lo", "Mi", "nu",
                                                       "re", "St", "tö", "zy"};
    std::string word;
    for (int i = choice.between(1, 4); i > 0; --i)
      word += choice.of(syllables);
    return word;
  };
}

Values strange_texts() {
  return [](Choice& choice) {
    static const std::vector<std::string> texts = {"",
                                                   " ",
                                                   "  a",
                                                   "a  ",
                                                   "NULL",
                                                   "null",
                                                   "\"NULL\"",
                                                   "*",
                                                   "a,b",
                                                   "{x}",
                                                   "{}",
                                                   "\"",
                                                   "'",
                                                   "\\",
                                                   "\\\"",
                                                   "a:b",
                                                   "1:2,3:4",
                                                   "[1,2)",
                                                   "(,)",
                                                   "line\nbreak",
                                                   "tab\there",
                                                   "\x01",
                                                   "é",
                                                   "e\xCC\x81",
                                                   "😀👩‍👩‍👧",
                                                   "ß",
                                                   "SS",
                                                   "İ",
                                                   "ﬀ",
                                                   "0",
                                                   "00",
                                                   "1e3",
                                                   "NaN",
                                                   "infinity",
                                                   "true",
                                                   "2026-11-22",
                                                   "%s%n",
                                                   "$1",
                                                   "--",
                                                   "; DROP TABLE x",
                                                   "\xEF\xBB\xBF",
                                                   "\xC2\xA0",
                                                   "𐍈"};
    if (choice.one_in(12))
      return std::string(static_cast<std::size_t>(choice.between(100, 9000)), 'x') +
             std::to_string(choice.between(0, 3));
    return choice.of(texts);
  };
}

Values uuids() {
  return [](Choice& choice) {
    const char* digits = "0123456789abcdef";
    std::string result;
    for (int i = 0; i < 32; ++i) {
      if (i == 8 || i == 12 || i == 16 || i == 20) result += '-';
      result += digits[choice.below(i < 4 ? 3 : 16)];
    }
    return result;
  };
}

Values bits(int least, int greatest) {
  return [=](Choice& choice) {
    std::string result;
    for (int i = choice.between(least, greatest); i > 0; --i)
      result += choice.one_in(2) ? '1' : '0';
    return result;
  };
}

Values ranges(bool with_infinite) {
  return [=](Choice& choice) {
    if (choice.one_in(8)) return std::string("empty");
    if (with_infinite && choice.one_in(6)) return std::string(choice.of({"(,)", "[3,)", "(,7]"}));
    const int from = choice.between(-20, 20);
    return "[" + std::to_string(from) + "," + std::to_string(from + choice.between(0, 9)) +
           choice.of({")", "]"});
  };
}

std::vector<ValueType> all_types() {
  const auto text = mostly(words(), strange_texts());
  return {
      {"integer",
       mostly(integers(0, 90), listed({"2147483647", "-2147483648", "0", "-1", "2147483646"})),
       true, true},
      {"text", text, true, true},
      {"text", words(), true, true},
      {"date",
       mostly(dates(), listed({"infinity", "-infinity", "4713-01-01 BC", "5874897-12-31",
                               "5874897-12-30", "0001-01-01", "0001-12-31 BC", "2000-01-01"})),
       true, true},
      {"boolean", listed({"t", "f"}), true, true},
      {"numeric(8,2)", decimals(), true, true},
      {"double precision",
       mostly(decimals(),
              listed({"NaN", "Infinity", "-Infinity", "-0", "0", "5e-324", "1.7976931348623157e308",
                      "-1.7976931348623157e308", "0.1", "1e15", "123456789012345680"})),
       true, true},
      {"fuzz_types.mood", listed({"sad", "ok", "happy", "NULL", "a,b"}), true, true},
      {"smallint", mostly(integers(-9, 9), listed({"32767", "-32768"})), true, false},
      {"bigint",
       mostly(integers(0, 30), listed({"9223372036854775807", "-9223372036854775808",
                                       "9223372036854775806", "9007199254740993"})),
       true, false},
      {"numeric",
       mostly(decimals(), listed({"NaN", "Infinity", "-Infinity", "1.0", "1.00", "1", "1e-30",
                                  "1e300", "-1e300", "123456789012345678901234567890.123456789",
                                  "0.000", "-0", "9.99e-100"})),
       true, false},
      {"numeric(3,-2)", listed({"100", "99900", "-1200", "0"}), true, false},
      {"real",
       mostly(decimals(),
              listed({"NaN", "Infinity", "-Infinity", "-0", "1e-45", "3.4e38", "0.1", "16777217"})),
       true, false},
      {"text COLLATE \"C\"", text, true, false},
      {"text COLLATE \"de-x-icu\"", text, true, false},
      {"text COLLATE fuzz_types.ignoring_case",
       listed({"a", "A", "b", "B", "ä", "Ä", "a\xCC\x88", "", " ", "ss", "ß", "SS"}), true, false},
      {"fuzz_types.citext", listed({"berlin", "BERLIN", "Berlin", "ulm", "ULM", "", "*"}), true,
       false},
      {"varchar(9) COLLATE fuzz_types.ignoring_accents",
       listed({"e", "é", "E", "É", "e\xCC\x81", "zz", ""}), true, false},
      {"varchar(5)", listed({"", "a", "abcde", "äöüß", "     ", "NULL", "*", "{a,b}"}), true,
       false},
      {"char(3)", listed({"", "a", "ab", "abc", " a", "äö"}), true, false},
      {"\"char\"", listed({"", "a", "b", "\\200", "\\377", " "}), true, false},
      {"name", mostly(words(), listed({"", "select", "A b"})), true, false},
      {"time", listed({"00:00", "24:00", "12:30:00.5", "23:59:59.999999", "07:07"}), true, false},
      {"timetz", listed({"00:00+00", "24:00-03", "12:30+02", "10:30+00", "23:59:59.9-15:59"}), true,
       false},
      {"timestamp",
       mostly(moments(), listed({"infinity", "-infinity", "4713-01-01 00:00 BC",
                                 "294276-12-31 23:59:59.999999", "0001-01-01"})),
       true, false},
      {"timestamp(0)", moments(), true, false},
      {"timestamptz",
       mostly(moments(), listed({"infinity", "-infinity", "4713-11-24 00:00+00 BC",
                                 "294276-12-31 23:59:59.999999+00"})),
       true, false},
      {"interval",
       listed({"1 mon", "30 days", "720:00", "0", "-1 day", "178000000 years", "-178000000 years",
               "1 year 2 mons", "00:00:00.000001"}),
       true, false},
      {"uuid", uuids(), true, false},
      {"inet",
       listed({"10.0.0.1", "10.0.0.0/8", "::1", "fe80::/10", "255.255.255.255", "10.0.0.1/24"}),
       true, false},
      {"cidr", listed({"10.0.0.0/8", "::/0", "192.168.1.0/24"}), true, false},
      {"macaddr", listed({"08:00:2b:01:02:03", "ff:ff:ff:ff:ff:ff", "00:00:00:00:00:00"}), true,
       false},
      {"money", listed({"1.00", "-3.50", "92233720368547758.07", "0"}), true, false},
      {"bytea", listed({"\\x", "\\x00", "\\xff00", "\\x6162", "\\xdeadbeefdeadbeef"}), true, false},
      {"bit(3)", bits(3, 3), true, false},
      {"bit varying", bits(0, 9), true, false},
      {"oid", mostly(integers(0, 9), listed({"4294967295", "2147483648"})), true, false},
      {"regclass", listed({"pg_class", "pg_type", "0", "424242"}), true, false},
      {"pg_lsn", listed({"0/0", "FFFFFFFF/FFFFFFFF", "16/B374D848"}), true, false},
      {"integer[]",
       listed({"{}", "{1}", "{1,2}", "{NULL}", "{{1,2},{3,4}}", "[5:6]={1,2}", "{2147483647}"}),
       true, false},
      {"text[]",
       listed({"{}", "{a}", "{a,\"b c\"}", "{NULL,\"NULL\"}", "{\"\"}", "{\"\\\\\",\"\\\"\"}"}),
       true, false},
      {"fuzz_types.mood[]", listed({"{}", "{sad}", "{ok,happy}"}), true, false},
      {"jsonb",
       listed({"{}", "[]", "null", "1", "1.0", "\"a\"", "{\"a\": 1}", "{\"a\": [1, {\"b\": null}]}",
               "true"}),
       true, false},
      {"int4range", ranges(true), true, false},
      {"numrange", ranges(true), true, false},
      {"daterange",
       listed({"empty", "[2026-01-01,2026-02-01)", "(,)", "[2026-01-01,infinity)",
               "[2026-01-01,2026-01-02)"}),
       true, false},
      {"int4multirange", listed({"{}", "{[1,3)}", "{[1,3),[5,9)}", "{(,)}"}), true, false},
      {"fuzz_types.small", integers(1, 40), true, false},
      {"fuzz_types.tiny", integers(1, 9), true, false},
      {"fuzz_types.code", listed({"A1", "B22", "C333", "Z"}), true, false},
      {"fuzz_types.pair", listed({"(1,a)", "(1,b)", "(,)", "(2,\"a,b\")", "(2147483647,\"\")"}),
       true, false},
      {"fuzz_types.pair[]", listed({"{}", "{\"(1,a)\"}", "{\"(1,a)\",\"(,)\"}"}), true, false},
      {"tsvector", listed({"", "a", "a:1 b:2", "'the fat'"}), true, false},
      {"tsquery", listed({"a", "a & b", "!c", "a <-> b"}), true, false},
      // The next types have equality without an order, or no equality.
      {"xid", mostly(integers(1, 9), listed({"4294967295", "0"})), false, false},
      {"cid", integers(0, 9), false, false},
      {"json",
       listed({"{}", "[]", "null", "1", "1.0", "{\"a\":1}", "{\"a\": 1}", "{\"a\":1,\"a\":2}"}),
       false, false},
      {"xml", listed({"<a/>", "<a></a>", "x", "<b>1</b>"}), false, false},
      {"point", listed({"(0,0)", "(1,2)", "(1.0,2.0)", "(NaN,Infinity)", "(-0,0)"}), false, false},
      {"box", listed({"(1,1),(0,0)", "(2,2),(1,1)"}), false, false},
      {"circle", listed({"<(0,0),1>", "<(1,1),1>"}), false, false},
      {"polygon", listed({"((0,0),(1,1),(1,0))", "((2,2))"}), false, false},
      {"json[]", listed({"{}", "{1}", "{\"{}\",null}"}), false, false},
  };
}

}  // namespace

const std::vector<ValueType>& value_types() {
  static const std::vector<ValueType> types = all_types();
  return types;
}

std::string type_definitions() {
  return "CREATE SCHEMA fuzz_types;\n"
         "CREATE TYPE fuzz_types.mood AS ENUM ('sad', 'ok', 'happy', 'NULL', 'a,b');\n"
         "CREATE TYPE fuzz_types.pair AS (number integer, word text);\n"
         "CREATE DOMAIN fuzz_types.small AS integer CHECK (VALUE BETWEEN 1 AND 40);\n"
         "CREATE DOMAIN fuzz_types.tiny AS fuzz_types.small CHECK (VALUE < 10);\n"
         "CREATE DOMAIN fuzz_types.code AS varchar(4) CHECK (VALUE ~ '^[A-Z]');\n"
         "CREATE COLLATION fuzz_types.ignoring_case (provider = icu, locale = 'und-u-ks-level2', "
         "deterministic = false);\n"
         "CREATE COLLATION fuzz_types.ignoring_accents (provider = icu, locale = "
         "'und-u-ks-level1', deterministic = false);\n"
         "CREATE EXTENSION citext SCHEMA fuzz_types;\n"
         "CREATE ROLE fuzz_user;\n"
         "CREATE ROLE fuzz_dumper;\n"
         "GRANT pg_read_all_data TO fuzz_dumper;\n"
         "GRANT USAGE ON SCHEMA fuzz_types TO fuzz_user;\n";
}

}  // namespace microdata::fuzz
