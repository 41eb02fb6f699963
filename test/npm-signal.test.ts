/** npm starts commands through a shell, and the shell ends on a signal without passing it on. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const RUN = join(import.meta.dirname, '../bin/run.mjs')
const LASTING = `process.on('SIGTERM', () => process.stdout.write('asked to stop', () => process.exit(0)))
setInterval(() => {}, 60_000)
process.stdout.write('runs')`

test('a command ends when the shell through which npm started it is gone', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'svc-npm-'))
  const file = join(dir, 'lasting.ts')
  writeFileSync(file, LASTING)
  // The second command keeps the shell from replacing itself by the first one.
  const shell = spawn('sh', ['-c', '"$0" "$1" "$2"; true', process.execPath, RUN, file], {
    env: { ...process.env, npm_command: 'exec' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = shell.stdout[Symbol.asyncIterator]()
  expect(String((await output.next()).value)).toBe('runs')
  shell.kill('SIGTERM')
  await once(shell, 'exit')
  expect(String((await output.next()).value)).toBe('asked to stop')
  rmSync(dir, { recursive: true })
})
