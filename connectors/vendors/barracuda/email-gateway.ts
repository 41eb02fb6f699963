/**
 * Barracuda Email Security Gateway: the fate of a mail in its three daemons, and its console. Form: "Syslog and the
 * Barracuda Email Security Gateway": client, id of the message, start and end, then RECV, SCAN or SEND with codes for
 * the action and its reason.
 */
import { logon, on, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { email, integer, ip, is, lookup, type Profile, type Rows, text, time } from '../../mapping/table.ts'

const MAIL =
  /^(?:([\w.-]{1,255})\[([\da-fA-F.:]{2,45})\]|([\da-fA-F.:]{2,45})) (\S{8,64}) (\d{1,10}) (\d{1,10}) (RECV|SCAN|SEND) (.{1,2048})$/
const CONSOLE =
  /^\[([\da-fA-F.:]{2,45})\] (?:(FAILED_LOGIN|LOGIN|LOGOUT) \(([^)]{1,128})\)|(\S{1,64}\[[^\]]{0,128}\] [A-Z]{3,16} .{1,512}))$/
const RECV = /^(\S{1,320}) (\S{1,320}) (\d{1,3}) (\d{1,3})(?: (.*))?$/
const SCAN =
  /^(\S{1,16}) (\S{1,320}) (\S{1,320}) (-|-?[\d.]{1,10}) (\d{1,3}) (\d{1,3}) (.*?)(?: ?SZ:(\d{1,12}))?(?: ?SUBJ:(.*))?$/
const SEND = /^(\S{1,16}) (\d{1,3}) (\S{1,64})(?: (.*))?$/

/** Null for words of the same programs in another form. */
function read(message: string): PhraseValues | null {
  const mail = MAIL.exec(message)
  return mail ? mailOf(mail) : consoleOf(message)
}

function mailOf([, src_host, named, bare, id, start, , service = '', rest = '']: RegExpExecArray): PhraseValues | null {
  const of = service === 'RECV' ? received(rest) : service === 'SCAN' ? scanned(rest) : sent(rest)
  if (of === null) return null
  const isClients = service !== 'SEND'
  const client = {
    src_ip: isClients ? (named ?? bare) : undefined,
    src_host: src_host === 'unknown' ? undefined : src_host,
  }
  return filled({ id, start: start === '0' ? undefined : start, ...client, ...of })
}

function received(text: string): Record<string, string | undefined> | null {
  const found = RECV.exec(text)
  if (!found) return null
  const [, from, to, action, reason, detail] = found
  return { kind: 'received', from, to, action, reason, detail }
}

function scanned(text: string): Record<string, string | undefined> | null {
  const found = SCAN.exec(text)
  if (!found) return null
  const [, , from, to, score, action, reason, detail, size, subject] = found
  return { kind: 'scanned', from, to, score, action, reason, detail, size, subject }
}

function sent(text: string): Record<string, string | undefined> | null {
  const found = SEND.exec(text)
  if (!found) return null
  const [, , delivered, queue, detail] = found
  return { kind: 'sent', delivered, queue, detail }
}

function consoleOf(message: string): PhraseValues | null {
  const found = CONSOLE.exec(message)
  if (!found) return null
  const [, src_ip, act, user, change] = found
  const kinds: Readonly<Record<string, string>> = { FAILED_LOGIN: 'refused', LOGIN: 'login', LOGOUT: 'logout' }
  return filled({ kind: kinds[act ?? ''] ?? 'changed', src_ip, user, change, service: 'web' })
}

const filled = (fields: Record<string, string | undefined>): PhraseValues =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== '' && value !== '-'),
  ) as PhraseValues

/** Codes of actions. */
const STATUS = lookup(
  'parsed.action',
  {
    0: 'Success',
    1: 'Failure',
    2: 'Failure',
    3: 'Other',
    4: 'Success',
    5: 'Other',
    6: 'Other',
    7: 'Success',
    8: 'Success',
    9: 'Success',
  },
  'Other',
)
const DISPOSITION = lookup(
  'parsed.action',
  {
    0: 'Allowed',
    1: 'Dropped',
    2: 'Blocked',
    3: 'Quarantined',
    4: 'Tagged',
    5: 'Delayed',
    6: 'Quarantined',
    7: 'Allowed',
  },
  'Other',
)
const EMAIL: Rows = {
  'email.message_uid': text('parsed.id'),
  'email.from': email('parsed.from'),
  'email.to': { kind: 'list', fields: ['parsed.to'], separator: /[,<>\s]+/, as: 'email' },
  'email.subject': 'parsed.subject',
  'email.size': integer('parsed.size'),
  'email.uid': text('parsed.queue'),
  message_trace_uid: text('parsed.id'),
  'metadata.correlation_uid': 'parsed.id',
  direction_id: is('Unknown'),
  status_detail: 'parsed.detail',
}
const CLIENT: Rows = {
  'src_endpoint.ip': ip('parsed.src_ip'),
  'src_endpoint.hostname': 'parsed.src_host',
  'dst_endpoint.hostname': 'syslog.hostname',
  'dst_endpoint.ip': ip('syslog.address'),
  status_id: STATUS,
  status_code: 'parsed.reason',
  disposition_id: DISPOSITION,
  action_id: lookup('parsed.action', { 0: 'Allowed', 2: 'Denied', 4: 'Modified', 7: 'Allowed' }, 'Other'),
  severity_id: lookup('parsed.action', { 2: 'Low', 3: 'Low', 6: 'Low' }, 'Informational'),
}

const PROFILES: readonly Profile[] = [
  on('received', { class: 'email_activity', activity: 'Receive', rows: { ...EMAIL, ...CLIENT } }),
  on('scanned', { class: 'email_activity', activity: 'Scan', rows: { ...EMAIL, ...CLIENT } }),
  on('sent', {
    class: 'email_activity',
    activity: 'Send',
    rows: {
      ...EMAIL,
      status_id: lookup('parsed.delivered', { 1: 'Success', 2: 'Failure', 3: 'Other', 4: 'Failure' }, 'Other'),
      severity_id: lookup('parsed.delivered', { 2: 'Low', 4: 'Low' }, 'Informational'),
    },
  }),
  logon('refused', 'Logon', is('Failure'), { severity_id: is('Medium') }),
  logon('login', 'Logon', is('Success')),
  logon('logout', 'Logoff', is('Success')),
  on('changed', {
    class: 'api_activity',
    activity: 'Update',
    rows: {
      'actor.app_name': 'syslog.app_name',
      'api.operation': 'parsed.change',
      'src_endpoint.ip': ip('parsed.src_ip'),
      'resources[0].name': 'syslog.hostname',
      severity_id: is('Informational'),
    },
  }),
]

export const emailGateway = syslogDevice({
  id: 'barracuda-esg/1',
  vendor: 'Barracuda',
  product: 'Email Security Gateway',
  programs: /^(?:(?:inbound|outbound|notify)\/(?:pass[12]|smtp)|scan|web)$/,
  is: (_, message) => MAIL.test(message) || CONSOLE.test(message),
  read,
  rows: { start_time: time('parsed.start'), message: text('syslog.message') },
  profiles: PROFILES,
  rest: 'the gateway about itself',
})
