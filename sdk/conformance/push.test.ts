/**
 * Runs the pushers of the SDKs against a real ingest service, with a proxy between that injects faults: each event is
 * stored once.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { expect, test } from 'vitest'
import { openTestIngest, type TestIngest } from '../../ingest/http/test-ingest.ts'
import { openFaultProxy } from './fault-proxy.ts'
import { findGo, findPython, hasZstd, SDK } from './languages.ts'
import { GO_MODULE, GO_MS, goProgram } from './test-go-programs.ts'

const run = promisify(execFile)
const python = findPython()
const go = findGo()
const EVENTS = 25
/** Spoiled beginnings, after which the same comes again. */
const FAULTS = ['plain', 'limited', 'unavailable', 'gateway', 'cut', 'half', 'cut-answer']

/** Identities of the received events as in decision 5: request, bytes, and the number among equal events. */
function stored(door: TestIngest, of: string): string[] {
  const identities = new Set<string>()
  for (const { requestKey, body } of door.batches) {
    const seen = new Map<string, number>()
    for (const line of body
      .toString()
      .split('\n')
      .filter((text) => text.includes(`"of":"${of}"`))) {
      seen.set(line, (seen.get(line) ?? 0) + 1)
      identities.add(`${requestKey} ${seen.get(line)} ${line}`)
    }
  }
  return [...identities].map((identity) => identity.slice(identity.indexOf('{'))).sort()
}

const pushed = (of: string, count = EVENTS) => Array.from({ length: count }, (_, n) => JSON.stringify({ n, of })).sort()

type Driver = { readonly file: string; readonly args: readonly string[]; readonly cwd: string; readonly zstd: boolean }

async function conforms({ file, args, cwd, zstd }: Driver): Promise<void> {
  const door = await openTestIngest()
  const proxy = await openFaultProxy(door.url)
  const spool = await mkdtemp(path.join(tmpdir(), 'svc-spool-'))
  const env = {
    ...process.env,
    PYTHONPATH: path.join(SDK, 'python/src'),
    PROXY: proxy.url,
    TOKEN: 'push',
    SPOOL: spool,
    FAULTS: FAULTS.join(','),
    HAS_ZSTD: zstd ? '1' : '',
  }
  try {
    const { stdout } = await run(file, args, { cwd, env })
    const acceptedCounts = [EVENTS, 0, 0]
    expect(JSON.parse(stdout)).toEqual({
      ...Object.fromEntries(FAULTS.map((fault) => [fault, acceptedCounts])),
      zstd: acceptedCounts,
      bounded: true,
      refused: '1 nope: not_an_object',
      whole: '1 nope: not_an_object',
      late: 'deadline',
      redirect: 'deadline',
      spools: ['refused', 'refused', 1, 1],
      bad: ['refused', 'refused', 'refused', 'refused'],
    })
    for (const fault of [...FAULTS, 'zstd']) expect(stored(door, fault)).toEqual(pushed(fault))
    expect(stored(door, 'narrow')).toEqual(pushed('narrow', 100))
    expect(stored(door, 'spooled')).toHaveLength(1)
    // The response was lost, so the service received the same batch twice, under one key.
    expect(door.batches.filter(({ body }) => body.includes('"of":"cut-answer"'))).toHaveLength(4)
    expect(proxy.count('stolen')).toBe(0)

    // Killed behind a batch that is stored and not answered, two that were not sent, one of them not full.
    const killed = spawn(file, [...args, 'fill'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
    await once(killed.stdout, 'data')
    await expect.poll(() => stored(door, 'killed').length, { timeout: 60_000 }).toBe(10)
    const ended = once(killed, 'exit')
    killed.kill('SIGKILL')
    await ended
    expect((await run(file, [...args, 'again'], { cwd, env })).stdout.trim()).toBe(String(EVENTS))
    expect(stored(door, 'killed')).toEqual(pushed('killed'))
  } finally {
    await proxy.close()
    await door.close()
    await rm(spool, { recursive: true, force: true })
  }
}

const pythonDriver = path.join(SDK, 'conformance/drive_push.py')
const pythonZstd = python !== null && hasZstd(python)

test('TypeScript', { timeout: 180_000 }, () =>
  conforms({
    file: process.execPath,
    args: [path.join(SDK, 'conformance/drive-push.ts')],
    cwd: SDK,
    zstd: 'zstdCompress' in zlib,
  }),
)

test.skipIf(python === null)('Python, blocking', { timeout: 180_000 }, () =>
  conforms({ file: python ?? '', args: [pythonDriver], cwd: SDK, zstd: pythonZstd }),
)

test.skipIf(python === null)('Python, async', { timeout: 180_000 }, () =>
  conforms({ file: python ?? '', args: [pythonDriver, 'async'], cwd: SDK, zstd: pythonZstd }),
)

test.skipIf(go === null)('Go', { timeout: GO_MS }, async () =>
  conforms({ file: await goProgram(go ?? '', 'push'), args: [], cwd: GO_MODULE, zstd: false }),
)
