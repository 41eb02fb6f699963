import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inPieces } from './in-pieces.ts'
import { readIndicators } from './read-file.ts'

test('a long list is read whole, and others have their turn between its pieces', async () => {
  const list = Buffer.from(
    `value,type\n${Array.from({ length: 10_000 }, (_, n) => `a${n}.example,domain`).join('\n')}\n`,
  )
  const found: string[] = []
  let isRead = false
  let turns = 0
  const others = (async () => {
    for (; !isRead; turns++) await setImmediate()
  })()
  await readIndicators(inPieces(list), 'csv', {
    add: ({ value }) => found.push(value),
    skip: () => {},
    settle: () => {},
  })
  isRead = true
  await others
  expect([found.length, found[0], found.at(-1)]).toEqual([10_000, 'a0.example', 'a9999.example'])
  expect(turns).toBeGreaterThan(5)
})
