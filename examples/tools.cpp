// What Kokkos Tools see: each call is a region, and each of its kernels has a name. Here the
// program itself listens; a profiler that KOKKOS_TOOLS_LIBS names sees the same.
#include <iostream>
#include <set>
#include <string>
#include <yoke/connected_components.hpp>
#include <yoke/generate_graph.hpp>

std::set<std::string> regions, kernels;

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  auto const graph =
      yoke::build_graph(exec, yoke::generate_edges(exec, yoke::RmatShape{.scale = 16}));
  Kokkos::View<unsigned*> const label("label", graph.vertices());

  namespace tools = Kokkos::Tools::Experimental;
  auto const begin_kernel = [](char const* name, std::uint32_t, std::uint64_t*) {
    kernels.insert(name);
  };
  tools::set_push_region_callback([](char const* name) { regions.insert(name); });
  tools::set_begin_parallel_for_callback(begin_kernel);
  tools::set_begin_parallel_reduce_callback(begin_kernel);
  yoke::connected_components(exec, graph, label);
  tools::set_push_region_callback(nullptr);
  tools::set_begin_parallel_for_callback(nullptr);
  tools::set_begin_parallel_reduce_callback(nullptr);

  for (auto const& region : regions) std::cout << "region " << region << '\n';
  std::size_t named = 0;
  for (auto const& kernel : kernels) {
    std::cout << "  kernel " << kernel << '\n';
    named += kernel.starts_with("yoke::components::");
  }
  return regions.count("yoke::connected_components") == 1 && named > 1 ? 0 : 1;
}
