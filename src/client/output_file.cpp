#include "client/output_file.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "client/failure.hpp"
#include "client/output.hpp"

namespace microdata::client {

namespace {

constexpr std::size_t buffer_size = 1 << 16;

[[noreturn]] void raise(const std::string& what, const std::string& path) {
  throw Failure(ExitCode::output, "could not " + what + " \"" + path +
                                      "\": " + std::generic_category().message(errno));
}

// Devices and pipes are written as they are.
bool is_replaced(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

}  // namespace

OutputFile::OutputFile(std::string path, unsigned mode) : path_(std::move(path)) {
  if (path_.empty()) return;
  if (is_replaced(path_)) part_ = path_ + "." + std::to_string(getpid()) + ".part";
  const std::string& opened = part_.empty() ? path_ : part_;
  descriptor_ = open(opened.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
  if (descriptor_ < 0) {
    const std::string attempted = opened;
    part_.clear();
    raise("open", attempted);
  }
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
  // A disk that is full may say so only now.
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
