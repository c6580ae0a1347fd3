#include "client/output_file.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/random.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "client/failure.hpp"
#include "client/output.hpp"

namespace microdata::client {

namespace {

constexpr std::size_t buffer_size = 1 << 16;
constexpr mode_t own_alone = S_IRUSR | S_IWUSR;

[[noreturn]] void raise(const std::string& what, const std::string& path) {
  throw Failure(ExitCode::output, "could not " + what + " \"" + path +
                                      "\": " + std::generic_category().message(errno));
}

// True for /dev/stdout and similar links to descriptors of the program.
bool is_own_descriptor(const std::string& path) {
  std::error_code error;
  const std::string whole = std::filesystem::absolute(path, error).lexically_normal().string();
  return (whole.starts_with("/dev/") || whole.starts_with("/proc/")) &&
         std::filesystem::is_symlink(std::filesystem::symlink_status(whole, error));
}

// True if the path is replaced by a new file. Devices and pipes are written directly.
bool is_replaced(const std::string& path) {
  if (is_own_descriptor(path)) return false;
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

mode_t current_umask() {
  const mode_t mask = umask(0);
  umask(mask);
  return mask;
}

// Returns the permissions of the caller's own existing file, or those of a new one, but never more
// than `most`. Another user might have created a file that all users may read.
mode_t final_mode(const std::string& path, mode_t most) {
  struct stat former {};
  const bool is_own =
      lstat(path.c_str(), &former) == 0 && S_ISREG(former.st_mode) && former.st_uid == geteuid();
  return most & (is_own ? former.st_mode : ~current_umask());
}

bool others_may_write(const std::filesystem::path& folder) {
  struct stat found {};
  return stat(folder.empty() ? "." : folder.c_str(), &found) != 0 ||
         (found.st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

// True for a pipe of another user that the caller might not have meant. Content for its owner alone
// does not go there, nor content for a file that others might have replaced by the pipe.
bool is_stray_pipe(const std::string& path, const struct stat& opened, mode_t most) {
  if (!(S_ISFIFO(opened.st_mode) || S_ISSOCK(opened.st_mode)) || is_own_descriptor(path))
    return false;
  if (opened.st_uid == geteuid()) return false;
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::canonical(path, error);
  return (most & (S_IRGRP | S_IROTH)) == 0 || error ||
         others_may_write(std::filesystem::path(path).parent_path()) ||
         others_may_write(whole.parent_path());
}

std::string random_name() {
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number))
    raise("draw a name for", "the file");
  std::array<char, 20> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(number));
  return digits.data();
}

// Returns the name of a file in the same folder, no longer than file systems allow.
std::string name_of_part(const std::filesystem::path& path) {
  constexpr std::size_t longest_beginning = 200;
  const std::string name = path.filename().string().substr(0, longest_beginning);
  return (path.parent_path() / (name + "." + random_name() + ".part")).string();
}

}  // namespace

OutputFile::OutputFile(std::string path, unsigned mode) : path_(std::move(path)), mode_(mode) {
  if (path_.empty()) return;
  if (is_replaced(path_))
    open_part();
  else
    open_stream();
}

// Creates the file with a name that is free, because other roles might write to the folder: their
// files and links are not opened.
void OutputFile::open_part() {
  std::string part;
  do {
    part = name_of_part(path_);
    descriptor_ =
        open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, own_alone);
  } while (descriptor_ < 0 && errno == EEXIST);
  if (descriptor_ < 0) raise("open", part);
  part_ = part;
  // An unusual umask would keep even the owner from a file that a crash leaves.
  if (fchmod(descriptor_, own_alone) != 0) raise("set the permissions of", part_);
}

// Opens a device or pipe without truncation, because the path might lead to another file meanwhile.
void OutputFile::open_stream() {
  descriptor_ = open(path_.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
  if (descriptor_ < 0) raise("open", path_);
  struct stat opened {};
  if (fstat(descriptor_, &opened) != 0) raise("open", path_);
  if (S_ISREG(opened.st_mode) && !is_own_descriptor(path_))
    throw Failure(ExitCode::output, "\"" + path_ + "\" was replaced by another file");
  if (is_stray_pipe(path_, opened, mode_))
    throw Failure(ExitCode::output, "pipe \"" + path_ + "\" belongs to another user");
}

OutputFile::~OutputFile() {
  if (descriptor_ > STDERR_FILENO) close(descriptor_);
  if (!part_.empty()) unlink(part_.c_str());
}

void OutputFile::flush() {
  write_all(descriptor_, buffer_);
  buffer_.clear();
}

void OutputFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= buffer_size) flush();
}

void OutputFile::complete() {
  if (descriptor_ < 0) return;
  flush();
  if (descriptor_ == STDOUT_FILENO) return;
  // No other role could read the file until now.
  if (!part_.empty() && fchmod(descriptor_, final_mode(path_, mode_)) != 0)
    raise("set the permissions of", part_);
  // A full disk might be reported only now.
  if (close(std::exchange(descriptor_, -1)) != 0) raise("write", path_);
}

void OutputFile::finish() {
  complete();
  if (part_.empty()) return;
  if (std::rename(part_.c_str(), path_.c_str()) != 0) raise("make", path_);
  part_.clear();
}

bool are_one_file(const std::string& one, const std::string& other) {
  if (!is_replaced(one) || !is_replaced(other)) return false;
  std::error_code error;
  if (std::filesystem::equivalent(one, other, error)) return true;
  const auto path = [&](const std::string& name) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(name, error), error);
  };
  return path(one) == path(other);
}

}  // namespace microdata::client
