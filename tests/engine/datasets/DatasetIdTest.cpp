#include "engine/datasets/DatasetId.h"

#include <gtest/gtest.h>
#include <set>
#include <thread>
#include <vector>

namespace dataset_id_test {

using engine::DatasetId;

TEST(DatasetId, equalTextsAreOneAddress) {
  const DatasetId a(std::string("query")), b("query"), c("template");
  EXPECT_EQ(a, b);
  EXPECT_EQ(&a.text(), &b.text());
  EXPECT_NE(a, c);
  EXPECT_NE(&a.text(), &c.text());
}

TEST(DatasetId, noTextIsEmptyWhicheverWayItIsMade) {
  EXPECT_TRUE(DatasetId().empty());
  EXPECT_EQ(DatasetId(), DatasetId(""));
  EXPECT_FALSE(DatasetId("x").empty());
}

TEST(DatasetId, readsAsItsText) {
  const DatasetId id("query");
  const std::string& text = id;
  EXPECT_EQ(text, "query");
  EXPECT_TRUE(id == "query");
  EXPECT_TRUE(id == std::string("query"));
  EXPECT_FALSE(id == "Query");
  EXPECT_EQ(id + ".profile", "query.profile");
  EXPECT_EQ("track:" + id, "track:query");
}

TEST(DatasetId, ordersByTextWhateverCameFirst) {
  const DatasetId later("zz-later"), earlier("aa-earlier");
  EXPECT_LT(earlier, later);
  EXPECT_EQ(*std::set<DatasetId>({later, earlier}).begin(), earlier);
}

TEST(DatasetId, keepsItsTextWhileManyOthersAreMade) {
  const DatasetId first("kept");
  const std::string* const address = &first.text();
  for (int k = 0; k < 5000; ++k) DatasetId("other-" + std::to_string(k));
  EXPECT_EQ(first.text(), "kept");
  EXPECT_EQ(&DatasetId("kept").text(), address);
}

TEST(DatasetId, isTheSameInAllThreads) {
  std::vector<const std::string*> addresses(8);
  {
    std::vector<std::jthread> threads;
    for (std::size_t k = 0; k < addresses.size(); ++k)
      threads.emplace_back([&addresses, k] {
        for (int number = 0; number < 500; ++number)
          addresses[k] = &DatasetId("shared-" + std::to_string(number)).text();
      });
  }
  for (const std::string* address : addresses) EXPECT_EQ(address, &DatasetId("shared-499").text());
}

}  // namespace dataset_id_test
