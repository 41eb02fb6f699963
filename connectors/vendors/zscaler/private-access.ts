/**
 * Zscaler Private Access: user activity, user status and audit, as its Log Streaming Service writes them as JSON. Names:
 * "User Activity log fields", "User Status log fields" and "Audit log fields", ZPA documentation.
 */
import { AUDIT, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  first,
  hostname,
  integer,
  ip,
  is,
  known,
  lookup,
  lookupIn,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

export const PRIVATE_ACCESS: SourceTable = {
  id: 'zscaler-private-access/1',
  shapes: [{ name: 'json', is: () => true }],
  select: ['ConnectionStatus', 'SessionStatus', 'AuditOperationType'],
  recognises: (record) =>
    (record.LogTimestamp !== undefined &&
      record.Customer !== undefined &&
      (record.ConnectionStatus !== undefined || record.SessionStatus !== undefined)) ||
    (record.AuditOperationType !== undefined && record.CustomerID !== undefined),
  logSource: { product: 'zscaler', service: 'zpa' },
  rows: {
    time: time('LogTimestamp', 'ModifiedTime', 'CreationTime'),
    ...AUDIT,
    ...product('Zscaler', 'ZPA'),
    'metadata.event_code': ['SessionStatus', 'ConnectionStatus', 'AuditOperationType'],
    'metadata.correlation_uid': 'SessionID',
    message: known('InternalReason', 'ObjectName'),
  },
  chapters: [
    {
      name: 'logs',
      profiles: [
        {
          name: 'status',
          when: { SessionStatus: 'ZPN_*' },
          class: 'authentication',
          activity: lookup('SessionStatus', { ZPN_STATUS_DISCONNECTED: 'Logoff' }, 'Logon', 'Logon'),
          rows: {
            ...person('user', { name: 'Username', email: 'Username' }),
            status_id: lookup(
              'SessionStatus',
              {
                ZPN_STATUS_AUTHENTICATED: 'Success',
                ZPN_STATUS_AUTH_FAILED: 'Failure',
                ZPN_STATUS_DISCONNECTED: 'Success',
              },
              'Other',
            ),
            'src_endpoint.ip': ip('PublicIP', 'ClientPublicIP'),
            'src_endpoint.hostname': hostname('Hostname'),
            'device.hostname': hostname('Hostname'),
            'device.type_id': is('Unknown'),
            'service.name': always('Zscaler Private Access'),
            'session.uid': text('SessionID'),
          },
        },
        {
          name: 'activity',
          when: { ConnectionStatus: ['open', 'close', 'active'] },
          class: 'network_activity',
          activity: lookup(
            'ConnectionStatus',
            { open: 'Open', close: 'Close', active: 'Traffic' },
            'Traffic',
            'Traffic',
          ),
          rows: {
            'actor.user.name': known('Username'),
            'src_endpoint.ip': ip('ClientPublicIP'),
            'dst_endpoint.ip': ip('ServerIP'),
            'dst_endpoint.port': integer('ServerPort', 'ServicePort'),
            // The requested machine, not the one that reports.
            'dst_endpoint.hostname': hostname('Host'),
            'dst_endpoint.svc_name': known('Application'),
            'proxy_endpoint.ip': ip('ConnectorIP'),
            'proxy_endpoint.name': known('Connector'),
            'connection_info.uid': text('ConnectionID'),
            'connection_info.protocol_num': integer('IPProtocol'),
            'connection_info.direction_id': is('Unknown'),
            'firewall_rule.name': known('Policy'),
            'traffic.bytes_in': integer('ZENTotalBytesTxClient'),
            'traffic.bytes_out': integer('ZENTotalBytesRxClient'),
            action_id: lookupIn('InternalReason', /(BLOCK|REJECT|DENIED)/i, {
              ...{ BLOCK: 'Denied', REJECT: 'Denied', DENIED: 'Denied' },
            }),
            status_id: lookupIn('InternalReason', /(BLOCK|REJECT|DENIED|FAIL|TIMEOUT)/i, {
              BLOCK: 'Failure',
              REJECT: 'Failure',
              DENIED: 'Failure',
              FAIL: 'Failure',
              TIMEOUT: 'Failure',
            }),
            status_detail: known('InternalReason'),
          },
        },
        {
          name: 'sign-in',
          when: { AuditOperationType: ['Sign In*', 'Sign Out*', 'Client Session Revoked', 'SignIn*', 'SignOut*'] },
          class: 'authentication',
          activity: lookupIn('AuditOperationType', /^Sign ?(In|Out)/, { In: 'Logon', Out: 'Logoff' }, 'Other'),
          rows: {
            ...person('user', { name: 'User', email: 'User' }),
            status_id: lookupIn('AuditOperationType', /(Fail)/, { Fail: 'Failure' }, 'Success', 'Success'),
            'service.name': always('ZPA admin portal'),
          },
        },
        {
          name: 'audit',
          when: {},
          class: 'api_activity',
          activity: lookup('AuditOperationType', { Create: 'Create', Update: 'Update', Delete: 'Delete' }, 'Other'),
          rows: {
            ...person('actor.user', { name: 'User', email: 'User' }),
            'api.operation': ['AuditOperationType', 'ObjectType'],
            'src_endpoint.svc_name': always('ZPA admin portal'),
            'resources[0].name': first(known('ObjectName'), text('ObjectType')),
            'resources[0].type': 'ObjectType',
            'resources[0].uid': text('ObjectID'),
          },
        },
      ],
    },
  ],
}
export const privateAccess = compileSource(PRIVATE_ACCESS)
