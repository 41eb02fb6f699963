/**
 * Records of SQL Server's audit as rows: of `sys.fn_get_audit_file`, of exports to CSV or JSON, and of Azure's storage.
 * Columns and actions: "sys.fn_get_audit_file", "SQL Server Audit Action Groups and Actions", Microsoft.
 */
import type { Members } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  always,
  ip,
  is,
  lookup,
  type Profile,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

/** The blanks fill a column of four characters. */
const KINDS: Readonly<Record<string, string>> = {
  LGIS: 'logon',
  LGIF: 'logon',
  DBAS: 'logon',
  DBAF: 'logon',
  LGO: 'logoff',
}

function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const action = textOf(record.action_id).trim()
  const isDone = /^(?:true|1)$/i.test(textOf(record.succeeded))
  record.parsed = { kind: KINDS[action] ?? 'act', action, result: isDone ? 'done' : 'failed' }
}

const isAuditRow = (record: Readonly<Members>): boolean =>
  typeof record.action_id === 'string' &&
  record.succeeded !== undefined &&
  (record.server_principal_name !== undefined || record.session_server_principal_name !== undefined)

const PRINCIPALS = ['server_principal_name', 'session_server_principal_name', 'database_principal_name'] as const
const RESULT = lookup('parsed.result', { done: 'Success', failed: 'Failure' })
const CLIENT: Rows = { 'src_endpoint.ip': ip('client_ip'), 'src_endpoint.hostname': text('host_name') }
const SESSION: Rows = {
  ...CLIENT,
  'user.name': account(...PRINCIPALS),
  'user.domain': accountDomain(...PRINCIPALS),
  'service.name': always('SQL Server'),
  'session.uid': text('session_id'),
  status_id: RESULT,
  severity_id: lookup('parsed.result', { failed: 'Medium' }, 'Informational'),
}

const on = (kind: string, activity: string): Profile => ({
  name: kind,
  when: { 'parsed.kind': kind },
  class: 'authentication',
  activity,
  logSource: { categories: ['authentication'] },
  rows: SESSION,
})

const MSSQL_AUDIT: SourceTable = {
  id: 'mssql-audit/1',
  shapes: [{ name: 'row', is: () => true, settle }],
  select: ['parsed.kind'],
  recognises: isAuditRow,
  logSource: { product: 'mssql', service: 'audit' },
  rows: {
    time: time('event_time', 'timestamp', '@timestamp'),
    severity_id: is('Informational'),
    message: text('statement'),
    'metadata.product.name': always('SQL Server'),
    'metadata.product.vendor_name': always('Microsoft'),
    'metadata.event_code': text('parsed.action'),
    'metadata.log_name': is('audit'),
  },
  chapters: [
    {
      name: 'audit',
      profiles: [
        on('logon', 'Logon'),
        on('logoff', 'Logoff'),
        {
          name: 'act',
          when: {},
          class: 'datastore_activity',
          activity: 'Query',
          rows: {
            ...CLIENT,
            'actor.user.name': account(...PRINCIPALS),
            'actor.user.domain': accountDomain(...PRINCIPALS),
            'actor.app_name': text('application_name'),
            'database.name': text('database_name', 'server_instance_name'),
            'database.type_id': is('Relational'),
            'query_info.query_string': text('statement', 'parsed.action'),
            'query_info.name': text('object_name'),
            'query_info.uid': text('parsed.action'),
            status_id: RESULT,
          },
        },
      ],
    },
  ],
}
export const mssqlAudit = compileSource(MSSQL_AUDIT)
