/** Faulty versions of the topology, each with one fault that the oracle must find. */

import { tenantId } from '../../platform/tenant.ts'
import { decodeEventBatch, encodeEventBatch } from '../../schemas/event-batch.ts'
import { decodeTimeMarks, encodeTimeMarks, isTimeMarks } from '../../schemas/time-marks.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { Commit, Cursor, Driver, Output, Ownership, Work } from '../../stream/driver.ts'
import { Fenced } from '../../stream/driver.ts'
import type { StageTask } from '../../stream/stage.ts'
import { wrapDriver } from '../../stream/testing.ts'
import type { Mutation } from './node.ts'

export type Mutant = {
  readonly fault: string
  /** Matches the report that the oracle must give. */
  readonly found: RegExp
  /** Makes a new mutation for each seed, so that its counters start again. */
  readonly mutation: () => Mutation
}

const NONE: Commit = { outputs: [], changes: [], positions: [] }

export const MUTANTS: readonly Mutant[] = [
  {
    fault: 'windows that stay where a wrong clock took them',
    found: /signals|by definition/,
    mutation: () => ({
      correlate: (stage) => ({ ...stage, open: (partition) => withoutSetBack(stage.open(partition)) }),
    }),
  },
  {
    fault: 'a sink whose tokens are new each time',
    found: /too many/,
    mutation: () => {
      let n = 0
      return { sink: (sink) => ({ ...sink, write: (records, token) => sink.write(records, `${token} ${n++}`, false) }) }
    },
  },
  {
    fault: 'a sink that trusts in what the lake remembers',
    found: /missing|too many|ledger says/,
    mutation: () => ({
      sink: (sink) => ({ ...sink, write: (records, token) => sink.write(records, token, false) }),
    }),
  },
  {
    fault: 'a sink that takes a refusal for a success',
    found: /events: \d+ missing/,
    mutation: () => ({
      sink: (sink) => ({ ...sink, write: (...args) => sink.write(...args).catch(() => []) }),
    }),
  },
  {
    fault: 'a sink that claims nothing',
    found: /too many/,
    mutation: () => onCommit((commit, next) => next({ ...commit, changes: without(commit, 'claims') })),
  },
  {
    fault: 'a stage that commits its position before its outputs',
    found: /missing/,
    mutation: () =>
      onCommit(async (commit, next) => {
        await next({ ...commit, outputs: [] })
        await next({ ...NONE, outputs: commit.outputs })
      }),
  },
  {
    fault: 'a stage that commits its outputs before its position',
    found: /too many|ledger says/,
    mutation: () =>
      onCommit(async (commit, next) => {
        await next({ ...NONE, outputs: commit.outputs })
        await next({ ...commit, outputs: [] })
      }),
  },
  {
    fault: 'a stage that does not commit its state',
    found: /too many/,
    mutation: () => onCommit((commit, next) => next({ ...commit, changes: without(commit, 'dedupe') })),
  },
  {
    fault: 'a window stage that does not commit its state',
    found: /signals: \d+ (missing|too many)/,
    mutation: () => onCommit((commit, next) => next({ ...commit, changes: without(commit, 'windows') })),
  },
  {
    fault: 'fusion that does not commit its state',
    found: /alerts of \S+: \d+ (missing|too many)/,
    mutation: () => onCommit((commit, next) => next({ ...commit, changes: without(commit, 'stories') })),
  },
  {
    fault: 'marks that say more than intake has come to',
    found: /signals: \d+ missing/,
    mutation: () => ({
      driver: (driver) =>
        wrapDriver(driver, { append: (outputs) => driver.append(outputs.map((output) => aheadOfTime(output))) }),
    }),
  },
  {
    fault: 'a feed that forgets who is behind',
    found: /missing/,
    mutation: () =>
      onOwnership((ownership) => ({
        restore: async function* (store, partition) {
          for await (const { slot, payload } of ownership.restore(store, partition)) {
            const main =
              store === 'feed' && !slot.endsWith(' time') ? { ...JSON.parse(payload.toString()), behind: [] } : null
            yield { slot, payload: main ? Buffer.from(JSON.stringify(main)) : payload }
          }
        },
      })),
  },
  {
    fault: 'a cursor that skips a record now and then',
    found: /missing|does not balance|ledger says/,
    mutation: () => {
      let n = 0
      return onOwnership((ownership) => ({
        cursor: async (tp, offset) =>
          skipping(await ownership.cursor(tp, offset), () => tp.topic === TOPICS.securityEvents.name && ++n % 40 === 0),
      }))
    },
  },
  {
    fault: 'a lost owner whose late outputs appear all the same',
    found: /too many|ledger says/,
    mutation: () => ({
      driver: (driver) =>
        wrapJoin(driver, (ownership) => ({
          commit: (commit) =>
            ownership.commit(commit).catch(async (error: unknown) => {
              if (error instanceof Fenced) await driver.append(commit.outputs).catch(() => undefined)
              throw error
            }),
        })),
    }),
  },
  {
    fault: 'a stage that loses its dead letters at times',
    found: /dead letters: \d+ missing/,
    mutation: () => {
      let n = 0
      return onCommit((commit, next) => {
        const isLosing = commit.outputs.some(({ topic }) => topic === TOPICS.deadLetters.name) && ++n % 5 === 0
        const outputs = commit.outputs.filter(({ topic }) => !isLosing || topic !== TOPICS.deadLetters.name)
        return next({ ...commit, outputs })
      })
    },
  },
  {
    fault: 'a stage that takes one tenant for another',
    found: /quiet-b.*too many/,
    mutation: () => ({
      stage: (stage) => ({
        ...stage,
        open: (partition) => {
          const task = stage.open(partition)
          const step: typeof task.step = (record) => {
            const { body, ...header } = decodeEventBatch(record.value)
            const tenant = header.tenantId === 'quiet-a' ? tenantId('quiet-b') : header.tenantId
            task.step({ ...record, value: Buffer.concat(encodeEventBatch({ ...header, tenantId: tenant }, body)) })
          }
          return { step, restore: (slots) => task.restore(slots), flush: () => task.flush() }
        },
      }),
    }),
  },
]

type Change = (commit: Commit, next: (commit: Commit) => Promise<void>) => Promise<void>

function onCommit(change: Change): Mutation {
  return onOwnership((ownership) => ({ commit: (commit) => change(commit, (each) => ownership.commit(each)) }))
}

function onOwnership(wrong: (ownership: Ownership) => Partial<Ownership>): Mutation {
  return { driver: (driver) => wrapJoin(driver, wrong) }
}

function withoutSetBack(task: StageTask): StageTask {
  return {
    restore: (slots) => task.restore(slots),
    advance: (time) => task.advance?.(time),
    step: (record) => task.step(record),
    flush: () => task.flush(),
  }
}

function aheadOfTime(output: Output): Output {
  const value = Buffer.concat(output.value)
  if (!isTimeMarks(value)) return output
  const ahead = decodeTimeMarks(value).map((one) => ({ ...one, received_ms: one.received_ms + 600_000 }))
  return { ...output, value: [encodeTimeMarks(ahead)] }
}

function wrapJoin(driver: Driver, wrong: (ownership: Ownership) => Partial<Ownership>): Driver {
  return wrapDriver(driver, { join: (group, work, stop) => driver.join(group, wrapWork(work, wrong), stop) })
}

function wrapWork(work: Work, wrong: (ownership: Ownership) => Partial<Ownership>): Work {
  return (ownership) =>
    work({
      partitions: ownership.partitions,
      lost: ownership.lost,
      committed: (tp) => ownership.committed(tp),
      cursor: (tp, offset) => ownership.cursor(tp, offset),
      restore: (store, partition) => ownership.restore(store, partition),
      commit: (commit) => ownership.commit(commit),
      ...wrong(ownership),
    })
}

function skipping(cursor: Cursor, isSkipped: () => boolean): Cursor {
  return {
    read: async (bytesMax, waitMs, want) => (await cursor.read(bytesMax, waitMs, want)).filter(() => !isSkipped()),
    position: () => cursor.position(),
    close: () => cursor.close(),
  }
}

function without(commit: Commit, store: string): Commit['changes'] {
  return commit.changes.filter((change) => change.store !== store)
}
