// How a long computation talks to whoever started it.
#pragma once

#include <string_view>

namespace engine {

/// Thrown by Progress::update when the work was asked to stop. Not an Error: nothing went wrong.
struct Cancelled {};

/// The base class is the "no progress" object for tests and scripts. An algorithm calls update() at least every 50 ms,
/// from the thread that runs it.
class Progress {
 public:
  virtual ~Progress() = default;

  /// Reports the finished fraction (0..1) and a short name of the current step. Throws Cancelled when asked to stop.
  void update(double fraction, std::string_view step) {
    if (cancelled()) throw Cancelled{};
    report(fraction, step);
  }
  /// True once the work should stop. May be called from any thread.
  virtual bool cancelled() const { return false; }

 protected:
  virtual void report(double /*fraction*/, std::string_view /*step*/) {}
};

/// Maps the whole range of a part of the work into [from, to] of its parent.
class PartProgress : public Progress {
 public:
  PartProgress(Progress& parent, double from, double to) : m_parent(parent), m_from(from), m_to(to) {}
  bool cancelled() const override { return m_parent.cancelled(); }

 protected:
  void report(double fraction, std::string_view step) override {
    m_parent.update(m_from + (m_to - m_from) * fraction, step);
  }

 private:
  Progress& m_parent;
  double m_from, m_to;
};

}  // namespace engine
