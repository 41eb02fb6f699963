/**
 * Real logs of hosts, networks and firewalls: each record must match its source, and missing attributes must be listed
 * here. Needs SVC_CORPORA_DIR.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Members } from '../platform/members.ts'
import { validate } from '../schemas/ocsf/validate.ts'
import { corporaDir } from '../test/corpora/config.ts'
import { cutText, openBody } from './formats/body.ts'
import { syslog } from './formats/syslog.ts'
import { Fidelity } from './mapping/fidelity.ts'
import type { SourceMapping } from './mapping/source-mapping.ts'
import { detectSource } from './registry.ts'

const dir = corporaDir()
const timeout = 300_000
const CONTEXT = { receivedMs: Date.UTC(2026, 10, 21) }
/** Number of lines that are read of each of Zeek's files, which repeat themselves. */
const RECORDS_MAX = 400

/**
 * Lines, by file, that no source of this kind matches: words without a format, and cloud logs, which have their own
 * tests.
 */
const ELSEWHERE =
  /^plaso_(?:apt_history|bash_history|dpkg|popcontest1|cri|santa|selinux|zsh_extended|syslog_syslog_rsyslog|aws_elb|azure_app)|^libaudit_auparse_audit-rhel7|^panther_ciscoumbrella/

/** Paths that records may lack because their senders leave it out. */
const LACKING: Readonly<Record<string, string>> = {
  time: 'times without a year or none at all (scripts that Zeek loads, cut lines, Snort)',
  device: 'audit.log and santa.log do not name the machine',
  'actor.process': 'a piece of an audit event whose process is in another line',
  peripheral_device: 'a disk without a name',
  'peripheral_device.name': 'a disk without a name',
  src_endpoint: 'an address that was made unreadable, beside a port',
  dst_endpoint: 'an address that was made unreadable, beside a port',
  'src_endpoint.proxy_endpoint': 'an address that was made unreadable, beside a port',
  'evidences[0].src_endpoint': 'an address that was made unreadable, beside a port',
  'evidences[0].dst_endpoint': 'an address that was made unreadable, beside a port',
  'auditd/1 process': 'arguments whose call came in a record of its own',
  'auditd/1 actor': 'arguments whose call came in a record of its own',
  user: 'a logon in XML that the test of a relay has cut',
  'cisco/1 ': 'both addresses of an echo were made unreadable',
  'citrix-netscaler/1 ': 'both addresses of a connection were made unreadable',
}

function* records(folder: string): Generator<{ file: string; record: Members }> {
  const at = path.join(dir ?? '', folder)
  for (const file of fs.readdirSync(at).sort()) {
    if (/^index\.tsv$|\.labels\.tsv$|\.golden$|\.yaml$|^README/.test(file)) continue
    const body = fs.readFileSync(path.join(at, file))
    if (file.startsWith('sc4s')) yield* messages(file, body.toString())
    else for (const record of decoded(body)) yield { file, record }
  }
}

function* messages(file: string, text: string): Generator<{ file: string; record: Members }> {
  for (const row of text.trim().split('\n')) {
    const record = syslog.decode((JSON.parse(row) as { message: string }).message, CONTEXT)
    if (typeof record !== 'string') yield { file, record }
  }
}

function decoded(body: Buffer): Members[] {
  const named = /^\s*\{/.test(body.toString('latin1', 0, 64)) ? 'auto' : 'text'
  const { decode } = openBody(body, 'lines', named, CONTEXT)
  const found: Members[] = []
  cutText(body, named, (start, end) => {
    const record = decode(start, end)
    if (typeof record !== 'string') found.push(record)
    return found.length < RECORDS_MAX
  })
  return found
}

/** Shares of bytes that are mapped or derived; they may only rise. */
const FLOORS: Readonly<Record<string, number>> = {
  zeek: 0.7,
  linux: 0.5,
  syslog: 0.4,
  'cef-leef': 0.5,
  firewall: 0.4,
  web: 0.85,
  dns: 0.85,
}

test.skipIf(dir === null).each(Object.keys(FLOORS))('%s (SVC_CORPORA_DIR)', { timeout }, (folder) => {
  const faults = new Set<string>()
  const sourceless = new Set<string>()
  const fidelity = new Fidelity()
  let guess: SourceMapping | null = null
  for (const { file, record } of records(folder)) {
    const source = detectSource(record, guess)
    if (source === null) {
      if (!ELSEWHERE.test(file)) sourceless.add(file)
      continue
    }
    guess = source
    // A few CrowdStrike records are among those of Umbrella.
    if (source.id.startsWith('crowdstrike')) continue
    const event = source.toOcsf(record)
    const found = validate(event, '1.8.0')
    expect(source.faults().length > 0, JSON.stringify(found)).toBe(found.some(({ path: at }) => at !== 'time'))
    for (const { kind, path: at } of found) {
      const why = LACKING[at] ?? LACKING[`${source.id} ${at}`]
      if (why === undefined || (kind !== 'missing' && kind !== 'constraint')) faults.add(`${source.id} ${kind} ${at}`)
    }
    fidelity.add(source, record)
  }
  expect([...sourceless]).toEqual([])
  expect([...faults]).toEqual([])
  const { bytes } = fidelity.report()
  expect((bytes.mapped + bytes.derived) / (bytes.mapped + bytes.derived + bytes.unmapped)).toBeGreaterThan(
    FLOORS[folder] ?? 1,
  )
})
