// Head of the page, and the sections on what was published, the guarantee and attacks.
#include <algorithm>

#include "client/arguments.hpp"
#include "client/report.hpp"
#include "client/report_classes.hpp"

namespace microdata::client {

namespace {

void write_tile(Html& html, const std::string& id, const std::string& figure,
                const std::string& meaning) {
  html.open("div", {{"class", "tile"}})
      .element("strong", figure, {{"id", id}})
      .element("span", meaning)
      .close("div");
}

std::string shown_as(const PublishedColumn& column) {
  if (column.reading == "range") return "ranges";
  if (column.reading == "set") return "values and sets of values";
  if (column.reading == "label") return "labels of a hierarchy";
  if (column.reading == "multiset") return "all values of the class, counted";
  return "values as they are";
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

// Returns the attributes that are linked with an attribute in one row, as of one person.
std::string linked_with(const PublishedRelease& release, const PublishedAttribute& attribute) {
  std::vector<std::string> names;
  for (const PublishedColumn& other : attribute.relation->columns)
    if (!other.technical() && &other != attribute.column && other.group == attribute.column->group)
      names.push_back(other.name);
  if (!names.empty()) return joined(names);
  return release.attributes.size() == 1 ? "–" : "no other attribute";
}

void write_attributes(Report& report) {
  Table rows;
  for (const PublishedAttribute& attribute : report.release.attributes) {
    const PublishedColumn& column = *attribute.column;
    rows.push_back({Cell::text(column.name), Cell::text(column.role), Cell::text(column.type),
                    Cell::text(shown_as(column)),
                    Cell::text(linked_with(report.release, attribute))});
  }
  report.html.element("h3", "Attributes");
  write_table(report.html, "attributes",
              {"Attribute", "Role", "Type", "Shown as", "Linked within a row with"}, rows);
}

void write_relations(Report& report) {
  Table rows;
  for (const PublishedRelation& relation : report.release.relations) {
    std::vector<std::string> columns;
    for (const PublishedColumn& column : relation.columns)
      columns.push_back(column.name);
    std::optional<double> count;
    const Rows kind = report.session.query(
        "SELECT true FROM pg_catalog.pg_class WHERE oid = pg_catalog.to_regclass($1) AND relkind = "
        "'v'",
        {relation.sql});
    // A view of expected counts has many more rows, and their number means nothing.
    if (relation.with_role("weight") == nullptr)
      report.try_to("The number of rows of " + relation.name, true, [&] {
        const Rows rows = report.session.query("SELECT pg_catalog.count(*) FROM " + relation.sql);
        count = number_of(rows.at(0, 0));
      });
    rows.push_back({Cell::text(relation.name), Cell::text(kind.size() > 0 ? "view" : relation.kind),
                    Cell::count(count), Cell::text(joined(columns))});
  }
  report.html.element("h3", "Tables and views");
  write_table(report.html, "relations", {"Relation", "Kind", "Rows", "Columns"}, rows);
}

void write_parameters(Report& report) {
  const nlohmann::json parameters =
      report.owner() ? report.release.record->parameters : report.release.parameters();
  Table rows;
  for (const auto& [name, value] : parameters.items())
    rows.push_back({Cell::text(name),
                    Cell::text(value.is_string() ? value.get<std::string>() : value.dump())});
  if (rows.empty()) return;
  report.html.open("details").element("summary", "Call, as recorded");
  write_table(report.html, "parameters", {"Parameter", "Value"}, rows);
  report.html.close("details");
}

// Columns of the rows of verify_release, and their SQL.
enum Place { requirement, bound, achieved, holds, worst_case, answer };
constexpr const char* verification_columns =
    "requirement, bound, achieved, holds, worst_case, CASE WHEN holds THEN 'holds' WHEN NOT holds "
    "THEN 'does not hold' ELSE 'cannot be known' END";

// Columns of the rows of audit(), with the name of the attack in place of that of the function, and
// its success with the release. With a control, the figure is the share of the control's failures
// that the release makes succeed.
constexpr const char* audit_columns =
    "risk, pg_catalog.concat(pg_catalog.replace(pg_catalog.regexp_replace(audit, '^audit_', ''), "
    "'_', ' '), ' of ' || attribute), CASE WHEN finding ~ 'utside the release' AND audit <> "
    "'audit_membership' THEN control + figure * (1 - control) ELSE figure END, control, figure, "
    "low, high, finding, attribute";
enum Audited { risk, attack, success, without, gain, low, high, finding, of_attribute };

void write_promises(Report& report) {
  const PublishedRelease& release = report.release;
  const nlohmann::json guarantee = release.description.value("guarantee", nlohmann::json::object());
  if (guarantee.contains("meaning") && guarantee["meaning"].is_string())
    report.html.element("p", text_member(guarantee, "meaning"), {{"id", "guarantee-text"}});
  if (const auto l = release.guaranteed("l"))
    report.paragraph(
        "l = " + figure_text(*l) +
        (release.method() == "fragmentation"
             ? ": every class, and every join of fragments, has at least so many different "
               "sensitive values."
             : ": an attacker with all other attributes of a person can link none of the sensitive "
               "values to that person with a probability above " +
                   percent_text(1 / *l) + ", by what the person's bucket or class shows."));
  if (const auto k = release.guaranteed("k"); k.value_or(0) > 1)
    report.paragraph("k = " + figure_text(*k) +
                     (release.text_parameter("k_scope") == "bucket"
                          ? ": within a bucket, each value that is shown in place of "
                            "quasi-identifiers is shown of at least so many persons."
                          : ": all that is shown of a person's quasi-identifiers is shown of "
                            "at least so many persons."));
  const nlohmann::json harmless = release.parameters().value("harmless", nlohmann::json::object());
  for (const auto& [attribute, values] : harmless.items()) {
    std::vector<std::string> texts;
    for (const nlohmann::json& value : values)
      texts.push_back(value.is_string() ? value.get<std::string>() : "NULL");
    report.paragraph(
        "These values of " + attribute +
        " are held to be harmless, and nothing is promised about them: " + joined(texts) + ".");
  }
  report.remark(
      "The promise is about linking persons to values. What statistics teach about people of a "
      "kind is not hidden: that is what the release is for.");
}

void write_verification(Report& report) {
  const Rows& rows = report.verification;
  const auto say = [&](const std::string& text, const char* mark) {
    Html::Attributes attributes = {{"id", "verification-text"}};
    if (mark != nullptr) attributes.emplace_back("class", mark);
    report.html.element("p", text, attributes);
  };
  report.html.element("h3", "Verification");
  if (rows.size() == 0)
    return say(
        "The release was not verified for this report: that needs the right to read the source.",
        nullptr);
  // A requirement that does not hold discloses facts about the current source, which are for its
  // owner.
  if (!report.owner() && report.verified == false)
    return say(std::string("The verification ") +
                   (report.beside_source ? "against the source " : "") +
                   "did not confirm everything. Ask the owner of the source before you rely on "
                   "this release.",
               "warning");
  int holding = 0;
  for (int row = 0; row < rows.size(); ++row)
    holding += rows.is_true(row, Place::holds) ? 1 : 0;
  const std::string of_all = count_text(holding) + " of " + count_text(rows.size());
  if (report.beside_source)
    say(of_all + " requirements were computed again from the release and its source, and hold.",
        holding == rows.size() ? "good" : "warning");
  else
    say("The release was not verified against the source. What was checked is the structure of its "
        "tables alone, as they are published: " +
            of_all +
            " requirements hold. Whether what they show is of persons of the source, this does not "
            "tell.",
        "warning");
  if (report.owner())
    report.table("verification", rows,
                 {{"Requirement", Place::requirement},
                  {"Bound", Place::bound, Cell::figure},
                  {"Achieved", Place::achieved, Cell::figure},
                  {"Answer", Place::answer},
                  {"Worst case", Place::worst_case}});
  else
    report.table("verification", rows,
                 {{"Requirement", Place::requirement}, {"Answer", Place::answer}});
}

}  // namespace

namespace {

void write_answer(Report& report, const char* id, const std::string& question,
                  const std::vector<std::string>& sentences) {
  report.html.element("dt", question).open("dd", {{"id", id}});
  for (const std::string& sentence : sentences)
    if (!sentence.empty()) report.html.text(sentence + " ");
  report.html.close("dd");
}

// Returns the bound that was accepted, in a sentence.
std::string bound_text(const PublishedRelease& release) {
  const auto l = release.guaranteed("l");
  if (l && release.method() != "fragmentation")
    return "Accepted bound: an attacker with all other attributes of a person links a sensitive "
           "value with a probability of at most " +
           percent_text(1 / *l) + " (l = " + figure_text(*l) + ").";
  if (const auto k = release.guaranteed("k"); k.value_or(0) > 1)
    return "Accepted bound: at least " + figure_text(*k) + " persons look alike.";
  return "No bound on linking persons to values was accepted.";
}

// Writes the worst risk, and that of sensitive values beside the bound. Colour stands for the risk:
// a figure above the bound, an attack that gains much, or a promise that is not kept.
void write_worst_risk(Report& report) {
  const auto l = report.release.guaranteed("l");
  const bool is_measured = report.worst_success >= 0;
  const bool is_above = l && report.worst_success > 1 / *l + 1e-9;
  Html& html = report.html;
  constexpr double much = 0.1;
  Html::Attributes attributes = {{"id", "worst-risk"}};
  if (report.verified == false || is_above || report.most_gained > much)
    attributes.emplace_back("class", "warning");
  else if (report.verified == true)
    attributes.emplace_back("class", "good");
  html.element("dt", "Worst risk").open("dd", attributes);
  if (report.most_gained > 0 && report.gaining_attack != report.worst_attack) {
    html.element("strong", percent_text(report.most_gained));
    html.text(" of the attempts that would fail succeed. " + report.gaining_attack + " ");
  }
  if (is_measured) {
    html.text("Sensitive values: ");
    html.element("strong", percent_text(report.worst_success));
    if (l) html.text(is_above ? " are guessed, above" : " are guessed, within");
    if (l) html.text(" the bound of " + percent_text(1 / *l) + " for one bucket.");
    html.text(" " + report.worst_attack + " ");
  }
  html.text(bound_text(report.release));
  html.text(report.verified == false  ? " The verification did not confirm everything."
            : report.verified == true ? " The verification confirms it."
                                      : " It was not verified for this report.");
  html.close("dd");
}

// Returns what the release leaves out, and what it adds, in sentences.
std::vector<std::string> differences(const PublishedRelease& release) {
  std::vector<std::string> sentences = {text_member(release.description, "left_out")};
  if (const double counterfeits = release.parameter("counterfeits"); counterfeits > 0)
    sentences.push_back(count_text(counterfeits) +
                        " sensitive values are counterfeits: no person has them.");
  if (const double valueless = release.parameter("valueless"); valueless > 0)
    sentences.push_back(count_text(valueless) + " persons are shown without a sensitive value.");
  const nlohmann::json harmless = release.parameters().value("harmless", nlohmann::json::object());
  for (const auto& [attribute, values] : harmless.items())
    sentences.push_back("Harmless values of " + attribute + ", which have no bound: " +
                        count_text(static_cast<double>(values.size())) + ".");
  return sentences;
}

// Returns the roles that may read all or parts of the release.
std::string readers(Report& report) {
  std::vector<std::string> relations;
  for (const PublishedRelation& relation : report.release.relations)
    relations.push_back(relation.sql);
  const Rows rows = report.session.query(
      "SELECT pg_catalog.string_agg(DISTINCT CASE WHEN a.grantee = 0 THEN 'every role (PUBLIC)' "
      "ELSE r.rolname END, ', ') FROM pg_catalog.pg_class c, pg_catalog.aclexplode(c.relacl) a "
      "LEFT JOIN pg_catalog.pg_roles r ON r.oid = a.grantee WHERE a.privilege_type = 'SELECT' AND "
      "a.grantee <> c.relowner AND c.oid IN (SELECT pg_catalog.to_regclass(n) FROM "
      "pg_catalog.unnest($1::text[]) n)",
      {array_literal(relations)});
  return rows.is_null(0, 0) ? "Only its owner."
                            : "Its owner, and " + std::string(rows.at(0, 0)) + ".";
}

void write_verdict(Report& report) {
  report.html.open("dl", {{"id", "verdict"}});
  write_worst_risk(report);
  write_answer(report, "lost", "What analysts lose", {report.lost});
  const std::vector<std::string> sentences = differences(report.release);
  if (std::any_of(sentences.begin(), sentences.end(),
                  [](const std::string& one) { return !one.empty(); }))
    write_answer(report, "differences", "Left out, added, unprotected", sentences);
  write_answer(report, "readers", "Who may read it", {readers(report)});
  report.html.close("dl");
}

}  // namespace

void write_head(Report& report) {
  const PublishedRelease& release = report.release;
  const nlohmann::json& description = release.description;
  Html& html = report.html;
  html.open("header");
  html.element("p", "Report on a release of microdata", {{"class", "kind"}});
  html.element("h1", release.relations.front().name);
  html.element("p", text_member(description, "about"), {{"class", "about"}});
  if (report.owner())
    html.element("p",
                 "Confidential: for the owner of the source, and for those to whom the owner "
                 "answers. It has figures of the source that nothing protects. Do not give it to "
                 "readers of the release.",
                 {{"class", "for-whom"}, {"id", "confidential"}});
  else
    html.element("p",
                 "For all roles that may read the release: it has nothing that the release does "
                 "not show.",
                 {{"class", "for-whom"}, {"id", "for-readers"}});
  write_verdict(report);
  html.open("div", {{"class", "tiles"}});
  write_tile(html, "rows", count_text(number_member(description, "rows").value_or(0)),
             release.persons_with_several_rows() ? "rows published" : "persons published");
  write_tile(html, "attribute-count", count_text(static_cast<double>(release.attributes.size())),
             "attributes");
  if (const auto buckets = number_member(description, "buckets"))
    write_tile(html, "buckets", count_text(*buckets),
               release.has_classes() ? "classes" : "buckets");
  if (const auto l = release.guaranteed("l"))
    write_tile(html, "l", "l = " + figure_text(*l), "diversity of sensitive values");
  if (const auto k = release.guaranteed("k"); k.value_or(0) > 1)
    write_tile(html, "k", "k = " + figure_text(*k), "persons look alike");
  const bool asked = report.verification.size() > 0;
  const bool of_structure = asked && !report.beside_source;
  write_tile(html, "verified",
             report.verified == false ? "not confirmed"
             : report.verified        ? "verified"
             : of_structure           ? "structure checked"
             : asked                  ? "partly verified"
                                      : "not verified",
             of_structure ? "not verified against the source"
                          : "against the source, when this report was made");
  html.close("div").close("header");
}

void write_published(Report& report) {
  const PublishedRelease& release = report.release;
  report.paragraph("The release was made by " +
                   (release.method() == "gnf" ? "decomposition" : release.method()) + ". It has " +
                   count_text(static_cast<double>(release.attributes.size())) + " attributes in " +
                   count_text(static_cast<double>(release.relations.size())) +
                   (release.relations.size() == 1 ? " relation." : " relations."));
  if (report.owner()) {
    const OwnersRecord& record = *release.record;
    std::string origin = "It was made from " + record.source;
    if (record.source_rows)
      origin += ", which had " + count_text(*record.source_rows) + " rows then";
    if (record.suppressed_rows)
      origin += "; " + count_text(*record.suppressed_rows) + " of them were suppressed";
    report.paragraph(origin + ".");
  }
  write_attributes(report);
  write_relations(report);
  write_parameters(report);
}

void verify(Report& report) {
  const auto reason = attempt(report.session, [&] {
    report.verification = report.session.query(std::string("SELECT ") + verification_columns +
                                                   " FROM " + report.release.extension +
                                                   "verify_release($1::pg_catalog.regclass)",
                                               {report.release.sql});
  });
  if (reason && report.owner()) report.warn(*reason);
  const Rows& rows = report.verification;
  bool unknown = false;
  for (int row = 0; row < rows.size(); ++row) {
    const std::string text(rows.at(row, Place::requirement));
    // Requirements about the source name it. Some releases have none, and without the right to read
    // the source none has an answer.
    if (rows.is_null(row, Place::holds))
      unknown = true;
    else if (text.find("source") != std::string::npos)
      report.beside_source = true;
    if (rows.is_null(row, Place::holds) || rows.is_true(row, Place::holds)) continue;
    report.verified = false;
    report.warn({"", "", "the release does not keep: " + text, "", "", ""});
  }
  if (report.beside_source && !report.verified && !unknown) report.verified = true;
}

void write_guarantee(Report& report) {
  write_promises(report);
  write_verification(report);
}

namespace {

bool is_sensitive(const PublishedRelease& release, std::string_view name) {
  return std::any_of(release.attributes.begin(), release.attributes.end(), [&](const auto& one) {
    return one.column->sensitive() && one.name() == name;
  });
}

// Finds the attack that gains most, and the one that guesses a sensitive value most often.
void find_worst(Report& report, const Rows& rows) {
  for (int row = 0; row < rows.size(); ++row) {
    const double found = number_of(rows.at(row, success)).value_or(-1);
    const double anyway = number_of(rows.at(row, without)).value_or(0);
    const double gained = anyway < 1 ? (found - anyway) / (1 - anyway) : 0;
    if (gained > report.most_gained) {
      report.most_gained = gained;
      report.gaining_attack = rows.at(row, finding);
    }
    if (rows.at(row, risk) != "inference" || found <= report.worst_success ||
        !is_sensitive(report.release, rows.at(row, of_attribute)))
      continue;
    report.worst_success = found;
    report.worst_attack = rows.at(row, finding);
  }
}

}  // namespace

void write_attacks(Report& report) {
  report.try_to("The audit", false, [&] {
    const Rows rows = report.session.query(
        std::string("SELECT ") + audit_columns + " FROM " + report.release.extension +
            "audit($1::pg_catalog.regclass, seconds => $2::float8, seed => $3::bigint)",
        {report.release.sql, exact_text(report.options.seconds), report.options.seed});
    report.paragraph(
        "Attacks that are known were made on this release, and on people outside of it for "
        "comparison. What each gives, in a sentence:");
    report.table("audit", rows, {{"Risk", risk}, {"Attack", attack}, {"Finding", finding}});
    const std::vector<Column> columns = {{"Attack", attack},
                                         {"With the release", success, Cell::share},
                                         {"Without", without, Cell::share},
                                         {"Risk", gain, Cell::share},
                                         {"From", low, Cell::share},
                                         {"To", high, Cell::share}};
    Chart chart("attacks", "attack-figures", "Success of each attack, with and without the release",
                "success of the attack");
    chart.head = heads_of(columns);
    chart.rows = cells_of(rows, columns);
    std::erase_if(chart.rows, [](const auto& cells) { return cells[1].value.empty(); });
    chart.description =
        "The longer the line, the more an attacker gains by the release. \u201cWithout\u201d is "
        "the "
        "success on people outside the release or, if there are none, of a naive attack; of "
        "membership it is a coin. Risk is the share of failures that the release turns into "
        "successes, from one end of its interval to the other.";
    if (!chart.rows.empty()) write_chart(report.html, chart);
    find_worst(report, rows);
  });
}

}  // namespace microdata::client
