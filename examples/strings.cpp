// Sorts the words of a text and prints each once, with how often it occurs.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>
#include <yoke/sort_strings.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  std::istringstream text(
      "row row row your boat gently down the stream merrily merrily merrily "
      "merrily life is but a dream");
  std::vector<std::string> words{std::istream_iterator<std::string>(text), {}};
  std::string together;
  for (auto const& word : words) together += word;

  Kokkos::View<char*> const characters("characters", together.size());
  Kokkos::View<int*> const offsets("offsets", words.size() + 1), order("order", words.size());
  auto const letters = Kokkos::create_mirror_view(characters);
  auto const begins = Kokkos::create_mirror_view(offsets);
  std::copy(together.begin(), together.end(), letters.data());
  for (std::size_t i = 0; i < words.size(); ++i) begins(i + 1) = begins(i) + int(words[i].size());
  Kokkos::deep_copy(characters, letters);
  Kokkos::deep_copy(offsets, begins);
  yoke::sort_strings(exec, yoke::Strings(characters, offsets), order);

  auto const word = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), order);
  std::vector<std::string> sorted;
  for (std::size_t i = 0; i < words.size(); ++i) sorted.push_back(words[word(i)]);
  for (auto at = sorted.begin(); at != sorted.end();) {
    auto const next = std::upper_bound(at, sorted.end(), *at);
    std::cout << *at << ' ' << next - at << (next == sorted.end() ? "\n" : ", ");
    at = next;
  }
  std::sort(words.begin(), words.end());
  return sorted == words ? 0 : 1;
}
