#include "core/base/packing.hpp"

#include <cstdint>
#include <gtest/gtest.h>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace microdata {
namespace {

std::string bytes(std::initializer_list<unsigned> values) {
  std::string text;
  for (const unsigned value : values)
    text.push_back(static_cast<char>(value));
  return text;
}

struct Tree {
  std::int32_t number = 0;
  std::vector<Tree> below;
};
template <typename T>
auto members(T& tree, const Tree* /*type*/) {
  return std::tie(tree.number, tree.below);
}

// A value that stands in its text.
struct Spelling {
  std::string text;

  std::string str() const { return "<" + text + ">"; }
  static Spelling parse(const std::string& text) { return {text.substr(1, text.size() - 2)}; }
};

// Packing has the same result on processors that store the highest byte first.
TEST(Packing, PutsTheLowestByteFirst) {
  EXPECT_EQ(pack(std::uint32_t{0x01020304}), bytes({4, 3, 2, 1}));
  EXPECT_EQ(pack(std::int16_t{-2}), bytes({0xfe, 0xff}));
  EXPECT_EQ(pack(1.5), bytes({0, 0, 0, 0, 0, 0, 0xf8, 0x3f}));
  EXPECT_EQ(pack(-2.0F), bytes({0, 0, 0, 0xc0}));
  EXPECT_EQ(pack(true, std::string("ab")), bytes({1, 2, 0, 0, 0, 0, 0, 0, 0, 'a', 'b'}));
  EXPECT_EQ(pack(std::vector<bool>{true, false, true}),
            bytes({3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 5}));
}

TEST(Packing, GivesBackWhatWasPacked) {
  const Tree tree{-7, {{1, {}}, {2, {{3, {}}}}}};
  const Tree back = unpack<Tree>(pack(tree));
  EXPECT_EQ(back.number, -7);
  ASSERT_EQ(back.below.size(), 2);
  EXPECT_EQ(back.below[1].below[0].number, 3);
  EXPECT_EQ(pack(back), pack(tree));
  EXPECT_EQ(pack(Spelling{"a"}), pack(std::string("<a>")));
  EXPECT_EQ(unpack<Spelling>(pack(Spelling{"a"})).text, "a");
}

TEST(Packing, RefusesBytesThatAreTooFewOrTooMany) {
  const std::string whole = pack(std::vector<std::string>{"one", "two"});
  using Texts = std::vector<std::string>;
  EXPECT_EQ(unpack<Texts>(whole).size(), 2);
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_THROW(unpack<Texts>(whole.substr(0, size)), NotPacked);
  EXPECT_THROW(unpack<Texts>(whole + "x"), NotPacked);
  // The bytes announce more elements than they can contain.
  EXPECT_THROW(unpack<std::vector<std::uint8_t>>(pack(std::uint64_t{1} << 60U)), NotPacked);
}

// Each element takes one packed byte but tens of bytes of memory.
TEST(Packing, RefusesValuesThatTakeMoreMemoryThanAllowed) {
  using Texts = std::vector<std::optional<std::string>>;
  const std::string whole = pack(Texts(1000));
  const auto read = [&](const std::string& bytes, std::size_t most_memory, auto value) {
    Unpacking unpacking(bytes, nullptr, most_memory);
    unpacking.take(value);
    return value;
  };
  EXPECT_EQ(read(whole, 1000 * sizeof(Texts::value_type) + 100, Texts()).size(), 1000);
  EXPECT_THROW(read(whole, 1000 * sizeof(Texts::value_type), Texts()), PackedTooLarge);
  EXPECT_THROW(read(whole, 0, Texts()), PackedTooLarge);
  const std::string nested = pack(std::vector<std::vector<bool>>(100, std::vector<bool>(8)));
  EXPECT_THROW(read(nested, 2400, std::vector<std::vector<bool>>()), PackedTooLarge);
  EXPECT_EQ(read(nested, 10000, std::vector<std::vector<bool>>()).size(), 100);
  const std::string mapped = pack(std::map<std::int32_t, std::string>{{1, ""}, {2, "two"}});
  EXPECT_THROW(read(mapped, 100, std::map<std::int32_t, std::string>()), PackedTooLarge);
  EXPECT_EQ(read(mapped, 1000, std::map<std::int32_t, std::string>()).size(), 2);
}

}  // namespace
}  // namespace microdata
