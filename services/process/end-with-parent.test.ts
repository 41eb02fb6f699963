import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'

const MODULE = path.join(import.meta.dirname, 'end-with-parent.ts')
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const WATCHES = `const { endWithParent } = await import(${JSON.stringify(MODULE)})
  endWithParent(() => process.exit(7))`

function started(script: string): ChildProcess {
  const execArgv = ['--input-type=module', '-e', script, '--']
  const child = fork('-', { execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  children.push(child)
  return child
}

test('a child ends when its parent is gone', async () => {
  const child = started(`${WATCHES}; process.send('watches'); setInterval(() => {}, 1_000_000)`)
  await once(child, 'message')
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([7, null])
})

test('a child ends even if its parent exits while the child loads its code', async () => {
  const gone = "await new Promise((resolve) => process.once('disconnect', resolve))"
  const child = started(`process.send('loads'); ${gone}; ${WATCHES}; setInterval(() => {}, 1_000_000)`)
  await once(child, 'message')
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([7, null])
})

test('a process without a parent to follow keeps running', async () => {
  const script = `${WATCHES}; process.stdout.write('goes on')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  expect(await once(child, 'exit')).toEqual([0, null])
})
