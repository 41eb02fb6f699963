/** Where the forwarders of Debian's packages are; `.ci/run` installs them, or unpacks them below `.cache`. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')
const UNPACKED = path.join(ROOT, '.cache/rsyslog')

export const RECIPES = path.join(ROOT, 'docs/forwarders')

/** A program and what has to stand before its own arguments. */
export type Program = readonly [file: string, ...args: string[]]

/** Null where there is none. Of a package that was only unpacked its modules are not where it looks for them. */
export function findRsyslog(): Program | null {
  if (runs('rsyslogd', ['-v'])) return ['rsyslogd']
  const file = path.join(UNPACKED, 'usr/sbin/rsyslogd')
  const [modules] = fs.globSync('usr/lib/*/rsyslog', { cwd: UNPACKED })
  if (modules === undefined || !runs(file, ['-v'])) return null
  return [file, '-M', path.join(UNPACKED, modules)]
}

/** With the module that speaks HTTP. */
export function findSyslogNg(): Program | null {
  const { status, stdout } = spawnSync('syslog-ng', ['--version'], { encoding: 'utf8' })
  return status === 0 && /\bhttp\b/.test(stdout) ? ['syslog-ng'] : null
}

/** Only root may start a journal of its own, in a namespace. */
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
