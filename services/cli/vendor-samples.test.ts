/** Lines of many vendors through intake as they arrive: class, entities, addresses with ports, outcome and time of each. */
import { expect, test } from 'vitest'
import { readLines } from './test-read-lines.ts'
import { VENDOR_SAMPLES } from './vendor-samples.ts'

/** Times without a year are read by the day of receipt. */
const isYearless = (body: string) => /^(?:<\d{1,3}>)?[A-Z][a-z]{2} [ \d]\d \d\d:/m.test(body)
const monthAndDay = (time: unknown) => String(time).slice(5)

test.each(VENDOR_SAMPLES)('%s', (_, body, events) => {
  const read = readLines(`${body}\n`)
  expect(read).toHaveLength(events.length)
  for (const [i, expected] of events.entries()) {
    const { time, ...others } = expected
    expect(read[i]).toMatchObject(others)
    if (time === undefined) continue
    const found = (read[i] as { time?: string }).time
    if (isYearless(body)) expect(monthAndDay(found)).toBe(monthAndDay(time))
    else expect(found).toBe(time)
  }
})
