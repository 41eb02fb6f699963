/**
 * AWS Client VPN: connections and attempts, as its connection log writes them. Names: "Connection logging", AWS Client VPN
 * administrator guide.
 */
import type { Members } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import { first, integer, ip, is, known, lookup, type SourceTable, text, time } from '../../mapping/table.ts'
import { PLAIN_LOG, product } from './common.ts'

/** A connection that ends has the time of its end, an attempt that of its start. */
function settle(record: Members): void {
  const isEnd = record['connection-log-type'] === 'connection-reset'
  record.parsed ??= { at: record[isEnd ? 'connection-end-time' : 'connection-start-time'] }
}

export const CLIENT_VPN: SourceTable = {
  id: 'aws-client-vpn/1',
  shapes: [{ name: 'json', is: () => true, settle }],
  select: ['connection-log-type'],
  recognises: (record) => record['connection-log-type'] !== undefined && record['client-vpn-endpoint-id'] !== undefined,
  logSource: { product: 'aws', service: 'client-vpn', categories: ['authentication'] },
  rows: {
    ...product('Client VPN'),
    ...PLAIN_LOG,
    time: time('parsed.at', 'connection-start-time', 'cloudwatch.timestamp'),
    'metadata.event_code': 'connection-log-type',
  },
  chapters: [
    {
      name: 'connections',
      profiles: [
        {
          name: 'logon',
          when: {},
          class: 'authentication',
          activity: lookup('connection-log-type', { 'connection-reset': 'Logoff' }, 'Logon', 'Logon'),
          rows: {
            severity_id: lookup('connection-attempt-status', { failed: 'Medium' }, 'Informational', 'Informational'),
            status_id: lookup(
              'connection-attempt-status',
              { successful: 'Success', failed: 'Failure', 'waiting-for-assertion': 'Other' },
              'Other',
              'Unknown',
            ),
            status_detail: 'connection-attempt-failure-reason',
            'user.name': first(known('username'), known('common-name')),
            // The device's own address; `client-ip` is the one that it gets inside of the tunnel.
            'src_endpoint.ip': ip('device-ip'),
            'src_endpoint.port': integer('port'),
            'service.name': is('AWS Client VPN'),
            'service.uid': 'client-vpn-endpoint-id',
            'session.uid': text('connection-id'),
            is_remote: is(true),
          },
        },
      ],
    },
  ],
}
export const clientVpn = compileSource(CLIENT_VPN)
