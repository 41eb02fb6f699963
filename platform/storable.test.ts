import { expect, test } from 'vitest'
import { storable } from './storable.ts'

test('texts and names of members lose what no store keeps, at any depth, and nothing else changes', () => {
  const sent = JSON.parse(
    '{"a\\u0000b": ["\\ud800c", {"d": "\\u0000"}], "__proto__": {"x": "\\u0000y"}, "n": 1.5, "no": null, "e": "é😀"}',
  )
  const kept = storable(sent) as Record<string, unknown>
  expect(JSON.stringify(kept)).toBe('{"ab":["\ufffdc",{"d":""}],"__proto__":{"x":"y"},"n":1.5,"no":null,"e":"é😀"}')
  expect(Object.getPrototypeOf(kept)).toBe(Object.prototype)
})

test('a nest that is too deep is an error and no crash', () => {
  expect(() => storable(JSON.parse('['.repeat(1e6) + ']'.repeat(1e6)))).toThrow(RangeError)
})
