// Blocks of a file, fetched when they are read first and kept while there is room.
#include "engine/remote/RemoteFile.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <list>
#include <map>
#include <mutex>

#include "engine/base/Error.h"
#include "engine/remote/RemoteServer.h"

namespace engine {

namespace {

/// Blocks by number, the last used of them.
class BlockCache {
 public:
  const std::string* find(std::uint64_t block) {
    const auto found = m_blocks.find(block);
    if (found == m_blocks.end()) return nullptr;
    m_order.splice(m_order.begin(), m_order, found->second.place);
    return &found->second.bytes;
  }

  void add(std::uint64_t block, std::string bytes) {
    if (find(block)) return;
    m_order.push_front(block);
    m_blocks[block] = {std::move(bytes), m_order.begin()};
    while (m_blocks.size() * kRemoteBlockBytes > kRemoteCacheBytes) {
      m_blocks.erase(m_order.back());
      m_order.pop_back();
    }
  }

 private:
  struct Block {
    std::string bytes;
    std::list<std::uint64_t>::iterator place;
  };
  std::map<std::uint64_t, Block> m_blocks;
  std::list<std::uint64_t> m_order;  ///< last used first
};

class CachedRemoteFile : public RemoteFile {
 public:
  explicit CachedRemoteFile(const RemoteAddress& address) : m_address(address), m_server(remoteServer(address)) {
    withErrorsNaming(m_address.text(), [this] { open(); });
  }
  ~CachedRemoteFile() override { m_server->forget(m_handle, m_connection); }

  const RemoteAddress& address() const override { return m_address; }
  std::uint64_t size() const override { return m_facts.size; }
  std::uint64_t fetched() const override { return m_fetched; }

  void read(std::uint64_t offset, void* target, std::size_t count) override {
    if (offset > size() || count > size() - offset)
      fail(m_address.text(), ": ends at byte ", size(), ", expected ", count, " bytes at ", offset);
    withErrorsNaming(m_address.text(), [&] { copy(offset, static_cast<char*>(target), count); });
  }

 private:
  void open();
  void copy(std::uint64_t offset, char* target, std::size_t count);
  void fetchBlocks(std::uint64_t first, std::uint64_t wanted);
  /// Any part, straight from the server.
  std::string fetch(std::uint64_t offset, std::size_t count);
  std::string fetchOnce(std::uint64_t offset, std::size_t count);
  void requireUnchanged(const sftp::Packet& answer) const;

  RemoteAddress m_address;
  std::shared_ptr<RemoteServer> m_server;
  std::mutex m_mutex;  ///< of what follows, never held while waiting
  std::string m_handle;
  std::uint64_t m_connection = 0;  ///< that the handle is of
  sftp::Attributes m_facts;
  BlockCache m_blocks;
  std::uint64_t m_nextBlock = 0, m_numAhead = 1;
  std::atomic<std::uint64_t> m_fetched = 0;
  bool m_isOpen = false;
};

void CachedRemoteFile::requireUnchanged(const sftp::Packet& answer) const {
  const sftp::Attributes now = sftp::attributesOf(requireType(answer, sftp::kAttributes));
  if (m_isOpen && (now.size != m_facts.size || now.modified != m_facts.modified))
    fail("the file was changed while it is open, please open it again");
}

/// Again, too, when the connection is another one than before.
void CachedRemoteFile::open() {
  const std::uint64_t connection = m_server->connection();
  const sftp::Packet there = m_server->ask({sftp::statOf(m_address.path)}, connection).front();
  const sftp::Attributes facts = sftp::attributesOf(requireType(there, sftp::kAttributes));
  if (facts.isFolder())
    fail("is a folder; its files are opened one by one, \"headlight info\" and File, Open remote… list them");
  if (!facts.isFile() || !facts.hasSize) fail("is no plain file");
  requireUnchanged(there);
  const sftp::Packet opened = m_server->ask({sftp::openFile(m_address.path)}, connection).front();
  const std::string handle = sftp::textOf(requireType(opened, sftp::kHandle));
  const std::lock_guard lock(m_mutex);
  m_facts = facts;
  m_isOpen = true;
  m_handle = handle;
  m_connection = connection;
}

std::string CachedRemoteFile::fetchOnce(std::uint64_t offset, std::size_t count) {
  std::string handle;
  std::uint64_t connection = 0;
  {
    const std::lock_guard lock(m_mutex);
    handle = m_handle;
    connection = m_connection;
  }
  std::string bytes;
  bytes.reserve(count);
  while (bytes.size() < count) {
    // The last request tells whether all is still of the same file.
    std::vector<sftp::Request> requests;
    for (std::size_t at = bytes.size(); at < count; at += sftp::kReadBytes)
      requests.push_back(
          sftp::read(handle, offset + at, static_cast<std::uint32_t>(std::min(sftp::kReadBytes, count - at))));
    requests.push_back(sftp::statOfHandle(handle));
    const std::vector<sftp::Packet> answers = m_server->ask(requests, connection);
    requireUnchanged(answers.back());
    for (std::size_t k = 0; k + 1 < answers.size(); ++k) {
      const std::size_t wanted = std::min(sftp::kReadBytes, count - bytes.size());
      const bool isEnd = answers[k].type == sftp::kStatus && sftp::statusOf(answers[k]).code == sftp::kEndOfFile;
      const std::string piece = isEnd ? std::string() : sftp::textOf(requireType(answers[k], sftp::kData));
      if (piece.empty() || piece.size() > wanted)
        fail("the server gives ", piece.size(), " bytes at ", offset + bytes.size(), ", expected ", wanted);
      m_fetched += piece.size();
      bytes += piece;
      if (piece.size() < wanted) break;  // servers may give less at a time; the rest is asked for again
    }
  }
  return bytes;
}

std::string CachedRemoteFile::fetch(std::uint64_t offset, std::size_t count) {
  try {
    return fetchOnce(offset, count);
  } catch (const LostConnection&) {
    open();
    return fetchOnce(offset, count);
  }
}

/// Blocks [first, first + wanted) and those ahead, of which none is there.
void CachedRemoteFile::fetchBlocks(std::uint64_t first, std::uint64_t wanted) {
  const std::uint64_t all = (size() + kRemoteBlockBytes - 1) / kRemoteBlockBytes;
  std::uint64_t number = wanted;
  {
    const std::lock_guard lock(m_mutex);
    constexpr std::uint64_t kMostAhead = kRemoteAheadBytes / kRemoteBlockBytes;
    m_numAhead = first == m_nextBlock && first > 0 ? std::min(2 * m_numAhead, kMostAhead) : 1;
    number = std::min(std::max(wanted, m_numAhead), all - first);
    m_nextBlock = first + number;
  }
  const std::uint64_t begin = first * kRemoteBlockBytes;
  const std::string bytes = fetch(begin, std::min(number * kRemoteBlockBytes, size() - begin));
  const std::lock_guard lock(m_mutex);
  for (std::uint64_t k = 0; k < number; ++k)
    m_blocks.add(first + k, bytes.substr(k * kRemoteBlockBytes, kRemoteBlockBytes));
}

void CachedRemoteFile::copy(std::uint64_t offset, char* target, std::size_t count) {
  while (count > 0) {
    if (count >= kRemoteAheadBytes) {  // more than is worth keeping
      const std::string bytes = fetch(offset, kRemoteAheadBytes);
      std::memcpy(target, bytes.data(), bytes.size());
      offset += bytes.size(), target += bytes.size(), count -= bytes.size();
      continue;
    }
    const std::uint64_t block = offset / kRemoteBlockBytes;
    const std::size_t within = offset % kRemoteBlockBytes;
    std::size_t here = 0;
    {
      const std::lock_guard lock(m_mutex);
      if (const std::string* const bytes = m_blocks.find(block)) {
        here = std::min(count, bytes->size() - within);
        std::memcpy(target, bytes->data() + within, here);
      }
    }
    if (here == 0) {
      fetchBlocks(block, (within + count + kRemoteBlockBytes - 1) / kRemoteBlockBytes);
      continue;
    }
    offset += here, target += here, count -= here;
  }
}

}  // namespace

std::shared_ptr<RemoteFile> openRemoteFile(const RemoteAddress& address) {
  return std::make_shared<CachedRemoteFile>(address);
}

}  // namespace engine
