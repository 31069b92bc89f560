// headlight-mpi: commands of headlight on many machines. A program of its own, so that the one with a window never
// starts MPI.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "app/cluster/ClusterCommand.h"
#include "app/cluster/MpiPost.h"
#include "app/shell/Command.h"
#include "app/shell/OperationCommand.h"
#include "app/shell/Terminal.h"
#include "engine/base/FailureText.h"
#include "engine/base/Joined.h"
#include "engine/base/ParallelFor.h"
#include "engine/io/FileContent.h"

namespace app {

namespace {

using Words = std::vector<std::string>;

std::string generalHelp() {
  std::string text =
      "Usage: mpirun -n RANKS headlight-mpi COMMAND ... [options]\n"
      "       headlight-mpi COMMAND --help    what a command takes and gives\n"
      "       headlight-mpi --version\n\nCommands\n";
  for (const auto& command : clusterCommands())
    text += "  " + command->name() + " " + operationSynopsis(command->operation()) + "\n" +
            wrapped(command->operation().title() + ", in shards of " + command->items(), 6);
  text += "\nOptions of all commands\n" + optionHelp(clusterOptionList()) + "\nEnvironment\n" +
          "  OMPI_MCA_orte_enable_recovery=1\n" +
          wrapped("of mpirun: the other ranks go on when one dies", 6) +
          "  HEADLIGHT_MPI_REHEARSE=die:RANK:SHARD\n" +
          wrapped("to try that out: this rank dies in the SHARDth shard that it gets; fail: it reports a failure", 6);
  return text + "\nExit codes: 0 done, 1 the work failed or shards are missing, 2 wrong usage.\n";
}

const ClusterCommand& commandOf(const Words& arguments) {
  for (const auto& command : clusterCommands())
    if (!arguments.empty() && arguments[0] == command->name()) return *command;
  throw UsageError("expected a command: " + engine::joined(clusterCommands(), &ClusterCommand::name));
}

std::string commandHelp(const ClusterCommand& command) {
  std::string text = operationHelp(command.operation());
  const std::string usage = "Usage: headlight " + command.operation().id();
  if (text.starts_with(usage)) text.replace(0, usage.size(), "Usage: mpirun -n RANKS headlight-mpi " + command.name());
  return text + "\nOptions of many ranks\n" + optionHelp(clusterOptionList());
}

/// Where shards are kept. Throws UsageError when nothing says so.
std::string folderOf(const ClusterOptions& options, const Words& arguments, const engine::Operation& operation) {
  if (!options.folder.empty()) return options.folder;
  std::string out = parseArguments(arguments, operationOptions(operation), operation.parameters()).text("out", "");
  while (out.size() > 1 && out.ends_with('/')) out.pop_back();
  if (out.empty() || out == "-") throw UsageError("needs a file for the result, --out FILE, or --work FOLDER");
  return out + ".shards";
}

/// One rank's part in a command.
class RankRun {
 public:
  RankRun(MpiPost& post, const Words& arguments)
      : m_post(post), m_command(commandOf(arguments)), m_arguments(arguments.begin() + 1, arguments.end()) {
    m_options = takeClusterOptions(m_arguments);
    m_invocation = parseArguments(m_arguments, operationOptions(m_command.operation()), m_command.operation().parameters());
    m_folder = folderOf(m_options, m_arguments, m_command.operation());
    const int share = std::max(1, engine::defaultThreadCount() / m_post.numBeside());
    m_threads = m_options.threads > 0 ? m_options.threads : share;
    m_device = openedDevice(m_invocation);
    m_device.compute.threads = m_threads;
    m_worker = m_command.makeWorker(m_arguments, m_device.compute);
  }

  int run() {
    catchInterrupts();
    if (m_post.rank() > 0) return runWorker();
    Handout handout(m_post.size());
    int code = kFailed;
    std::thread command([&] {
      code = runCommand(handout);
      handout.stop();
    });
    m_post.serve(handout, m_options.lostAfter);
    command.join();
    m_end = handout.hasLost() ? Order::Kind::endAlone : Order::Kind::endTogether;
    return code;
  }
  Order::Kind end() const { return m_end; }

 private:
  int runWorker() {
    const char* const asked = std::getenv("HEADLIGHT_MPI_REHEARSE");
    WorkerOptions options{m_options.lostAfter, parseRehearsal(asked ? asked : "")};
    if (options.rehearsal.rank != m_post.rank()) options.rehearsal = {};
    m_end = work(m_post, ShardFolder(m_folder), *m_worker, options);
    return kDone;
  }

  /// On a thread of its own; throws nothing.
  int runCommand(Handout& handout) {
    const bool isQuiet = talkOf(m_invocation) == Talk::quiet;
    Coordinator coordinator(handout, ShardFolder(m_folder),
                            {m_options.resumes, isQuiet ? 0 : m_options.tellEvery, m_command.items()});
    try {
      // Behind the shards rank 0 works alone, with the cores of the ranks beside it, which sleep then.
      const int threads = std::min(m_threads * m_post.numBeside(), std::max(m_threads, engine::defaultThreadCount()));
      Words arguments{"--threads", std::to_string(threads)};
      arguments.insert(arguments.end(), m_arguments.begin(), m_arguments.end());
      const int code = m_command.run(arguments, m_options, coordinator, *m_worker);
      coordinator.folder().remove();
      tellShares(coordinator.times(), handout, isQuiet);
      return code;
    } catch (const UsageError& error) {
      printError(error.what() + std::string(" (see headlight-mpi --help)"));
      return kWrongUsage;
    } catch (const engine::Cancelled&) {
      printError("cancelled at " + handout.text() + "; shards that are finished stay in " + m_folder +
                 ", and --resume goes on with them");
    } catch (...) {
      printError(engine::failureText());
    }
    return kFailed;
  }

  void tellShares(const ClusterTimes& times, const Handout& handout, bool isQuiet) const {
    nlohmann::ordered_json ranks = nlohmann::ordered_json::array();
    for (const Handout::Share& share : handout.shares())
      ranks.push_back({{"shards", share.numShards}, {"seconds", share.seconds}});
    if (!isQuiet && handout.hasLost()) printError("complete, though a rank was lost");
    if (m_options.times.empty()) return;
    engine::writeFileWhole(m_options.times, jsonText({{"ranks", ranks},
                                                      {"threads", m_threads},
                                                      {"tasks", times.numTasks},
                                                      {"shards", times.numShards},
                                                      {"before_seconds", times.before},
                                                      {"tasks_seconds", times.tasks},
                                                      {"merging_seconds", times.merging},
                                                      {"behind_seconds", times.behind}}));
  }

  MpiPost& m_post;
  const ClusterCommand& m_command;
  Words m_arguments;
  ClusterOptions m_options;
  Invocation m_invocation;
  std::string m_folder;
  int m_threads = 1;
  OpenedDevice m_device;
  std::unique_ptr<ShardWorker> m_worker;
  Order::Kind m_end = Order::Kind::endTogether;
};

/// Help and version, which need no MPI. Empty: something else was asked for.
std::optional<std::string> textAskedFor(const Words& arguments) {
  const auto has = [&](const char* word) {
    return std::find(arguments.begin(), arguments.end(), word) != arguments.end();
  };
  if (!arguments.empty() && arguments[0] == "--version") return "headlight-mpi " + engine::programVersion() + "\n";
  if (!has("--help") && !has("-h")) return std::nullopt;
  return arguments[0].starts_with("-") ? generalHelp() : commandHelp(commandOf(arguments));
}

}  // namespace

/// All ranks read the same arguments, so that all fail with wrong ones; rank 0 says so.
int runRank(MpiPost& post, const Words& arguments) {
  int code = kFailed;
  Order::Kind end = Order::Kind::endTogether;
  std::string problem;
  try {
    RankRun run(post, arguments);
    code = run.run();
    end = run.end();
  } catch (const UsageError& error) {
    code = kWrongUsage;
    problem = error.what() + std::string(" (see headlight-mpi --help)");
  } catch (...) {
    problem = engine::failureText();
    end = Order::Kind::endAlone;
  }
  if (!problem.empty() && (post.rank() == 0 || end == Order::Kind::endAlone)) printError(problem);
  post.end(end, code);
  return code;
}

int runMain(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);
  const Words arguments(argv + 1, argv + argc);
  try {
    if (const auto text = textAskedFor(arguments)) return printOut(*text), kDone;
  } catch (const UsageError& error) {
    return printError(error.what()), kWrongUsage;
  }
  MpiPost post(&argc, &argv);
  return runRank(post, arguments);
}

}  // namespace app

int main(int argc, char** argv) { return app::runMain(argc, argv); }
