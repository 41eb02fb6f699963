import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

const text = (before: string, after: string) =>
  lineDiff(before, after)?.map(({ kind, text: line }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${line}`)

test.each([
  ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['a', 'a\nb', [' a', '+b']],
  ['a\nb', 'b', ['-a', ' b']],
  ['', 'a', ['-', '+a']],
  ['a\nb\nc\nd', 'a\nc\nd\ne', [' a', '-b', ' c', ' d', '+e']],
])('%j and %j', (before, after, lines) => expect(text(before, after)).toEqual(lines))

test('texts that are too long are not compared', () => {
  expect(lineDiff('\n'.repeat(3_000), 'x\n'.repeat(3_000))).toBeNull()
})
