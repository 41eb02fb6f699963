/** Settings of a topic that the driver or `svc topics create` creates. */
import { RECORD_BYTES_MAX } from './options.ts'

/**
 * Turns retention by time and the timestamp check off. Kafka measures both by the records' timestamps, which we set: it
 * would delete a record with an old timestamp before it was read, and refuse one that is an hour ahead.
 */
const FOR_EVER = '9223372036854775807'
const SEGMENT_BYTES = 64 * 1024 * 1024

/** Leaves a setting out to keep the broker's default. `retentionBytes` applies to a partition that is not compacted. */
export function topicSettings(isCompacted: boolean, retentionBytes: number): Readonly<Record<string, string>> {
  const cleanup: Record<string, string> = isCompacted
    ? { 'cleanup.policy': 'compact', 'segment.bytes': `${SEGMENT_BYTES}` }
    : { 'retention.ms': '-1', 'retention.bytes': `${retentionBytes}` }
  return { ...cleanup, 'max.message.bytes': `${RECORD_BYTES_MAX}`, 'message.timestamp.after.max.ms': FOR_EVER }
}
