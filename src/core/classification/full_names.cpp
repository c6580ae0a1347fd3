#include "core/classification/full_names.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/classification/ascii.hpp"
#include "core/classification/column_names.hpp"

namespace microdata {

namespace {

// Part that a character plays in a word; `letter` can be a capital or a small letter.
enum class Part { none, capital, small, letter, joint, dot };

struct Character {
  Part part;
  std::size_t bytes;
};

Part part_of_ascii(char c) {
  if (is_capital(c)) return Part::capital;
  if (is_ascii_letter(c)) return Part::small;
  if (c == '-' || c == '\'') return Part::joint;
  return c == '.' ? Part::dot : Part::none;
}

Part capital_if(bool capital) {
  return capital ? Part::capital : Part::small;
}

Part part_of(unsigned code) {
  if (code == 0xD7 || code == 0xF7) return Part::none;
  if (code >= 0xC0 && code <= 0xFF) return capital_if(code <= 0xDE);
  // Capitals of Latin Extended-A precede their small letters; their codes are odd in some ranges
  // and even in others.
  if (code >= 0x100 && code <= 0x17F) {
    const bool odd = (code >= 0x139 && code <= 0x148) || code >= 0x179;
    return capital_if((code % 2 == 1) == odd || code == 0x178);
  }
  if (code >= 0x386 && code <= 0x3FF) return capital_if(code <= 0x3AB && code != 0x390);
  if (code >= 0x400 && code <= 0x45F) return capital_if(code <= 0x42F);
  // U+2019 is an apostrophe, U+2010 and U+2011 are hyphens.
  if (code == 0x2019 || code == 0x2010 || code == 0x2011) return Part::joint;
  const bool known = (code >= 0x180 && code <= 0x24F) || (code >= 0x300 && code <= 0x36F) ||
                     (code >= 0x460 && code <= 0x52F) || (code >= 0x1E00 && code <= 0x1FFF);
  return known ? Part::letter : Part::none;
}

// Returns the bits that a continuation byte adds to a character, or 0xFF if the byte is no
// continuation.
unsigned continued(std::string_view text, std::size_t at) {
  const unsigned byte = at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
  return (byte & 0xC0U) == 0x80U ? byte & 0x3FU : 0xFFU;
}

Character character_at(std::string_view text, std::size_t at) {
  const unsigned first = static_cast<unsigned char>(text[at]);
  if (first < 0x80U) return {part_of_ascii(text[at]), 1};
  const unsigned second = continued(text, at + 1);
  if (second == 0xFFU) return {Part::letter, 1};
  if (first >= 0xC2U && first <= 0xDFU) return {part_of((first & 0x1FU) << 6U | second), 2};
  const unsigned third = continued(text, at + 2);
  if (first >= 0xE0U && first <= 0xEFU && third != 0xFFU)
    return {part_of((first & 0xFU) << 12U | second << 6U | third), 3};
  return {first >= 0xF0U ? Part::none : Part::letter, 1};
}

// True if a word is in a list with a blank before and after each word.
bool is_among(std::string_view list, const std::string& word) {
  return list.find(" " + word + " ") != std::string_view::npos;
}

bool is_particle(const std::string& word) {
  return is_among(
      " von van vom zu zum zur der den dem de del della delle di da das do dos du des le la los "
      "las "
      "el al ter ten te y e i und ibn bin ben abu af av ",
      word);
}

bool is_title(const std::string& word) {
  return is_among(
      " dr prof mr mrs ms miss herr frau hr fr sr sra jr dipl ing med phil md phd msc bsc dame sir "
      "ii iii iv mme mlle dott pan pani ",
      word);
}

// True for words in names of companies, houses and streets.
bool is_of_things(const std::string& word) {
  return is_among(
      " gmbh ag kg ohg ug mbh inc ltd llc llp plc corp corporation company co sarl srl spa bv nv "
      "oy group gruppe holding bank hospital clinic klinik school schule college university "
      "hotel restaurant street st road rd avenue ave boulevard strasse allee gasse platz rue calle "
      "via viale piazza ulica plaza square and the of ",
      word);
}

// True for the most common given names in the languages of columns' names, except names that are
// also ordinary words or towns.
bool is_given_name(const std::string& word) {
  return is_among(
      " adam adrian adriana adrien agata agnes agnieszka alain alba albert alberto alejandra "
      "alejandro alessandra alessandro alessia alex alexander alexandra alexandre alexandros "
      "alfred alfredo ali alice alicia alicja aline amanda amelie amy ana andre andrea andreas "
      "andres andrew andrzej angela angelika angelina angelo anita anja anke ann anna anne "
      "anneliese annette annie antje antoine anton antoni antonia antonio arthur astrid aurelie "
      "axel barbara bartosz beata beate beatrice beatriz ben benedikt benjamin bernard bernd "
      "bernhard bettina birgit bjorn bogdan boris bram brenda brian brigitte bruno camille "
      "carina carl carla carlo carlos carmen carol carola carolina caroline caterina catherine "
      "cecile celine chantal charles chiara chloe christa christel christiane christina "
      "christine christoph christophe christopher cindy claire clara clare claude claudia "
      "claudio clemens corinna cornelia cristian cristina cynthia daan damian daniel daniela "
      "daniele danielle danuta dariusz david davide deborah debra denis denise dennis detlef "
      "diana diane diego dieter dietmar dirk dominik dominique donald donna doris dorota "
      "dorothea dorothy eduardo edward edyta elena eleonora elias elisa elisabeth elise "
      "elizabeth elizbieta elke ella ellen els elzbieta emil emilia emilie emily emma emmanuel "
      "enrico enrique eric erich erik erika ernst erwin esther etienne eva eve ewa fabian fabio "
      "fabrice fatima fatma federica federico felix ferdinand fernando filip filippo florian "
      "francesca francesco francis francisca francisco franciszek francois francoise franz fred "
      "frederic frederick friedrich fritz gabriel gabriela gabriele gabriella gary georg george "
      "georges gerald gerard gerd gerhard giacomo gianni gilles giorgia giorgio giovanna "
      "giovanni gisela giulia giuseppe giuseppina grazyna gregor gregory greta grzegorz guenter "
      "guenther guido guillaume guillermo gunter gunther gustav halina hanna hannah hannelore "
      "hans harald harry hassan heather heidi heike heiko heinrich heinz helen helena helene "
      "helga helmut hendrik henk henri henry henryk herbert hermann holger horst hubert hugo "
      "ibrahim ignacio igor ilona ilse ines inga inge ingeborg ingo ingrid irena irene irina "
      "isabel "
      "isabella isabelle ivan iwona jacek jacob jacqueline jacques jadwiga jaime jakob jakub "
      "jamal james jan jana janet janina janine janusz jasmin jason javier jean jeanne jeffrey "
      "jennifer jens jeremy jerome jerzy jessica jesus joachim joan joanna joao joerg johan "
      "johann johanna johannes john jolanta jonas jonathan joost jorg jorge jose josef josefa "
      "joseph josephine joshua joyce juan juana juanita judith juergen julia julian juliane "
      "julie julien juliette jurgen justine justyna jutta kamil karen karin karina karl karla "
      "karolina katarina katarzyna katharina katherine kathleen kathrin katja katrin kazimierz "
      "kees kenneth kerstin kevin kim klara klaus konrad konstantin krystyna krzysztof kurt "
      "larry lars laura lauren laurence laurent laurie lea leah lena lennart leo leon leonardo "
      "leonie leonor lidia lieke lina linda lisa lise lorenzo lothar louis louise luca lucas "
      "lucia lucie luigi luis luisa lukas lukasz lutz lydia maciej madeleine magdalena maja "
      "malgorzata manfred manon manuel manuela marc marcel marcello marcin marco marcus marek "
      "margaret margareta margarete margarita margherita margot maria mariana marianne marie "
      "mario mariola marion mariusz markus marta martha martijn martin martina martine mary "
      "mateo mateusz mathias mathieu mathilde matteo matthew matthias maurice maurizio max "
      "maximilian mehmet melanie mercedes mia michael michaela michal michel michele michelle "
      "miguel mike mikolaj miriam mirjam miroslaw mohamed mohammad mohammed monica monika "
      "monique moritz muhammad murat mustafa nadia nadine nancy natalia natalie nathalie nathan "
      "nicholas nico nicola nicolas nicole niels niklas nikolaus nils nina noah noemi nora "
      "norbert olaf olga oliver olivia olivier omar oscar oskar otto pablo paola paolo pascal "
      "patricia patrick patrizia patrycja paul paula paulina pauline pawel pedro peggy peter "
      "petra philip philipp philippe pierre pieter pilar piotr przemyslaw rachel rafael rafal "
      "raffaele rainer ralf ralph ramon ramona raquel raul raymond rebecca regina reiner "
      "reinhard renata renate rene ricardo riccardo richard rita robert roberta roberto robin "
      "roger roland rolf roman ronald rosa rosario rosemarie rosmarie ruben rudolf ruth ryan "
      "ryszard sabina sabine sabrina salvatore samantha samuel sandra sandrine sara sarah scott "
      "sebastian sebastien sergio sharon silke silvia simon simona simone slawomir sofia sofie "
      "sonia sonja sophia sophie stanislaw stefan stefania stefanie stefano steffen stephan "
      "stephane stephanie stephen steve steven stuart susan susana susanne suzanne sven svetlana "
      "sylvia sylvie sylwia tadeusz tanja tatjana teresa thea theo theodor theresa thomas "
      "thorsten tim timo timothy tobias tomas tomasz torsten udo ulrich ulrike ursula urszula "
      "ute uwe valentina valerie vanessa vera veronica veronika veronique vicente victoria "
      "viktor vincent vincenzo virginie volker waldemar walter waltraud wanda werner wieslaw "
      "wilfried wilhelm willem willi william wim witold wojciech wolfgang xavier yann yannick "
      "yolanda yusuf yves yvonne zbigniew zoe zofia zuzanna ",
      word);
}

// True for words before the names of saints, which occur in names of towns, churches and hospitals.
bool is_of_saints(const std::string& word) {
  return is_among(" san santa santo sao st ste saint sainte sankt sint swiety swieta ", word);
}

enum class Letters { capitals_first, small };

enum class Word { other, skipped, initial, name };

Word word_of(std::string_view text, Letters letters_of_names) {
  std::string small;
  std::size_t letters = 0;
  bool capital = false;
  bool any_small = false;
  bool joined = true;
  for (std::size_t i = 0; i < text.size();) {
    const Character c = character_at(text, i);
    if (c.part == Part::dot && i + c.bytes == text.size() && letters > 0) break;
    if (c.part == Part::none || c.part == Part::dot || (c.part == Part::joint && joined))
      return Word::other;
    joined = c.part == Part::joint;
    if (!joined) {
      if (letters == 0) capital = c.part != Part::small;
      any_small = any_small || c.part != Part::capital;
      ++letters;
    }
    for (const char byte : text.substr(i, c.bytes))
      small += lower(byte);
    i += c.bytes;
  }
  if (letters == 0 || joined || is_of_things(small)) return Word::other;
  if (is_particle(small) || is_title(small)) return Word::skipped;
  if (letters_of_names == Letters::small) {
    if (capital || is_of_saints(small)) return Word::other;
  } else if (!capital && (small.size() < 3 || small[1] != '\'')) {
    return Word::other;  // d'Angelo and o'Brien are exceptions.
  }
  if (letters == 1) return Word::initial;
  if (text.back() == '.') return Word::other;
  // Two capitals might be a code.
  return any_small || letters > 2 ? Word::name : Word::other;
}

bool is_name_in(std::string_view text, Letters letters) {
  constexpr std::size_t longest = 100;
  constexpr std::size_t fewest_words = 2;
  constexpr std::size_t most_words = 4;
  if (text.size() > longest || std::count(text.begin(), text.end(), ',') > 1) return false;
  std::size_t words = 0;
  std::size_t names = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" ,", begin), text.size());
    if (end > begin) {
      const Word word = word_of(text.substr(begin, end - begin), letters);
      if (word == Word::other) return false;
      words += word == Word::skipped ? 0 : 1;
      names += word == Word::name ? 1 : 0;
    }
    begin = end + 1;
  }
  return words >= fewest_words && words <= most_words && names > 0;
}

bool is_name(std::string_view text) {
  return is_name_in(text, Letters::capitals_first);
}

// Returns the elements of an array in the notation of PostgreSQL or JSON.
std::vector<std::string> elements_of(std::string_view array) {
  std::vector<std::string> elements;
  for (std::size_t i = 1; i + 1 < array.size(); ++i) {
    std::string element;
    for (bool quoted = false; i + 1 < array.size() && (quoted || array[i] != ','); ++i) {
      if (array[i] == '"')
        quoted = !quoted;
      else if (!element.empty() || array[i] != ' ')
        element += array[i];
    }
    if (!element.empty() && element != "NULL") elements.push_back(std::move(element));
  }
  return elements;
}

// True if each element is a full name, or all elements together are.
bool is_array_of_names(std::string_view array) {
  const std::vector<std::string> elements = elements_of(array);
  if (elements.empty()) return false;
  if (std::all_of(elements.begin(), elements.end(), is_name)) return true;
  std::string all;
  for (const std::string& element : elements)
    all += element + " ";
  return is_name(all);
}

}  // namespace

bool is_full_name(std::string_view text) {
  const bool array = text.size() > 2 && (text.front() == '{' || text.front() == '[');
  return array ? is_array_of_names(text) : is_name(text);
}

bool is_full_name_in_small_letters(std::string_view text) {
  if (!is_name_in(text, Letters::small)) return false;
  const std::vector<std::string> words = words_of_name(text);
  return std::any_of(words.begin(), words.end(), is_given_name);
}

}  // namespace microdata
