import { spawnSync } from 'node:child_process'
import { optional, readConfig } from '../../platform/config.ts'

const SETTINGS = { program: optional('CHROMIUM', 'browser of the tests; chromium of PATH when unset') } as const

/** Debian's chromium, or the one that `CHROMIUM` names; null when there is none. Nothing is downloaded. */
export function findChromium(): string | null {
  const { program } = readConfig(SETTINGS, process.env)
  if (program !== null) return program
  const { status, stdout } = spawnSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}
