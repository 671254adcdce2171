#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "yoke/split.hpp"
#include "yoke/tuner.hpp"

namespace yoke {

/// The question that a hybrid call with an automatic split puts to the tuning table.
struct TunedQuestion {
  TunedCall call;        ///< the key
  std::size_t size = 0;  ///< its size
  double untuned = 0;    ///< the share if no table knows the call
};

/// Answers hybrid calls in place of the tuning table while it lives, with one share. It shows what
/// an entry of the table would do, and which entry a call asks for. `yoke tune` measures by it.
///
/// It is for calls of its own thread with an automatic split. It answers the capability that asks
/// first. If that capability calls others, they ask the table. A later trial comes before this one.
/// Trials end on their own thread, the latest first.
class ShareTrial {
 public:
  /// Throws std::invalid_argument unless 0 <= host_share <= 1.
  explicit ShareTrial(double host_share);
  ~ShareTrial();
  ShareTrial(ShareTrial const&) = delete;
  ShareTrial& operator=(ShareTrial const&) = delete;

  /// The latest question of that capability, or nothing if no call has asked. A plan that is made
  /// may ask before its calls, with a place of its own.
  std::optional<TunedQuestion> const& question() const { return question_; }

 private:
  /// @cond
  friend double host_share(Split, TunedCall const&, std::size_t, double);
  /// @endcond

  std::optional<double> answer(TunedQuestion const& question);

  double host_share_;
  std::optional<TunedQuestion> question_;
  ShareTrial* before_;
};

/// The measurements of a call under trials.
struct TriedShares {
  TunedQuestion asked;  ///< the entry, and the share without one
  ShareChoice choice;   ///< the best share, and its measurements

  /// The part of the untuned call's cost that the best share saves, from 0 to 1.
  double gain() const;
};

/// Measures a hybrid call under trials of several shares, and chooses the best by
/// choose_host_share. `measure` makes the call with an automatic split and returns its cost:
/// seconds or joules. The share without an entry is measured too. One more call comes before, which
/// finds the entry. The result is empty if that call asks for no share.
std::optional<TriedShares> try_shares(std::function<double()> const& measure,
                                      TunerOptions options = {});

}  // namespace yoke
