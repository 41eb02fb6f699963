import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inPieces } from './in-pieces.ts'
import { type Format, readIndicators } from './read-file.ts'

const COUNT = 10_000
const numbers = Array.from({ length: COUNT }, (_, n) => n)
const pattern = (n: number) => `[domain-name:value = 'a${n}.example']`

test.each<[string, Format, string]>([
  ['lines', 'csv', `value,type\n${numbers.map((n) => `a${n}.example,domain`).join('\n')}\n`],
  [
    'a bundle of STIX',
    'stix',
    JSON.stringify({
      type: 'bundle',
      objects: numbers.map((n) => ({
        ...{ type: 'indicator', id: `indicator--${n}`, pattern_type: 'stix', pattern: pattern(n) },
      })),
    }),
  ],
  [
    'an event of MISP',
    'misp',
    JSON.stringify({ Event: { Attribute: numbers.map((n) => ({ type: 'domain', value: `a${n}.example` })) } }),
  ],
  ['a warning list', 'misp', JSON.stringify({ name: 'a', type: 'string', list: numbers.map((n) => `a${n}.example`) })],
  ['a list of an API', 'misp', JSON.stringify({ data: numbers.map((n) => ({ value: `a${n}.example` })) })],
])('%s of ten thousand values are read whole, and others have their turn meanwhile', async (_, format, body) => {
  const found: string[] = []
  let isRead = false
  let turns = 0
  const others = (async () => {
    for (; !isRead; turns++) await setImmediate()
  })()
  await readIndicators(format === 'csv' ? inPieces(Buffer.from(body)) : [Buffer.from(body)], format, {
    add: ({ value }) => found.push(value),
    skip: () => {},
    settle: () => {},
  })
  isRead = true
  await others
  expect([found.length, found[0], found.at(-1)]).toEqual([COUNT, 'a0.example', 'a9999.example'])
  expect(turns).toBeGreaterThan(5)
})
