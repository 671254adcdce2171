#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string_view>
#include <utility>

namespace yoke::detail::files {

// Bytes of which nobody knows how many there will be. They grow by realloc, which moves large
// arrays by their pages where a std::string copies them, and holds both for a while.
class GrowingBytes {
 public:
  GrowingBytes() = default;
  ~GrowingBytes() { std::free(data_); }
  GrowingBytes(GrowingBytes const&) = delete;
  GrowingBytes(GrowingBytes&& other) noexcept { *this = std::move(other); }
  GrowingBytes& operator=(GrowingBytes&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }

  std::size_t size() const { return size_; }
  std::string_view bytes() const { return {data_, size_}; }

  // Room after the bytes that there are: `bytes` at least. What is written there counts once
  // grow() says how much it was.
  char* spare(std::size_t bytes) {
    if (capacity_ - size_ < bytes) {
      std::size_t const capacity = std::max(size_ + bytes, 2 * capacity_);
      auto* const data = static_cast<char*>(std::realloc(data_, capacity));
      if (data == nullptr) throw std::bad_alloc();
      data_ = data;
      capacity_ = capacity;
    }
    return data_ + size_;
  }
  void grow(std::size_t bytes) { size_ += bytes; }

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace yoke::detail::files
