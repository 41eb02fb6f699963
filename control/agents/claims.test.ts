import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkClaims } from './claims.ts'

const entries = [
  { seq: 1, payload: { input: {}, output: { signals: 12, risk: 73.5, tactics: ['Execution', 'Impact'] } } },
  { seq: 2, payload: { input: { asked: 99 }, output: { known: [{ value: '203.0.113.9', confidence: 80 }] } } },
]

test.each([
  ['12 signals make it.', [1]],
  ['Its risk is 73.5.', [1]],
  ['It shows 2 tactics: “Execution”, “Impact”.', [1]],
  ['Intelligence knows “203.0.113.9” with a confidence of 80.', [2]],
  ['12 signals, and 80 of confidence.', [1, 2]],
])('%s stands', (text, rests) => {
  expect(checkClaims([{ text, rests }], entries)).toEqual({ kept: [{ text, rests }], dropped: [] })
})

/** What a model makes up: another number, another name, another entry, none at all, or what was asked and not found. */
test.each([
  ['13 signals make it.', [1]],
  ['12 signals make it.', [2]],
  ['12 signals make it.', [3]],
  ['12 signals make it.', []],
  ['Intelligence knows “203.0.113.8”.', [2]],
  ['It asked for 99.', [2]],
  ['Its risk is 73.', [1]],
  ['“Exfiltration” was seen.', [1]],
])('%s resting on %j is dropped', (text, rests) => {
  expect(checkClaims([{ text, rests }], entries).kept).toEqual([])
})

test('of fabrications that are planted among what is true, each is found', () => {
  const truth = fc.record({ count: fc.integer({ min: 0, max: 1e6 }), name: fc.stringMatching(/^[a-z]{3,12}$/) })
  fc.assert(
    fc.property(fc.array(truth, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 1e6 }), (facts, off) => {
      const own = facts.map(({ count, name }, at) => ({ seq: at + 1, payload: { output: { count, name } } }))
      const right = facts.map(({ count, name }, at) => ({ text: `“${name}” shows ${count} times.`, rests: [at + 1] }))
      const wrong = facts.map(({ count, name }, at) => ({
        text: `“${name}” shows ${count + off} times.`,
        rests: [at + 1],
      }))
      const checked = checkClaims([...right, ...wrong], own)
      expect(checked.kept).toEqual(right)
      expect(checked.dropped.map(({ claim }) => claim)).toEqual(wrong)
    }),
  )
})
