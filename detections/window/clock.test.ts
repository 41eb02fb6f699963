import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WireReader, WireWriter } from '../../schemas/avro-wire.ts'
import { Clock } from './clock.ts'

const LATENESS_MS = 60_000
const MINUTE_MS = 60_000

test('follows live events with a delay of the lateness, and advances without events', () => {
  const clock = new Clock(LATENESS_MS)
  for (let at = 0; at <= 10 * MINUTE_MS; at += 1000) clock.saw(at, at + 500)
  clock.advance(10 * MINUTE_MS + 500)
  expect(clock.watermarkMs).toBe(9 * MINUTE_MS)
  clock.advance(20 * MINUTE_MS + 500)
  expect(clock.watermarkMs).toBe(19 * MINUTE_MS)
})

test('history that arrives at once is never late, in any order and split', () => {
  const times = fc.array(fc.nat(30 * 86_400_000), { minLength: 1, maxLength: 50 })
  const holds = (all: number[]) => {
    const clock = new Clock(LATENESS_MS)
    const receivedMs = 1_700_000_000_000
    for (const [i, timeMs] of all.entries()) {
      const now = receivedMs + i * 1000
      clock.advance(now)
      expect(clock.isLate(timeMs, now, now)).toBe(false)
      clock.saw(timeMs, now)
    }
    clock.advance(receivedMs + 60 * 86_400_000)
    expect(clock.watermarkMs).toBeGreaterThan(Math.max(...all))
  }
  fc.assert(fc.property(times, holds))
})

test('only an event that is later than the fastest source by more than the lateness is late', () => {
  const slow = fc.record({ delayMs: fc.nat(3 * LATENESS_MS), everyMs: fc.integer({ min: 100, max: 90_000 }) })
  const holds = ({ delayMs, everyMs }: { delayMs: number; everyMs: number }) => {
    const clock = new Clock(LATENESS_MS)
    for (let now = 10 * MINUTE_MS; now < 30 * MINUTE_MS; now += everyMs) {
      clock.advance(now)
      if (now > 20 * MINUTE_MS + LATENESS_MS && delayMs <= LATENESS_MS) {
        expect(clock.isLate(now - delayMs, now, now)).toBe(false)
      }
      clock.saw(now, now)
    }
    const end = 30 * MINUTE_MS + 2 * LATENESS_MS
    clock.advance(end)
    expect(clock.isLate(end - delayMs, end, end)).toBe(delayMs > LATENESS_MS)
  }
  fc.assert(fc.property(slow, holds))
})

test('never goes back, has bounded state, and is unchanged after it is restored', () => {
  const steps = fc.array(fc.record({ timeMs: fc.nat(1e6), receivedMs: fc.nat(1e6), nowMs: fc.nat(1e6) }))
  const holds = (all: { timeMs: number; receivedMs: number; nowMs: number }[]) => {
    const clock = new Clock(1000)
    const again = new Clock(1000)
    let now = 0
    for (const { timeMs, receivedMs, nowMs } of all) {
      const before = clock.watermarkMs
      now = Math.max(now, nowMs)
      clock.saw(timeMs, receivedMs)
      clock.advance(now)
      expect(clock.watermarkMs).toBeGreaterThanOrEqual(before)
      const out = new WireWriter()
      clock.write(out)
      again.read(new WireReader(Buffer.from(out.finish())))
      again.advance(now + 500)
      const further = new Clock(1000)
      further.join(clock)
      further.advance(now + 500)
      expect(further.watermarkMs).toBe(again.watermarkMs)
    }
  }
  fc.assert(fc.property(steps, holds))
})
