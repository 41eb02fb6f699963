/** A borrowing thread must fulfil the whole contract of a driver: the conformance suite runs over a message port. */
import { MessageChannel } from 'node:worker_threads'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { Calls } from '../../platform/port-rpc.ts'
import type { Commit, Driver, Ownership } from '../driver.ts'
import { driverConformance } from '../driver-conformance.ts'
import { EmbeddedDriver } from '../embedded/driver.ts'
import { onFolder, wrapDriver } from '../testing.ts'
import { borrowOwnership } from './borrow.ts'
import { answerLent, type LentQuestion } from './lend.ts'
import { packCommit, unpackCommit } from './packed-commit.ts'

const ports: { close(): void }[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

function lent(
  ownership: Ownership,
  reader: Pick<Driver, 'reader'>,
  returned: (memory: ArrayBuffer) => void,
): Ownership {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1)
  new Calls(port1, (question: LentQuestion) => answerLent(ownership, question))
  const calls = new Calls<LentQuestion>(port2, () => ({ value: null }))
  const { partitions, lost } = ownership
  return borrowOwnership({ partitions, lost, ask: (...args) => calls.ask(...args) }, reader, returned)
}

/** Members work over a port. */
const lending = (inner: Driver) =>
  wrapDriver(inner, {
    join: (group, work, stop) => inner.join(group, (ownership) => work(lent(ownership, inner, () => undefined)), stop),
  })

driverConformance(
  'embedded, lent over a port',
  onFolder(async (dir) =>
    lending(await EmbeddedDriver.open({ dir, writes: ['ingest', 'control', 'alerts', 'pipeline'] })),
  ),
  { singleMember: true },
)

const LARGE = 2 ** 18

describe('memory of outputs', () => {
  const outputOf = (value: Buffer[], isMovable: boolean) => ({
    ...{ topic: 'svc.normalized_events', partition: 0, timestampMs: 1, key: '', value },
    ...(isMovable ? { isMovable } : {}),
  })

  test('movable memory is empty here while it is transferred, and comes back; the rest stays', async () => {
    const movable = Buffer.allocUnsafeSlow(LARGE).fill(7)
    const small = Buffer.from('small')
    const kept = Buffer.allocUnsafeSlow(LARGE).fill(8)
    const seen: number[][] = []
    const returned: ArrayBuffer[] = []
    const commits: Pick<Ownership, 'commit'> = {
      async commit({ outputs }: Commit) {
        seen.push(outputs.map(({ value }) => Buffer.concat(value).length))
      },
    }
    const owner = { ...commits, partitions: [], lost: new AbortController().signal } as unknown as Ownership
    const ownership = lent(owner, { reader: () => Promise.reject(new Error('nothing is read')) }, (memory) =>
      returned.push(memory),
    )
    const outputs = [
      outputOf([small, movable.subarray(0, 1000), movable.subarray(1000)], true),
      outputOf([kept], false),
    ]
    const committing = ownership.commit({ outputs, changes: [], positions: [] })
    expect([movable.length, small.length, kept.length]).toEqual([0, 5, LARGE])
    await committing
    expect(seen).toEqual([[5 + LARGE, LARGE]])
    expect(returned.map(({ byteLength }) => byteLength)).toEqual([LARGE])
  })

  test('any commit is unpacked as it was packed', () => {
    const piece = fc
      .record({ size: fc.constantFrom(0, 1, 7, 5000, LARGE), fill: fc.nat(255), from: fc.nat(9) })
      .map(({ size, fill, from }) =>
        Buffer.allocUnsafeSlow(size + from)
          .fill(fill)
          .subarray(from),
      )
    const output = fc
      .tuple(fc.array(piece, { maxLength: 4 }), fc.boolean())
      .map(([value, isMovable]) => outputOf(value, isMovable))
    const change = piece.map((payload) => ({ store: 's', partition: 1, slot: 'x', payload }))
    const commit = fc.record({
      outputs: fc.array(output, { maxLength: 4 }),
      changes: fc.array(change, { maxLength: 3 }),
    })
    const plain = ({ outputs, changes }: Omit<Commit, 'positions'>) => ({
      outputs: outputs.map(({ topic, value }) => [topic, Buffer.concat(value).toString('latin1')]),
      changes: changes.map(({ slot, payload }) => [slot, payload.toString('latin1')]),
    })
    fc.assert(
      fc.property(commit, (value) => {
        const before = plain(value)
        const packed = packCommit({ ...value, positions: [] }, (bytes) => new ArrayBuffer(bytes + 3))
        const posted = structuredClone(packed, { transfer: [...packed.memory] })
        expect(plain(unpackCommit(posted))).toEqual(before)
      }),
      { numRuns: 200 },
    )
  })
})
