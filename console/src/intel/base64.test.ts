import { expect, test } from 'vitest'
import { base64Of } from './base64.ts'

test('bytes of any length are those of the file', () => {
  const bytes = Uint8Array.from({ length: 100_001 }, (_, at) => at * 7)
  expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'))
  expect(base64Of(new Uint8Array())).toBe('')
})
