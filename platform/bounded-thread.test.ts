import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BoundedThread } from './bounded-thread.ts'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-thread-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true, force: true })
})

const LIMITS = { cpuMs: 60_000, wallMs: 600_000, lookMs: 10, heapMb: 64 }
const loadedFile = () => path.join(folder, 'loaded')

/** A thread that doubles numbers; its entry writes a file when everything has been evaluated. */
function start(): URL {
  const entry = path.join(folder, 'entry.mjs')
  const module = pathToFileURL(path.join(import.meta.dirname, 'bounded-thread.ts'))
  fs.writeFileSync(
    path.join(folder, 'thread.mjs'),
    `const { serveQuestions } = await import(${JSON.stringify(module.href)})
    serveQuestions((number) => { while (number < 0); return 2 * number })`,
  )
  fs.writeFileSync(
    entry,
    `import fs from 'node:fs'
    await import('./thread.mjs')
    fs.writeFileSync(${JSON.stringify(loadedFile())}, '')`,
  )
  return pathToFileURL(entry)
}

/** For each time that a thread was stopped, whether its modules had been evaluated. */
function stops(): boolean[] {
  const found: boolean[] = []
  const { terminate } = Worker.prototype
  vi.spyOn(Worker.prototype, 'terminate').mockImplementation(function (this: Worker) {
    found.push(fs.existsSync(loadedFile()))
    return terminate.call(this)
  })
  return found
}

test('answers questions one after another, and a question that takes too long ends the thread', async () => {
  const thread = new BoundedThread<number, number>(start(), { ...LIMITS, cpuMs: 50 })
  expect((await thread.ask(2)).answer).toBe(4)
  expect((await thread.ask(3)).answer).toBe(6)
  const stopped = stops()
  expect((await thread.ask(-1)).answer).toBeNull()
  expect(stopped).toEqual([true])
  expect((await thread.ask(4)).answer).toBe(8)
  await thread.close()
})

test('a thread is not stopped while it loads its code', async () => {
  const stopped = stops()
  const late = new BoundedThread<number, number>(start(), { ...LIMITS, wallMs: 0 })
  expect((await late.ask(2)).answer).toBeNull()
  const closed = new BoundedThread<number, number>(start(), LIMITS)
  const answer = closed.ask(2)
  await closed.close()
  await answer
  await expect.poll(() => stopped).toEqual([true, true])
})
