/**
 * V8 by default collects the whole heap for every 64 MB of buffers that come and go, which is every few hundred
 * requests; counted with the heap, buffers cost a third of that. Named, never inherited: what a process was started
 * with may hold a script (`-e`) that would start itself again and again.
 */
export const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--external-memory-accounted-in-global-limit']
