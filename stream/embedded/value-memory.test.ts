import { expect, test } from 'vitest'
import type { LogRecord } from '../driver.ts'
import { ValueMemory } from './value-memory.ts'

const MIB = 2 ** 20
const record = (value: Buffer): LogRecord => ({ topic: 'a', partition: 0, offset: 0, timestampMs: 0, key: '', value })

test('memory is reused once every value in it is spent, and not before', () => {
  const memory = new ValueMemory()
  const run = memory.allocate(MIB, 2).fill(1)
  const values = [run.subarray(0, 10), run.subarray(10)].map(record)
  memory.spent(values.slice(0, 1))
  const other = memory.allocate(MIB, 1)
  other.fill(2)
  expect(values[1]?.value[0]).toBe(1)
  memory.spent(values.slice(1))
  expect(memory.allocate(MIB, 1)[0]).toBe(1)
})

test('a view of spent memory is empty, so it cannot show later data', () => {
  const memory = new ValueMemory()
  const run = memory.allocate(MIB, 1).fill(1)
  const view = run.subarray(5, 20)
  memory.spent([record(run)])
  memory.allocate(MIB, 1).fill(9)
  expect([run.length, view.length, view[0]]).toEqual([0, 0, undefined])
})

test('ignores values of other memory, also when they are spent twice', () => {
  const memory = new ValueMemory()
  const [foreign, run] = [record(Buffer.alloc(MIB, 7)), record(memory.allocate(MIB, 1))]
  memory.spent([foreign, foreign, run, run])
  expect(foreign.value[0]).toBe(7)
  const [one, two] = [memory.allocate(MIB, 1), memory.allocate(MIB, 1)]
  expect(one.buffer).not.toBe(two.buffer)
})
