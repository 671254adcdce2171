#pragma once

namespace yoke {

/// How a hybrid call divides its work: the host side's share, from 0 (the device does everything)
/// to 1 (the host does everything), or the tuner's choice. At 0 and 1 the other side does not take
/// part, so the call costs as much as that side alone.
class Split {
 public:
  /// The tuner's answer for the capability and the size; see docs/tuning.md.
  Split() = default;
  /// The tuner's answer.
  static Split automatic() { return Split(); }

  /// Throws std::invalid_argument unless 0 <= host_share <= 1.
  explicit Split(double host_share);

  /// Whether the tuner decides.
  bool is_automatic() const noexcept { return host_share_ < 0; }

  /// The share. Throws std::logic_error if the split is automatic, because there is no share before
  /// the tuner is asked.
  double host_share() const;

  friend bool operator==(Split const&, Split const&) = default;

 private:
  double host_share_ = -1;
};

}  // namespace yoke
