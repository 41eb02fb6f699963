/**
 * Compares our events with the OCSF project's examples for Cisco, Zeek, SiLK and QRadar, leaf by leaf. Needs
 * SVC_CORPORA_DIR.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Members } from '../platform/members.ts'
import { validate } from '../schemas/ocsf/validate.ts'
import { corporaDir } from '../test/corpora/config.ts'
import { cutText, openBody } from './formats/body.ts'
import { isFault } from './formats/decoder.ts'
import { detectSource } from './registry.ts'

const dir = corporaDir()
const root = path.join(dir ?? '', 'ocsf-pairs')
const names =
  dir === null ? [] : fs.readdirSync(root).filter((name) => fs.statSync(path.join(root, name)).isDirectory())
const pairs = names.filter((name) => /^(?:cisco|zeek|cert|ibm)-/.test(name))
/** Every other pair is compared in the test that has its name here. */
const ELSEWHERE = /(?:^|-)aws-|messagetrace|^(?:okta|github)-|^microsoft-windows-/

/** Leaves of the examples that differ, by pair and path, with the reason; every other leaf is equal. */
const DIFFERENCES: readonly (readonly [pair: RegExp, path: RegExp, reason: string])[] = [
  [/./, /^metadata\.version$/, 'what is written is 1.8.0'],
  [/./, /^metadata\.(uid|logged_time)$/, 'given when the event is stored; the uid of Zeek is the correlation uid'],
  [/./, /^metadata\.product\.(version|feature|lang)/, 'the record does not say'],
  [/^cisco/, /^connection_info\.boundary/, 'which interface faces the internet is a matter of the site'],
  [/^cisco-.*(106023|302016|305012)/, /^connection_info\.direction/, 'the message does not say'],
  [
    /^cisco-.*305012/,
    /^dst_endpoint\./,
    'the address behind `to` is what the source becomes, not whom it speaks with: src_endpoint.proxy_endpoint',
  ],
  [
    /^cisco-.*302013/,
    /^(src|dst)_endpoint\./,
    'a connection that is built outwards names the far end first: it was opened from inside',
  ],
  [/^cisco-.*106023/, /^severity/, 'a denied packet is what a firewall is for; the example takes the syslog level'],
  [/^zeek/, /^(time|start_time)$/, 'in seconds, and another moment than the record; the time is not said twice'],
  [/^zeek-.*dns/, /^rcode$/, 'the caption of the id: NoError'],
  [/^zeek-.*dns/, /^response_time$/, 'a duration in seconds, where OCSF wants a moment; the round trip is duration'],
  [/^zeek-.*dns/, /^answers\.\d\./, 'times to live and flags stand in lists of their own, and belong to the message'],
  [/^zeek-.*ftp/, /^(activity_id|type_uid)$/, 'a command without an activity of its own is Other, not Unknown'],
  [/^zeek-.*ftp/, /^command$/, 'the argument is the file'],
  [/^zeek-.*ftp/, /agent_list|^codes/, 'an agent is software of security; the code is status_code'],
  [/^zeek-.*http/, /^http_(request|response)\.length$/, 'Zeek counts the body: body_length'],
  [/^zeek-.*http/, /http_headers|http_cookies|x_forwarded_for/, 'headers that a script adds stay in unmapped'],
  [/^zeek-.*http/, /^message\./, 'a message is a text; the tags stay in unmapped'],
  [/^zeek-.*ssl/, /^(activity_id|type_uid)$/, 'a handshake that was not established has failed'],
  [/^zeek-.*ssl/, /^tls\.version$/, 'as OCSF writes versions: 1.2'],
  [
    /^zeek-.*ssl/,
    /^tls\.certificate\./,
    'a certificate needs its serial number, which is in x509.log; NULL is nothing',
  ],
  [
    /^zeek-.*x509/,
    /^(category_uid|class_uid)$/,
    'Network Activity is about a connection, and x509.log is written once for a certificate however many connections show it: Base Event',
  ],
  [/^zeek-.*x509/, /^type_uid$/, '300299 is a type of another class than the 4001 that the example names'],
  [/^zeek-.*x509/, /^activity_name$/, "a name beside Other is the source's own word, and Zeek has none here"],
  [/^zeek-.*x509/, /^(service|user)\.name$/, 'N/A is nothing'],
  [
    /^zeek-.*x509/,
    /^tls\.certificate\.(issuer|subject|serial_number|version|sans|not_valid_(before|after))/,
    'tls demands the version of the protocol, which is in ssl.log: the certificate is there, and here in unmapped',
  ],
  [
    /^zeek-.*x509/,
    /^tls\.certificate\.fingerprints\.0\.(value|algorithm)$/,
    'as the rest of the certificate; and sha256WithRSAEncryption signs the certificate, it does not make its fingerprint',
  ],
  [
    /^zeek-.*x509/,
    /^tls\.tls_extension_list\./,
    'kind and length of a key and basic constraints are of the certificate, none of the handshake: no extensions of TLS',
  ],
  [/^zeek-.*rdp/, /^(activity_id|type_uid)$/, 'what Zeek logs is the request that a session begins with'],
  [/^zeek-.*rdp/, /agent_list/, 'an agent is software of security; the client is src_endpoint.svc_name'],
  [/^zeek-.*rdp/, /^tls\./, 'HYBRID and RDP are no versions of TLS: protocol_ver'],
  [/^zeek-.*rdp/, /^status_id$/, 'a record that does not say whether the logon succeeded has no status'],
  [/^cert/, /^(start_time|end_time|duration)$/, 'milliseconds, as numbers'],
  [/^cert/, /^metadata\.product\.vendor_name$/, 'the vendor by its name'],
  [/^cert/, /^connection_info\.(tcp_flags|boundary)/, 'flags as letters: flag_history; a boundary is not said'],
  [/^ibm/, /^(class|category|activity|type)_/, 'Security Finding is deprecated since 1.1.0: Detection Finding'],
  [
    /^ibm/,
    /^(analytic|finding|data_sources|malware|state|enrichments|process|resources)/,
    'in finding_info since 1.1.0',
  ],
  [
    /^ibm/,
    /^(severity|risk_level|confidence|impact)/,
    'magnitude and credibility are numbers of ten, whose words are not said',
  ],
  [/^ibm/, /^(time|end_time|message|metadata\.)/, 'the last change; a text without its line end; what the record says'],
]

function recordsOf(name: string): Members[] {
  const body = fs.readFileSync(path.join(root, name, 'raw.txt'))
  const text = body.toString()
  if (/^\s*\{/.test(text)) return text.split(/(?<=\n\})\s+(?=\{)/).map((one) => JSON.parse(one) as Members)
  const format = name.startsWith('cert') ? 'csv' : 'text'
  const { decode } = openBody(body, 'lines', format, { receivedMs: Date.UTC(2026, 0, 1) })
  const records: Members[] = []
  cutText(body, format, (start, end) => {
    const record = decode(start, end)
    if (!isFault(record)) records.push(record)
    return true
  })
  return records
}

/** Leaves of the example that are missing in our event, or different. */
function differing(name: string): string[] {
  const expected = JSON.parse(fs.readFileSync(path.join(root, name, 'expected.json'), 'utf8')) as Members | Members[]
  return recordsOf(name).flatMap((record, i) => {
    const event = detectSource(record)?.toOcsf(record)
    expect(validate(event, '1.8.0'), name).toEqual([])
    const made = new Map(leavesOf(event ?? {}))
    const wanted = leavesOf(Array.isArray(expected) ? (expected[i] ?? {}) : expected)
    return wanted.filter(([at, value]) => !OWN.test(at) && made.get(at) !== value).map(([at]) => at)
  })
}

/** Parts that are not compared: the whole record is kept, and observables are made the same way for every event. */
const OWN = /^(?:unmapped|raw_data|observables)(?:\.|$)/

test.skipIf(dir === null)('every existing pair has a test (SVC_CORPORA_DIR)', () => {
  expect(names.filter((name) => !ELSEWHERE.test(name))).toEqual(pairs)
})

test.skipIf(dir === null).each(pairs)('%s (SVC_CORPORA_DIR)', (name) => {
  const explained = (at: string) => DIFFERENCES.some(([pair, where]) => pair.test(name) && where.test(at))
  expect(differing(name).filter((at) => !explained(at))).toEqual([])
})

test.skipIf(dir === null)('only existing differences are explained (SVC_CORPORA_DIR)', () => {
  const seen = pairs.flatMap((name) => differing(name).map((at) => [name, at] as const))
  const idle = DIFFERENCES.filter(([pair, where]) => !seen.some(([name, at]) => pair.test(name) && where.test(at)))
  expect(idle.map(([pair, where]) => `${pair} ${where}`)).toEqual([])
})

function leavesOf(value: unknown, at = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return value === null || value === '' ? [] : [[at, value]]
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, at === '' ? name : `${at}.${name}`))
}
