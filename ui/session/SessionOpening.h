// What is still to come of session files that are being opened. A part of Session, for its own sources.
#pragma once

#include <QJsonObject>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "ui/session/Session.h"

namespace ui {

/// Requests wait for their inputs, views for what they show and for the views before them.
class SessionOpening {
 public:
  explicit SessionOpening(Session& session) : m_session(session) {}

  /// As Session::openSession() and openSessionAndWait().
  void open(const std::filesystem::path& path);
  void openAndWait(const std::filesystem::path& path, engine::Progress& progress);
  bool isUnderWay() const { return m_isOpening || !m_requests.empty(); }
  /// Starts what became possible and asks for views that can be shown.
  void advance();
  /// Nothing comes under this id: what needs it is given up.
  void drop(const std::string& failedId);
  /// The same for by-products that something waits for and a request that has been run does not have.
  void dropUnmade(const std::string& output);
  /// Those that a session file has for a dataset that comes now.
  std::vector<std::string> takeEdits(const std::string& id);
  void forget();

  const std::vector<engine::Request>& requests() const { return m_requests; }
  const std::map<std::string, std::vector<std::string>>& edits() const { return m_edits; }
  const std::vector<ViewRequest>& views() const { return m_views; }
  /// What will be selected once all is there; empty: what is selected stays.
  QJsonObject selection() const { return m_isOpening ? m_selection : QJsonObject(); }

 private:
  SessionFile read(const std::filesystem::path& path);
  /// When nothing is waited for any more: puts the selection back and says so.
  void finish();

  Session& m_session;
  std::vector<engine::Request> m_requests;
  std::map<std::string, std::vector<std::string>> m_edits;  ///< of what is not there yet
  std::vector<ViewRequest> m_views;
  QJsonObject m_selection, m_window;
  bool m_isOpening = false;
};

}  // namespace ui
