import { createElement } from 'react'
import { expect, test } from 'vitest'
import { isNone, None } from './none.tsx'

test('absent values are told from others', () => {
  const text = (value: string) => createElement('span', { text: value } as object)
  expect([null, undefined, '', '–', createElement(None), text('–')].map(isNone)).toEqual(Array(6).fill(true))
  expect([0, 'never', 'x', text('x'), createElement('b', null, 'x')].map(isNone)).toEqual(Array(5).fill(false))
})
