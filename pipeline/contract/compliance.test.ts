/** The compliance suite itself detects each kind of fault. */
import { expect, test } from 'vitest'
import { TOPICS } from '../../schemas/topics.ts'
import type { LogRecord } from '../../stream/driver.ts'
import type { Flushed, Stage, StageTask } from '../../stream/stage.ts'
import { assertCompliant } from './compliance.ts'
import type { StageEntry } from './topology.ts'

const ENTRY: StageEntry<unknown> = {
  ...{ kind: 'stage', name: 'sum', inputs: [TOPICS.ledger], stores: ['sum'], outputs: [TOPICS.signals] },
  load: async () => () => sums(),
}

/** Outputs the running sum of the first bytes of its records, once a commit. */
class Sum implements StageTask {
  sum = 0
  restore(slots: Parameters<StageTask['restore']>[0]): void {
    for (const { payload } of slots) this.sum = payload.readUInt32LE()
  }
  step({ value }: LogRecord): void {
    this.sum += value[0] ?? 0
  }
  flush(): Flushed {
    const payload = Buffer.alloc(4)
    payload.writeUInt32LE(this.sum)
    const output = { topic: TOPICS.signals.name, partition: 0, timestampMs: 0, key: '', value: [payload] }
    const figures = { outcomes: [{ outcome: 'accepted', reason: '', events: 1 }], state: {}, rows: 0 }
    return { outputs: [output], changes: [{ store: 'sum', slot: 's', payload }], figures }
  }
}

const sums = (open: () => StageTask = () => new Sum()): Stage => ({
  ...{ name: 'sum', inputs: [TOPICS.ledger.name], stores: ['sum'], open },
})

const RECORDS = [3, 5, 7, 11].map((byte, offset) => ({
  ...{ topic: TOPICS.ledger.name, partition: 0, offset, timestampMs: 0, key: '', value: Buffer.from([byte]) },
}))
const check = (make: () => Stage) => () =>
  assertCompliant(ENTRY, make, RECORDS, { crashAt: 3, commitEvery: 2, partitionsOf: () => 1 })

test('a compliant stage passes', check(sums))

class Forgets extends Sum {
  override restore(): void {}
}
class Writes extends Sum {
  override step(record: LogRecord): void {
    super.step(record)
    record.value[0] = 0
  }
}
const TODAY = Math.floor(Date.now() / 86_400_000)
class Looks extends Sum {
  override step(record: LogRecord): void {
    super.step(record)
    this.sum += Math.floor(Date.now() / 86_400_000) - TODAY > 1 ? 1 : 0
  }
}
class Chance extends Sum {
  override step(record: LogRecord): void {
    super.step(record)
    this.sum += Math.random() > 0.998 ? 1 : 0
  }
}
class Elsewhere extends Sum {
  override flush(): Flushed {
    const flushed = super.flush()
    return { ...flushed, outputs: flushed.outputs.map((output) => ({ ...output, topic: TOPICS.control.name })) }
  }
}
class Undeclared extends Sum {
  override flush(): Flushed {
    const flushed = super.flush()
    return { ...flushed, changes: flushed.changes.map((change) => ({ ...change, store: 'other' })) }
  }
}

test.each([
  ['that forgets', () => sums(() => new Forgets())],
  ['that writes to what it is given', () => sums(() => new Writes())],
  ['that looks at a clock', () => sums(() => new Looks())],
  ['that leaves something to chance', () => sums(() => new Chance())],
  ['that writes a topic its entry does not name', () => sums(() => new Elsewhere())],
  ['that remembers in a store its entry does not name', () => sums(() => new Undeclared())],
])('a stage %s does not', (_, make) => {
  expect(check(make)).toThrow()
})

test('fails a stage whose partitions share state', () => {
  const make = () => {
    let all = 0
    class Shares extends Sum {
      override step(record: LogRecord): void {
        all += record.value[0] ?? 0
        this.sum = all
      }
    }
    return sums(() => new Shares())
  }
  expect(check(make)).toThrow()
})
