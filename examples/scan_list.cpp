// The balance of an account after every entry of a ledger that is a linked list. An entry changes a
// balance to factor * balance + amount: a deposit has factor 1, interest has amount 0. Entries
// compose, and their order matters, so that all balances are one scan in list order.
#include <cmath>
#include <iostream>
#include <yoke/generate.hpp>
#include <yoke/list_scan.hpp>

struct Entry {
  double factor = 1, amount = 0;
};

struct Compose {
  KOKKOS_FUNCTION Entry operator()(Entry const& first, Entry const& then) const {
    return {then.factor * first.factor, then.factor * first.amount + then.amount};
  }
};

Entry entry_of(unsigned node) { return node % 12 == 0 ? Entry{1.001, 0} : Entry{1, 0.01 * node}; }

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  unsigned const entries = 10000;
  Kokkos::View<unsigned*> const next("next", entries);
  Kokkos::View<Entry*> const ledger("ledger", entries), total("total", entries);
  yoke::generate_lists(exec, next);
  auto const ledger_on_host = Kokkos::create_mirror_view(ledger);
  for (unsigned node = 0; node < entries; ++node) ledger_on_host(node) = entry_of(node);
  Kokkos::deep_copy(ledger, ledger_on_host);

  yoke::list_scan(exec, next, ledger, total, Compose(), Entry());

  // total(i).amount is the balance after entry i. A walk from the first entry says the same.
  auto const next_on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), next);
  auto const total_on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), total);
  unsigned node = entries * (entries - 1) / 2;  // the node that no link points at
  for (unsigned i = 0; i < entries; ++i) node -= next_on_host(i) == i ? 0 : next_on_host(i);
  double balance = 0;
  for (unsigned i = 0; i < entries; ++i, node = next_on_host(node)) {
    balance = entry_of(node).factor * balance + entry_of(node).amount;
    if (!(std::abs(total_on_host(node).amount - balance) <= 1e-9 * balance)) {
      std::cout << "entry " << node << ": " << total_on_host(node).amount << " is not " << balance
                << '\n';
      return 1;
    }
  }
  std::cout << "the balance after " << entries << " entries is " << balance << '\n';
}
