/**
 * The error log of MySQL and MariaDB: their lines, MySQL's own JSON, and lines by syslog. Sentences: the servers'
 * message files (`errmsg-utf8.txt`, `messages_to_error_log.txt`).
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { A_NAME } from '../../families/syslog/common.ts'
import { messageOf, syslogField } from '../../families/syslog/settle.ts'
import { mysqlError } from '../../formats/server-logs.ts'
import { type Phrases, type PhraseValues, phraseReader } from '../../mapping/phrases.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  capture,
  integer,
  ip,
  is,
  lookup,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

const SENTENCES: Phrases = {
  refused: [
    "Access denied for user '{user*}'@'{src_host}' (using password: {password})",
    "Access denied for user '{user*}'@'{src_host}' to database '{database*}'",
    "Access denied for user '{user*}'@'{src_host}'",
    "Host '{src_host}' is blocked because of many connection errors...",
    "Host '{src_host}' is not allowed to connect to this {server*} server",
  ],
  aborted: [
    "Aborted connection {connection} to db: '{database*}' user: '{user*}' host: '{src_host}' ({reason*})",
    "Aborted connection {connection} to db: '{database*}' user: '{user*}' host: '{src_host}'...",
  ],
  start: [
    '{path}: ready for connections. Version: {version*}',
    '{path}: ready for connections...',
    '{path} (mysqld {version}) starting as process {process}...',
    '{path} (server {version}) starting as process {process}...',
  ],
  stop: [
    '{path}: Shutdown complete ({how*})...',
    '{path}: Shutdown complete',
    'Received SHUTDOWN from user {user*}. Shutting down mysqld ({how*}).',
    '{path}: Normal shutdown',
    '{path} (initiated by: {user*}): Normal shutdown',
  ],
}
const readSentence = phraseReader(SENTENCES)

const PROGRAMS = /^(?:mysqld|mariadbd|mysqld_safe|mysql|mariadb)$/

function isOwn(record: Readonly<Members>): boolean {
  return typeof record.label === 'string' && typeof record.msg === 'string' && record.thread !== undefined
}

const shape: RecordShape = {
  name: 'error-log',
  is: () => true,
  settle(record) {
    if (record.parsed !== undefined) return
    const line = isOwn(record) ? record : lineIn(record)
    const msg = typeof line.msg === 'string' ? line.msg : ''
    const fields: PhraseValues & Members = readSentence(msg) ?? { kind: 'words' }
    const { time: at, label, thread, err_code: code, err_symbol: symbol } = line
    const isError = typeof label === 'string' && label.toLowerCase() === 'error'
    if (fields.kind === 'words' && isError) fields.kind = 'error'
    record.parsed = { ...fields, text: msg, at, label, thread, code: code ?? symbol }
  },
}

/** The line in a syslog message: with time and label, or only the words. */
function lineIn(record: Readonly<Members>): Members {
  const message = messageOf(record)
  const read = mysqlError.decode(message, { receivedMs: 0 })
  return isMembers(read) ? read : { msg: message }
}

const PEER: Rows = {
  'src_endpoint.ip': ip('parsed.src_host'),
  'src_endpoint.hostname': capture('parsed.src_host', A_NAME),
}
const APP: Rows = { 'app.name': always('MySQL'), 'app.version': capture('parsed.version', /^'?([\w.-]{1,64})/) }
const on = (kind: string, of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name: kind,
  when: { 'parsed.kind': kind },
  ...of,
})

const PROFILES: readonly Profile[] = [
  on('refused', {
    class: 'authentication',
    activity: 'Logon',
    logSource: { categories: ['authentication'] },
    rows: {
      ...PEER,
      'user.name': 'parsed.user',
      'service.name': always('MySQL'),
      'dst_endpoint.hostname': 'syslog.hostname',
      status_id: is('Failure'),
      severity_id: is('Medium'),
      status_detail: 'parsed.text',
    },
  }),
  on('aborted', {
    class: 'network_activity',
    activity: 'Reset',
    rows: {
      ...PEER,
      'actor.user.name': 'parsed.user',
      'dst_endpoint.svc_name': always('MySQL'),
      status_detail: 'parsed.reason',
    },
  }),
  on('start', { class: 'application_lifecycle', activity: 'Start', rows: APP }),
  on('stop', { class: 'application_lifecycle', activity: 'Stop', rows: { ...APP, 'actor.user.name': 'parsed.user' } }),
  on('error', { class: 'application_error', activity: 'General Error' }),
  {
    name: 'words',
    when: {},
    class: 'base_event',
    activity: 'Other',
    unclassified: 'the server about itself, below an error',
  },
]

export const MYSQL: SourceTable = {
  id: 'mysql/1',
  shapes: [shape],
  select: ['parsed.kind'],
  rows: {
    time: time('parsed.at', 'syslog.time'),
    severity_id: lookup('parsed.label', {
      system: 'Informational',
      note: 'Informational',
      warning: 'Low',
      error: 'High',
    }),
    'metadata.product.name': is('MySQL'),
    'metadata.log_name': is('error'),
    'metadata.event_code': text('parsed.code'),
    'metadata.original_time': text('parsed.at'),
    'device.hostname': ['syslog.hostname', 'hec.host', 'relayed.host', 'relayed.hostname'],
    'device.type_id': is('Server'),
    'actor.process.pid': integer('syslog.proc_id'),
    message: 'parsed.text',
  },
  logSource: { product: 'mysql', service: 'error' },
  chapters: [
    { name: 'error log', aliases: { user: ['parsed.user'], src_ip: ['parsed.src_host'] }, profiles: PROFILES },
  ],
  renderings: [
    'parsed.kind',
    'syslog.message',
    'syslog.pri',
    'msg',
    'time',
    'label',
    'thread',
    'err_code',
    'subsystem',
    'prio',
  ],
  recognises: (record) => isOwn(record) || PROGRAMS.test(syslogField(record, 'app_name')),
}
export const mysql = compileSource(MYSQL)
