// The commands that are written by hand, apart from what all of them share, which links without them.
#include "app/shell/Command.h"

namespace app {

const std::vector<Command>& commands() {
  static const std::vector<Command> all{infoCommand(),        convertCommand(), renderCommand(),
                                        devicesCommand(),     benchCommand(),   databaseCommand(),
                                        learnStatesCommand(), lessonCommand(),  completionCommand()};
  return all;
}

}  // namespace app
