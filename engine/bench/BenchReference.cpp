// oneDNN is looked for while the program runs: it is worth a comparison, not a dependency.
#include "engine/bench/BenchReference.h"

#include <dlfcn.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "engine/base/ParallelFor.h"
#include "engine/base/Random.h"
#include "engine/bench/Bench.h"

namespace engine {

namespace {

constexpr int kRepetitions = 7;

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// C = A B, all size x size.
struct Product {
  Matrix a, b, c;

  explicit Product(Index size) : a(size, size), b(size, size), c(Matrix::Zero(size, size)) {
    for (Index k = 0; k < a.size(); ++k) a.data()[k] = float(deterministicNumber(1, k));
    for (Index k = 0; k < b.size(); ++k) b.data()[k] = float(deterministicNumber(2, k));
  }
  /// Whether the last row of C is what it should be.
  bool isRight() const {
    const Index size = a.rows();
    const Eigen::VectorXd expected = b.cast<double>().transpose() * a.row(size - 1).cast<double>().transpose();
    return (c.row(size - 1).cast<double>().transpose() - expected).cwiseAbs().maxCoeff() < 1e-5 * double(size);
  }
  double rate(Progress& progress, const std::function<void()>& multiply) const {
    return 2.0 * std::pow(double(a.rows()), 3) / secondsOf(progress, kRepetitions, multiply).front();
  }
};

double eigenRate(Product& product, int threads, Progress& progress) {
  const Index size = product.a.rows(), panel = threads == 1 ? size : std::max<Index>(1, size / 8);
  return product.rate(progress, [&] {
    parallelFor(size, panel, threads, [&](Index begin, Index end) {
      product.c.middleRows(begin, end - begin).noalias() = product.a.middleRows(begin, end - begin) * product.b;
    });
  });
}

/// The C function dnnl_sgemm (row-major matrices) of oneDNN 1 to 3; its threads are those of OpenMP.
using DnnlSgemm = int (*)(char transposeA, char transposeB, std::int64_t rows, std::int64_t columns, std::int64_t depth,
                          float alpha, const float* a, std::int64_t strideA, const float* b, std::int64_t strideB,
                          float beta, float* c, std::int64_t strideC);

/// 0 when oneDNN is not installed or fails.
double oneDnnRate(Product& product, int threads, Progress& progress) {
  void* library = nullptr;
  for (const char* name : {"libdnnl.so.3", "libdnnl.so.2"})
    if (library == nullptr) library = dlopen(name, RTLD_NOW | RTLD_LOCAL);  // never closed: OpenMP keeps threads in it
  if (library == nullptr) return 0;
  const auto sgemm = reinterpret_cast<DnnlSgemm>(dlsym(library, "dnnl_sgemm"));
  const auto setThreads = reinterpret_cast<void (*)(int)>(dlsym(library, "omp_set_num_threads"));
  if (sgemm == nullptr || setThreads == nullptr) return 0;
  setThreads(threads);
  const std::int64_t size = product.a.rows();
  bool works = true;
  product.c.setZero();
  const double rate = product.rate(progress, [&] {
    works &= sgemm('N', 'N', size, size, size, 1.0f, product.a.data(), size, product.b.data(), size, 0.0f,
                   product.c.data(), size) == 0;
  });
  return works && product.isRight() ? rate : 0;
}

std::string gigaflops(double rate) { return std::to_string(std::lround(rate * 1e-9)); }

}  // namespace

SgemmReference sgemmReference(int threads, Progress& progress, Index size) {
  if (threads <= 0) threads = defaultThreadCount();
  Product product(size);
  const double eigen = eigenRate(product, threads, progress), oneDnn = oneDnnRate(product, threads, progress);
  const std::string both = oneDnn > 0 ? "Eigen " + gigaflops(eigen) + ", oneDNN " + gigaflops(oneDnn)
                                      : "Eigen " + gigaflops(eigen) + ", oneDNN not found";
  return {(oneDnn > eigen ? "oneDNN" : "Eigen") + std::string(" float matrix product ") + std::to_string(size) +
              "^3 (Gflop/s: " + both + ")",
          std::max(eigen, oneDnn)};
}

}  // namespace engine
