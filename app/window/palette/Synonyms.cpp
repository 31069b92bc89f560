// Other words for commands, by which the palette finds them.
#include "app/window/palette/Synonyms.h"

namespace app {

const std::map<QString, QString>& synonyms() {
  static const std::map<QString, QString> kWords = {
      {QStringLiteral("file.open-files"), QStringLiteral("load import read add data")},
      {QStringLiteral("file.open-from-a-server"), QStringLiteral("remote ssh sftp cluster network machine")},
      {QStringLiteral("file.save-session"), QStringLiteral("keep store write")},
      {QStringLiteral("file.save-session-as"), QStringLiteral("keep store write export")},
      {QStringLiteral("file.new-session"), QStringLiteral("clear empty close all begin")},
      {QStringLiteral("file.export-a-figure"), QStringLiteral("save picture image print paper journal pdf svg png")},
      {QStringLiteral("view.start-page"), QStringLiteral("home welcome samples recent lessons")},
      {QStringLiteral("view.save-picture"), QStringLiteral("export save picture image figure print screenshot")},
      {QStringLiteral("view.copy-picture"), QStringLiteral("export copy image figure clipboard screenshot")},
      {QStringLiteral("view.copy-caption"), QStringLiteral("legend of the figure")},
      {QStringLiteral("view.save-numbers"), QStringLiteral("export data table spreadsheet arrays")},
      {QStringLiteral("view.show-twice"), QStringLiteral("split duplicate second view side by side")},
      {QStringLiteral("view.reset"), QStringLiteral("fit whole show all original size")},
      {QStringLiteral("view.keep"), QStringLiteral("keep pin bookmark remember")},
      {QStringLiteral("edit.forget-the-selection"), QStringLiteral("unlock deselect clear let go unmark")},
      {QStringLiteral("edit.undo"), QStringLiteral("back take back revert")},
      {QStringLiteral("edit.redo"), QStringLiteral("again repeat")},
      {QStringLiteral("view.close-view"), QStringLiteral("close tab remove view")},
      {QStringLiteral("view.reopen-closed-view"), QStringLiteral("restore bring back reopen tab")},
      {QStringLiteral("view.zoom-in"), QStringLiteral("larger magnify enlarge closer")},
      {QStringLiteral("view.zoom-out"), QStringLiteral("smaller shrink farther")},
      {QStringLiteral("view.projector-mode"), QStringLiteral("large text bigger font presentation lecture")},
      {QStringLiteral("view.teach-layout"), QStringLiteral("lecture lesson presentation")},
      {QStringLiteral("view.dark"), QStringLiteral("dark mode night mode black theme colours")},
      {QStringLiteral("view.light"), QStringLiteral("light mode day mode white theme colours")},
      {QStringLiteral("help.keyboard-shortcuts"), QStringLiteral("keys hotkeys bindings")},
      {QStringLiteral("help.mouse-and-keys"), QStringLiteral("help manual gestures")},
      {QStringLiteral("help.about-headlight"), QStringLiteral("version licence")},
      {QStringLiteral("edit.rename-the-dataset"), QStringLiteral("name title rename dataset")},
      {QStringLiteral("operations.scaled-dot-product-attention"), QStringLiteral("softmax transformer vaswani")},
      {QStringLiteral("operations.additive-attention"), QStringLiteral("bahdanau attention concat")},
      {QStringLiteral("operations.cancel-all-jobs"), QStringLiteral("stop abort")},
      {QStringLiteral("alignment.find"), QStringLiteral("search motif pattern")},
      {QStringLiteral("alignment.edit"), QStringLiteral("gaps insert delete residues change")},
      {QStringLiteral("alignment.filter"), QStringLiteral("redundancy coverage identity")},
      {QStringLiteral("dp.stepping"), QStringLiteral("animate teach fill lecture")},
      {QStringLiteral("structure.distance"), QStringLiteral("ruler measure length")},
  };
  return kWords;
}

QString synonymsOf(const QString& name) {
  const auto found = synonyms().find(name);
  return found == synonyms().end() ? QString() : found->second;
}

}  // namespace app
