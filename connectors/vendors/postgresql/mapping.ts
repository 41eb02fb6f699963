/**
 * The server log of PostgreSQL, as `log_line_prefix` writes it by default (`%m [%p] `) and with `%u@%d`: `[PID] [eve@shop]
 * LEVEL:  words`. Levels: "Error Reporting and Logging", PostgreSQL documentation.
 */

import { logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { syslogField } from '../../families/syslog/settle.ts'
import { type Phrases, type PhraseValues, phraseReader } from '../../mapping/phrases.ts'
import { always, integer, is, lookup, type Profile } from '../../mapping/table.ts'

const LINE =
  /^(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})? [A-Z]{2,5} )?\[(\d{1,10})(?:-\d{1,10})?\] (?:(\S{1,128})@(\S{1,128}) )?(DEBUG[1-5]|LOG|INFO|NOTICE|WARNING|ERROR|FATAL|PANIC|DETAIL|HINT|STATEMENT|CONTEXT|QUERY): {1,2}/

const SENTENCES: Phrases = {
  refused: [
    'password authentication failed for user "{user*}"',
    'no pg_hba.conf entry for host "{src_ip}", user "{user*}", database "{database*}"...',
    '{method} authentication failed for user "{user*}"',
  ],
  opened: [
    'connection authorized: user={user} database={database} {how*}',
    'connection authorized: user={user} database={database}',
  ],
  closed: 'disconnection: session time: {duration} user={user} database={database} host={src_ip} port={src_port}',
  start: ['database system is ready to accept connections', 'starting PostgreSQL {version} {build*}'],
  stop: ['database system is shut down', 'received {how*} shutdown request'],
}
const readSentence = phraseReader(SENTENCES)

function read(message: string): PhraseValues | null {
  const line = LINE.exec(message)
  if (!line) return null
  const [head, pid = '', user = '', database = '', level = ''] = line
  const words = message.slice(head.length)
  const fields: PhraseValues = readSentence(words) ?? { kind: 'words' }
  if (user !== '') fields.user ??= user
  if (database !== '') fields.database ??= database
  fields.pid = pid
  fields.level = level
  fields.text = words
  return fields
}

const LIFE = { 'app.name': always('PostgreSQL'), 'app.vendor_name': is('PostgreSQL Global Development Group') } as const
const LOGON = { 'service.name': 'said.database', auth_protocol: 'said.method', status_detail: 'said.text' } as const

const PROFILES: readonly Profile[] = [
  logon('refused', 'Logon', is('Failure'), { ...LOGON, severity_id: is('Medium') }),
  logon('opened', 'Logon', is('Success'), LOGON),
  logon('closed', 'Logoff', is('Success'), LOGON),
  on('start', { class: 'application_lifecycle', activity: 'Start', rows: { ...LIFE, 'app.version': 'said.version' } }),
  on('stop', { class: 'application_lifecycle', activity: 'Stop', rows: LIFE }),
]

export const postgresql = syslogDevice({
  id: 'postgresql/1',
  vendor: 'PostgreSQL',
  product: 'PostgreSQL',
  begins: LINE,
  is: (record) => /^(?:postgres(?:ql)?)?$/.test(syslogField(record, 'app_name')),
  read,
  rows: {
    message: ['said.text', 'syslog.message'],
    'actor.process.pid': integer('said.pid'),
    'actor.user.name': 'said.user',
    severity_id: lookup(
      'said.level',
      { WARNING: 'Low', ERROR: 'Medium', FATAL: 'High', PANIC: 'Critical' },
      'Informational',
    ),
  },
  profiles: PROFILES,
  rest: 'the server about itself, statements, and what belongs to the line before',
})
