/** For tests of sources that send syslog: the record of a message. */
import { syslog } from '../../formats/syslog.ts'

/** Throws an Error with the decoder's reason when the text is not a message. */
export function recordOf(text: string): Record<string, unknown> {
  const record = syslog.decode(text, { receivedMs: Date.UTC(2024, 5, 1) })
  if (typeof record === 'string') throw new Error(record)
  return record
}
