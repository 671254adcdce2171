// The balance of an account after every entry of a ledger that is a linked list.
#include <cmath>
#include <iostream>
#include <yoke/generate.hpp>
#include <yoke/list_scan.hpp>

struct Entry {
  double factor = 1, amount = 0;  // a balance becomes factor * balance + amount
};
struct Compose {
  KOKKOS_FUNCTION Entry operator()(Entry const& first, Entry const& then) const {
    return {then.factor * first.factor, then.factor * first.amount + then.amount};
  }
};
Entry entry_of(unsigned i) { return i % 12 == 0 ? Entry{1.001, 0} : Entry{1, 0.01 * i}; }

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  unsigned const n = 10000;
  Kokkos::View<unsigned*> const next("next", n);
  Kokkos::View<Entry*> const ledger("ledger", n), total("total", n);
  yoke::generate_lists(exec, next);  // one list in random order
  auto const entries = Kokkos::create_mirror_view(ledger);
  for (unsigned i = 0; i < n; ++i) entries(i) = entry_of(i);
  Kokkos::deep_copy(ledger, entries);

  yoke::list_scan(exec, next, ledger, total, Compose(), Entry());  // total(i): after entry i
  auto const links = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), next);
  auto const totals = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), total);
  unsigned i = n * (n - 1) / 2, wrong = 0;
  for (unsigned k = 0; k < n; ++k) i -= links(k) == k ? 0 : links(k);  // leaves the head
  double balance = 0;
  for (unsigned k = 0; k < n; ++k, i = links(i)) {
    balance = entry_of(i).factor * balance + entry_of(i).amount;
    wrong += !(std::abs(totals(i).amount - balance) <= 1e-9 * balance);
  }
  std::cout << "the balance after " << n << " entries is " << balance << '\n';
  return wrong == 0 ? 0 : 1;
}
