/**
 * The error log of SQL Server: `2026-11-27 10:11:12.34 Logon       Login failed for user 'sa'. Reason: ... [CLIENT: ...]`, the
 * source being `Logon`, `Server`, `Backup` or the number of a session. Texts: "Database engine events and errors",
 * 18450 to 18489, SQL Server documentation. Its events in the Windows log are in `vendors/windows/application.ts`.
 */
import { logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { type PhraseValues, phraseReader } from '../../mapping/phrases.ts'
import { ip, is, lookup, type Profile } from '../../mapping/table.ts'

const LINE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{2,7}(?: [+-]\d\d:\d\d)? (Logon|Server|Backup|spid\d{1,6}s?) {1,12}/
/** A line from an agent that removed time and source. */
const BARE = /^Login (?:failed|succeeded) for user '/

/**
 * A logon message in the server's language: in every language the user is in quotes and the client in brackets at the
 * end.
 */
const ELSEWHERE =
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{2,7} (?!spid|Server |Backup ).{1,200}? ['"«„“‘「]([^'"»“”’」]{1,128})['"»“”’」](?=[\s.,。:]).{0,512}\[(?:CLIENTE?|KLIENT|CLIËNT|КЛИЕНТ|客户端|用户端|用戶端|クライアント|클라이언트|İSTEMCİ) ?[:：] ?([\d.]{7,15}|[\da-fA-F:]{3,45}|<[^>]{1,64}>)\]\.?\s*$/
const LET_IN =
  /(?<!non |nicht |n'a pas |not |не )(?:succe(?:ss|eded)|réussi|erfolgreich|correctamente|conectado|riuscit|com êxito|成功|успешн|성공|başarılı)/i

const SENTENCES = phraseReader({
  refused: [
    "Login failed for user '{user*}'. Reason: {reason*} [CLIENT: {client*}]",
    "Login failed for user '{user*}'. {reason*} [CLIENT: {client*}]",
    "Login failed for user '{user*}'. [CLIENT: {client*}]",
    "Login failed for user '{user*}'.",
    'Login failed. {reason*} [CLIENT: {client*}]',
  ],
  login: [
    "Login succeeded for user '{user*}'. {reason*} [CLIENT: {client*}]",
    "Login succeeded for user '{user*}'. {reason*}",
  ],
  start: ['SQL Server is now ready for client connections. {rest*}', 'SQL Server is starting at {rest*}'],
  stop: ['SQL Server is terminating {reason*}', 'SQL Trace was stopped due to server shutdown. {rest*}'],
  option: ["Configuration option '{option*}' changed from {old} to {new}. {rest*}"],
})

const CODE = /^Error: (\d{1,6}), Severity: (\d{1,3}), State: (\d{1,4})\.?$/

function read(message: string): PhraseValues | null {
  const [head = '', source = ''] = LINE.exec(message) ?? []
  if (head === '' && !BARE.test(message)) return elsewhere(message)
  const words = message.slice(head.length).trim()
  const fields: PhraseValues = SENTENCES(words) ?? { kind: 'words' }
  const code = CODE.exec(words)
  if (code) Object.assign(fields, { code: code[1], grade: code[2], state: code[3] })
  Object.assign(fields, { source, text: words })
  if (fields.client?.startsWith('<')) fields.client = ''
  return fields
}

function elsewhere(message: string): PhraseValues | null {
  const [, user = '', client = ''] = ELSEWHERE.exec(message.trimEnd()) ?? []
  if (user === '') return null
  const kind = LET_IN.test(message) ? 'login' : 'refused'
  return { kind, user, client: client.startsWith('<') ? '' : client, source: 'Logon', text: message.slice(0, 1024) }
}

/** "Database engine error severities": from 17 on an administrator must act, from 20 on the error is fatal. */
const GRADES = {
  ...{ 15: 'Low', 16: 'Low', 17: 'Medium', 18: 'Medium', 19: 'High', 20: 'High', 21: 'High', 22: 'High', 23: 'High' },
  ...{ 24: 'Critical', 25: 'Critical' },
} as const

const PROFILES: readonly Profile[] = [
  ...(['refused', 'login'] as const).map((kind) =>
    logon(kind, 'Logon', is(kind === 'login' ? 'Success' : 'Failure'), {
      'user.name': { kind: 'account', fields: 'parsed.user' },
      'user.domain': { kind: 'accountDomain', fields: 'parsed.user' },
      'src_endpoint.ip': ip('parsed.client'),
      'src_endpoint.hostname': { kind: 'hostname', fields: 'parsed.client' },
      'service.name': is('SQL Server'),
      status_detail: 'parsed.reason',
      ...(kind === 'refused' && { severity_id: is('Medium') }),
    }),
  ),
  on('start', { class: 'application_lifecycle', activity: 'Start', rows: { 'app.name': is('SQL Server') } }),
  on('stop', { class: 'application_lifecycle', activity: 'Stop', rows: { 'app.name': is('SQL Server') } }),
  on('option', {
    class: 'entity_management',
    activity: 'Update',
    rows: { 'entity.name': 'parsed.option', 'entity.type': is('option'), comment: 'parsed.text' },
  }),
]

export const mssql = syslogDevice({
  id: 'mssql/1',
  vendor: 'Microsoft',
  product: 'SQL Server',
  begins: new RegExp(`${LINE.source}|${BARE.source}|${ELSEWHERE.source}`),
  read,
  rows: {
    message: ['parsed.text', 'syslog.message'],
    'metadata.event_code': 'parsed.code',
    'metadata.log_name': 'parsed.source',
    severity_id: lookup('parsed.grade', GRADES, 'Informational', 'Informational'),
  },
  profiles: PROFILES,
  rest: 'the server about itself: databases, sessions, errors by their number',
})
