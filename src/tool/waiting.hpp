#pragma once

namespace yoke::tool {

// Has the OpenMP runtime's threads sleep soon where they wait for each other, unless the
// environment says how they wait or where they run. To be called first: the runtime reads the
// environment once, when it is loaded, so the program is started again, as the same process.
void let_threads_sleep(char** argv);

}  // namespace yoke::tool
