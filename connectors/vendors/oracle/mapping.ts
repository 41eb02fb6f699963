/**
 * Oracle Database: its audit trail by syslog and as lines of files. `LENGTH: "250" SESSIONID:[3] "123" ... ACTION:[3] "100"
 * RETURNCODE:[4] "1017"`, the same of the unified trail without counts, `ACTION :[7] 'CONNECT' DATABASE USER:[3] 'sys'`, and
 * records of its XML files: "Audit trail", `AUDIT_TRAIL = XML`, Oracle Database security guide.
 * Codes of actions: the table AUDIT_ACTIONS, "Database Reference".
 */
import { logon, on, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { is, lookup, type Profile, time } from '../../mapping/table.ts'

/** The tag of the trail contains a blank, so a part of the tag may be in the message. */
const BEGINS =
  /^(?:[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}(?: [+-]\d\d:\d\d)?\s{1,4})?(?:(?:Oracle |Unified |Audit(?:\[\d{1,10}\])?: ?|\[\d{1,10}\]: ?){1,4})?(?:LENGTH ?: ?(?:\[\d{1,6}\] ?)?["']\d{1,8}["']\s|ACTION ?:\[\d{1,6}\] ?['"])/
/** A record of XML, or the file that holds it. */
const XML =
  /^(?:<\?xml[^>]{0,128}>\s{0,8})?(?:<Audit xmlns[^>]{0,256}>\s{0,8}(?:<Version>[^<]{0,16}<\/Version>\s{0,8})?)?<AuditRecord>/
const ELEMENT = /<([A-Z][A-Za-z_]{1,31})>([^<]{1,4096})<\/\1>/g
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const PAIR = /(?:^|\s)([A-Z][A-Z$_ ]{1,30}?) ?: ?(?:\[\d{1,6}\] ?)?(?:"([^"]{0,4096})"|'([^']{0,4096})')/g
const PAIRS_MAX = 64

const NAMES: Readonly<Record<string, string>> = {
  ...{ USERID: 'user', DBUSER: 'user', 'DATABASE USER': 'user', USERHOST: 'src_host', 'CLIENT TERMINAL': 'terminal' },
  ...{ ACTION: 'action', RETURNCODE: 'code', RETCODE: 'code', STATUS: 'code', COMMENT$TEXT: 'comment' },
  ...{ OS$USERID: 'os_user', 'CLIENT USER': 'os_user', OBJ$NAME: 'object', OBJNAME: 'object', SESSIONID: 'session' },
  ...{ SESID: 'session', SQL$TEXT: 'sql', SQLTEXT: 'sql', OBJ$CREATOR: 'schema', SCHEMA: 'schema' },
}
/** Elements of XML under the names of the pairs. */
const ELEMENTS: Readonly<Record<string, string>> = {
  ...{ DB_User: 'user', Userhost: 'src_host', Terminal: 'terminal', Action: 'action', Returncode: 'code' },
  ...{ Comment_Text: 'comment', OS_User: 'os_user', Object_Name: 'object', Session_Id: 'session', Sql_Text: 'sql' },
  ...{ Object_Schema: 'schema', Extended_Timestamp: 'at' },
}
const LOGON = /^(?:100|CONNECT|LOGON)$/i
const LOGOFF = /^(?:101|102|LOGOFF|LOGOFF BY CLEANUP|DISCONNECT)$/i
const HOST = /\(HOST=([^()]{2,255})\)(?:\(PORT=(\d{1,5})\))?/

function read(message: string): PhraseValues | null {
  const isXml = XML.test(message)
  if (!isXml && !BEGINS.test(message)) return null
  const fields: PhraseValues = { kind: 'statement' }
  let pairs = 0
  for (const [, name = '', double, single] of message.matchAll(isXml ? ELEMENT : PAIR)) {
    if (++pairs > PAIRS_MAX) break
    const of = isXml ? ELEMENTS[name] : NAMES[name.trim()]
    const value = double ?? single ?? ''
    if (of !== undefined && value !== '') fields[of] ??= isXml ? unescaped(value) : value
  }
  return kindOf(fields)
}

const unescaped = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')

function kindOf(fields: PhraseValues): PhraseValues {
  const action = fields.action ?? ''
  if (LOGON.test(action)) fields.kind = 'logon'
  else if (LOGOFF.test(action)) fields.kind = 'logoff'
  const [, address, port] = HOST.exec(fields.comment ?? '') ?? []
  if (address !== undefined) fields.src_ip = address
  if (port !== undefined) fields.src_port = port
  fields.reason = fields.code === undefined || fields.code === '0' ? '' : `ORA-${fields.code.padStart(5, '0')}`
  fields.statement = fields.sql ?? action
  return fields
}

const STATUS = lookup('parsed.code', { 0: 'Success' }, 'Failure', 'Unknown')
const SEVERITY = lookup('parsed.code', { 0: 'Informational' }, 'Medium', 'Informational')

const PROFILES: readonly Profile[] = [
  logon('logon', 'Logon', STATUS, { 'service.name': is('Oracle Database'), severity_id: SEVERITY }),
  logon('logoff', 'Logoff', STATUS, { 'service.name': is('Oracle Database') }),
  on('statement', {
    class: 'api_activity',
    activity: 'Other',
    rows: {
      'actor.user.name': 'parsed.user',
      'actor.session.uid': 'parsed.session',
      'api.operation': 'parsed.statement',
      'src_endpoint.ip': { kind: 'ip', fields: 'parsed.src_ip' },
      // A statement on the machine itself names no other machine.
      'src_endpoint.hostname': ['parsed.src_host', 'syslog.hostname'],
      'resources[0].name': 'parsed.object',
      status_id: STATUS,
      status_detail: 'parsed.reason',
    },
  }),
]

export const oracle = syslogDevice({
  id: 'oracle/1',
  vendor: 'Oracle',
  product: 'Database',
  begins: new RegExp(`${BEGINS.source}|${XML.source}`),
  read,
  rows: {
    time: time('parsed.at', 'syslog.time', 'syslog.timestamp'),
    'metadata.event_code': 'parsed.action',
    message: ['parsed.sql', 'parsed.comment', 'parsed.action'],
  },
  profiles: PROFILES,
  rest: 'a line without pairs',
})
