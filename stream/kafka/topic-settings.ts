/** Settings of a topic as it is made on brokers, by the driver or by `svc topics create`. */
import { RECORD_BYTES_MAX } from './options.ts'

/**
 * Kafka keeps time by the timestamps of records, which are ours and not the broker's. Retention by time would delete a
 * record with an old one before it was read, and the broker would refuse one that is an hour ahead: both are off.
 */
const FOR_EVER = '9223372036854775807'
const SEGMENT_BYTES = 64 * 1024 * 1024

/** Where the broker's default is meant, nothing is said. `retentionBytes` is of a partition that is not compacted. */
export function topicSettings(isCompacted: boolean, retentionBytes: number): Readonly<Record<string, string>> {
  const cleanup: Record<string, string> = isCompacted
    ? { 'cleanup.policy': 'compact', 'segment.bytes': `${SEGMENT_BYTES}` }
    : { 'retention.ms': '-1', 'retention.bytes': `${retentionBytes}` }
  return { ...cleanup, 'max.message.bytes': `${RECORD_BYTES_MAX}`, 'message.timestamp.after.max.ms': FOR_EVER }
}
