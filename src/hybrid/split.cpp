#include "yoke/split.hpp"

#include <stdexcept>

#include "yoke/messages.hpp"

namespace yoke {

Split::Split(double host_share) : host_share_(host_share) {
  if (host_share >= 0 && host_share <= 1) return;
  throw std::invalid_argument("yoke::Split: host_share is " + show_number(host_share) +
                              "; it must be between 0 (device alone) and 1 (host alone)");
}

double Split::host_share() const {
  if (is_automatic()) throw std::logic_error("yoke::Split: an automatic split has no host_share");
  return host_share_;
}

}  // namespace yoke
