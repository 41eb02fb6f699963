import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const PROGRAM = `
  const { stepBack } = await import(${JSON.stringify(new URL('./priority.ts', import.meta.url).pathname)})
  await stepBack(7)
  const group = process.getBuiltinModule('node:fs').existsSync('/proc/self/autogroup')
    ? process.getBuiltinModule('node:fs').readFileSync('/proc/self/autogroup', 'utf8') : ''
  console.log(process.getBuiltinModule('node:os').getPriority(), /nice (-?\\d+)/.exec(group)?.[1] ?? 'none')
`
const ARGS = ['--input-type=module', '-e', PROGRAM]
const groupOf = (pid: string) => /nice (-?\d+)/.exec(fs.readFileSync(`/proc/${pid}/autogroup`, 'utf8'))?.[1]

test.runIf(fs.existsSync('/proc/self/autogroup'))('a session of its own steps back as a whole', async () => {
  const child = spawn(process.execPath, ARGS, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  expect((await text(child.stdout)).trim()).toBe('7 7')
})

test.runIf(fs.existsSync('/proc/self/autogroup'))('the session of others stays as it is', () => {
  const before = groupOf('self')
  expect(execFileSync(process.execPath, ARGS, { encoding: 'utf8' }).trim()).toBe(`7 ${before}`)
  expect(groupOf('self')).toBe(before)
})
