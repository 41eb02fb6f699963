/**
 * MongoDB's auditing as JSON, of its own schema: "System event audit messages" and "Audit event actions, details, and
 * results", MongoDB documentation. The result is an error's number, and 0 is success.
 */
import { client, PLAIN, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  first,
  integer,
  ip,
  is,
  lookup,
  type Profile,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

const STATUS = lookup('result', { 0: 'Success' }, 'Failure', 'Unknown')
const SEVERITY = lookup('result', { 0: 'Informational' }, 'Low', 'Informational')
const END: Rows = {
  ...client('remote.ip'),
  'src_endpoint.port': integer('remote.port'),
  'dst_endpoint.ip': ip('local.ip'),
  'dst_endpoint.port': integer('local.port'),
  status_id: STATUS,
  status_code: text('result'),
}
const TARGET: Rows = {
  'user.name': first(text('param.user'), text('users.0.user')),
  'user.domain': ['param.db', 'users.0.db'],
}
const account = (activity: Profile['activity'], types: readonly string[]): Profile => ({
  name: types[0] ?? '',
  when: { atype: types },
  class: 'account_change',
  activity,
  rows: { ...TARGET, 'actor.user.name': 'users.0.user', 'src_endpoint.ip': ip('remote.ip'), status_id: STATUS },
})

export const MONGODB_AUDIT: SourceTable = {
  id: 'mongodb-audit/1',
  shapes: PLAIN,
  select: ['atype'],
  recognises: (record) => record.atype !== undefined && record.ts !== undefined && record.remote !== undefined,
  logSource: { product: 'mongodb', service: 'audit' },
  rows: {
    time: time('ts.$date', 'ts'),
    ...product('MongoDB', 'MongoDB'),
    severity_id: SEVERITY,
    'metadata.event_code': 'atype',
  },
  chapters: [
    {
      name: 'actions',
      profiles: [
        {
          name: 'logon',
          when: { atype: ['authenticate', 'logout'] },
          class: 'authentication',
          activity: lookup('atype', { authenticate: 'Logon', logout: 'Logoff' }),
          rows: {
            ...END,
            ...TARGET,
            auth_protocol: 'param.mechanism',
            'service.name': always('MongoDB'),
            severity_id: lookup('result', { 0: 'Informational' }, 'Medium', 'Informational'),
          },
        },
        account('Create', ['createUser']),
        account('Delete', ['dropUser', 'dropAllUsersFromDatabase']),
        account('Attach Policy', ['grantRolesToUser']),
        account('Detach Policy', ['revokeRolesFromUser']),
        account('Other', ['updateUser']),
        {
          name: 'action',
          when: {},
          class: 'api_activity',
          activity: lookup(
            'atype',
            {
              ...{ createCollection: 'Create', createDatabase: 'Create', createIndex: 'Create', createRole: 'Create' },
              ...{ dropCollection: 'Delete', dropDatabase: 'Delete', dropIndex: 'Delete', dropRole: 'Delete' },
              ...{ authCheck: 'Read', renameCollection: 'Update', updateRole: 'Update', replSetReconfig: 'Update' },
            },
            'Other',
          ),
          rows: {
            'actor.user.name': 'users.0.user',
            'api.operation': first(text('param.command'), text('atype')),
            'src_endpoint.ip': ip('remote.ip'),
            'src_endpoint.port': integer('remote.port'),
            'src_endpoint.svc_name': is('MongoDB'),
            'resources[0].name': ['param.ns', 'param.role', 'param.db'],
            status_id: STATUS,
          },
        },
      ],
    },
  ],
}
export const mongodbAudit = compileSource(MONGODB_AUDIT)
