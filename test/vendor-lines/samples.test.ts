/** Lines of many vendors through intake as they arrive: class, entities, addresses with ports, outcome and time of each. */
import { expect, test } from 'vitest'
import { readLines } from './read-lines.ts'
import { vendorSamples } from './samples.ts'

test.each(vendorSamples())('$name', ({ body, events }) => {
  const read = readLines(`${body}\n`)
  expect(read).toHaveLength(events.length)
  for (const [i, expected] of events.entries()) expect(read[i]).toMatchObject(expected)
})
