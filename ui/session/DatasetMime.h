// Datasets of the library on their way to a view.
#pragma once

#include <QMimeData>
#include <QString>
#include <string>

namespace ui {

inline const QString kDatasetMimeType = QStringLiteral("application/x-headlight-dataset");

/// Owned by the caller.
inline QMimeData* datasetMime(const QString& id) {
  auto* data = new QMimeData;
  data->setData(kDatasetMimeType, id.toUtf8());
  return data;
}

/// The id of the dataset that is dragged; empty for anything else.
inline std::string draggedDataset(const QMimeData* data) {
  return data ? data->data(kDatasetMimeType).toStdString() : std::string{};
}

}  // namespace ui
