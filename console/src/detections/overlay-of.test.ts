import { expect, test } from 'vitest'
import { overlayAmong } from './overlay-of.ts'

const OVERLAYS = [{ rule_id: 'of-another' }, { rule_id: 'of-its-text' }]

test('an overlay is found by the id of the record or of the text, and another rule’s overlay is not', () => {
  expect(overlayAmong(OVERLAYS, 'record', ['of-its-text'])).toBe(OVERLAYS[1])
  expect(overlayAmong(OVERLAYS, 'of-its-text', [])).toBe(OVERLAYS[1])
  expect(overlayAmong(OVERLAYS, 'record', ['of-a-third'])).toBeUndefined()
})
