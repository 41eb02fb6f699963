import { expect, test } from 'vitest'
import { hasFewAttributes } from './xml-attributes.ts'

test.each([
  ['<a b="1" c=\'2\'><d e="3"/></a>', true],
  ['<a b="1" c="2" d="3"/>', false],
  [`<a ${'b="1" '.repeat(100_000)}/>`, false],
  ['<a b=">" c="<"/><a d="x"/>', true],
  ['<!-- " \' " \' " <a b="1" c="2" d="3"> -->', true],
  ['<![CDATA[<a b="1" c="2" d="3">]]>', true],
  ['<!-- not closed <a b="1" c="2" d="3">', true],
  ['<a>"one" "two" "three"</a>', true],
  ['<a b="not closed', true],
  ['a " b', true],
  ['', true],
])('%s has at most two attributes an element: %s', (xml, isFew) => {
  expect(hasFewAttributes(xml, 2)).toBe(isFew)
})

test('reads a megabyte of any text once', () => {
  for (const piece of ['<', '<a ', '<!', '<!--', '"', '<a b="', "<a b='1'>", '<![CDATA['])
    hasFewAttributes(piece.repeat(1 << 18), 10)
})
