import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Ownership } from '../driver.ts'
import { EmbeddedDriver } from './driver.ts'
import { contents, texts, useFolders } from './testing.ts'

const newFolder = useFolders()
const CHILD = path.join(import.meta.dirname, 'crash-child.ts')
const [input, output] = ['security.events', 'svc.normalized_events']
const ROUNDS = 5

/** Kills the child once it has printed this many lines; returns the last number of each kind in a complete line. */
async function killed(dir: string, lines: number): Promise<{ appended: number; committed: number }> {
  const child: ChildProcess = spawn(process.execPath, [CHILD, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let output = ''
  child.stdout?.on('data', (bytes: Buffer) => {
    output += bytes.toString()
    if (output.split('\n').length > lines) child.kill('SIGKILL')
  })
  await exited
  const last = (kind: string) =>
    Number(
      output
        .match(new RegExp(`${kind} (\\d+)\\n`, 'g'))
        ?.at(-1)
        ?.split(' ')[1] ?? -1,
    )
  return { appended: last('appended'), committed: last('committed') }
}

test('kill -9 in the middle of appends and commits: nothing acknowledged is lost, commits are whole', {
  timeout: 120_000,
}, async () => {
  const dir = newFolder()
  const seen = { appended: -1, committed: -1 }
  for (let round = 0; round < ROUNDS; round++) {
    const lastOutput = await killed(dir, 40 + round * 57)
    seen.appended = Math.max(seen.appended, lastOutput.appended)
    seen.committed = Math.max(seen.committed, lastOutput.committed)
    const driver = await EmbeddedDriver.open({ dir, writes: ['ingest', 'pipeline'] })
    const appended = texts(await contents(driver.folder('ingest'), input))
    expect(appended.length).toBeGreaterThan(seen.appended)
    expect(appended.every((text, n) => text === `${n} ${'.'.repeat((n * 31) % 700)}`)).toBe(true)
    const committed = texts(await contents(driver.folder('pipeline'), output))
    expect(committed).toEqual(committed.map((_, n) => `${n}`))
    expect(committed.length).toBeGreaterThan(seen.committed)
    const stop = new AbortController()
    await driver.join(
      { group: 'g', topics: [input], stores: ['counts'] },
      async (ownership) => {
        expect(await ownership.committed({ topic: input, partition: 0 })).toBe(committed.length)
        expect(await slot(ownership)).toBe(`${committed.length - 1}`)
      },
      stop.signal,
    )
    await driver.close()
  }
  expect(seen.committed).toBeGreaterThan(50)
})

async function slot(ownership: Ownership): Promise<string | undefined> {
  for await (const { payload } of ownership.restore('counts', 0)) return payload.toString()
  return undefined
}
