/** Lines of many vendors through intake as they arrive: class, entities, addresses with ports, outcome and time of each. */
import { expect, test } from 'vitest'
import { FURTHER_VENDOR_SAMPLES } from './further-vendor-samples.ts'
import { MORE_VENDOR_SAMPLES } from './more-vendor-samples.ts'
import { readLines } from './test-read-lines.ts'
import { VENDOR_SAMPLES } from './vendor-samples.ts'

test.each([...VENDOR_SAMPLES, ...MORE_VENDOR_SAMPLES, ...FURTHER_VENDOR_SAMPLES])('%s', (_, body, events) => {
  const read = readLines(`${body}\n`)
  expect(read).toHaveLength(events.length)
  for (const [i, expected] of events.entries()) expect(read[i]).toMatchObject(expected)
})
