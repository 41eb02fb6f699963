/**
 * Checks the machine's limits for a process before anything starts: with too little the stores fail later, with an
 * error about something else.
 */
import fs from 'node:fs'
import { AppError } from '../../platform/errors.ts'

/**
 * ClickHouse has 240 files open when idle, and 260 while it ingests a hundred thousand events; merges need more.
 * ClickHouse and the stages each reserve 75 GB of address space, which they never fill.
 */
const NEEDED = [
  { name: 'Max open files', least: 1_024, raised: 'open files; raise the limit with ulimit -n' },
  {
    name: 'Max address space',
    least: 100e9,
    raised: 'bytes of address space; lift the limit with ulimit -v unlimited',
  },
] as const

/**
 * `limits` as in /proc/PID/limits; without that file nothing is checked. Throws `bad_config` with all limits that are
 * too low.
 */
export function requireLimits(limits = ownLimits()): void {
  const faults = NEEDED.flatMap(({ name, least, raised }) => {
    const soft = new RegExp(`^${name} +(\\d+) `, 'm').exec(limits)?.[1]
    if (soft === undefined || Number(soft) >= least) return [] // or unlimited
    return [`a process may have ${soft} and needs ${least} ${raised}`]
  })
  if (faults.length > 0) throw new AppError('bad_config', faults.join('\n'))
}

function ownLimits(): string {
  const file = '/proc/self/limits'
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
}
