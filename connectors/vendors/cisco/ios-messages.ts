/** Messages of IOS, IOS XE, IOS XR and NX-OS about users' acts, by `FACILITY-MNEMONIC`. */
import { type Phrases, type PhraseValues, phraseReader } from '../../mapping/phrases.ts'

const FLOW: Phrases = {
  'flow/rule': [
    'list {rule} {action} {protocol} {src_ip}({src_port}) ({src_if} {src_mac}) -> {dst_ip}({dst_port}), {count} packet...',
    'list {rule} {action} {protocol} {src_ip}({src_port}) -> {dst_ip}({dst_port}), {count} packet...',
    'list {rule} {action} {protocol} {src_ip} ({src_if} ) -> {dst_ip} ({type}/{code}), {count} packet...',
    'list {rule} {action} {protocol} {src_ip} ({src_if} {src_mac}) -> {dst_ip} ({type}/{code}), {count} packet...',
    'list {rule} {action} {protocol} {src_ip} -> {dst_ip} ({type}/{code}), {count} packet...',
    'list {rule} {action} {protocol} {src_ip} -> {dst_ip}, {count} packet...',
    'list {rule} {action} {src_ip} {count} packet...',
  ],
}

/** A port admits a client by 802.1X, by its hardware address or by a web page; newer versions name the process first. */
const admitted = (kind: string, result: string): Phrases => ({
  [kind]: [
    '',
    'Switch {unit}: {process}: ',
    '{unit} {board}: {process}: ',
    'Switch {unit} {board}: {process}: ',
  ].flatMap((by) => [
    `${by}Authentication ${result} for client ({src_mac}) on Interface {src_if} AuditSessionID {session} Username: {user*}`,
    `${by}Authentication ${result} for client ({src_mac}) with reason ({reason*}) on Interface {src_if} AuditSessionID {session} Username: {user*}`,
    `${by}Authentication ${result} for client ({src_mac}) with reason ({reason*}) on Interface {src_if} AuditSessionID {session}...`,
    `${by}Authentication ${result} for client ({src_mac}) on Interface {src_if}...`,
  ]),
})
const ADMITTED = { SUCCESS: admitted('logon/ok', 'successful'), FAIL: admitted('logon/failed', 'failed') }
const PORT_ACCESS: Readonly<Record<string, Phrases>> = Object.fromEntries(
  ['DOT1X', 'MAB', 'WEBAUTH'].flatMap((by) => Object.entries(ADMITTED).map(([end, of]) => [`${by}-${end}`, of])),
)

const MESSAGES: Readonly<Record<string, Phrases>> = {
  'SEC_LOGIN-LOGIN_SUCCESS': {
    'logon/ok': 'Login Success [user: {user*}] [Source: {src_ip}] [localport: {dst_port}] at {rest*}',
  },
  'SEC_LOGIN-LOGIN_FAILED': {
    'logon/failed':
      'Login failed [user: {user*}] [Source: {src_ip}] [localport: {dst_port}] [Reason: {reason*}] at {rest*}',
  },
  // Arista EOS writes as IOS does.
  'AAA-LOGIN': { 'logon/ok': 'user {user*} logged in [from: {src_ip}] [service: {service}]...' },
  'AAA-LOGIN_FAILED': {
    'logon/failed': [
      'user {user*} failed to login [from: {src_ip}] [service: {service}] [reason: {reason*}]',
      'user {user*} failed to login [from: {src_ip}] [service: {service}]...',
    ],
  },
  'AAA-LOGOUT': { logoff: 'user {user*} logged out [from: {src_ip}]...' },
  'SYS-LOGOUT': { logoff: 'User {user*} has exited tty session {terminal}({src_ip})' },
  'SYS-CONFIG_I': {
    config: [
      'Configured from {app} by {user} on {terminal} ({src_ip})',
      'Configured from {app} by {user} on {terminal}',
      'Configured from {app} by {terminal}',
    ],
  },
  'SYS-PRIV_AUTH_FAIL': {
    'logon/failed': 'Authentication to Privilege level {privilege} failed by {user} on {terminal} ({src_ip})',
  },
  'PARSER-CFGLOG_LOGGEDCMD': { command: 'User:{user}  logged command:{command*}' },
  'SSH-SSH2_USERAUTH': {
    'logon/any':
      "User '{user*}' authentication for SSH2 Session from {src_ip} (tty = {terminal}) using crypto cipher '{cipher}', hmac '{hmac}' {result}",
  },
  'FW-DROP_PKT': {
    'flow/deny': 'Dropping {protocol} {what} {src_ip}:{src_port} {dst_ip}:{dst_port} {reason*}',
  },
  'FW-SESS_AUDIT_TRAIL': {
    'flow/close': [
      'Stop {protocol} session: initiator ({src_ip}:{src_port}) sent {bytes} bytes -- responder ({dst_ip}:{dst_port}){rest*}',
      'Stop {protocol} session: initiator ({src_ip}:{src_port}) -- responder ({dst_ip}:{dst_port}){rest*}',
      'Stop {protocol} session: initiator ({src_ip}:{src_port}) -- responder ({dst_ip}:{dst_port})',
    ],
  },
  'FW-SESS_AUDIT_TRAIL_START': {
    'flow/open': 'Start {protocol} session: initiator ({src_ip}:{src_port}) -- responder ({dst_ip}:{dst_port})...',
  },
  'SYS-PRIV_AUTH_PASS': { 'logon/ok': 'Privilege level set to {privilege} by {user} on {terminal} ({src_ip})' },
  'SEC-IPACCESSLOGP': FLOW,
  'SEC-IPACCESSLOGDP': FLOW,
  'SEC-IPACCESSLOGNP': FLOW,
  'SEC-IPACCESSLOGS': FLOW,
  'IPV6_ACL-ACCESSLOGP': FLOW,
  'IPV6_ACL-ACCESSLOGDP': FLOW,
  'IPV6_ACL-ACCESSLOGNP': FLOW,
  'IPV6_ACL-ACCESSLOGSP': FLOW,
  ...PORT_ACCESS,
  'LINK-UPDOWN': { link: 'Interface {interface}, changed state to {state}' },
  'LINEPROTO-UPDOWN': { link: 'Line protocol on Interface {interface}, changed state to {state}' },
}

const readers = new Map(Object.entries(MESSAGES).map(([name, phrases]) => [name, phraseReader(phrases)] as const))

export function readIos(facility: string, mnemonic: string, text: string): PhraseValues | null {
  return readers.get(`${facility}-${mnemonic}`)?.(text) ?? null
}
