// Other words for commands, by which the palette finds them.
#include "app/window/palette/Synonyms.h"

#include <map>

#include "app/window/Shortcuts.h"

namespace app {

QString synonymsOf(const QString& command) {
  static const std::map<QString, const char*> kWords = {
      {QStringLiteral("Open files"), "load import read add data"},
      {QStringLiteral("Save session"), "keep store write"},
      {QStringLiteral("Save session as"), "keep store write export"},
      {QStringLiteral("New session"), "clear empty close all begin"},
      {QStringLiteral("Start page"), "home welcome samples recent lessons"},
      {QStringLiteral("Save as PNG, SVG or PDF"), "export save picture image figure print screenshot"},
      {QStringLiteral("Copy picture"), "export copy image figure clipboard screenshot"},
      {QStringLiteral("Copy caption"), "legend of the figure"},
      {QStringLiteral("Save numbers as CSV or NPZ"), "export data table spreadsheet arrays"},
      {QStringLiteral("Show twice"), "split duplicate second view side by side"},
      {QStringLiteral("Reset view"), "zoom out fit whole show all"},
      {QStringLiteral("Keep what is marked"), "aside put aside pin bookmark remember"},
      {QStringLiteral("Forget the selection"), "unlock deselect clear let go unmark"},
      {QStringLiteral("Undo"), "back take back revert"},
      {QStringLiteral("Redo"), "again repeat"},
      {QStringLiteral("Reopen closed view"), "restore bring back"},
      {QStringLiteral("Projector mode"), "large text bigger font presentation lecture"},
      {QStringLiteral("Teach layout"), "lecture lesson presentation"},
      {QStringLiteral("Dark"), "night black theme colours"},
      {QStringLiteral("Light"), "day white theme colours"},
      {QStringLiteral("Keyboard shortcuts"), "keys hotkeys bindings"},
      {QStringLiteral("Mouse and keys"), "help manual gestures"},
      {QStringLiteral("About Headlight"), "version licence"},
      {QStringLiteral("Cancel all jobs"), "stop abort"},
  };
  const auto found = kWords.find(shortcuts::plainText(command));
  return found == kWords.end() ? QString() : QString::fromLatin1(found->second);
}

}  // namespace app
