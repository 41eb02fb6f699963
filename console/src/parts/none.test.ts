import { createElement } from 'react'
import { expect, test } from 'vitest'
import { isNone, None } from './none.tsx'

const withText = (text: string) => createElement('span', { text } as object)

test.each([
  [null, true],
  [undefined, true],
  ['', true],
  ['–', true],
  [createElement(None, { key: 1 }), true],
  [withText('–'), true],
  [0, false],
  ['never', false],
  [withText('x'), false],
  [createElement('b', { key: 2 }, 'x'), false],
])('%o is no value: %s', (cell, isAbsent) => expect(isNone(cell)).toBe(isAbsent))
