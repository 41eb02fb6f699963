import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellWord, svcCommand } from './shell-word.ts'

test('a folder of any name is one word to the shell', () => {
  expect(shellWord('/srv/svc-1/data')).toBe('/srv/svc-1/data')
  for (const text of ['a b', "it's", '', '$HOME;x', 'é "ü"'])
    expect(execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' })).toBe(text)
})

test('a command names the folder where it is not that of the default', () => {
  expect(svcCommand('ledger', 'data')).toBe('npx svc ledger')
  expect(svcCommand('ledger', '/srv/a b')).toBe("npx svc ledger --data '/srv/a b'")
})
