// A copy of the session every minute, taken away at the end; what is left of a run that did not end properly is
// offered.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>

#include "ui/session/SessionFile.h"

namespace app {

class Autosave : public QObject {
  Q_OBJECT

 public:
  /// `describe` gives the session as it is now.
  Autosave(std::function<ui::SessionFile()> describe, QObject* parent);
  ~Autosave() override;  ///< takes this run's copy away

  /// The newest copy of a run that is no longer there; empty when there is none.
  static QString leftOver();
  /// Takes all such copies away.
  static void discardLeftOver();

  /// Writes the copy now, or takes it away when nothing is loaded; `failed` tells of the first failure in a row.
  void save();
  QString path() const { return m_path; }

 Q_SIGNALS:
  void failed(const QString& text);

 private:
  std::function<ui::SessionFile()> m_describe;
  QString m_path;
  QTimer m_timer;
  bool m_hasFailed = false;
};

}  // namespace app
