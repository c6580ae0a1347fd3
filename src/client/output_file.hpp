// Where an export goes: standard output, or a file that is there once all of it is.
#pragma once

#include <string>
#include <string_view>
#include <unistd.h>

namespace microdata::client {

class OutputFile {
 public:
  // An empty path is standard output. Until all is written, its owner alone can read a file; then
  // it has the permissions of the file that it replaces, or of a new one by the umask, of those in
  // `mode`.
  explicit OutputFile(std::string path, unsigned mode = 0666);
  // What was not finished is removed.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  // All of it is on the disk, under another name yet.
  void complete();
  void finish();

 private:
  void open_part();
  void open_stream();
  void flush();

  std::string path_;
  // The file that is written; empty where that is the path itself, or standard output.
  std::string part_;
  unsigned mode_ = 0;
  int descriptor_ = STDOUT_FILENO;
  std::string buffer_;
};

// Whether both paths would be written as one file. Devices are no such files.
bool are_one_file(const std::string& one, const std::string& other);

}  // namespace microdata::client
