/**
 * Compiles the Go programs of the tests once for each run; otherwise each test file would compile Go's library again.
 */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { lockFolder } from '../../platform/lock-folder.ts'
import { SDK } from './languages.ts'

const run = promisify(execFile)
const LOOK_MS = 200

export const GO_MODULE = path.join(SDK, 'go')
/** Not in memory like the servers' data: some systems do not execute programs there. */
const PROGRAMS = path.join(SDK, '../.cache/sdk-go')
/**
 * The same for all Go programs of the tests, so that they share compiled packages. Without optimisation, because they
 * run for seconds.
 */
export const GO_ENV = { CGO_ENABLED: '0', GOGC: '400', GOFLAGS: `'-gcflags=all=-N -l' '-ldflags=-s -w'` }

/** A machine without a build cache compiles Go's library first, while other tests run. */
export const GO_MS = 600_000

/** The path of a compiled program: the name of its folder. */
export async function goProgram(go: string, name: string): Promise<string> {
  await compiled(go)
  return path.join(PROGRAMS, name)
}

/**
 * Resolves when Go's library and all programs are compiled. One of several processes compiles while the others wait.
 */
export async function compiled(go: string): Promise<void> {
  const folder = path.join(inject('serversDir'), 'go')
  fs.mkdirSync(folder, { recursive: true })
  const done = path.join(folder, 'done')
  for (; !fs.existsSync(done); await delay(LOOK_MS)) {
    const giveBack = claimFolder(folder)
    if (giveBack === null) continue
    try {
      if (!fs.existsSync(done)) await compile(go, done)
    } finally {
      giveBack()
    }
  }
}

async function compile(go: string, done: string): Promise<void> {
  fs.mkdirSync(PROGRAMS, { recursive: true })
  const env = { ...process.env, ...GO_ENV }
  await run(go, ['build', '-o', PROGRAMS, './conformance/...', './examples/...'], { cwd: GO_MODULE, env })
  fs.writeFileSync(done, '')
}

/** Null while another process has the lock of the folder. */
function claimFolder(folder: string): (() => void) | null {
  try {
    return lockFolder(folder)
  } catch (error) {
    if ((error as { code?: string }).code === 'data_dir_in_use') return null
    throw error
  }
}
