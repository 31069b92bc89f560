// Couplings: closed forms and tables of MATHEMATICS.md 3.2, and invariance under rotations.
#include "engine/equivariant/Wigner3j.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/equivariant/WignerD.h"
#include "tests/engine/equivariant/Sampling.h"

namespace wigner3j_test {

using namespace engine;

double element(int l1, int l2, int l3, int i, int j, int k) {
  for (const CouplingEntry& entry : wigner3j(l1, l2, l3))
    if (entry.first == i && entry.second == j && entry.out == k) return entry.value;
  return 0;
}

struct Expected {
  int i, j, k;
  double value;
};

/// All elements, those that are not listed included.
void expectTable(int l1, int l2, int l3, const std::vector<Expected>& table) {
  EXPECT_EQ(wigner3j(l1, l2, l3).size(), table.size());
  for (const Expected& e : table) EXPECT_NEAR(element(l1, l2, l3, e.i, e.j, e.k), e.value, 1e-15) << e.i << e.j << e.k;
}

bool isTriangle(int l1, int l2, int l3) { return l3 >= std::abs(l1 - l2) && l3 <= l1 + l2; }

TEST(Wigner3j, withAScalarIsPositiveAndDiagonal) {
  for (int l = 0; l <= kMaxDegree; ++l) {
    std::vector<Expected> first, middle, last;
    for (int c = 0; c <= 2 * l; ++c) {
      const double value = 1 / std::sqrt(2.0 * l + 1);
      first.push_back({0, c, c, value});
      middle.push_back({c, 0, c, value});
      last.push_back({c, c, 0, value});
    }
    expectTable(0, l, l, first);
    expectTable(l, 0, l, middle);
    expectTable(l, l, 0, last);
  }
}

TEST(Wigner3j, ofThreeVectorsIsTheCrossProduct) {
  const double v = 1 / std::sqrt(6.0);
  expectTable(1, 1, 1, {{0, 1, 2, v}, {1, 2, 0, v}, {2, 0, 1, v}, {0, 2, 1, -v}, {2, 1, 0, -v}, {1, 0, 2, -v}});
}

TEST(Wigner3j, tableOf121And211) {
  const double a = 1 / std::sqrt(10.0), b = 1 / std::sqrt(30.0), c = 2 / std::sqrt(30.0);
  const std::vector<Expected> table = {{0, 0, 2, a},  {2, 0, 0, a},  {0, 1, 1, a},  {1, 1, 0, a},
                                       {0, 2, 0, -b}, {1, 2, 1, c},  {2, 2, 2, -b}, {1, 3, 2, a},
                                       {2, 3, 1, a},  {0, 4, 0, -a}, {2, 4, 2, a}};
  expectTable(1, 2, 1, table);
  std::vector<Expected> swapped = table;
  for (Expected& e : swapped) std::swap(e.i, e.j);
  expectTable(2, 1, 1, swapped);
}

TEST(Wigner3j, tableOf231) {
  const double A = 1 / std::sqrt(14.0), B = 1 / std::sqrt(21.0), E = std::sqrt(8.0 / 105), F = std::sqrt(2.0 / 35);
  const double G = 1 / std::sqrt(35.0), H = std::sqrt(3.0 / 35), J = 1 / std::sqrt(210.0);
  expectTable(2, 3, 1,
              {{0, 0, 2, A},  {0, 1, 1, B},  {0, 2, 2, -J}, {0, 4, 0, -J}, {0, 6, 0, -A}, {1, 1, 2, B}, {1, 2, 1, E},
               {1, 3, 0, -G}, {1, 5, 0, -B}, {2, 2, 0, F},  {2, 3, 1, H},  {2, 4, 2, F},  {3, 1, 0, B}, {3, 3, 2, -G},
               {3, 4, 1, E},  {3, 5, 2, B},  {4, 0, 0, A},  {4, 2, 0, J},  {4, 4, 2, -J}, {4, 5, 1, B}, {4, 6, 2, A}});
}

TEST(Wigner3j, tableOf222IsTotallySymmetric) {
  const double p = std::sqrt(2.0 / 35), q = std::sqrt(3.0 / 70);
  EXPECT_NEAR(p, .239045721867, 1e-12);
  EXPECT_NEAR(q, .207019667803, 1e-12);
  const std::vector<Expected> sorted = {{0, 0, 2, -p}, {0, 1, 3, q},     {1, 1, 2, p / 2}, {1, 1, 4, -q},
                                        {2, 2, 2, p},  {2, 3, 3, p / 2}, {2, 4, 4, -p},    {3, 3, 4, q}};
  std::vector<Expected> all;
  for (const Expected& e : sorted) {
    int indices[] = {e.i, e.j, e.k};
    do all.push_back({indices[0], indices[1], indices[2], e.value});
    while (std::next_permutation(indices, indices + 3));
  }
  expectTable(2, 2, 2, all);
}

TEST(Wigner3j, everyCouplingHasNormOneAndIsOrderedByOutFirstSecond) {
  for (int l1 = 0; l1 <= kMaxDegree; ++l1)
    for (int l2 = 0; l2 <= kMaxDegree; ++l2)
      for (int l3 = 0; l3 <= kMaxDegree; ++l3) {
        const std::vector<CouplingEntry>& entries = wigner3j(l1, l2, l3);
        EXPECT_EQ(entries.empty(), !isTriangle(l1, l2, l3));
        double square = 0;
        for (const CouplingEntry& entry : entries) square += entry.value * entry.value;
        EXPECT_NEAR(square, entries.empty() ? 0 : 1, 1e-14);
        EXPECT_TRUE(std::is_sorted(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
          return std::tie(a.out, a.first, a.second) < std::tie(b.out, b.first, b.second);
        }));
      }
}

/// sum_ijk C_ijk D_il D_jm D_kn
double turned(int l1, int l2, int l3, const Eigen::MatrixXd D[], int l, int m, int n) {
  double sum = 0;
  for (const CouplingEntry& e : wigner3j(l1, l2, l3))
    sum += e.value * D[l1](e.first, l) * D[l2](e.second, m) * D[l3](e.out, n);
  return sum;
}

TEST(Wigner3j, isTheSameAfterAnyRotationOfAllThreeIndices) {
  Random random(6);
  for (int trial = 0; trial < 3; ++trial) {
    const EulerAngles angles = eulerAnglesOf(test::randomRotation(random));
    const Eigen::MatrixXd D[] = {wignerD(0, angles), wignerD(1, angles), wignerD(2, angles), wignerD(3, angles)};
    for (int l1 = 0; l1 <= kMaxDegree; ++l1)
      for (int l2 = 0; l2 <= kMaxDegree; ++l2)
        for (int l3 = 0; l3 <= kMaxDegree; ++l3)
          for (int l = 0; l <= 2 * l1; ++l)
            for (int m = 0; m <= 2 * l2; ++m)
              for (int n = 0; n <= 2 * l3; ++n)
                ASSERT_NEAR(turned(l1, l2, l3, D, l, m, n), element(l1, l2, l3, l, m, n), 1e-12);
  }
}

TEST(Wigner3j, unknownDegreesAreErrors) {
  EXPECT_THROW(wigner3j(4, 0, 0), Error);
  EXPECT_THROW(wigner3j(0, -1, 0), Error);
}

}  // namespace wigner3j_test
