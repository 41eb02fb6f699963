/**
 * Flags of every process of ours. V8 by default collects the whole heap for every 64 MB of buffers that come and go,
 * which is every few hundred requests: buffers are counted with the heap, and the heap may hold 256 MB before it is
 * collected as a whole, and 512 MB at most, which bounds the garbage too. A small young generation gives buffers that die young back early. Together this is a fifth of
 * the CPU of the ingest service and half of the memory of the stages.
 *
 * Named, never inherited: what a process was started with may hold a script (`-e`) that would start itself again and
 * again.
 */
export const NODE_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--external-memory-accounted-in-global-limit',
  '--initial-old-space-size=256',
  '--max-semi-space-size=4',
  '--max-old-space-size=512',
]
