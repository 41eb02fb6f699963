import { spawnSync } from 'node:child_process'
import { browserConfig } from './config.ts'

/** Debian's chromium, or the one that `CHROMIUM` names; null when there is none. Nothing is downloaded. */
export function findChromium(): string | null {
  const { program } = browserConfig()
  if (program !== null) return program
  const { status, stdout } = spawnSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}
