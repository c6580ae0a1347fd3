#include "postgres/server/progress.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <string_view>
#include <utility>

#include "postgres/server/json.hpp"
#include "postgres/server/progress_names.hpp"

namespace microdata::postgres {

namespace {

// The largest number of messages, because a table with very many columns may cause a warning for
// each.
constexpr std::size_t most_messages = 200;

struct PhaseTime {
  const char* phase;
  std::chrono::steady_clock::duration duration;
};

bool recording = false;
std::vector<Json> messages;
std::vector<PhaseTime> phase_times;

const char* level_name(int level) {
  return level >= WARNING ? "WARNING" : level == INFO ? "INFO" : "NOTICE";
}

}  // namespace

void begin_call_record() {
  messages.clear();
  phase_times.clear();
  recording = true;
}

void record_message(int level, const std::string& message, const std::string& detail,
                    const std::string& hint) {
  if (!recording || level < INFO || messages.size() >= most_messages) return;
  Json object = Json::object().add("level", level_name(level)).add("message", message);
  if (!detail.empty()) object.add("detail", detail);
  if (!hint.empty()) object.add("hint", hint);
  messages.push_back(std::move(object));
}

namespace {

void record_phase(const char* phase, std::chrono::steady_clock::duration duration) noexcept {
  if (!recording) return;
  try {
    for (PhaseTime& known : phase_times) {
      if (std::string_view(known.phase) != phase) continue;
      known.duration += duration;
      return;
    }
    phase_times.push_back({phase, duration});
  } catch (const std::exception&) {
    // Memory is short: the call ends with an error of its own.
  }
}

}  // namespace

CallRecord end_call_record() {
  recording = false;
  Json phases = Json::object();
  for (const PhaseTime& time : phase_times) {
    const double ms = std::chrono::duration<double, std::milli>(time.duration).count();
    phases.add(time.phase, std::round(ms * 1000) / 1000);
  }
  CallRecord record{Json(messages).str(), phases.str()};
  messages.clear();
  phase_times.clear();
  return record;
}

CheckpointClock* checkpoint_clock = nullptr;

namespace {

// The longest time when the last phase ended, and its phase; null if it was in none.
std::chrono::nanoseconds longest_before{0};
const char* phase_of_longest = nullptr;

}  // namespace

MeasuredCall::MeasuredCall() {
  if (checkpoint_clock != nullptr) {
    begin_own_work();
    return;
  }
  if (!message_level_is_interesting(DEBUG1)) return;
  checkpoint_clock = &own_.emplace();
  longest_before = {};
  phase_of_longest = nullptr;
  begin_own_work();
}

MeasuredCall::~MeasuredCall() {
  if (own_) checkpoint_clock = nullptr;
}

void MeasuredCall::report_longest() const {
  note_checkpoint();
  if (!own_) return;
  note_phase_of_longest(nullptr);
  const double milliseconds = std::chrono::duration<double, std::milli>(own_->longest()).count();
  char text[64];
  std::snprintf(text, sizeof(text), "%.3f ms between two checkpoints", milliseconds);
  report(DEBUG1, std::string("at most ") + text +
                     (phase_of_longest == nullptr
                          ? std::string()
                          : std::string(", in phase \"") + phase_of_longest + "\""));
}

void note_phase_of_longest(const char* phase) {
  if (checkpoint_clock == nullptr) return;
  note_checkpoint();
  if (checkpoint_clock->longest() <= longest_before) return;
  longest_before = checkpoint_clock->longest();
  phase_of_longest = phase;
}

namespace {

// The number of the command in the slot. No view of the server shows it, and it is far from numbers
// that later versions may give to their own commands.
constexpr int slot_command = 0x6d64;

// The places of the slot's parameters. The signature distinguishes our commands from those of
// another extension with the same number, and from a slot that is just being begun.
struct Place {
  enum : int { signature, began, command, steps_done, steps_total, phase, unit, done, total, end };
};
constexpr std::int64_t slot_signature = 0x6d6963726f646101;  // "microda", layout 1

constexpr std::int64_t unknown_total = -1;

struct Command {
  int number = 0;
  Oid relation = InvalidOid;
  TimestampTz began = 0;
  // The phase by number; 0 before the first phase.
  int phase = 0;
  std::size_t steps_done = 0;
  std::size_t steps_total = 0;
  // True if steps are regions, not phases.
  bool by_regions = false;
  int unit = 0;
  std::int64_t done = 0;
  std::int64_t total = 0;
  // The nesting of transactions in which a command of SQL began; 0 for a command of a scope.
  int transaction_level = 0;
};

// The slot's contents before the outermost command began, because a COPY may call the function.
struct SlotOfCaller {
  bool used = false;
  ProgressCommandType command{};
  Oid target = InvalidOid;
  int64 parameters[PGSTAT_NUM_PROGRESS_PARAM]{};
};

struct Session {
  std::vector<Command> commands;
  SlotOfCaller caller;
  // The process title before the first phase.
  std::string title;
  bool has_title = false;
  bool ends_with_transactions = false;
};

Session& session() {
  static Session the_session;
  return the_session;
}

bool is_slot_ours() {
  return static_cast<int>(MyBEEntry->st_progress_command) == slot_command;
}

void write_parameters(int count, const int64* values) {
  int places[PGSTAT_NUM_PROGRESS_PARAM];
  for (int i = 0; i < count; ++i)
    places[i] = i;
  pgstat_progress_update_multi_param(count, places, values);
}

// Writes the whole slot. Commands that ours runs (ANALYZE, CREATE INDEX) use the slot and leave it
// empty, as does a subtransaction that is rolled back.
void write_slot() {
  const std::vector<Command>& commands = session().commands;
  if (MyBEEntry == nullptr || !pgstat_track_activities || commands.empty()) return;
  const Command& outermost = commands.front();
  const auto counted = std::find_if(commands.begin(), commands.end(),
                                    [](const Command& each) { return each.steps_total > 0; });
  const auto in_phase = std::find_if(commands.rbegin(), commands.rend(),
                                     [](const Command& each) { return each.phase != 0; });
  int64 values[Place::end] = {};
  values[Place::signature] = slot_signature;
  values[Place::began] = outermost.began;
  values[Place::command] = outermost.number;
  if (counted != commands.end()) {
    values[Place::steps_done] = static_cast<int64>(counted->steps_done);
    values[Place::steps_total] = static_cast<int64>(counted->steps_total);
  }
  if (in_phase != commands.rend()) {
    values[Place::phase] = in_phase->phase;
    values[Place::unit] = in_phase->unit;
    values[Place::done] = in_phase->done;
    values[Place::total] = in_phase->total;
  }
  if (!is_slot_ours() || MyBEEntry->st_progress_command_target != outermost.relation) {
    pgstat_progress_start_command(static_cast<ProgressCommandType>(slot_command),
                                  outermost.relation);
  }
  write_parameters(Place::end, values);
}

void keep_slot_of_caller() {
  SlotOfCaller& caller = session().caller;
  caller.used = MyBEEntry != nullptr && !is_slot_ours() &&
                MyBEEntry->st_progress_command != PROGRESS_COMMAND_INVALID;
  if (!caller.used) return;
  caller.command = MyBEEntry->st_progress_command;
  caller.target = MyBEEntry->st_progress_command_target;
  std::copy_n(MyBEEntry->st_progress_param, PGSTAT_NUM_PROGRESS_PARAM, caller.parameters);
}

void give_slot_back() {
  SlotOfCaller& caller = session().caller;
  if (MyBEEntry == nullptr || !is_slot_ours()) return;
  if (!caller.used) {
    pgstat_progress_end_command();
    return;
  }
  pgstat_progress_start_command(caller.command, caller.target);
  write_parameters(PGSTAT_NUM_PROGRESS_PARAM, caller.parameters);
}

// Writes the title: "SELECT" becomes "SELECT slice_table: partition". It has no names of relations,
// because any account on the machine can read titles.
void write_title() {
  Session& s = session();
  if (!update_process_title) return;
  if (!s.has_title) {
    int length = 0;
    const char* title = get_ps_display(&length);
    s.title.assign(title, static_cast<std::size_t>(length));
    s.has_title = true;
  }
  const Command& outermost = s.commands.front();
  std::string title = s.title + " ";
  title += command_names[outermost.number - 1].name;
  const int innermost_phase = s.commands.back().phase;
  if (innermost_phase != 0) {
    title += ": ";
    title += phase_names[innermost_phase - 1];
  }
  set_ps_display(title.c_str());
}

void put_title_back() {
  Session& s = session();
  if (s.has_title) set_ps_display(s.title.c_str());
  s.has_title = false;
}

// Ends the commands that began after the first `depth` commands.
void end_commands(std::size_t depth) {
  std::vector<Command>& commands = session().commands;
  if (commands.size() <= depth) return;
  commands.resize(depth);
  if (depth > 0) {
    write_slot();
    return;
  }
  give_slot_back();
  put_title_back();
}

void end_with_transaction(XactEvent event, void* /*argument*/) {
  const bool over = event != XACT_EVENT_PRE_COMMIT && event != XACT_EVENT_PARALLEL_PRE_COMMIT &&
                    event != XACT_EVENT_PRE_PREPARE;
  if (over) end_commands(0);
}

// Ends commands that began in a subtransaction that is rolled back, with those within them. If the
// subtransaction is released, they become commands of the surrounding one.
void end_with_subtransaction(SubXactEvent event, SubTransactionId /*sub*/,
                             SubTransactionId /*parent*/, void* /*argument*/) {
  if (event != SUBXACT_EVENT_ABORT_SUB && event != SUBXACT_EVENT_COMMIT_SUB) return;
  const int level = GetCurrentTransactionNestLevel();
  std::vector<Command>& commands = session().commands;
  if (event == SUBXACT_EVENT_COMMIT_SUB) {
    for (Command& each : commands)
      each.transaction_level = std::min(each.transaction_level, level - 1);
    return;
  }
  const auto ended = std::find_if(commands.begin(), commands.end(), [&](const Command& each) {
    return each.transaction_level >= level;
  });
  end_commands(static_cast<std::size_t>(ended - commands.begin()));
  write_slot();
}

void end_with_transactions() {
  Session& s = session();
  if (s.ends_with_transactions) return;
  guarded([] {
    RegisterXactCallback(end_with_transaction, nullptr);
    RegisterSubXactCallback(end_with_subtransaction, nullptr);
  });
  s.ends_with_transactions = true;
}

void begin_command(Command begun) {
  end_with_transactions();
  if (session().commands.empty()) keep_slot_of_caller();
  begun.began = GetCurrentTimestamp();
  session().commands.push_back(begun);
  write_slot();
}

// Returns the innermost command if it is one of SQL.
Command* running_sql_command() {
  std::vector<Command>& commands = session().commands;
  const bool runs = !commands.empty() && commands.back().transaction_level > 0;
  return runs ? &commands.back() : nullptr;
}

}  // namespace

int command_of_symbol(std::string_view symbol) {
  constexpr std::string_view prefix = "pg_microdata_";
  return symbol.substr(0, prefix.size()) == prefix ? command_number(symbol.substr(prefix.size()))
                                                   : 0;
}

CommandScope::CommandScope(int command) : command_(command), depth_(session().commands.size()) {
  if (command_ == 0) return;
  Command begun;
  begun.number = command_;
  begin_command(begun);
}

CommandScope::~CommandScope() {
  if (command_ != 0) end_commands(depth_);
}

void command_is_about(Oid relation) {
  std::vector<Command>& commands = session().commands;
  if (commands.empty() || OidIsValid(commands.back().relation)) return;
  commands.back().relation = relation;
  if (commands.size() == 1) write_slot();
}

namespace {

void begin_command_phase(const char* phase) {
  std::vector<Command>& commands = session().commands;
  if (commands.empty()) return;
  Command& running = commands.back();
  running.phase = phase == nullptr ? 0 : number_of(phase_names, phase);
  running.unit = 0;
  running.done = 0;
  running.total = 0;
  const CommandName& name = command_names[running.number - 1];
  const std::size_t count = name.phase_count();
  if (running.transaction_level == 0 && count > 0 && !running.by_regions) {
    running.steps_total = count;
    const auto last = name.phases.begin() + static_cast<std::ptrdiff_t>(count);
    // Phases may be repeated; a phase that is not counted belongs to the one before.
    const auto found = phase == nullptr ? last : std::find(name.phases.begin(), last, phase);
    const auto place = static_cast<std::size_t>(found - name.phases.begin());
    if (phase == nullptr || found != last) running.steps_done = std::max(running.steps_done, place);
  }
  write_slot();
  write_title();
}

}  // namespace

void show_regions(std::size_t done, std::size_t total) {
  std::vector<Command>& commands = session().commands;
  if (commands.empty() || commands.back().transaction_level != 0 || total < 2) return;
  Command& running = commands.back();
  running.by_regions = true;
  // Regions may be repeated.
  running.steps_done = std::max(running.steps_done, done);
  running.steps_total = total;
  write_slot();
}

namespace {

// Adds units of work to the phase; 0 if their number is not known.
void expect_units(std::size_t units, const char* unit) {
  std::vector<Command>& commands = session().commands;
  if (commands.empty() || commands.back().phase == 0) return;
  Command& running = commands.back();
  if (running.unit == 0) running.unit = number_of(unit_names, unit);
  if (units == 0) running.total = unknown_total;
  if (running.total != unknown_total) running.total += static_cast<std::int64_t>(units);
  write_slot();
}

}  // namespace

void expect_fewer_units(std::size_t units) {
  std::vector<Command>& commands = session().commands;
  if (commands.empty() || commands.back().unit == 0) return;
  Command& running = commands.back();
  if (running.total == unknown_total) return;
  running.total = std::max(running.total - static_cast<std::int64_t>(units), running.done);
  write_slot();
}

namespace {

// Shows how many units of the phase are done. Cheap if that is already shown.
void show_units_done(std::size_t done) {
  std::vector<Command>& commands = session().commands;
  if (commands.empty()) return;
  Command& running = commands.back();
  const auto now = static_cast<std::int64_t>(done);
  if (running.unit == 0 || running.done == now) return;
  running.done = now;
  // Fewer units were expected than are done.
  if (running.total != unknown_total) running.total = std::max(running.total, now);
  write_slot();
}

}  // namespace

void begin_sql_command(int command, Oid relation, std::size_t steps) {
  Command begun;
  begun.number = command;
  begun.relation = relation;
  begun.steps_total = steps;
  begun.transaction_level = GetCurrentTransactionNestLevel();
  begin_command(begun);
}

void step_sql_command() {
  Command* command = running_sql_command();
  if (command == nullptr) return;
  command->steps_done = std::min(command->steps_done + 1, command->steps_total);
  write_slot();
}

void end_sql_command() {
  if (running_sql_command() != nullptr) end_commands(session().commands.size() - 1);
}

bool shown_command(const PgBackendStatus& session, ShownCommand& shown) {
  if (static_cast<int>(session.st_progress_command) != slot_command) return false;
  const int64* values = session.st_progress_param;
  if (values[Place::signature] != slot_signature) return false;
  shown.started = values[Place::began];
  shown.command = static_cast<int>(values[Place::command]);
  shown.phases_done = static_cast<int>(values[Place::steps_done]);
  shown.phases_total = static_cast<int>(values[Place::steps_total]);
  shown.phase = static_cast<int>(values[Place::phase]);
  shown.unit = static_cast<int>(values[Place::unit]);
  shown.done = values[Place::done];
  shown.total = values[Place::total];
  return true;
}

void check_for_interrupts() {
  note_checkpoint();
  // The flag is the server's own; the server is called only if it is set.
  if (INTERRUPTS_PENDING_CONDITION()) guarded([] { CHECK_FOR_INTERRUPTS(); });
}

namespace {

Phases*& innermost_phases() {
  static Phases* innermost = nullptr;
  return innermost;
}

}  // namespace

Phases::Phases(std::string subject)
    : subject_(std::move(subject)),
      began_(Clock::now()),
      around_(std::exchange(innermost_phases(), this)) {
  callback_.callback = add_context;
  callback_.arg = this;
  callback_.previous = error_context_stack;
  error_context_stack = &callback_;
}

Phases::~Phases() {
  if (phase_ != nullptr) record_own_time(Clock::now() - began_);
  innermost_phases() = around_;
  error_context_stack = callback_.previous;
}

void Phases::begin(const char* phase) {
  const Clock::time_point now = Clock::now();
  note_phase_of_longest(phase_);
  if (phase_ != nullptr) {
    times_.push_back({phase_, now - began_});
    record_own_time(now - began_);
  }
  phase_ = phase;
  began_ = now;
  done_before_phase_ = watcher_.done;
  begin_command_phase(phase);
}

void Phases::record_own_time(Clock::duration duration) noexcept {
  record_phase(phase_, duration - within_);
  within_ = {};
  if (around_ != nullptr) around_->within_ += duration;
}

void expect_counted_units(std::size_t units) {
  if (innermost_phases() != nullptr) expect_units(units, "rows");
}

void count_units(std::size_t units) noexcept {
  Phases* phases = innermost_phases();
  if (phases == nullptr) return;
  phases->watcher_.done += units;
  phases->show();
}

void Phases::show() {
  show_units_done(watcher_.done - done_before_phase_);
}

void Phases::finish() {
  begin(nullptr);
  for (const Time& time : times_) {
    const auto microseconds =
        std::chrono::duration_cast<std::chrono::microseconds>(time.duration).count();
    report(DEBUG1, subject_ + ": " + time.phase + " took " +
                       std::to_string(static_cast<double>(microseconds) / 1000) + " ms");
  }
}

Progress Phases::progress() {
  const uint32 event = guarded([] { return compat::wait_for_threads(); });
  watcher_.clock = checkpoint_clock;
  watcher_.expect = expect_units;
  watcher_.wait = [event](bool begins) {
    if (begins) {
      pgstat_report_wait_start(event);
    } else {
      pgstat_report_wait_end();
    }
  };
  return Progress(
      [this] {
        show();
        check_for_interrupts();
      },
      [this](const char* phase) { begin(phase); }, &watcher_);
}

void Phases::add_context(void* self) {
  const auto* phases = static_cast<const Phases*>(self);
  if (phases->phase_ != nullptr) {
    errcontext("%s, phase \"%s\"", phases->subject_.c_str(), phases->phase_);
  }
}

}  // namespace microdata::postgres
