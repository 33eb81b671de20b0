#pragma once

#include <span>
#include <string>
#include <vector>

#include "fact/fact.h"
#include "grpolint/finding.h"

namespace grpolint::rules {

/// What a finding says about the facts it rests on, in reading order; names no stage stated are
/// left out.
std::vector<FactNote> notes_on(std::span<const std::string> names, const FactTable& facts);

/// Low when one of the facts, or what it was derived from, was assumed; Medium when one is a
/// default of an assumed release, or such a release itself; else High.
Confidence confidence_in(std::span<const std::string> names, const FactTable& facts);

/// The release of the framework is not stated anywhere.
bool release_is_assumed(const FactTable& facts);

}  // namespace grpolint::rules
