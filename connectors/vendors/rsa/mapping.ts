/**
 * RSA Authentication Manager (SecurID): three logs in columns without names. Their order: "Formatting for syslog data sent
 * from RSA Authentication Manager 8.x" and "Understanding RSA Authentication Manager logging fields", community.rsa.com.
 */

import { command, logon, syslogDevice } from '../../families/syslog/device.ts'
import { FieldList } from '../../formats/field-list.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { concat, ip, is, lookup, type Profile, text } from '../../mapping/table.ts'

/** `DATE [DATE] CLOCK[,MS], INSTANCE, audit.runtime.LOGGER, LEVEL, columns` */
const LINE =
  /^\d{4}-\d\d-\d\d (?:\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d(?:,\d{3})?, ?([^,]{0,255}), ?(audit\.runtime|audit\.admin|system)[\w.$]{1,255}, ?([A-Z]{4,7}), ?/

const NAMES = ['id', 'instance', 'src_ip', 'server_ip', 'operation', 'code', 'result', 'reason'] as const
/** The actor's columns after those, counted from 0, in all three logs. */
const ACTOR = { session: 8, user: 12, first_name: 13, last_name: 14, user_uid: 9 } as const
/** Columns of the runtime log: the agent and the method. */
const AGENT = { agent_ip: 17, agent: 18, method: 21 } as const
const COLUMNS = [...NAMES.map((name, column): [string, number] => [name, column]), ...Object.entries(ACTOR)]
const RUNTIME = [...COLUMNS, ...Object.entries(AGENT)]
const COLUMNS_MAX = 64

function read(message: string): PhraseValues | null {
  const head = LINE.exec(message)
  if (!head) return null
  const values = message.slice(head[0].length).split(',', COLUMNS_MAX)
  const [, , log = '', level = ''] = head
  found.clear()
  found.add('log', log)
  found.add('level', level)
  for (const [name, column] of log === 'audit.runtime' ? RUNTIME : COLUMNS) {
    const value = values[column]?.trim() ?? ''
    if (value !== '') found.add(name, value)
  }
  const fields = found.toFields() as PhraseValues
  // Then the server's client is the agent to which the user signs in; the log does not have the user's address.
  if (fields.src_ip === fields.agent_ip) delete fields.src_ip
  fields.kind = kindOf(fields)
  return fields
}

const found = new FieldList()

function kindOf({ operation = '' }: PhraseValues): string {
  if (operation === '') return 'words'
  if (/(?:_LOGIN_EVENT|^AUTHN_)/.test(operation)) return 'logon'
  return /_LOGOUT(?:_EVENT)?$/.test(operation) ? 'logoff' : 'command'
}

const RESULT = lookup('parsed.result', { SUCCESS: 'Success', FAIL: 'Failure' }, 'Other')
const CODE = { status_code: text('parsed.code') }

const PROFILES: readonly Profile[] = [
  logon('logon', 'Logon', RESULT, {
    ...CODE,
    'user.name': 'parsed.user',
    'user.full_name': concat('parsed.first_name', { words: ' ' }, 'parsed.last_name'),
    'dst_endpoint.ip': ip('parsed.agent_ip', 'parsed.server_ip'),
    'dst_endpoint.hostname': ['parsed.agent', 'syslog.hostname'],
    severity_id: lookup('parsed.result', { FAIL: 'Medium' }, 'Informational'),
    is_mfa: lookup('parsed.method', { SecurID_Native: true, SecurID_Proxy: true }),
  }),
  logon('logoff', 'Logoff', RESULT, CODE),
  command('command', { ...CODE, status_id: RESULT, 'src_endpoint.ip': ip('parsed.src_ip') }),
]

export const securid = syslogDevice({
  id: 'rsa-securid/1',
  vendor: 'RSA',
  product: 'Authentication Manager',
  begins: LINE,
  read,
  rows: {
    'metadata.event_code': 'parsed.operation',
    'metadata.log_name': 'parsed.log',
    severity_id: lookup(
      'parsed.level',
      { INFO: 'Informational', WARN: 'Low', ERROR: 'High', FATAL: 'Critical' },
      'Unknown',
      'Unknown',
    ),
    'device.type_id': is('Server'),
  },
  profiles: PROFILES,
  rest: 'a line that was cut before it says what was done',
})
