#include "core/classification/full_names.hpp"

#include <gtest/gtest.h>

namespace microdata {
namespace {

TEST(FullNames, AreOfPersons) {
  for (const char* name :
       {"Wolfmann, Hanus", "Hanus Wolfmann", "Anna-Lena O'Neil", "Dr. med. Eva von der Heide",
        "J. R. R. Tolkien", "Smith J", "MEIER, ANNA", "Li Na", "Ludwig van Beethoven",
        "M\xC3\xBCller, J\xC3\xBCrgen", "\xC3\x98yvind \xC3\x85s",
        "\xC5\x81ukasz \xC5\xBB\xC3\xB3\xC5\x82\xC4\x87",
        "\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD "
        "\xD0\x9F\xD0\xB5\xD1\x82",
        "\xCE\x9D\xCE\xAF\xCE\xBA\xCE\xBF\xCF\x82 \xCE\x91\xCE\xBB\xCE\xB5\xCE\xBE",
        // The next names are in Latin-1.
        "M\xFCller, J\xFCrgen", "Gabriele d'Annunzio",
        "Se\xC3\xA1n O\xE2\x80\x99"
        "Brien",
        // The next names are in arrays.
        "{\"Hanus Wolfmann\",\"Li Na\"}", "{Hanus,Wolfmann}", "[\"Hanus Wolfmann\", \"Li Na\"]",
        "Mar\xC3\xAD"
        "a del Carmen L\xC3\xB3pez Garc\xC3\xAD"
        "a"})
    EXPECT_TRUE(is_full_name(name)) << name;
}

TEST(FullNames, AreNoOtherTexts) {
  for (const char* text : {"",
                           " ",
                           ",",
                           "Wolfmann",
                           "hanus wolfmann",
                           "Diabetes mellitus",
                           "good progress",
                           "Course 12",
                           "B-AA 123",
                           "M\xC3\xBCller GmbH",
                           "Acme Corporation",
                           "Linden Street",
                           "Anna Meier, Berlin, Mitte",
                           "One Two Three Four Five",
                           "von der",
                           "Dr. Meier",
                           "A. B.",
                           "AB CD",
                           "Anna @Meier",
                           "War and Peace",
                           "Anna  - Meier",
                           "U.S. Army",
                           "Anna.Meier Xa",
                           "Vitamin D3",
                           "\xE2\x82\xAC Euro",
                           "\xF0\x9F\x98\x80 Anna Meier",
                           "'Anna' Meier"})
    EXPECT_FALSE(is_full_name(text)) << text;
}

TEST(FullNames, AreKnownInSmallLetters) {
  for (const char* name : {"anna meyer", "meyer, anna", "dr. hans von der heide",
                           "marie-luise kant", "jos\xC3\xA9 l\xC3\xB3pez", "john r. smith"})
    EXPECT_TRUE(is_full_name_in_small_letters(name)) << name;
  for (const char* text :
       {"anna", "Anna Meyer", "new york", "san jose", "santa ana", "acute bronchitis", "anna gmbh",
        "registered nurse", "red apple", "anna 12", "anna was seen here today", ""})
    EXPECT_FALSE(is_full_name_in_small_letters(text)) << text;
}

}  // namespace
}  // namespace microdata
