// What calls throw: the message says what is wrong, and where. Nothing is read out of bounds.
#include <fstream>
#include <iostream>
#include <yoke/graph_io.hpp>
#include <yoke/list_ranking.hpp>

// Did it throw that, at that place?
template <class Exception, class Call>
bool throws(std::uint64_t place, Call const& call) {
  try {
    call();
  } catch (Exception const& error) {
    std::cout << error.what() << '\n';
    if constexpr (requires { error.index(); }) return error.index() == place;
    return true;
  }
  return false;
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  Kokkos::View<int*> const successor("successor", 5), rank("rank", 5), too_short("rank", 4);

  bool right = throws<std::invalid_argument>(
      0, [&] { yoke::list_rank(exec, successor, too_short); });  // sizes that differ

  Kokkos::parallel_for(
      "list", Kokkos::RangePolicy(exec, 0, 5), KOKKOS_LAMBDA(int i) {
        successor(i) = i == 3 ? 77 : i == 4 ? 4 : i + 1;  // 0, 1, 2, 3, and no way on to 4
      });
  right &= throws<yoke::InvalidInput>(
      3, [&] { yoke::list_rank(exec, successor, rank, {.validate = true}); });

  std::ofstream("broken.mtx") << "%%MatrixMarket matrix coordinate pattern general\n"
                                 "3 3 2\n1 2\n2 four\n";
  right &= throws<yoke::MalformedFile>(4, [] { yoke::read_graph("broken.mtx"); });
  return right ? 0 : 1;
}
