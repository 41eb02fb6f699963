import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** Finds promtool in PATH, or where `.ci/run` unpacks Debian's package; null if it is in neither. */
export function findPromtool(): string | null {
  const unpacked = path.join(import.meta.dirname, '../.cache/prometheus/usr/bin/promtool')
  if (fs.existsSync(unpacked)) return unpacked
  return spawnSync('promtool', ['--version']).error === undefined ? 'promtool' : null
}
