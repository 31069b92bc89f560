// Commands and the form of the head table, the structures that it offers, and what it tells in words and files.
#pragma once

#include <QPoint>
#include <QString>
#include <vector>

#include "ui/views/base/View.h"
#include "ui/views/headtable/HeadTableOptions.h"

class QMenu;
class QWidget;

namespace ui {

class HeadTableView;
struct HeadTableShown;

void addHeadTableCommands(HeadTableView& view);
QWidget* makeHeadTableControls(HeadTableView& view, QWidget* parent);

/// What can be done with a column on show: colour all heads by it, keep those like the chosen head.
void showColumnMenu(HeadTableView& view, int column, QPoint onScreen);

/// The structures that match the heads as a menu; the only one at once; files to open where there is none.
void offerStructures(HeadTableView& view);
/// What is needed for contacts, and what there is.
QString structureHelp(const HeadTableView& view);
/// For the current head, or the selected ones, where a model that is loaded gave the heads.
void addSwitchOffEntries(QMenu& menu, HeadTableView& view);
/// An entry per chain that the heads match.
void addStructureEntries(QMenu& menu, HeadTableView& view);

/// The selected rows, or all on show where fewer than two are selected, as tab-separated text.
QString headRowsText(const HeadTableView& view);
/// Name, labels with their reasons, and what the columns on show say of a head.
std::vector<ReadoutLine> headReadout(const HeadTableShown& shown, engine::Index head);
/// For the legend of a figure.
QString headTableCaption(const HeadTableShown& shown, const HeadTableOptions& options);
/// The numbers of the rows and columns on show.
NumberTable headNumbers(const HeadTableShown& shown);
/// All rows on show as tab-separated text. Throws engine::Error.
void saveHeadRows(const HeadTableView& view, const QString& path);

}  // namespace ui
