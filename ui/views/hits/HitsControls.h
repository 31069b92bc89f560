// The form of the view of hits in the inspector, and its commands.
#pragma once

class QString;
class QWidget;

namespace ui {

class HitsView;

QWidget* makeHitsControls(HitsView& view, QWidget* parent);
void addHitsCommands(HitsView& view);
/// All shown rows as tab-separated text. Throws engine::Error when the file cannot be written.
void saveHitsTable(const HitsView& view, const QString& path);
/// Asks for the alignments of query and hit in one; says why where that cannot be.
void showFamilies(HitsView& view, int sourceRow);

}  // namespace ui
