#include "fact/value.h"

#include <catch2/catch.hpp>

using grpolint::format_quantity;
using grpolint::Unit;
using grpolint::Value;
using grpolint::ValueKind;
using grpolint::Version;

TEST_CASE("a value keeps its kind and content") {
  CHECK(Value().is_absent());
  CHECK(Value::absent() == Value());
  CHECK_FALSE(Value::unknown().is_known());
  CHECK(Value::boolean(true).as_boolean());
  CHECK(Value::number(8).as_number() == 8);
  CHECK(Value::number(24, Unit::Bytes).unit() == Unit::Bytes);
  CHECK(Value::string("dapo").as_string() == "dapo");
  CHECK(Value::version({0, 24, 0}).as_version() == Version{0, 24, 0});
  CHECK(Value::list({Value::number(1)}).as_list().size() == 1);
  CHECK(Value::map().kind() == ValueKind::Map);
}

TEST_CASE("values of different kinds or units differ") {
  CHECK(Value::unknown() != Value::absent());
  CHECK(Value::number(1) != Value::boolean(true));
  CHECK(Value::number(1) != Value::number(1, Unit::Tokens));
  CHECK(Value::map() != Value::unknown());
  CHECK(Value::list({Value::number(1)}) == Value::list({Value::number(1)}));
}

TEST_CASE("values read as people write them") {
  CHECK(Value().to_text() == "null");
  CHECK(Value::unknown().to_text() == "?");
  CHECK(Value::boolean(false).to_text() == "false");
  CHECK(Value::number(8).to_text() == "8");
  CHECK(Value::number(-0.0).to_text() == "0");
  CHECK(Value::number(151936).to_text() == "151936");
  CHECK(Value::number(9968812032.0).to_text() == "9968812032");
  CHECK(Value::number(5e-7).to_text() == "5e-07");
  CHECK(Value::number(0.1 + 0.2).to_text() == "0.3");
  CHECK(Value::number(1024, Unit::Tokens).to_text() == "1024");
  CHECK(Value::version({0, 24, 0}).to_text() == "0.24.0");
  CHECK(Value::list({Value::number(1), Value::string("a")}).to_text() == "[1, a]");
  CHECK(Value::list({}).to_text() == "[]");
}

TEST_CASE("quantities carry their unit") {
  constexpr double kGiB = 1024.0 * 1024 * 1024;
  CHECK(format_quantity(23.5 * kGiB, Unit::Bytes) == "23.5 GiB");
  CHECK(format_quantity(24 * kGiB, Unit::Bytes) == "24 GiB");
  CHECK(format_quantity(0.5 * kGiB, Unit::Bytes) == "512 MiB");
  CHECK(format_quantity(kGiB - 1, Unit::Bytes) == "1 GiB");
  CHECK(format_quantity(1536, Unit::Bytes) == "1.5 KiB");
  CHECK(format_quantity(0, Unit::Bytes) == "0 B");
  CHECK(format_quantity(7.62e9, Unit::Parameters) == "7.62B");
  CHECK(format_quantity(3e9, Unit::Parameters) == "3B");
  CHECK(format_quantity(135e6, Unit::Parameters) == "135M");
  CHECK(format_quantity(999.9e6, Unit::Parameters) == "1B");
  CHECK(format_quantity(12, Unit::Seconds) == "12 s");
  CHECK(format_quantity(204, Unit::Seconds) == "3.4 min");
  CHECK(format_quantity(7560, Unit::Seconds) == "2.1 h");
  CHECK(format_quantity(41.3, Unit::TokensPerSecond) == "41 tok/s");
  CHECK(format_quantity(186e9, Unit::BytesPerSecond) == "186 GB/s");
}
