// Files of attention heads made in memory, and what they open as.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zip.h>

#include <cstring>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/base/HalfFloat.h"
#include "engine/base/Random.h"
#include "engine/io/HeadFile.h"
#include "engine/io/formats/arrays/NpyArray.h"
#include "tests/engine/io/FormatSupport.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace test {

using namespace engine;

/// Random weights whose last axis sums to 1.
inline Array<float> softmaxLike(const Shape& shape, std::uint64_t seed = 1) {
  Array<float> weights(shape, 0.0F, "attention");
  Random random(seed);
  const Index columns = shape.back();
  for (Index row = 0; columns > 0 && row < weights.size() / columns; ++row) {
    double sum = 0;
    for (Index k = 0; k < columns; ++k) sum += weights[row * columns + k] = static_cast<float>(random.uniform());
    for (Index k = 0; k < columns; ++k) weights[row * columns + k] /= static_cast<float>(sum);
  }
  return weights;
}

/// The values as bytes of a NumPy type.
inline std::string bytesAs(const Array<float>& values, const std::string& descr) {
  std::string bytes;
  const auto add = [&](auto value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    if (descr[0] == '>') std::reverse(raw, raw + sizeof value);
    bytes.append(raw, sizeof value);
  };
  for (const float value : values) {
    if (descr.ends_with("f2")) add(halfOfFloat(value));
    if (descr.ends_with("f4")) add(value);
    if (descr.ends_with("f8")) add(static_cast<double>(value));
    if (descr.ends_with("bf")) add(brainOfFloat(value));
  }
  return bytes;
}

inline std::string npyOf(const Array<float>& values, const std::string& descr = "<f4") {
  return npyPrefix(descr, values.shape()) + bytesAs(values, descr);
}

/// An archive of entries, packed with this method.
inline std::string zipOf(const std::map<std::string, std::string>& entries, zip_int32_t method) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = zip_source_buffer_create(nullptr, 0, 0, &error);
  zip_source_keep(source);
  zip_t* const archive = zip_open_from_source(source, ZIP_TRUNCATE, &error);
  for (const auto& [name, bytes] : entries) {
    const zip_int64_t index = zip_file_add(archive, (name + ".npy").c_str(),
                                           zip_source_buffer(archive, bytes.data(), bytes.size(), 0), ZIP_FL_ENC_UTF_8);
    zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), method, 0);
  }
  zip_close(archive);
  zip_source_open(source);
  zip_stat_t facts;
  zip_source_stat(source, &facts);
  std::string content(facts.size, '\0');
  zip_source_read(source, content.data(), content.size());
  zip_source_close(source);
  zip_source_free(source);
  return content;
}

inline std::string safetensorsOf(const std::vector<std::pair<std::string, Array<float>>>& arrays,
                                 const std::string& type, const std::string& metadata = {}) {
  std::string header = "{", data;
  if (!metadata.empty()) header.append("\"__metadata__\":").append(metadata).append(",");
  for (const auto& [name, values] : arrays) {
    const std::string descr = type == "F16" ? "<f2" : type == "BF16" ? "<bf" : type == "F64" ? "<f8" : "<f4";
    const std::string bytes = bytesAs(values, descr);
    std::string shape = "[";
    for (size_t k = 0; k < values.shape().size(); ++k) shape += (k ? "," : "") + std::to_string(values.shape()[k]);
    header += (data.empty() ? "\"" : ",\"") + name + R"(":{"dtype":")" + type + R"(","shape":)" + shape +
              R"(],"data_offsets":[)" + std::to_string(data.size()) + "," + std::to_string(data.size() + bytes.size()) +
              "]}";
    data += bytes;
  }
  header += "}";
  const std::uint64_t length = header.size();
  return std::string(reinterpret_cast<const char*>(&length), sizeof length) + header + data;
}

struct Opened {
  std::shared_ptr<const HeadSet> heads;  ///< null: read as arrays
  std::vector<std::string> warnings;
};

class HeadFiles : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& content) const {
    writeText(m_folder.path() / name, content);
    return m_folder.path() / name;
  }
  Opened open(const std::string& name, const std::string& content) const {
    Diagnostics diagnostics;
    Progress progress;
    const Dataset dataset = load(write(name, content), diagnostics, progress);
    return {dataset.share<HeadSet>(), diagnostics.warnings()};
  }
  std::string errorOf(const std::string& name, const std::string& content) const {
    return test::errorOf([&] {
      const Opened opened = open(name, content);
      if (opened.heads) opened.heads->validate();
    });
  }
  std::filesystem::path folder() const { return m_folder.path(); }

 private:
  TemporaryFolder m_folder;
};

inline void expectHeads(const HeadSet& heads, const Array<float>& expected, double tolerance) {
  const Index size = heads.numQueries * heads.numKeys;
  ASSERT_EQ(heads.count() * size, expected.size());
  for (Index k = 0; k < heads.count(); ++k) {
    const auto map = heads.map(k / heads.numHeads, k % heads.numHeads);
    ASSERT_TRUE(map);
    EXPECT_TRUE(map->isStochastic);
    for (Index cell = 0; cell < size; ++cell) ASSERT_NEAR(map->weights[cell], expected[k * size + cell], tolerance);
  }
}

}  // namespace test
