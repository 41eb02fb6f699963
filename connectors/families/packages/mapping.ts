/** Installed and removed packages on Debian and its derivatives: the logs of dpkg and apt. */
import type { Members } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  capture,
  first,
  is,
  lookup,
  type Profile,
  type RecordShape,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

/** Maximum number of package names that are written into the event; the raw text has all of them. */
const NAMED_MAX = 100

/** `vim:amd64 (2:8.0-1, 2:8.0-2), xxd:amd64 (2:8.0-1, automatic)` */
function namesIn(list: unknown): string {
  const names =
    typeof list === 'string' ? list.matchAll(/([a-z0-9][a-z0-9.+-]{0,127})(?::[\w-]{1,32})? \([^)]{0,256}\)/g) : []
  return [...names]
    .slice(0, NAMED_MAX)
    .map(([, name]) => name)
    .join(', ')
}

const RUNS = ['install', 'upgrade', 'remove', 'purge', 'reinstall', 'downgrade'] as const
const TIME = /^(\d{4}-\d\d-\d\d) {1,2}(\d\d:\d\d:\d\d)$/
const inOneSpace = (value: unknown) => (typeof value === 'string' ? value.replace(TIME, '$1 $2') : undefined)

function parsedOf(record: Readonly<Members>): Members {
  if (record.action !== undefined) return ofDpkg(record)
  if (record.apt_log_started !== undefined) return ofTerm(record)
  const run = RUNS.find((name) => record[`apt_${name}`] !== undefined)
  const names = RUNS.flatMap((name) => namesIn(record[`apt_${name}`]) || [])
  return {
    by: 'apt',
    at: inOneSpace(record.apt_start_date),
    end: inOneSpace(record.apt_end_date),
    action: run ?? 'run',
    name: names.join(', ') || 'apt',
    text: record.apt_commandline,
    failed: record.apt_error === undefined ? undefined : 'yes',
  }
}

function ofDpkg({ action, state, package: name, version, new_version: next, time: at, run, file }: Members): Members {
  const fields = [action, state, name ?? run ?? file, next ?? version].filter((word) => typeof word === 'string')
  return { by: 'dpkg', at, action, name: name ?? 'dpkg', version: next ?? version, text: fields.join(' ') }
}

function ofTerm({ apt_log_started: start, apt_log_ended: end, apt_set_up: done, apt_removed: gone }: Members): Members {
  const action = done !== undefined ? 'set up' : gone !== undefined ? 'remove' : 'run'
  const name = [textOf(done), textOf(gone)].filter(Boolean).join(', ') || 'apt'
  return { by: 'apt', at: inOneSpace(start), end: inOneSpace(end), action, name, text: `${action} ${name}` }
}

const shape: RecordShape = {
  name: 'packages',
  is: () => true,
  settle(record) {
    record.parsed ??= parsedOf(record)
  },
}

const changed: Profile = {
  name: 'changed',
  when: {},
  class: 'application_lifecycle',
  activity: lookup(
    'parsed.action',
    {
      ...{ install: 'Install', reinstall: 'Install', upgrade: 'Update', downgrade: 'Update', 'set up': 'Update' },
      ...{ remove: 'Remove', purge: 'Remove', disappear: 'Remove' },
    },
    'Other',
  ),
  rows: {
    'app.name': text('parsed.name'),
    'app.version': 'parsed.version',
    'actor.user.name': capture('apt_requested_by', /^([^\s(]{1,64})/),
    'actor.user.uid': capture('apt_requested_by', /\((\d{1,10})\)$/),
    end_time: time('parsed.end'),
    status_id: lookup('parsed.failed', { yes: 'Failure' }, undefined, undefined),
    status_detail: 'apt_error',
  },
}

export const PACKAGES: SourceTable = {
  id: 'packages/1',
  shapes: [shape],
  select: ['parsed.action'],
  rows: {
    time: time('parsed.at'),
    severity_id: is('Informational'),
    'metadata.product.name': first(text('parsed.by')),
    'metadata.product.vendor_name': is('Debian'),
    'metadata.original_time': ['time', 'apt_start_date', 'apt_log_started'],
    'metadata.event_code': 'parsed.action',
    'device.os.name': is('Linux'),
    'device.os.type_id': is('Linux'),
    'device.type_id': is('Unknown'),
    'device.hostname': ['syslog.hostname', 'hec.host', 'relayed.host', 'relayed.hostname'],
    message: 'parsed.text',
  },
  logSource: { product: 'linux' },
  chapters: [{ name: 'packages', profiles: [changed] }],
  renderings: ['parsed.action', 'parsed.by', 'parsed.failed'],
  recognises: (record) =>
    typeof record.apt_start_date === 'string' ||
    typeof record.apt_log_started === 'string' ||
    (typeof record.action === 'string' &&
      typeof record.time === 'string' &&
      (record.package !== undefined || record.run !== undefined || record.file !== undefined) &&
      ACTIONS.test(record.action)),
}
const ACTIONS = /^(?:startup|install|upgrade|remove|purge|configure|trigproc|disappear|status|conffile)$/
export const packages = compileSource(PACKAGES)
