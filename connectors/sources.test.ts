import { expect, test } from 'vitest'
import { checkSources } from './sources.ts'

test('the dictionary agrees with the tables of all sources', () => {
  expect(checkSources).not.toThrow()
})
