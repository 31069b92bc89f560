// A hit or an alignment of profiles as two families: what to ask for, from what is loaded.
#pragma once

#include <optional>

#include "engine/datasets/Dataset.h"
#include "ui/session/Document.h"

namespace ui {

/// The operation "merge" for a search result (`rank`: of the hit, from 1) or an alignment of profiles (of the path; 0:
/// the one that was opened), with the alignments that their profiles were made from where these are loaded. An opened
/// hit is that hit of its search, whose database has the template's rows; an alignment that was read from a file is
/// linked to them. Nothing where the query is not loaded.
std::optional<engine::Request> familyRequest(const Document& document, const engine::Dataset& found,
                                             engine::Index rank = 0);

}  // namespace ui
