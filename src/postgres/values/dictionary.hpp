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

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "postgres/values/attribute_type.hpp"

namespace microdata::postgres {

// A value for look-up: by value, or the bytes that a pointer leads to (a varlena's without its
// header).
struct Key {
  bool is_null = false;
  std::int64_t fixed = 0;
  std::string_view bytes;
};

// The distinct values of one attribute. Values are first collected, and each new image gets the
// next provisional code. The function finish() then puts the values in the type's order, merges
// equal ones, and numbers them. Values are equal if the type takes them for equal, such as 1.0 and
// 1.00, or 'flu' and 'Flu' under a case-insensitive collation. The shortest spelling, then the
// first by its bytes, stands for all equal values.
class Dictionary {
 public:
  explicit Dictionary(AttributeType type);

  const AttributeType& type() const { return type_; }

  // Returns the hash of a key for encode(). Best called well before encode(), because it prefetches
  // what encode() reads.
  std::uint32_t hash(const Key& key) const;

  // Returns the provisional code of a value. Calls nothing in PostgreSQL that can fail.
  Code encode(const Key& key, std::uint32_t hash);
  Code encode(const Key& key) { return encode(key, hash(key)); }

  // Ends the collecting. translate() maps provisional codes to codes.
  void finish(const Progress& progress);
  void translate(std::vector<Code>& provisional, const Progress& progress) const;

  // Returns the approximate memory that the dictionary takes.
  std::size_t allocated_bytes() const;

  // The following functions must only be called after finish().
  Code distinct() const { return images() + (null_seen_ ? 1 : 0); }
  bool nullable() const { return null_seen_; }
  bool is_null(Code code) const { return null_seen_ && code + 1 == distinct(); }
  // Returns the value of a code that is not NULL. A pointer leads into the dictionary.
  Datum datum(Code code) const { return image_datum(code); }
  // The values of many codes, without a look at the dictionary for each. Valid as long as the
  // dictionary exists unchanged.
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
  // Adds all values to a dictionary of the same type that is not finished. Returns the provisional
  // codes there, by code.
  std::vector<Code> add_to(Dictionary& other) const;
  // Returns the bytes of all values of types that are not passed by value.
  std::size_t stored_bytes() const;
  // Returns the smallest number of bytes that a value takes within a row of a table, which stores
  // large ones elsewhere or compressed; 0 if one is NULL.
  std::size_t least_bytes_in_row() const;
  // Returns the value's text form, independent of the session; NULL is "NULL".
  std::string text(Code code) const;
  // Returns the first bytes of the text of a value that is not NULL: at most `size`, perhaps cut
  // within a character. Returns an empty text for a value so large that writing it out would take
  // long. Must be called within PlainText.
  std::string opening(Code code, std::size_t size) const;
  // Returns the texts of all values without NULL, by code.
  std::vector<std::string> texts(const Progress& progress) const;
  // Returns a number for each code, as in Attribute::projection, or nothing.
  const std::vector<double>& projection() const { return projection_; }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t code_plus_one = 0;  // 0: free
  };

  static constexpr Code null_code = static_cast<Code>(-1);

  bool fixed() const { return type_.by_value; }
  bool hash_is_key() const { return fixed() && type_.length <= 4; }
  // True if the value at `image`, which has the key's hash, is the key's.
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

  // Images in an order in which equal values are neighbours.
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
  // Images in the order of their provisional codes; after finish(), values in the order of their
  // codes.
  std::vector<std::int64_t> fixed_;
  std::vector<const char*> stored_;
  std::vector<std::uint32_t> lengths_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  // The bytes of all blocks.
  std::size_t block_bytes_ = 0;
  std::size_t block_used_ = 0;
  std::size_t block_size_ = 0;
  std::vector<Slot> slots_;
  std::vector<Code> code_of_image_;
  std::vector<double> projection_;
};

// Returns the published text of each code; nullopt for NULL.
std::vector<std::optional<std::string>> texts_of(const Dictionary& published,
                                                 const Progress& progress);

}  // namespace microdata::postgres
