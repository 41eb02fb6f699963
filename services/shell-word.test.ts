import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellWord } from './shell-word.ts'

test('a folder of any name is one word to the shell', () => {
  expect(shellWord('/srv/svc-1/data')).toBe('/srv/svc-1/data')
  for (const text of ['a b', "it's", '', '$HOME;x', 'é "ü"'])
    expect(execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' })).toBe(text)
})
