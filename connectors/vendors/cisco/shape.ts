/**
 * A message of Cisco's own form, `%FACILITY-SEVERITY-MNEMONIC: text`, behind any prefix of the device. Adds
 *
 *     parsed   facility, level, id (number or mnemonic), text, family (asa, ios, meraki or firepower), and the
 *              values that the table of messages finds in the text
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { messageOf, syslogField } from '../../families/syslog/settle.ts'
import type { RecordShape } from '../../mapping/table.ts'
import { readAsa, readFirepower } from './asa-messages.ts'
import { readIos } from './ios-messages.ts'

/** EMBLEM's form has the class of the message behind the facility: `%ASA-session-6-302013`. */
const CLASS = '(?:-[a-z][a-z0-9_]{1,31})?'
const NAME = `([A-Z][A-Z0-9_]{0,31}(?:-[A-Z][A-Z0-9_]{1,31}){0,3})${CLASS}-([0-7])-([A-Z0-9_]{2,64})`
const HEAD = new RegExp(`^${NAME}$`)
const TEXT = new RegExp(`%${NAME} ?: ?`)
/** Names and times before the mark. */
const HEAD_MAX = 256
const ASA = new Set(['ASA', 'PIX', 'FWSM', 'FTD', 'NGIPS', 'SVSM'])
const MERAKI =
  /^(?:flows|urls|events|ids-alerts|security_event|airmarshal_events|firewall|vpn_firewall|cellular_firewall|ip_flow_start|ip_flow_end) /

type Head = { readonly facility: string; readonly level: string; readonly id: string; readonly text: string }

export function headOf(record: Readonly<Members>): Head | null {
  const message = messageOf(record)
  const id = syslogField(record, 'msg_id')
  const known = id === '' ? null : HEAD.exec(id)
  if (known) return { facility: known[1] ?? '', level: known[2] ?? '', id: known[3] ?? '', text: message }
  const found = message.includes('%') ? TEXT.exec(message.slice(0, HEAD_MAX)) : null
  if (!found) return null
  const text = message.slice(found.index + found[0].length)
  return { facility: found[1] ?? '', level: found[2] ?? '', id: found[3] ?? '', text }
}

export function isCisco(record: Readonly<Members>): boolean {
  if (!isMembers(record.syslog) || record.cef !== undefined || record.leef !== undefined) return false
  return headOf(record) !== null || MERAKI.test(messageOf(record).slice(0, 32)) || isFirepower(record)
}

function isFirepower(record: Readonly<Members>): boolean {
  return syslogField(record, 'app_name') === 'SFIMS' && messageOf(record).includes('SrcIP: ')
}

export const cisco: RecordShape = { name: 'syslog', is: () => true, settle }

function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const head = headOf(record)
  if (head === null) record.parsed = isFirepower(record) ? firepower(messageOf(record)) : meraki(record)
  else if (ASA.has(head.facility)) record.parsed = asa(head)
  else record.parsed = { kind: 'words', ...head, family: 'ios', ...readIos(head.facility, head.id, head.text) }
}

function asa(head: Head): Members {
  const isFlow = (head.facility === 'FTD' || head.facility === 'NGIPS') && /^43000[1-5]$/.test(head.id)
  if (isFlow) return { ...head, ...firepower(head.text, head.id) }
  return { kind: 'words', ...head, family: 'asa', ...readAsa(head.id, head.text) }
}

/** Only the priority gives the severity of connections and files, because the level of the message is configurable. */
const LEVEL_OF_FLOWS = '6'

/**
 * Messages about intrusions and malware; the numbers between them are about files, and about the start and end of
 * connections.
 */
const THREATS: ReadonlySet<string> = new Set(['430001', '430005'])
const FILE = '430004'
const isMalware = ({ SHA_Disposition, ThreatName }: Readonly<Record<string, string>>): boolean =>
  SHA_Disposition === 'Malware' || SHA_Disposition === 'Custom Detection' || (ThreatName ?? '') !== ''
const PASSED: ReadonlySet<string | undefined> = new Set(['Allow', 'Trust', 'Fastpath'])

function kindOf(pairs: Readonly<Record<string, string>>, id: string): string {
  if (THREATS.has(id) || pairs.SID !== undefined || pairs.Classification !== undefined) return 'threat'
  if (id === FILE) return isMalware(pairs) ? 'threat' : 'file'
  if (!PASSED.has(pairs.AccessControlRuleAction)) return 'flow/rule'
  if (id === '430002' || pairs.ConnectType === 'Start') return 'flow/open'
  return id === '430003' || pairs.ConnectType === 'End' ? 'flow/close' : 'flow/rule'
}

/**
 * `Block with reset` is read by its first word. A decision that would only have been taken counts as detected, and one
 * that a user may override as blocked.
 */
function decisionOf(text: string | undefined): string | undefined {
  if (text?.startsWith('Would have ')) return 'detected'
  return text === 'Interactive Block' ? 'block' : text?.replace('Partially ', '').split(' ')[0]
}

/** Words in the place of a user whom nothing identified. */
const NOBODY: ReadonlySet<string | undefined> = new Set([
  'No Authentication Required',
  'Unknown',
  'Unknown User',
  'Not Found',
  'Unauthorized',
  'Failed Authentication',
])

/** Maps Firepower's own names to those of the table. */
function firepower(text: string, id = ''): Members {
  const pairs = readFirepower(text)
  return {
    ...pairs,
    kind: kindOf(pairs, id),
    ...(id !== '' && !THREATS.has(id) && { level: LEVEL_OF_FLOWS }),
    family: 'firepower',
    src_ip: pairs.SrcIP,
    dst_ip: pairs.DstIP,
    src_port: pairs.SrcPort,
    dst_port: pairs.DstPort,
    protocol: pairs.Protocol,
    src_if: pairs.IngressInterface,
    dst_if: pairs.EgressInterface,
    rule: pairs.AccessControlRuleName,
    action: decisionOf(pairs.InlineResult ?? pairs.AccessControlRuleAction),
    duration: pairs.ConnectionDuration,
    user: NOBODY.has(pairs.User) ? undefined : pairs.User,
    url: pairs.URL,
    signature: pairs.Message ?? pairs.ThreatName,
  }
}

/** `flows allow src=... dst=...`: the type, the decision, and pairs that the decoder has read. */
function meraki(record: Readonly<Members>): Members {
  const message = messageOf(record)
  const [type = '', second = ''] = message.split(' ', 2)
  const [srcIp, srcPort] = endOf(record.src, record.sport)
  const [dstIp, dstPort] = endOf(record.dst, record.dport)
  const isThreat = type === 'ids-alerts' || type === 'security_event'
  const isFlow = srcIp !== undefined && (type.includes('flow') || type.includes('firewall'))
  const person = type === 'events' ? merakiPerson(record, message) : null
  if (person !== null) return { family: 'meraki', id: type, text: message, ...person }
  const decided = /pattern: (allow|deny)/.exec(message.slice(0, 2048))?.[1]
  return {
    ...(isThreat && { uid: record.signature }),
    kind: isThreat ? 'threat' : type === 'urls' ? 'url' : isFlow ? 'flow/rule' : 'words',
    family: 'meraki',
    id: type,
    text: message,
    action: decided ?? (second === 'allow' || second === 'deny' ? second : (record.decision ?? record.action)),
    src_ip: srcIp,
    src_port: srcPort,
    dst_ip: dstIp,
    dst_port: dstPort,
    protocol: record.protocol,
    url: /request: [A-Z]{1,16} (\S{1,2048})/.exec(message)?.[1],
    method: /request: ([A-Z]{1,16}) /.exec(message)?.[1],
    signature: /message: (.{1,512})$/.exec(message)?.[1] ?? record.signature,
  }
}

const CLIENT_VPN =
  /^events client_vpn_(connect|disconnect) user id '([^']{1,128})' local ip [\d.]{7,15} connected from ([\d.]{7,15})/
const QUOTES = /^'|'$/g

/**
 * Tunnels with their peer, and users with the facts that a client VPN, an access point or a splash page has about them.
 */
function merakiPerson(record: Readonly<Members>, message: string): Members | null {
  const [, change, user, from] = CLIENT_VPN.exec(message) ?? []
  if (change !== undefined) return { kind: change === 'connect' ? 'logon/ok' : 'logoff', user, src_ip: from }
  const bare = (value: unknown) => (typeof value === 'string' ? value.replace(QUOTES, '') : '')
  const kind = bare(record.type)
  const [peer, port] = endOf(bare(record.peer_contact), undefined)
  if (kind === 'vpn_connectivity_change' && peer !== '')
    return { kind: bare(record.connectivity) === 'false' ? 'vpn/close' : 'vpn/open', src_ip: peer, src_port: port }
  const identity = bare(record.identity)
  const act = ACTS_OF_CLIENTS.find(([, is]) => is.test(kind))?.[0]
  if (identity === '' || act === undefined) return null
  return { kind: act, user: identity, src_ip: bare(record.client_ip), src_mac: bare(record.client_mac) }
}

const ACTS_OF_CLIENTS = [
  ['logon/ok', /^8021x_(?:eap_success|auth)$/],
  ['logon/failed', /^8021x_(?:eap_failure|auth_fail)/],
  ['logoff', /^8021x_deauth$/],
] as const

function endOf(address: unknown, port: unknown): readonly [unknown, unknown] {
  const found = typeof address === 'string' ? /^(\d[\d.]{6,14}):(\d{1,5})$/.exec(address) : null
  return found ? [found[1], found[2]] : [address, port]
}
