#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <random>
#include <sstream>

#include "lint/fix/edited_text.h"
#include "lint/fix/replace_file.h"
#include "lint/fix/same_data.h"
#include "lint/fix/unified_diff.h"
#include "temporary_folder.h"

namespace fs = std::filesystem;
namespace lint = grpolint::lint;
using Catch::Contains;
using grpolint::Edit;
using grpolint::Format;
using grpolint::Source;
using grpolint::Span;

namespace {

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Replaces the first `old` by `now` and asks what that changes besides.
std::string change(const std::string& text, const std::string& old, const std::string& now,
                   Format format = Format::Yaml) {
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  const Span span{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + old.size())};
  const lint::EditedText edited(text, {{span, now}});
  const Source before("before", text);
  const Source after("after", edited.text());
  return lint::unexpected_change(read_document(before, format), read_document(after, format),
                                 edited)
      .value_or("nothing");
}

}  // namespace

TEST_CASE("edits are made by their places in the old text, and the rest moves") {
  const lint::EditedText edited("abcdef", {{{4, 5}, ""}, {{1, 3}, "XYZ"}, {{6, 6}, "!"}});
  CHECK(edited.text() == "aXYZdf!");
  CHECK(edited.moved(0) == 0);
  CHECK(edited.moved(3) == 4);
  CHECK(edited.moved(5) == 5);
  CHECK(edited.touched({2, 4}));
  CHECK_FALSE(edited.touched({3, 4}));
  CHECK(edited.replaced({4, 5}));
  CHECK_FALSE(edited.replaced({2, 4}));
  CHECK(edited.is_new({3, 5}));
  CHECK_FALSE(edited.is_new({4, 6}));
}

TEST_CASE("edits are in conflict when they overlap or their order would matter") {
  const auto go_together = [](Span first, Span second) {
    lint::EditPlaces places;
    lint::EditPlaces the_other_way_round;
    REQUIRE(places.take({{first, ""}}));
    REQUIRE(the_other_way_round.take({{second, ""}}));
    const bool together = places.take({{second, ""}});
    CHECK(together == the_other_way_round.take({{first, ""}}));
    return together;
  };
  CHECK_FALSE(go_together({1, 4}, {3, 5}));
  CHECK(go_together({1, 3}, {3, 5}));
  CHECK_FALSE(go_together({3, 3}, {3, 3}));
  CHECK_FALSE(go_together({1, 3}, {3, 3}));
  CHECK(go_together({1, 3}, {4, 4}));
  CHECK_FALSE(go_together({1, 9}, {4, 4}));
}

TEST_CASE("edits of one fix are taken together or not at all") {
  lint::EditPlaces places;
  CHECK(places.take({{{10, 12}, ""}, {{0, 2}, ""}}));
  CHECK_FALSE(places.take({{{4, 6}, ""}, {{11, 13}, ""}}));
  CHECK(places.take({{{5, 7}, ""}}));
}

TEST_CASE("questions about many edits have the answers of a look at each") {
  std::minstd_rand random(4);
  const std::string text(60, 'x');
  for (int round = 0; round < 50; ++round) {
    lint::EditPlaces places;
    std::vector<Edit> edits;
    for (int i = 0; i < 12; ++i) {
      const auto begin = static_cast<std::uint32_t>(random() % 55);
      const Edit edit{{begin, begin + static_cast<std::uint32_t>(random() % 5)},
                      std::string(random() % 3, 'y')};
      if (places.take({edit})) edits.push_back(edit);
    }
    const lint::EditedText edited(text, edits);
    for (std::uint32_t begin = 0; begin < 60; ++begin) {
      std::uint32_t moved = begin;
      bool covered = false;
      for (const Edit& edit : edits) {
        covered = covered || (edit.span.begin < begin && begin < edit.span.end);
        if (edit.span.end > begin) continue;
        moved += static_cast<std::uint32_t>(edit.text.size());
        moved -= edit.span.end - edit.span.begin;
      }
      if (!covered) CHECK(edited.moved(begin) == moved);
      for (std::uint32_t end = begin + 1; end <= 60; ++end) {
        bool touched = false;
        bool replaced = false;
        for (const Edit& edit : edits) {
          touched = touched || (edit.span.begin < end && begin < edit.span.end);
          replaced = replaced || (edit.span.begin <= begin && end <= edit.span.end);
        }
        CHECK(edited.touched({begin, end}) == touched);
        CHECK(edited.replaced({begin, end}) == replaced);
      }
    }
  }
}

TEST_CASE("only what an edit stands for may change") {
  const std::string text = "a: 1\nb: {c: x, d: [1, 2]}\n# note\ne: 3\n";
  CHECK(change(text, "1", "2") == "nothing");
  CHECK(change(text, "a: 1\n", "") == "nothing");
  CHECK(change(text, "e: 3", "e: 3\nf: 4") == "nothing");
  CHECK(change(text, "e", "g") == "nothing");
  CHECK(change(text, "x", "[y]") == "nothing");
  CHECK(change(text, "1\n", "1\n- ") == "the file would have a syntax error");
  CHECK_THAT(change(text, "\n# note\n", "\n"), Contains("a comment") || Contains("nothing"));
  SECTION("text that runs into its neighbour changes it") {
    CHECK_THAT(change("a: x\n", "\n", "y\n"), Contains("'a'"));
    CHECK_THAT(change("a: 1\nb: 2\n", "\nb", " # \nb") + change("a: 1\nb: 2\n", "\nb", " #"),
               Contains("'b'"));
    CHECK_THAT(change("a:\n  b: 1\nc: 2\n", "c", "  c"), Contains("'c'") || Contains("error"));
  }
  SECTION("a comment that an edit swallows is missed") {
    CHECK_THAT(change("a: |\n  x\n# note\nb: 1\n", "x\n", "x\n  y\n \n"), Contains("nothing"));
    CHECK_THAT(change("a: 'x'  # note\n", "'  ", "'"), Contains("a comment") || Contains("error"));
  }
}

TEST_CASE("a change inside a value that others share is unexpected") {
  const std::string merged = "base: &b\n  lr: 1\ngrpo:\n  <<: *b\n  beta: 0\n";
  CHECK_THAT(change(merged, "1", "2"), Contains("share"));
  CHECK_THAT(change(merged, "lr: 1", "lr: 1\n  seed: 1"), Contains("share"));
  CHECK_THAT(change(merged, "lr", "learning_rate"), Contains("share"));
  CHECK(change(merged, "beta: 0", "beta: 1") == "nothing");
  CHECK_THAT(change("a: &x 1\nb: *x\n", "1", "2"), Contains("share"));
  CHECK(change("a: &x 1\nb: *x\n", "*x", "2") == "nothing");
}

TEST_CASE("TOML and JSON are held to the same") {
  CHECK(change("[a]\nb = 1\n[c]\nd = 2\n", "b = 1", "b = 1\ne = 3", Format::Toml) == "nothing");
  CHECK_THAT(change("[a]\nb = 1\n[c]\nd = 2\n", "[c]\n", "", Format::Toml), !Contains("nothing"));
  CHECK(change("{\"a\": 1, \"b\": 2}", ", \"b\": 2", "", Format::Json) == "nothing");
  CHECK(change("{\"a\": 1, \"b\": 2}", "\"b\": 2", "", Format::Json) ==
        "the file would have a syntax error");
}

TEST_CASE("a diff has the lines of diff -u") {
  CHECK(lint::unified_diff("f", "a\nb\n", "a\nb\n").empty());
  CHECK(lint::unified_diff("f", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nX\n6\n7\n8\n9\n") ==
        "--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+X\n 6\n 7\n 8\n");
  CHECK(lint::unified_diff("f", "a", "a\nb\n") ==
        "--- f\n+++ f\n@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n");
  CHECK(lint::unified_diff("f", "", "a\r\n") == "--- f\n+++ f\n@@ -0,0 +1 @@\n+a\r\n");
  CHECK(lint::unified_diff("f", "a\n", "") == "--- f\n+++ f\n@@ -1 +0,0 @@\n-a\n");
}

TEST_CASE("a diff's header quotes a name as git does") {
  const auto header = [](std::string_view name) {
    const std::string diff = lint::unified_diff(name, "a\n", "b\n");
    return diff.substr(4, diff.find('\n') - 4);
  };
  CHECK(header("configs/run.yaml") == "configs/run.yaml");
  CHECK(header("a b.yaml") == "a b.yaml\t");
  CHECK(header("a\n--- x\"\\\x1B.yaml") == "\"a\\n--- x\\\"\\\\\\033.yaml\"");
  CHECK(header("\u202e") == "\"\\342\\200\\256\"");
}

TEST_CASE("patch turns the old text into the new one by the diff") {
  if (std::system("patch --version > /dev/null 2>&1") != 0) return;
  const TemporaryFolder folder;
  std::minstd_rand random(7);
  for (int round = 0; round < 60; ++round) {
    std::string before;
    std::string after;
    for (int line = 0; line < 40; ++line) {
      const std::string text = std::to_string(random() % 5) + "\n";
      const auto what = random() % 12;
      if (what != 0) before += text;
      if (what == 1) after += "new " + text;
      if (what != 2) after += text;
    }
    folder.write("old", before);
    folder.write("change", lint::unified_diff("old", before, after));
    if (before == after) continue;
    const std::string command = "cd " + folder.path().string() + " && patch -s -p0 < change";
    REQUIRE(std::system(command.c_str()) == 0);
    REQUIRE(contents(folder.path() / "old") == after);
  }
}

TEST_CASE("a file is replaced whole, with its mode, through links") {
  const TemporaryFolder folder;
  const fs::path file = folder.write("real/a.yaml", "old");
  fs::permissions(file, fs::perms(0640));
  fs::create_symlink("real/a.yaml", folder.path() / "link.yaml");
  REQUIRE(lint::replace_file(folder.path() / "link.yaml", "old", "new"));
  CHECK(contents(file) == "new");
  CHECK(fs::is_symlink(folder.path() / "link.yaml"));
  CHECK(fs::status(file).permissions() == fs::perms(0640));
  std::size_t entries = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder.path() / "real")) {
    ++entries;
  }
  CHECK(entries == 1);
}

TEST_CASE("a file that changed meanwhile or is gone is not replaced") {
  const TemporaryFolder folder;
  const fs::path file = folder.write("a.yaml", "changed");
  const auto changed = lint::replace_file(file, "old", "new");
  REQUIRE_FALSE(changed);
  CHECK_THAT(changed.error().message, Contains("changed while it was checked"));
  CHECK(contents(file) == "changed");
  CHECK_FALSE(lint::replace_file(folder.path() / "none.yaml", "", "new"));
}
