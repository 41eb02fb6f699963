/** Records of SQL Server's audit in the application or security log: event 33205, `name:value` lines. */
import { capture, first, is, lookup, lookupIn, type Profile, type Rows, text } from '../../mapping/table.ts'

/** Kinds by the action of a record; a record that lacks the action is a query. */
const SQL_LOGON = 'sql-logon'
const SQL_LOGOFF = 'sql-logoff'
const KINDS: Readonly<Record<string, string>> = { LGIS: SQL_LOGON, LGIF: SQL_LOGON, LGO: SQL_LOGOFF }
const SQL_AUDIT: ReadonlySet<unknown> = new Set([33205, '33205'])

/**
 * The kind of an audit record about a session, which tables read as `EventType`; undefined for other events. Their texts
 * are not read: an event like others before is routed without them.
 */
export function sqlSessionKind(id: unknown, texts: () => unknown): string | undefined {
  if (!SQL_AUDIT.has(id)) return undefined
  const text = [texts()].flat().find((item) => typeof item === 'string' && item.includes('action_id:'))
  const action = typeof text === 'string' ? /(?:^|\n)action_id:(\w{2,4})/.exec(text)?.[1] : undefined
  return action === undefined ? undefined : KINDS[action]
}

/** The text of an event without field names is a list of one. */
const DATA = ['Data.0', 'Data', 'param1', 'Message']
const SQL = ['MSSQL*', 'SQLISPackage*']

/** `name:value` lines of an audit record of SQL Server. */
const audited = (name: string) => capture(DATA, new RegExp(`(?:^|\\n)${name}:([^\\r\\n]*)`))
const PRINCIPALS = ['server_principal_name', 'session_server_principal_name', 'database_principal_name']
const nameOf = (name: string) => capture(DATA, new RegExp(`(?:^|\\n)${name}:(?:[^\\\\\\r\\n]*\\\\)?([^\\\\\\r\\n]*)`))
const domainOf = (name: string) => capture(DATA, new RegExp(`(?:^|\\n)${name}:([^\\\\\\r\\n]+)\\\\`))

const CLIENT = first(
  capture(DATA, /(?:^|\n)client_ip:([0-9a-fA-F.:]{3,45})/, 'ip'),
  capture(DATA, /<address>([0-9a-fA-F.:]{3,45})<\/address>/, 'ip'),
  capture(DATA, /\[CLIENT: ([0-9a-fA-F.:]{3,45})\]/, 'ip'),
)
const RESULT = first(
  lookupIn(DATA, /(?:^|\n)succeeded:(true|false)/i, { true: 'Success', false: 'Failure' }),
  lookup('Keywords', { '0xa0000000000000': 'Success', '0x90000000000000': 'Failure' }),
)
const SESSION: Rows = {
  'user.name': first(...PRINCIPALS.map(nameOf)),
  'user.domain': first(...PRINCIPALS.map(domainOf)),
  'src_endpoint.ip': CLIENT,
  'dst_endpoint.hostname': 'Computer',
  'service.name': 'Provider_Name',
  status_id: RESULT,
  status_detail: capture(DATA, /Reason: ([^[\r\n]{1,512}?) *(?:\[CLIENT|[\r\n]|$)/),
}

export function sqlAudit(channel: string): readonly Profile[] {
  const on = (kind: readonly string[] | null, name: string, of: Omit<Profile, 'name' | 'when'>): Profile => ({
    name: `33205 ${name}`,
    when: { Channel: channel, EventID: 33205, Provider_Name: SQL, ...(kind && { EventType: kind }) },
    ...of,
  })
  return [
    on([SQL_LOGON], 'SQL Server logon', { class: 'authentication', activity: 'Logon', rows: SESSION }),
    on([SQL_LOGOFF], 'SQL Server logoff', { class: 'authentication', activity: 'Logoff', rows: SESSION }),
    on(null, 'SQL Server audit', {
      class: 'datastore_activity',
      activity: 'Query',
      rows: {
        'actor.user.name': first(...PRINCIPALS.map(nameOf)),
        'actor.user.domain': first(...PRINCIPALS.map(domainOf)),
        'actor.app_name': first(audited('application_name'), text('Provider_Name')),
        'database.name': first(audited('database_name'), audited('server_instance_name'), text('Provider_Name')),
        'database.type_id': is('Relational'),
        'query_info.query_string': first(audited('statement'), audited('action_id'), text('EventID')),
        'query_info.name': audited('object_name'),
        'query_info.uid': audited('action_id'),
        'src_endpoint.hostname': 'Computer',
        'src_endpoint.ip': CLIENT,
        status_id: RESULT,
      },
    }),
  ]
}
