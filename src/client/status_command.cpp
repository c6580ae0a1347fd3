// Subcommand status SERIES, a plugin for monitoring systems that run those of Nagios.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "client/command.hpp"
#include "client/signature.hpp"
#include "client/visible_text.hpp"

namespace microdata::client {

namespace {

// Exit status of a plugin, and its word in the line of text.
enum Level { level_ok, level_warning, level_critical, level_unknown };
constexpr std::array level_words = {"OK", "WARNING", "CRITICAL", "UNKNOWN"};

// Query with a row for each finding about the series $1, the worst first, and a row without a level
// for each figure: its name, its value, and its unit with the bounds $2 and $3. It has no row if
// the role sees no such series.
constexpr const char* state_of_series = R"(
  WITH series AS (
    SELECT s.source, s.source_name, e.edition, COALESCE(e.created_at, s.created_at) AS renewed_at,
           CAST(CAST($2 AS text) AS interval) AS warning, CAST(CAST($3 AS text) AS interval) AS critical
    FROM microdata.series s
    LEFT JOIN LATERAL (SELECT i.edition, i.created_at FROM microdata.editions i
                       WHERE i.series = s.series AND i.state IN ('published', 'shown')
                       ORDER BY i.edition DESC LIMIT 1) e ON true
    WHERE s.series = $1
  ), run AS (
    SELECT r.* FROM microdata.runs r WHERE r.series = $1 AND r.state <> 'running' ORDER BY r.run_id DESC LIMIT 1
  ), draft AS (
    SELECT d.edition,
           (SELECT f.finding ->> 'gate' FROM jsonb_array_elements(d.findings) WITH ORDINALITY f (finding, place)
            -- Readers' locks are no gate: an approval shows the edition.
            WHERE f.finding -> 'holds' IS DISTINCT FROM 'true' AND f.finding ->> 'gate' <> 'swap' ORDER BY f.place LIMIT 1) AS missed
    FROM microdata.editions d, series s
    WHERE d.series = $1 AND d.state = 'draft' AND cardinality(d.relations) > 0 AND d.edition > COALESCE(s.edition, 0)
  ), finding (level, text, place) AS (
    SELECT 0, COALESCE('edition ' || s.edition || ' of ' || to_char(s.renewed_at, 'YYYY-MM-DD HH24:MI "UTC"'), 'no edition'), 0
    FROM series s
    UNION ALL
    SELECT 2, 'run ' || r.run_id || CASE r.state WHEN 'lost' THEN ' was lost' ELSE COALESCE(' failed: ' || r.err_message, ' failed') END, 1
    FROM run r
    WHERE r.state <> 'succeeded'
      -- An edition that readers have since then settles the failure.
      AND NOT EXISTS (SELECT FROM microdata.editions e WHERE e.series = $1 AND e.state <> 'draft'
                        AND (e.edition >= r.edition OR e.created_at > r.started_at))
    UNION ALL
    SELECT 2, 'source ' || s.source_name || ' is gone', 2 FROM series s WHERE s.source IS NULL
    UNION ALL
    SELECT CASE WHEN late.critical THEN 2 ELSE 1 END,
           'no new edition for more than ' || CASE WHEN late.critical THEN $3 ELSE $2 END, 3
    FROM (SELECT now() - s.renewed_at > s.warning AS warning, now() - s.renewed_at > s.critical AS critical FROM series s) late
    WHERE late.warning OR late.critical
    UNION ALL
    SELECT 1, 'edition ' || d.edition || COALESCE(' misses gate "' || d.missed || '"', ' waits for approval'), 4 + d.edition FROM draft d
    UNION ALL
    SELECT 1, 'job ' || t.job_id || ' of pg_cron is not active', 4 FROM microdata.run_stats t WHERE t.series = $1 AND NOT t.active
  ), figure (place, name, value, bounds) AS (
    SELECT 1, 'age', trunc(extract(epoch FROM now() - s.renewed_at)),
           's;' || COALESCE(CAST(trim_scale(extract(epoch FROM s.warning)) AS text), '') || ';'
                || COALESCE(CAST(trim_scale(extract(epoch FROM s.critical)) AS text), '')
    FROM series s
    UNION ALL SELECT 2, 'duration', trim_scale(extract(epoch FROM r.duration)), 's' FROM series LEFT JOIN run r ON true
    UNION ALL SELECT 3, 'drafts', (SELECT count(*) FROM draft), '' FROM series
    UNION ALL SELECT 4, 'failures', t.failures, '' FROM microdata.run_stats t WHERE t.series = $1
  )
  SELECT i.level, i.text, i.value, i.bounds
  FROM (SELECT f.level, f.text, NULL AS value, NULL AS bounds, f.place FROM finding f
        UNION ALL
        SELECT NULL, g.name, CAST(g.value AS text), g.bounds, g.place FROM figure g) i
  ORDER BY i.level DESC NULLS LAST, i.place)";

enum StateColumn { state_level, state_text, state_value, state_bounds };

// Returns a text in one line without the sign that begins figures. Messages of libpq have lines.
std::string status_text(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::string shown;
  for (const char byte : visible_line(text))
    shown += byte == '|' ? std::string("\\u007C") : std::string(1, byte);
  return shown;
}

std::string status_line(Level level, const std::string& text) {
  return std::string("MICRODATA ") + level_words[level] + " - " + status_text(text);
}

class StatusCommand : public Command {
 public:
  StatusCommand() : Command("status", "tell a monitoring system about a series") {}

  void declare(CLI::App& app, const Connect&) override {
    app.add_option("SERIES", series_, "name of the series")->type_name("")->required();
    app.add_option("--warning", warning_, "age of the newest edition that is a warning")
        ->type_name("INTERVAL");
    app.add_option("--critical", critical_, "age of the newest edition that is critical")
        ->type_name("INTERVAL");
  }

  ExitCode run(Session& session, Output& output) override {
    require_extension(session);
    begin_one_moment(session, true);
    const Rows rows = session.query(state_of_series, {series_, warning_, critical_});
    session.query("COMMIT");
    if (rows.size() == 0)
      throw Failure(ExitCode::server, "series \"" + series_ + "\" does not exist",
                    "Only members of the role that owns its source see a series.");
    // The first finding is the worst.
    const int level = rows.at(0, state_level).front() - '0';
    nlohmann::ordered_json& result = output.result();
    result = {{"series", series_}, {"status", level_words[static_cast<std::size_t>(level)]}};
    std::string findings;
    std::string figures;
    for (int row = 0; row < rows.size(); ++row) {
      const std::string text(rows.at(row, state_text));
      if (!rows.is_null(row, state_level)) {
        result["findings"].push_back(text);
        findings += (findings.empty() ? "" : "; ") + text;
        continue;
      }
      const bool known = !rows.is_null(row, state_value);
      const std::string value(rows.at(row, state_value));
      result["figures"][text] = known ? nlohmann::ordered_json::parse(value) : nullptr;
      figures += " " + text + "=" + (known ? value + std::string(rows.at(row, state_bounds)) : "U");
    }
    output.line(status_line(static_cast<Level>(level), series_ + ": " + findings) + " |" + figures);
    return static_cast<ExitCode>(level);
  }

  // A lost connection is critical: nobody knows how the series is. All other errors are unknown.
  ExitCode failed(const Failure& failure, Output& output) const override {
    const Level level = failure.code == ExitCode::connection ? level_critical : level_unknown;
    const Message& message = failure.message;
    output.result() = {{"status", level_words[level]}};
    if (output.json()) output.error(message);
    output.line(
        status_line(level, message.primary + (message.hint.empty() ? "" : ". " + message.hint)));
    return static_cast<ExitCode>(level);
  }

 private:
  std::string series_;
  std::optional<std::string> warning_;
  std::optional<std::string> critical_;
};

}  // namespace

std::unique_ptr<Command> status_command() {
  return std::make_unique<StatusCommand>();
}

}  // namespace microdata::client
