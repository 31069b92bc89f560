// Packets of SFTP beside the bytes that the draft writes down.
#include "engine/remote/SftpPackets.h"

#include <gmock/gmock.h>

#include "tests/support/ErrorOf.h"

using namespace engine;
using test::errorOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace sftp_packets_test {

std::string bytes(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values) text += static_cast<char>(value);
  return text;
}

sftp::Packet taken(std::string text) {
  sftp::Packet packet;
  EXPECT_TRUE(sftp::takePacket(text, packet));
  EXPECT_THAT(text, IsEmpty());
  return packet;
}

/// Of an answer to request 7.
std::string answer(int type, const std::string& content) {
  return bytes({0, 0, 0, static_cast<int>(5 + content.size()), type, 0, 0, 0, 7}) + content;
}

TEST(SftpPackets, requestsAreTheBytesOfTheDraft) {
  EXPECT_EQ(sftp::initPacket(), bytes({0, 0, 0, 5, 1, 0, 0, 0, 3}));
  EXPECT_EQ(sftp::packet(sftp::openFile("/a"), 7),
            bytes({0, 0, 0, 19, 3, 0, 0, 0, 7, 0, 0, 0, 2, '/', 'a', 0, 0, 0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(sftp::packet(sftp::read("h", 0x0102030405060708, 0x8000), 0x01020304),
            bytes({0, 0, 0, 22, 5, 1, 2, 3, 4, 0, 0, 0, 1, 'h', 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0x80, 0}));
  EXPECT_EQ(sftp::packet(sftp::closeHandle("hh"), 1), bytes({0, 0, 0, 11, 4, 0, 0, 0, 1, 0, 0, 0, 2, 'h', 'h'}));
  EXPECT_EQ(sftp::packet(sftp::statOf(""), 1), bytes({0, 0, 0, 9, 17, 0, 0, 0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(sftp::openFolder("x").type, 11);
  EXPECT_EQ(sftp::readFolder("x").type, 12);
  EXPECT_EQ(sftp::realPath("x").type, 16);
  EXPECT_EQ(sftp::statOfHandle("x").type, 8);
}

TEST(SftpPackets, aPacketIsTakenOnceAllOfItIsThereAndNothingOfTheNext) {
  const std::string whole = answer(sftp::kHandle, bytes({0, 0, 0, 2, 'h', 'i'}));
  sftp::Packet packet;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    std::string part = whole.substr(0, length);
    EXPECT_FALSE(sftp::takePacket(part, packet));
    EXPECT_EQ(part.size(), length);
  }
  std::string two = whole + "rest";
  ASSERT_TRUE(sftp::takePacket(two, packet));
  EXPECT_EQ(two, "rest");
  EXPECT_EQ(packet.type, sftp::kHandle);
  EXPECT_EQ(packet.number, 7U);
  EXPECT_EQ(sftp::textOf(packet), "hi");
}

TEST(SftpPackets, aStatusMayHaveWordsOrNone) {
  const auto bare = sftp::statusOf(taken(answer(sftp::kStatus, bytes({0, 0, 0, 2}))));
  EXPECT_EQ(bare.code, sftp::kNoSuchFile);
  EXPECT_THAT(bare.message, IsEmpty());
  const auto said =
      sftp::statusOf(taken(answer(sftp::kStatus, bytes({0, 0, 0, 4, 0, 0, 0, 4, 'f', 'u', 'l', 'l', 0, 0, 0, 0}))));
  EXPECT_EQ(said.code, 4U);
  EXPECT_EQ(said.message, "full");
}

TEST(SftpPackets, attributesAreReadWhicheverOfThemAreThere) {
  const auto all = sftp::attributesOf(taken(answer(
      sftp::kAttributes, bytes({0x80, 0, 0, 0x0f, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0,   0, 6, 0, 0, 0x41,
                                0xed, 0, 0, 0,    8, 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 1, 'n', 0, 0, 0, 1, 'v'}))));
  EXPECT_TRUE(all.hasSize);
  EXPECT_EQ(all.size, (std::uint64_t{1} << 32) + 2);
  EXPECT_TRUE(all.isFolder());
  EXPECT_EQ(all.modified, 9U);
  const auto none = sftp::attributesOf(taken(answer(sftp::kAttributes, bytes({0, 0, 0, 0}))));
  EXPECT_FALSE(none.hasSize);
  EXPECT_TRUE(none.isFile());
}

TEST(SftpPackets, namesComeWithTheirAttributes) {
  const std::string one = bytes({0, 0, 0, 1, 'a', 0, 0, 0, 2, '-', '-', 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3});
  const std::string link = bytes({0, 0, 0, 1, 'b', 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0xa1, 0xff});
  const auto names = sftp::namesOf(taken(answer(sftp::kName, bytes({0, 0, 0, 2}) + one + link)));
  ASSERT_THAT(names, SizeIs(2));
  EXPECT_EQ(names[0].name, "a");
  EXPECT_EQ(names[0].attributes.size, 3U);
  EXPECT_EQ(names[1].name, "b");
  EXPECT_TRUE(names[1].attributes.isLink());
}

TEST(SftpPackets, whatIsCutOffWithinAnAnswerIsAnError) {
  const std::string one = bytes({0, 0, 0, 1, 'a', 0, 0, 0, 2, '-', '-', 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3});
  const std::string content = bytes({0, 0, 0, 1}) + one;
  for (std::size_t length = 0; length < content.size(); ++length)
    EXPECT_THAT(errorOf([&] { sftp::namesOf(taken(answer(sftp::kName, content.substr(0, length)))); }),
                HasSubstr("cut off"));
  // A count that would need more names than any answer has, a text longer than the packet.
  EXPECT_THAT(errorOf([&] {
                sftp::namesOf(taken(answer(sftp::kName, bytes({255, 255, 255, 255}) + one)));
              }),
              HasSubstr("cut off"));
  EXPECT_THAT(errorOf([&] {
                sftp::textOf(taken(answer(sftp::kData, bytes({255, 255, 255, 255, 'x'}))));
              }),
              HasSubstr("cut off"));
}

TEST(SftpPackets, lengthsThatNoPacketHasAreNoSftp) {
  for (std::string text : {std::string("Welcome to the cluster"), bytes({0, 0, 0, 0}), bytes({0, 0, 0, 4}),
                           bytes({0, 0x10, 0, 1}), bytes({255, 255, 255, 255})}) {
    sftp::Packet packet;
    EXPECT_THAT(errorOf([&] { sftp::takePacket(text, packet); }), HasSubstr("no SFTP"));
  }
}

}  // namespace sftp_packets_test
