/** Tables and completions as terminals and shells have them. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { completionScript } from './src/completion.ts'
import { tableText } from './src/table.ts'

test('a table counts the columns of a terminal: a wide character has two', () => {
  const rows = [
    { id: '1', title: '東京', status: 'new' },
    { id: '2', title: 'Kyō🚨', status: 'new' },
    { id: '3', title: 'plain', status: 'new' },
  ]
  expect(tableText(rows, 200)).toBe(
    ['id  title  status', '1   東京   new', '2   Kyō🚨  new', '3   plain  new', ''].join('\n'),
  )
  const long = tableText([{ id: '1', title: '東京からの不審なサインイン', status: 'new' }], 24)
  expect(long).toBe(['id  title         status', '1   東京からの…   new', ''].join('\n'))
})

test('a table in a terminal leaves out what says nothing, keeps ids whole and leaves room for titles', () => {
  const row = (id: string, title: string) => {
    const times = { created_at: '2026-11-30T06:20:36.391Z', updated_at: '2026-11-30T06:20:38.884Z' }
    return { id, tenant_id: 'acme', title, description: null, severity: 'high', status: 'new', tags: [], ...times }
  }
  const title = 'Sign-in from an address that was never used before and 2 other rules by deploy'
  const id = '7e23917c-2bfb-820f-a07d-64e0fb230c50'
  expect(tableText([row(id, title)], 110)).toBe(
    [
      `id${' '.repeat(36)}title${' '.repeat(27)}  severity  status  created_at`,
      `${id}  Sign-in from an address that wa…  high      new     2026-11-30T06:20:36Z`,
      '',
    ].join('\n'),
  )
  const whole = tableText([row(id, title)], undefined)
  for (const part of ['tenant_id', 'description', title, '2026-11-30T06:20:36.391Z']) expect(whole).toContain(part)
})

const shells = ['bash', 'zsh', 'fish'].filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0)
/** Completes `svc-cli alerts l` as the shell would. */
const SOURCED: Readonly<Record<string, string>> = {
  bash: 'source "$FILE"; COMP_WORDS=(svc-cli alerts l); COMP_CWORD=2; complete -p svc svc-cli >&2; _svc svc-cli; echo $COMPREPLY',
  zsh: 'compdef() { true }; compadd() { print -r -- $found }; source "$FILE"; words=(svc-cli alerts l); CURRENT=3; _svc',
  fish: 'source "$FILE"; complete -C "svc-cli alerts l"',
}
test.each(shells)('completions are sourced in %s', (shell) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-completion-'))
  try {
    const answer = '#!/bin/sh\n[ "$1 $2 $3" = "__complete alerts l" ] && echo list\n'
    writeFileSync(path.join(folder, 'svc-cli'), answer, { mode: 0o755 })
    const FILE = path.join(folder, 'completion')
    writeFileSync(FILE, completionScript(shell) ?? '')
    const env = { ...process.env, FILE, HOME: folder, PATH: `${folder}:${process.env.PATH}` }
    const args = [...(shell === 'zsh' ? ['-f'] : []), '-c', SOURCED[shell] ?? '']
    const { stdout, status } = spawnSync(shell, args, { env, encoding: 'utf8' })
    expect([stdout.trim(), status]).toEqual(['list', 0])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
