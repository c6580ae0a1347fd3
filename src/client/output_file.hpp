// Where an export goes: standard output, or a file that is there once all of it is.
#pragma once

#include <string>
#include <string_view>
#include <unistd.h>

namespace microdata::client {

class OutputFile {
 public:
  // An empty path is standard output. A new file gets the mode, less the umask.
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
  void flush();

  std::string path_;
  // The file that is written; empty where that is the path itself, or standard output.
  std::string part_;
  int descriptor_ = STDOUT_FILENO;
  std::string buffer_;
};

// Whether both paths would be written as one file. Devices are no such files.
bool are_one_file(const std::string& one, const std::string& other);

}  // namespace microdata::client
