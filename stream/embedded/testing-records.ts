import type { Output } from '../driver.ts'

/** A record for tests, and for the processes that tests kill. */
export function record(text: string, topic = 'a', partition = 0): Output {
  return { topic, partition, timestampMs: 1, key: `key of ${text}`, value: [Buffer.from(text)] }
}
