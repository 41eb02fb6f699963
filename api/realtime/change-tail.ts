/** `svc.alerts.fused` as a process follows it by itself: each record once, in the order of its partition. */

import type { Log } from '../../platform/log.ts'
import { decodeEntityChange, type EntityChange } from '../../schemas/entity-change.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { Driver, LogRecord } from '../../stream/driver.ts'
import { followPartition } from '../../stream/follow-partition.ts'

export type ChangeTail = {
  /** Resolves when all records that existed at the start of following have been passed to `onChange`. */
  readonly caughtUp: Promise<void>
  /** Resolves when following has stopped. */
  readonly ended: Promise<void>
}

export type TailOptions = {
  readonly driver: Driver
  readonly log: Log
  readonly stop: AbortSignal
  /** Records from before the end to begin with. */
  readonly before: number
  /** Must not throw. */
  readonly onChange: (change: EntityChange, partition: number) => void
}

const TOPIC = TOPICS.entityChanges.name

export function followChanges({ driver, log, stop, before, onChange }: TailOptions): ChangeTail {
  const behind = new Set(Array.from({ length: driver.partitions(TOPIC) }, (_, partition) => partition))
  const caughtUp = Promise.withResolvers<void>()
  const followOne = (partition: number) => {
    let passed = 0
    const following = {
      tp: { topic: TOPIC, partition },
      from: ({ first, end }: { first: number; end: number }) => Math.max(first, end - before),
      onRecord({ value }: LogRecord) {
        const change = decoded(value, log)
        if (change === null || change.sequence <= passed) return // the relay may append a record twice
        passed = change.sequence
        onChange(change, partition)
      },
      caughtUp() {
        if (behind.delete(partition) && behind.size === 0) caughtUp.resolve()
      },
    }
    return followPartition(driver, following, log, stop)
  }
  const ended = Promise.all([...behind].map(followOne)).then(() => undefined)
  return { caughtUp: caughtUp.promise, ended }
}

function decoded(value: Buffer, log: Log): EntityChange | null {
  try {
    return decodeEntityChange(value)
  } catch (err) {
    log.error({ err }, 'cannot decode a change record, skipping it')
    return null
  }
}
