// Works out a formula as a reader does: from the text alone.
#pragma once

#include <QString>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace test {

/// + − / ( ) exp( max( , numbers with the minus of print, ∞. NaN for anything else.
class ReadFormula {
 public:
  explicit ReadFormula(const QString& text) : m_text(QString(text).replace(u'−', u'-').remove(u' ').toStdString()) {}
  double value() {
    const double result = sum();
    return m_at == m_text.size() ? result : std::nan("");
  }

 private:
  bool take(const std::string& word) {
    if (m_text.compare(m_at, word.size(), word) != 0) return false;
    m_at += word.size();
    return true;
  }
  double sum() {
    double result = quotient();
    for (;;) {
      if (take("+"))
        result += quotient();
      else if (take("-"))
        result -= quotient();
      else
        return result;
    }
  }
  double quotient() {
    double result = term();
    while (take("/")) result /= term();
    return result;
  }
  double inBrackets() {
    const double result = sum();
    return take(")") ? result : std::nan("");
  }
  double term() {
    if (take("exp(")) return std::exp(inBrackets());
    if (take("max(")) {
      const double first = sum();
      return take(",") ? std::max(first, inBrackets()) : std::nan("");
    }
    if (take("(")) return inBrackets();
    const double sign = take("-") ? -1 : 1;
    if (take("\u221e")) return sign * std::numeric_limits<double>::infinity();
    try {
      size_t length = 0;
      const double number = std::stod(m_text.substr(m_at), &length);
      m_at += length;
      return sign * number;
    } catch (const std::exception&) {
      return std::nan("");
    }
  }

  std::string m_text;
  size_t m_at = 0;
};

}  // namespace test
