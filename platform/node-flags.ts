/**
 * Flags of every process of ours. V8 by default collects the whole heap for every 64 MB of buffers that come and go,
 * which is every few hundred requests: here buffers are counted with the heap, and both together are collected when they
 * pass 512 MB, which bounds the garbage too. That is a fifth of the CPU of the ingest service and half of the memory of
 * the stages.
 *
 * Named, never inherited: what a process was started with may hold a script (`-e`) that would start itself again and
 * again.
 */
export const NODE_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  // This warning comes from kafkajs, which asks for a pause that is over.
  '--disable-warning=TimeoutNegativeWarning',
  '--external-memory-accounted-in-global-limit',
  '--initial-old-space-size=512',
  '--max-semi-space-size=16',
  '--max-old-space-size=512',
]

/**
 * Flags of a process with roles. After a full collection V8 shrinks the young generation to one to four megabytes, and
 * the next burst fills it a hundred times a second: these flags keep it at its maximum. They are not for threads by the
 * dozen, since each thread has a young generation.
 */
export const ROLE_FLAGS = [...NODE_FLAGS, '--min-semi-space-size=16']

/**
 * Flags of the process that answers people. It is idle for most of the day, and a young generation of 16 MB, of which V8
 * has two, would stay for good what its last minute of work needed: with these it gives back 24 MB. Its work allocates less
 * than the door and the stages do.
 */
const API_FLAGS = [...ROLE_FLAGS, '--min-semi-space-size=4']

/**
 * Flags of the stages on Kafka. They hold about 450 MB of buffers under load, ranges for the lake and outputs of many
 * partitions: to stay below 512 V8 collected the whole heap every second, which was a quarter of their CPU.
 */
const STAGES_ON_KAFKA_FLAGS = [...ROLE_FLAGS, '--initial-old-space-size=1024', '--max-old-space-size=1024']

export function flagsOf(roles: readonly string[], isKafka: boolean): readonly string[] {
  if (isKafka && roles.includes('pipeline')) return STAGES_ON_KAFKA_FLAGS
  return roles.includes('api') ? API_FLAGS : ROLE_FLAGS
}
