// headlight render: a view of files or of a session as a picture, drawn without a window.
#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QJsonDocument>
#include <QTimer>
#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "app/commands/LessonPicture.h"
#include "app/commands/figure/FigureChoices.h"
#include "app/shell/Command.h"
#include "app/window/MainWindow.h"
#include "app/window/Window.h"
#include "app/window/architecture/ArchitecturePicture.h"
#include "engine/io/Format.h"
#include "engine/operations/MapsOfArrays.h"
#include "engine/report/Describe.h"
#include "ui/panels/figure/FigurePanels.h"
#include "ui/views/ViewKinds.h"
#include "ui/views/base/PngFile.h"
#include "ui/views/base/View.h"
#include "ui/views/base/figure/Figure.h"

namespace app {

namespace {

namespace fs = std::filesystem;

struct Picture {
  QSize size;  ///< empty: all that the view has to show
  double scale = 1;
  std::optional<ui::FigureOptions> figure;  ///< instead of the two
};

Picture pictureOf(const Invocation& invocation) {
  if (auto figure = chosenFigure(invocation)) return {QSize(), 1, std::move(figure)};
  const std::string text = invocation.text("size", "1000x700");
  if (text == "fit") return {QSize(), positiveNumber(invocation, "scale", 1), {}};
  int width = 0, height = 0, used = 0;
  const bool isRead = std::sscanf(text.c_str(), "%5dx%5d%n", &width, &height, &used) == 2;
  if (!isRead || static_cast<size_t>(used) != text.size() || width < 1 || height < 1)
    throw UsageError(
        "option --size: found \"" + text +
        "\", expected WIDTHxHEIGHT in pixels, for example 1000x700, or fit, 88mm, 88x60mm, single, double");
  return {QSize(width, height), positiveNumber(invocation, "scale", 1), {}};
}

void setTheme(const Invocation& invocation) {
  const std::string theme = invocation.text("theme", "light");
  if (theme != "light" && theme != "dark")
    throw UsageError("option --theme: found \"" + theme + "\", expected light or dark");
  ui::ThemeModel::instance().setKind(theme == "dark" ? ui::ThemeKind::dark : ui::ThemeKind::light);
}

constexpr int kJobPollMilliseconds = 10, kViewSettleMilliseconds = 500;
constexpr qint64 kJobPatienceMilliseconds = 600'000;

/// The session that is drawn, with what it has to say: warnings go to the terminal, an error is a failure of the
/// picture.
struct Stage {
  explicit Stage(Talk talk) {
    QObject::connect(&session, &ui::Session::message, &session,
                     [this, talk](ui::MessageKind kind, const QString& text) {
                       if (kind == ui::MessageKind::warning) printWarnings({text.toStdString()}, talk);
                       if (kind == ui::MessageKind::error) errors.push_back(text.toStdString());
                     });
  }

  std::vector<std::string> errors;
  ui::Session session;  ///< last: its end may still say something
};

/// Views get colours, statistics and secondary structure from jobs: waits until none is under way. Throws Error when
/// one fails or takes longer than ten minutes, or when a view could not show its data; Cancelled after an interrupt.
void finishJobs(Stage& stage) {
  ui::JobQueue& jobs = stage.session.jobs();
  QElapsedTimer elapsed;
  elapsed.start();
  QEventLoop loop;
  QTimer poll;
  QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
    if (jobs.numActive() == 0 || wasInterrupted() || elapsed.elapsed() > kJobPatienceMilliseconds) loop.quit();
  });
  poll.start(kJobPollMilliseconds);
  if (jobs.numActive() > 0) loop.exec();
  if (wasInterrupted()) throw engine::Cancelled{};
  if (jobs.numActive() > 0) engine::fail("render: the data of the views are not ready after ten minutes");
  for (const ui::Job* job : jobs.jobs())
    if (job->state() == ui::JobState::failed)
      engine::fail("render: ", job->title().toStdString(), ": ", job->error().toStdString());
  if (!stage.errors.empty()) engine::fail("render: ", stage.errors.front());
}

bool isSession(const std::string& path) { return fs::path(path).extension() == ".headlight"; }

/// Or the numbers of one.
bool isPicture(const fs::path& path) {
  const std::string suffix = path.extension().string();
  return suffix == ".png" || suffix == ".svg" || suffix == ".pdf" || suffix == ".csv" || suffix == ".npz";
}

void savePng(const QByteArray& bytes, const fs::path& path) {
  if (bytes.isEmpty()) engine::fail(path.string(), ": the picture cannot be made");
  engine::writeFileWhole(path, {bytes.constData(), static_cast<size_t>(bytes.size())});
}

QByteArray pngOf(ui::View& view, QSize size, double scale) {
  auto* banded = dynamic_cast<ui::BandedPage*>(&view);
  return banded ? banded->pagePng(size, scale) : ui::pngBytes(view.renderImage(size, scale));
}

/// The view of a request with its datasets; throws Error naming what it cannot show.
std::unique_ptr<ui::View> openView(const ui::ViewRequest& request, ui::Session& session) {
  std::unique_ptr<ui::View> view(ui::makeView(QString::fromStdString(request.view), session, nullptr));
  for (const std::string& id : request.datasets) {
    const engine::DatasetPtr dataset = session.document().find(id);
    if (!dataset) engine::fail("view ", request.view, ": there is no dataset \"", id, "\"");
    if (!view->accepts(*dataset))
      engine::fail("view ", request.view, " cannot show ", dataset->title, " (", engine::datasetLine(*dataset), ")");
    view->setDataset(dataset);
  }
  if (!request.state.isEmpty()) view->setState(request.state);
  return view;
}

/// A view that knows how large everything is says so in the property "wholeSize".
QSize sizeOf(const ui::View& view, const Picture& picture) {
  if (!picture.size.isEmpty()) return picture.size;
  const QSize whole = view.property("wholeSize").toSize();
  if (whole.isEmpty())
    engine::fail("render: the view ", view.kind().toStdString(), " fits any size; expected --size WIDTHxHEIGHT");
  return whole;
}

/// Gives the caption.
QString renderFigure(ui::View& view, Stage& stage, const ui::FigureOptions& options, const fs::path& path) {
  ui::FigurePanels panels(view);
  panels.choose(options);
  finishJobs(stage);
  const ui::Figure figure(panels.panels(), options);
  figure.save(QString::fromStdString(path.string()));
  return figure.caption();
}

/// Gives the caption.
QString renderView(ui::View& view, Stage& stage, const Picture& picture, const fs::path& path) {
  finishJobs(stage);
  const std::string suffix = path.extension().string();
  if (picture.figure) return renderFigure(view, stage, *picture.figure, path);
  if (suffix == ".csv" || suffix == ".npz")
    view.exportNumbers(QString::fromStdString(path.string()));
  else if (suffix == ".svg" || suffix == ".pdf")
    view.exportVector(QString::fromStdString(path.string()), sizeOf(view, picture));
  else
    savePng(pngOf(view, sizeOf(view, picture), picture.scale), path);
  return view.caption();
}

/// "dp.png", "dp-2.png", ...
std::string fileName(const std::string& view, std::vector<std::string>& used) {
  used.push_back(view);
  const auto count = std::count(used.begin(), used.end(), view);
  if (count == 1) return view + ".png";
  return view + "-" + std::to_string(count) + ".png";
}

/// Lets layouts and repaints happen that are queued one after the other.
void settle() {
  QEventLoop loop;
  QTimer::singleShot(kViewSettleMilliseconds, &loop, &QEventLoop::quit);
  loop.exec();
}

/// The whole main window as the user sees it.
void renderWindow(MainWindow& window, Stage& stage, const fs::path& path) {
  window.resize(1600, 1000);
  window.setFocus();  // no control is marked as the one that has the keyboard
  window.show();
  settle();
  finishJobs(stage);
  settle();
  savePng(ui::pngBytes(window.grab().toImage().convertToFormat(QImage::Format_RGB32)), path);
}

std::vector<ui::ViewRequest> openSession(const std::string& path, ui::Session& session, Talk talk) {
  std::vector<ui::ViewRequest> views;
  QObject::connect(&session, &ui::Session::viewRequested, &session,
                   [&views](const ui::ViewRequest& request) { views.push_back(request); });
  TerminalProgress progress(talk);
  session.openSessionAndWait(path, progress);
  return views;
}

int renderAll(const Invocation& invocation, Stage& stage, const Picture& picture) {
  if (invocation.words.size() != 1 || !isSession(invocation.words[0]))
    throw UsageError("render --view all needs one session file (.headlight)");
  const fs::path folder = invocation.text("out", "");
  if (isPicture(folder))
    throw UsageError("option --out: found \"" + folder.string() + "\", expected the name of a folder with --view all");
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) engine::fail(folder.string(), ": the folder cannot be made: ", error.message());
  MainWindow window(stage.session);
  setTheme(invocation);  // the window takes up the user's own theme; pictures follow the option
  std::vector<std::string> used;
  for (const ui::ViewRequest& request : openSession(invocation.words[0], stage.session, talkOf(invocation))) {
    const fs::path path = folder / fileName(request.view, used);
    renderView(*openView(request, stage.session), stage, picture, path);
    printOut(path.string() + "\n");
  }
  renderWindow(window, stage, folder / "window.png");
  printOut((folder / "window.png").string() + "\n");
  return kDone;
}

/// Arrays that a mechanism gave stand for their maps in views that show nothing but these.
engine::DatasetPtr asShown(const std::string& view, engine::DatasetPtr dataset, const ui::Document& document) {
  const auto& kinds = ui::viewKinds();
  const auto kind =
      std::find_if(kinds.begin(), kinds.end(), [&](const auto& one) { return one.id.toStdString() == view; });
  const bool isWrong = kind != kinds.end() && !kind->accepts(*dataset, document);
  return isWrong && engine::hasMaps(*dataset) ? engine::firstMapsOf(dataset) : dataset;
}

/// The session's view of that kind, or a view of the files given.
ui::ViewRequest requestOf(const Invocation& invocation, ui::Session& session) {
  const std::string kind = invocation.text("view", "");
  if (isSession(invocation.words[0])) {
    if (invocation.words.size() != 1) throw UsageError("render takes one session file, or data files");
    for (const ui::ViewRequest& request : openSession(invocation.words[0], session, talkOf(invocation)))
      if (kind.empty() || request.view == kind) return request;
    engine::fail(invocation.words[0], ": the session has no view \"", kind, "\"");
  }
  ui::ViewRequest request{kind, {}, {}};
  for (const std::string& path : invocation.words) {
    engine::Dataset dataset = *asShown(kind, loadInput(path, talkOf(invocation)), session.document());
    dataset.id = session.document().freeId(dataset.id);
    request.datasets.push_back(dataset.id);
    session.document().publish(std::make_shared<const engine::Dataset>(std::move(dataset)));
  }
  const engine::DatasetPtr first = session.document().find(request.datasets[0]);
  if (!request.view.empty()) return request;
  const std::vector<ui::ViewKind> kinds = ui::viewKindsFor(*first, session.document());
  if (kinds.empty()) engine::fail("no view can show ", first->title, " (", engine::datasetLine(*first), ")");
  request.view = kinds.front().id.toStdString();
  return request;
}

/// A diagram of the program's own, which needs no files.
constexpr char kArchitecture[] = "architecture";

void checkUsage(const Invocation& invocation) {
  if (isLessonPicture(invocation)) return checkLessonPicture(invocation);
  const bool isDiagram = invocation.text("view", "") == kArchitecture;
  if (isDiagram && !invocation.words.empty())
    throw UsageError("render --view architecture draws a diagram of its own; found the file " + invocation.words[0]);
  if (!isDiagram && invocation.words.empty()) throw UsageError("render needs files or a session to draw");
  if (!invocation.has("out")) throw UsageError("render needs --out");
  const std::string view = invocation.text("view", "");
  if (view == "all") return;
  if (!isPicture(invocation.text("out", "")))
    throw UsageError("option --out: found \"" + invocation.text("out", "") +
                     "\", expected a name that ends in .png, .svg or .pdf (a picture), .csv or .npz (its numbers)");
  if (isDiagram) return;
  std::string known = "all, architecture";
  for (const ui::ViewKind& kind : ui::viewKinds()) {
    if (view.empty() || kind.id.toStdString() == view) return;
    known += ", " + kind.id.toStdString();
  }
  throw UsageError("option --view: found \"" + view + "\", expected one of: " + known);
}

/// Options of the file outrank those of the session.
void addState(const std::string& path, Talk talk, QJsonObject& state) {
  TerminalProgress progress(talk);
  const std::string content = engine::readFileWhole(path, progress);
  QJsonParseError error;
  const QJsonDocument read = QJsonDocument::fromJson(QByteArray::fromStdString(content), &error);
  if (!read.isObject())
    engine::fail(path, ": found ", error.error ? error.errorString().toStdString() : "another value",
                 ", expected a JSON object {...}");
  const QJsonObject given = read.object();
  for (auto entry = given.begin(); entry != given.end(); ++entry) state[entry.key()] = entry.value();
}

/// As large as it is.
int renderArchitecture(const Invocation& invocation) {
  const std::string out = invocation.text("out", "");
  for (const char* option : {"size", "state", "caption"})
    if (invocation.has(option))
      throw UsageError(std::string("option --") + option + ": --view architecture has one size and no options");
  requireFolderOf(out);
  const std::string suffix = fs::path(out).extension().string();
  if (suffix == ".csv" || suffix == ".npz")
    throw UsageError("option --out: found \"" + out + "\", expected .png, .svg or .pdf: the diagram has no numbers");
  saveArchitecture(rosettaFold(), QString::fromStdString(out), positiveNumber(invocation, "scale", 1));
  return kDone;
}

int runRender(const Invocation& invocation) {
  checkUsage(invocation);
  const Picture picture = pictureOf(invocation);
  setTheme(invocation);
  ui::initialiseVtk(ui::Screen::memory);
  ApplicationArguments arguments;
  QApplication application(arguments.count, arguments.values);
  setUpApplication();
  if (invocation.text("view", "") == kArchitecture) return renderArchitecture(invocation);
  if (isLessonPicture(invocation)) return renderLesson(invocation, picture.size);
  Stage stage(talkOf(invocation));
  if (invocation.text("view", "") == "all") return renderAll(invocation, stage, picture);
  const fs::path out = invocation.text("out", "");
  requireFolderOf(out);
  if (invocation.has("caption")) requireFolderOf(invocation.text("caption", ""));
  ui::ViewRequest request = requestOf(invocation, stage.session);
  if (invocation.has("state")) addState(invocation.text("state", ""), talkOf(invocation), request.state);
  const std::unique_ptr<ui::View> view = openView(request, stage.session);
  const QString caption = renderView(*view, stage, picture, out);
  if (invocation.has("caption"))
    engine::writeFileWhole(invocation.text("caption", ""), caption.toStdString() + "\n");
  return kDone;
}

}  // namespace

Command renderCommand() {
  std::vector<Option> options = {
      {"view", "NAME",
       "alignment, geometry, attention, pair, dp, hits, structure, profile, lens, features, irreps, layers, "
       "matrices, plot, headtable, atlas or all; architecture: RoseTTAFold, box by box, without files; default: the "
       "first that can show the first file"},
      {"size", "SIZE",
       "WxH: logical pixels; fit: a whole alignment, every cell [default 1000x700]. A figure for a paper: 88mm (as "
       "high as it needs), 88x60mm, single (88 mm), double (180 mm), 1039px"},
      {"scale", "S", "pixels of the picture per logical pixel, for .png [default 1]"},
      {"out", "FILE", ".png, .svg or .pdf; .csv or .npz: the numbers on show"},
      {"state", "FILE",
       "JSON as a session file keeps it for a view: the options of the view by name, for example "
       "{\"scale\": \"log\"}"},
      {"caption", "FILE", "write the legend of the figure there: what is shown and where it is from"},
      {"theme", "light|dark", "[default light]; figures are light"},
      {"quiet", "", "no progress and no warnings"}};
  const std::vector<Option> ofLessons = lessonOptions();
  options.insert(options.end(), ofLessons.begin(), ofLessons.end());
  options.push_back({"answers", "", "of a lesson: answers are shown"});
  options.push_back({"projector", "", "of a lesson: in the size for a projector"});
  const std::vector<Option> ofFigures = figureOptions();
  options.insert(options.end(), ofFigures.begin(), ofFigures.end());
  return {"render",
          "[WHAT...]",
          "draw a view of files or of a session (.headlight), or a step of a lesson, into a picture",
          "Needs no display. With --view all every view of a session and the whole window are drawn into the folder "
          "--out, and the names of the pictures printed. A size in millimetres or an option of figures makes a figure: "
          "light, with letters of one size and without marks. lesson:ID, or a lesson's file, draws one step of it.",
          std::move(options),
          runRender};
}

}  // namespace app
