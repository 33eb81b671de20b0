#pragma once

#include <cstddef>
#include <functional>

namespace grpolint::lint {

/// Calls work(i) once for every i below `count`, on at most `threads` threads (0: as many as the
/// machine has). Returns when all are done. Work that writes only to its own slot gives the same
/// result whatever the number of threads.
void for_each_parallel(std::size_t count, unsigned threads,
                       const std::function<void(std::size_t)>& work);

}  // namespace grpolint::lint
