import { expect, test } from 'vitest'
import { derived } from './derive-value.ts'

test.each([
  ['cmd /c  dir\t"C:\\Program Files"', ['cmd', '/c', 'dir', 'C:\\Program Files']],
  ['"C:\\a b\\x.exe" --name="a b"c', ['C:\\a b\\x.exe', '--name=a bc']],
  ['say \\"hi\\" "a \\"b\\" c"', ['say', '"hi"', 'a "b" c']],
  ['copy "C:\\dir\\\\" d', ['copy', 'C:\\dir\\\\', 'd']],
  ['x "" "open', ['x', '', 'open']],
  ['whoami', 'whoami'],
  ['', []],
  [
    ['a b', 'c', null],
    ['a', 'b', 'c', null],
  ],
  [7, 7],
])('the words of %j', (line, words) => {
  expect(derived(line, 'arguments')).toEqual(words)
})

test('an extension is what follows the last dot of the last name, where something does', () => {
  const of = ['C:\\a.b\\c.tar.gz', '/etc/passwd', 'a.d/x', 'x.', '.profile', '']
  expect(of.map((path) => derived(path, 'extension'))).toEqual([
    'gz',
    undefined,
    undefined,
    undefined,
    'profile',
    undefined,
  ])
  expect(derived(['a', 'b.TXT'], 'extension')).toBe('TXT')
  expect(derived(['a', 'b'], 'extension')).toEqual([])
  expect(derived(null, 'extension')).toBeNull()
})

test('how many words, and what a word or number stands for', () => {
  expect(derived('a "b c"', 'argument_count')).toBe(2)
  const derive = { words: { 3: 'Network', no: 'No', true: 'egress' } }
  expect([3, '3', 'no', 'toString', 4, true, null].map((value) => derived(value, derive))).toEqual([
    ...['Network', 'Network', 'No', undefined, undefined, 'egress', null],
  ])
})

test('a long line of quotes and backslashes takes no time', () => {
  for (const line of ['\\'.repeat(400_000), '"'.repeat(400_000), '\\"'.repeat(200_000), '"\\'.repeat(200_000)])
    expect([derived(line, 'arguments')].flat().join('').length).toBeLessThanOrEqual(line.length)
})
