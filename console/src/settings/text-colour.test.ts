import { expect, test } from 'vitest'
import { inkOn } from './text-colour.ts'

test('ink is white where white can be read, and near black elsewhere', () => {
  expect([inkOn('#1F4FD8'), inkOn('#000000'), inkOn(null), inkOn('blue')]).toEqual(Array(4).fill('#ffffff'))
  expect([inkOn('#0E9F8E'), inkOn('#ffffff'), inkOn('#ffd43b')]).toEqual(Array(3).fill('#0f1216'))
})
