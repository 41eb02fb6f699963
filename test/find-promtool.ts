import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** In PATH, or where `.ci/run` unpacks Debian's package; null where there is none. */
export function findPromtool(): string | null {
  const unpacked = path.join(import.meta.dirname, '../.cache/prometheus/usr/bin/promtool')
  if (fs.existsSync(unpacked)) return unpacked
  return spawnSync('promtool', ['--version']).error === undefined ? 'promtool' : null
}
