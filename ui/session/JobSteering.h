// A job that is under way and can be steered: halted, ended with what it has, given another rate.
#pragma once

#include <memory>
#include <string>

#include "engine/compute/Steering.h"
#include "ui/session/JobQueue.h"

namespace ui {

/// Shared with the work of the job, which need not heed it; null once the job is over.
std::shared_ptr<engine::Steering> steeringOf(const Job& job);

/// The job that computes what will stand under this output id; null when there is none.
Job* jobOf(const JobQueue& jobs, const std::string& operation, const std::string& output);

}  // namespace ui
