/** Where the forwarders of Debian's packages are; `.ci/run` installs them, or unpacks them below `.cache`. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')
const UNPACKED = path.join(ROOT, '.cache/rsyslog')

export const RECIPES = path.join(ROOT, 'docs/forwarders')

/** A program with the arguments that must precede its own. */
export type Program = readonly [file: string, ...args: string[]]

/** Null if it is not installed. A package that was only unpacked needs an option with the folder of its modules. */
export function findRsyslog(): Program | null {
  if (runs('rsyslogd', ['-v'])) return ['rsyslogd']
  const file = path.join(UNPACKED, 'usr/sbin/rsyslogd')
  const [modules] = fs.globSync('usr/lib/*/rsyslog', { cwd: UNPACKED })
  if (modules === undefined || !runs(file, ['-v'])) return null
  return [file, '-M', path.join(UNPACKED, modules)]
}

/** Requires the module that speaks HTTP. */
export function findSyslogNg(): Program | null {
  const { status, stdout } = spawnSync('syslog-ng', ['--version'], { encoding: 'utf8' })
  return status === 0 && /\bhttp\b/.test(stdout) ? ['syslog-ng'] : null
}

/** Only root can start a separate journal, in a namespace. */
export function findJournald(): Program | null {
  const daemon = ['/usr/lib/systemd/systemd-journald', '/lib/systemd/systemd-journald'].find((file) =>
    fs.existsSync(file),
  )
  const isFit = process.getuid?.() === 0 && fs.existsSync('/etc/machine-id') && runs('journalctl', ['--version'])
  return daemon !== undefined && isFit ? [daemon] : null
}

function runs(file: string, args: readonly string[]): boolean {
  return spawnSync(file, args).status === 0
}
