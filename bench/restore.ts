/**
 * A stage's state after a kill: a process commits a million fingerprints through the embedded log and kills itself; the
 * next one opens the log and restores them. Seconds from the start of that process and from the opening of the log.
 */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { NODE_FLAGS } from '../platform/node-flags.ts'
import { benchConfig } from './config.ts'
import { round } from './round.ts'

const KEYS = 1_000_000
const CHILD = new URL('./restore-child.ts', import.meta.url).pathname
const run = promisify(execFile)

export async function benchRestore(): Promise<Record<string, unknown>> {
  const dir = fs.mkdtempSync(path.join(benchConfig().dir, 'svc-restore-'))
  try {
    await child('write', dir).catch((error: { signal?: string }) => {
      if (error.signal !== 'SIGKILL') throw error
    })
    const logBytes = folderBytes(dir)
    const startedAt = performance.now()
    const restored = JSON.parse((await child('read', dir)).stdout) as Record<string, number>
    if (restored.keys !== KEYS || restored.unknown !== 0) throw new Error(`not restored: ${JSON.stringify(restored)}`)
    return {
      keys: KEYS,
      restore_seconds: round((restored.restore_ms as number) / 1000),
      restore_seconds_with_process_start: round((performance.now() - startedAt) / 1000),
      log_mb: Math.round(logBytes / 2 ** 20),
      state_mb: Math.round((restored.state_bytes as number) / 2 ** 20),
      peak_rss_mb: restored.peak_rss_mb,
    }
  } finally {
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

function child(what: 'write' | 'read', dir: string) {
  return run(process.execPath, [...NODE_FLAGS, CHILD, what, dir, String(KEYS)])
}

function folderBytes(dir: string): number {
  const files = fs.readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, file) => sum + fs.statSync(path.join(file.parentPath, file.name)).size, 0)
}
