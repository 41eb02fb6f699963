import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeEntityChange } from '../../../schemas/entity-change.ts'
import { recordedDocument, SIGNAL_RECORDED } from '../../../schemas/recorded-signal.ts'
import { decodeSignals } from '../../../schemas/signal.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { LogRecord } from '../../../stream/driver.ts'
import { assertCompliant } from '../../contract/compliance.ts'
import { RECORD } from '../../topology.ts'
import { testSignal } from '../fuse/testing.ts'
import { REMEMBERED_MS, recordStage } from './stage.ts'

const START = Date.UTC(2026, 2, 3)
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

function change(sequence: number, kind: string, document: object, atMs = START, id = uuid(sequence)): LogRecord {
  const row = { sequence, tenant_id: 'acme', kind, entity_id: id, at_ms: atMs, document: JSON.stringify(document) }
  const value = encodeEntityChange(row)
  return { topic: TOPICS.entityChanges.name, partition: 0, offset: sequence, timestampMs: atMs, key: 'acme', value }
}

/** `n` identifies the signal, `sequence` its copy. */
const recorded = (n: number, sequence = n, atMs = START) =>
  change(sequence, SIGNAL_RECORDED, recordedDocument(testSignal(uuid(n), { tenant_id: 'other' })), atMs, uuid(n))

function through(records: readonly LogRecord[], idsMax?: number) {
  const stage = recordStage({ signalPartitions: 1, ...(idsMax === undefined ? {} : { idsMax }) })
  const task = stage.open(0)
  for (const record of records) task.step(record)
  const flushed = task.flush()
  const signals = flushed.outputs.flatMap(({ value }) => decodeSignals(Buffer.concat(value)))
  return { signals, ids: signals.map(({ signal_id }) => signal_id), state: flushed.figures.state }
}

test('passes signals on once, under the tenant that the database recorded; skips other changes', () => {
  const { signals } = through([
    recorded(1),
    change(2, 'alert_created', { id: uuid(2), title: SIGNAL_RECORDED }),
    recorded(1, 3),
    recorded(4),
  ])
  expect(signals.map(({ signal_id, tenant_id }) => [signal_id, tenant_id])).toEqual([
    [uuid(1), 'acme'],
    [uuid(4), 'acme'],
  ])
})

test('its memory is bounded by time and number', () => {
  expect(through([recorded(1), recorded(2, 2, START + REMEMBERED_MS + 1), recorded(1, 3, START)]).ids).toHaveLength(3)
  const many = through([recorded(1), recorded(2), recorded(3), recorded(1, 4)], 2)
  expect(many.ids).toEqual([1, 2, 3, 1].map(uuid))
  expect(many.state).toEqual({ ids: 2 })
})

test('keeps the contract of a stage', () => {
  const one = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 40 }))
  fc.assert(
    fc.property(fc.array(one, { maxLength: 12 }), fc.nat(12), fc.integer({ min: 1, max: 4 }), (all, crashAt, every) => {
      const records = all.map(([n, hour], at) => ({ ...recorded(n, at + 1, START + hour * 3_600_000), offset: at }))
      const course = { crashAt, commitEvery: every, partitionsOf: () => 1 }
      assertCompliant(RECORD as never, () => recordStage({ signalPartitions: 1, idsMax: 3 }), records, course)
    }),
  )
})
