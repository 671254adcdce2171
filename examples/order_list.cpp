// Writes a linked list out as an array. The words lie in memory in any order, each with a link to
// the word after it; the last word is its own successor.
#include <array>
#include <iostream>
#include <string>
#include <yoke/list_scan.hpp>

struct Word {
  char const* text;
  int next;
};
constexpr std::array<Word, 8> words = {{{"fox", 3},
                                        {"the", 6},
                                        {"dog", 2},
                                        {"jumps", 4},
                                        {"over", 5},
                                        {"a lazy", 2},
                                        {"quick", 7},
                                        {"brown", 0}}};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  Kokkos::View<int*> const successor("successor", words.size()), order("order", words.size());
  auto const links = Kokkos::create_mirror_view(successor);
  for (std::size_t i = 0; i < words.size(); ++i) links(i) = words[i].next;
  Kokkos::deep_copy(successor, links);

  std::size_t const lists = yoke::list_to_array(exec, successor, order);

  auto const nodes = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), order);
  std::string sentence;
  for (std::size_t i = 0; i < words.size(); ++i)
    sentence += words[nodes(i)].text + std::string(" ");
  std::cout << lists << " list: " << sentence << '\n';
  return lists == 1 && sentence == "the quick brown fox jumps over a lazy dog " ? 0 : 1;
}
