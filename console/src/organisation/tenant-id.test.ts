import { expect, test } from 'vitest'
import { idOf } from './tenant-id.ts'

test.each([
  ['Harbor Freight & Söhne AG', 'harbor-freight-sohne-ag'],
  ['  42 North  ', '42-north'],
  ['x'.repeat(80), 'x'.repeat(63)],
  ['日本', ''],
])('the id of %s', (name, id) => {
  expect(idOf(name)).toBe(id)
})
