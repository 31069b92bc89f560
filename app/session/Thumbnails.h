// Small pictures of sessions and files for the start page, kept beside the settings.
#pragma once

#include <QImage>
#include <QObject>
#include <QString>
#include <memory>
#include <vector>

class QProcess;

namespace app {

struct SessionPicture {
  QString session;  ///< path
  QString view;     ///< kind of the one that is drawn; empty: the first
};

/// A picture is of one state of its file: once the file changes it is no longer found. Bounded in number and size, the
/// oldest go first.
class Thumbnails : public QObject {
  Q_OBJECT

 public:
  static constexpr int kMostKept = 40;
  static constexpr QSize kSize{480, 300};  ///< of a picture, in pixels, at most

  explicit Thumbnails(QObject* parent = nullptr);
  ~Thumbnails() override;

  /// As it was kept last, or else as it was drawn; null when there is none.
  QImage of(const QString& path) const;
  /// What the window shows of a file.
  void keep(const QString& path, const QImage& picture);
  /// What draws: this program, by `headlight render`. Without one nothing is drawn.
  void setProgram(const QString& program) { m_program = program; }
  /// Has sessions drawn in the background, one after the other, those that have not been drawn yet in the colours of
  /// the theme in use. The rest of an earlier list is forgotten.
  void draw(const std::vector<SessionPicture>& pictures);

 Q_SIGNALS:
  void drawn(const QString& path);

 private:
  void drawNext();
  void onDrawn(const QString& path, const QString& file);

  QString m_program;
  std::vector<SessionPicture> m_waiting;  ///< in their order
  std::unique_ptr<QProcess> m_process;
};

}  // namespace app
