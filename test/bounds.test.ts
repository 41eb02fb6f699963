import fs from 'node:fs'
import { expect, test } from 'vitest'
import { boundsOf, boundsPage, PAGE, programSources } from './bounds.ts'

const one = (text: string) => {
  const { bounds, faults } = boundsOf('platform/a.ts', text)
  expect(faults).toEqual([])
  return bounds.map(({ limit, value, effect }) => `${limit} | ${value} | ${effect}`)
}

test('docs/bounds.md has the limits and values of the sources', () => {
  expect(fs.readFileSync(PAGE, 'utf8') === boundsPage(), 'run: node bin/run.mjs test/bounds.ts').toBe(true)
})

test('every exported set of limits is on the page', () => {
  const missing = [...programSources()].filter(({ text }) => {
    return /^export const \w+_LIMITS\b[^=]* = \{/m.test(text) && !text.includes('@bound ')
  })
  // The work of the garbage collector and of a statement has no effect that a user sees.
  const known = ['platform/collect-garbage.ts', 'services/settings/enrichment.ts']
  expect(missing.map(({ file }) => file).filter((file) => !known.includes(file))).toEqual([])
})

test('a value has the unit of its name, and constants are followed', () => {
  const text = `
    const MIB = 1024 * 1024
    export const A_LIMITS = {
      /** @bound body -> 413 */
      bodyBytes: 16 * MIB,
      /** Why. @bound no tag, because it begins no line */
      depth: 4,
      /**
       * @bound wait = {} or {depth} rounds,
       * whichever is shorter -> 503
       */
      waitMs: 120_000,
    } as const
    /** @bound a setting -> refused */
    const setting = integer('SVC_A', 8_192, 1, 9_000, 'a')
    /** @bound text = {:n} signs -> cut */
    const TEXT_CHARS = 1 << 12`
  expect(one(text)).toEqual([
    'body | 16 MiB | 413',
    'wait | 2 min or 4 rounds, whichever is shorter | 503',
    'a setting | `SVC_A`, 8,192 by default | refused',
    'text | 4,096 signs | cut',
  ])
})

test('a limit that a store keeps has the number of its migration', () => {
  const text = `
    /** @bound events = {0001-tenants.sql events_per_second}/s, at most {:n} senders -> 429 */
    const SENDERS_MAX = 1_500`
  expect(one(text)).toEqual(['events | 100,000/s, at most 1,500 senders | 429'])
})

test('a line without an effect, without a value, or above no declaration is a fault', () => {
  const faultsOf = (text: string) => boundsOf('platform/a.ts', text).faults
  expect(faultsOf('/** @bound alone */\nconst A = 1')).toEqual([expect.stringContaining('no LIMIT -> EFFECT')])
  expect(faultsOf('/** @bound a -> 409 */\nfunction of() {}')).toEqual([expect.stringContaining('has no value')])
  expect(faultsOf('/** @bound a = {B} -> 409 */\nconst A = 1')).toEqual([expect.stringContaining('names B')])
  expect(faultsOf('/** @bound a = {0001-no.sql b} -> 409 */\nconst A = 1')).toEqual([
    'there is no migration 0001-no.sql',
  ])
  expect(faultsOf('/** @bound a = {0001-tenants.sql never} -> 409 */\nconst A = 1')).toEqual([
    '0001-tenants.sql has no single number behind "never"',
  ])
  expect(faultsOf('// @bound a -> 409\nconst A = 1')).toEqual([expect.stringContaining('above no declaration')])
})
