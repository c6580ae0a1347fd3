#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "postgres/values/attribute_type.hpp"

namespace microdata::postgres {

// A value as it is looked up: by value, or the bytes that a pointer leads to (a varlena's without
// its header).
struct Key {
  bool is_null = false;
  std::int64_t fixed = 0;
  std::string_view bytes;
};

// The distinct values of one attribute. First they are collected, each new image getting the next
// provisional code; then finish() puts them in the type's order, merges those that the type takes
// for equal (1.0 and 1.00; 'flu' and 'Flu' under a case-insensitive collation), of which the
// shortest spelling, then the first by its bytes, stands for all, and numbers them.
class Dictionary {
 public:
  explicit Dictionary(AttributeType type);

  const AttributeType& type() const { return type_; }

  // To be asked of a key before encode(), better well before: fetches what that will look at.
  std::uint32_t hash(const Key& key) const;

  // The provisional code of a value. Calls nothing in PostgreSQL that can fail.
  Code encode(const Key& key, std::uint32_t hash);
  Code encode(const Key& key) { return encode(key, hash(key)); }

  // Ends the collecting. Maps provisional codes to codes.
  void finish(const Progress& progress);
  void translate(std::vector<Code>& provisional, const Progress& progress) const;

  // What it takes of memory, about.
  std::size_t allocated_bytes() const;

  // All of the following only after finish().
  Code distinct() const { return images() + (null_seen_ ? 1 : 0); }
  bool nullable() const { return null_seen_; }
  bool is_null(Code code) const { return null_seen_ && code + 1 == distinct(); }
  // The value of a code that is not NULL. A pointer leads into the dictionary.
  Datum datum(Code code) const { return image_datum(code); }
  // The same for many codes, without a look at the dictionary for each. Lasts as long as it, unless
  // it is changed.
  class Datums {
   public:
    explicit Datums(const Dictionary& dictionary)
        : fixed_(dictionary.fixed() ? dictionary.fixed_.data() : nullptr),
          stored_(dictionary.stored_.data()),
          images_(dictionary.images()) {}

    bool is_null(Code code) const { return code >= images_; }
    Datum operator[](Code code) const {
      return fixed_ != nullptr ? static_cast<Datum>(fixed_[code]) : PointerGetDatum(stored_[code]);
    }

   private:
    const std::int64_t* fixed_;
    const char* const* stored_;
    Code images_;
  };
  // Adds all values to a dictionary of the same type that is not finished: by code, the provisional
  // codes there.
  std::vector<Code> add_to(Dictionary& other) const;
  // The bytes of all values, of types that are not passed by value.
  std::size_t stored_bytes() const;
  // The fewest bytes that one of the values takes within a row of a table, which stores large ones
  // elsewhere or compressed; 0 if one is NULL.
  std::size_t least_bytes_in_row() const;
  // The value's text form, independent of the session; NULL is "NULL".
  std::string text(Code code) const;
  // The first bytes of the text of a value that is not NULL: at most `size`, perhaps cut within a
  // character. Empty where the value is so large that to write it out would take long. Within
  // PlainText.
  std::string opening(Code code, std::size_t size) const;
  // Those of all values but NULL, by their codes.
  std::vector<std::string> texts(const Progress& progress) const;
  // Empty, or a number for each code, as in Attribute::projection.
  const std::vector<double>& projection() const { return projection_; }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t code_plus_one = 0;  // 0: free
  };

  static constexpr Code null_code = static_cast<Code>(-1);

  bool fixed() const { return type_.by_value; }
  bool hash_is_key() const { return fixed() && type_.length <= 4; }
  // Whether the value at `image`, which has the key's hash, is the key's.
  bool equals(std::uint32_t image, const Key& key) const;
  void store(const Key& key);
  void grow();
  std::string_view bytes(std::uint32_t image) const;
  std::uint32_t images() const {
    return static_cast<std::uint32_t>(fixed() ? fixed_.size() : stored_.size());
  }
  Datum image_datum(std::uint32_t image) const {
    return fixed() ? static_cast<Datum>(fixed_[image]) : PointerGetDatum(stored_[image]);
  }
  std::string image_text(std::uint32_t image) const;

  // Images so that those that are one value are neighbours.
  struct Order {
    std::vector<std::uint32_t> images;
    std::vector<bool> same_as_previous;
  };
  Order all_images() const;
  Order order_images(const Progress& progress) const;
  Order order_by_value(const Progress& progress) const;
  Order order_floats(const Progress& progress) const;
  Order order_bytes(const Progress& progress) const;
  Order order_by_type(const Progress& progress) const;
  Order order_by_text(const Progress& progress) const;
  void bring_equal_together(Order& order, const Progress& progress) const;
  std::uint32_t spelling(std::span<const std::uint32_t> images) const;
  void keep_only(const std::vector<std::uint32_t>& spellings);
  void project(const Progress& progress);

  AttributeType type_;
  std::uint64_t seed_;
  bool null_seen_ = false;
  // Images in the order of their provisional codes; after finish(), values in that of their codes.
  std::vector<std::int64_t> fixed_;
  std::vector<const char*> stored_;
  std::vector<std::uint32_t> lengths_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  // Of all blocks.
  std::size_t block_bytes_ = 0;
  std::size_t block_used_ = 0;
  std::size_t block_size_ = 0;
  std::vector<Slot> slots_;
  std::vector<Code> code_of_image_;
  std::vector<double> projection_;
};

}  // namespace microdata::postgres
