// The feature of a model that is looked at, for views that show the same residues.
#pragma once

#include <QObject>
#include <QString>
#include <vector>

#include "engine/models/autoencoder/FeatureSet.h"
#include "ui/session/Session.h"

namespace ui {

/// "Feature 1204: zinc finger"
QString featureName(const engine::FeatureSet& set, engine::Index feature);

/// One per session, GUI thread only.
class FeatureOnShow : public QObject {
  Q_OBJECT

 public:
  static FeatureOnShow& of(Session& session);

  /// "Feature 1204: zinc finger"; empty when there is none.
  const QString& title() const { return m_title; }
  /// Of a dataset that is features of a model.
  void look(const engine::Dataset& dataset, engine::Index feature);
  /// The strongest of the first features in the document, where none is chosen yet.
  void lookAtAny(const Document& document);
  /// `values`: one per position of `axis`, at least 0.
  void set(const engine::DatasetId& axis, std::vector<float> values, const QString& title);
  /// At a position of any dataset; NaN where it is no residue of the feature's.
  float valueAt(const Document& document, const Position& position) const;

 Q_SIGNALS:
  void changed();

 private:
  explicit FeatureOnShow(QObject* parent) : QObject(parent) {}

  engine::DatasetId m_axis;
  std::vector<float> m_values;
  QString m_title;
};

}  // namespace ui
