/**
 * V8 flags of every process of ours. By default V8 collects the whole heap for every 64 MB of short-lived buffers,
 * which is every few hundred requests. With these flags buffers count with the heap, and both together are collected
 * when they exceed 512 MB, which also bounds the garbage. That saves a fifth of the ingest service's CPU and half of
 * the stages' memory.
 *
 * The flags are listed here and never inherited: the flags of the starting process may contain a script (`-e`), which
 * would start itself again and again.
 */
export const NODE_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  // kafkajs causes this warning: it requests a timeout that lies in the past.
  '--disable-warning=TimeoutNegativeWarning',
  '--external-memory-accounted-in-global-limit',
  '--initial-old-space-size=512',
  '--max-semi-space-size=16',
  '--max-old-space-size=512',
]

/**
 * Flags of a process with roles. After a full collection V8 shrinks the young generation to one to four megabytes, and
 * the next burst fills it a hundred times a second: these flags keep it at its maximum. They do not suit dozens of
 * threads, since each thread has a young generation.
 */
export const ROLE_FLAGS = [...NODE_FLAGS, '--min-semi-space-size=16']

/**
 * Flags of the API process. It is idle for most of the day, and its two young generations of 16 MB would keep for good
 * what its last busy minute needed; with these flags it releases 24 MB. It allocates less than ingest and the stages
 * do.
 */
const API_FLAGS = [...ROLE_FLAGS, '--min-semi-space-size=4']

/**
 * Flags of the stages on Kafka. They hold about 450 MB of buffers under load, for ranges of the lake and outputs of
 * many partitions; to stay below 512 MB V8 collected the whole heap every second, a quarter of their CPU.
 */
const STAGES_ON_KAFKA_FLAGS = [...ROLE_FLAGS, '--initial-old-space-size=1024', '--max-old-space-size=1024']

export function flagsOf(roles: readonly string[], isKafka: boolean): readonly string[] {
  if (isKafka && roles.includes('pipeline')) return STAGES_ON_KAFKA_FLAGS
  return roles.includes('api') ? API_FLAGS : ROLE_FLAGS
}
