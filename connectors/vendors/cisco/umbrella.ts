/** Cisco Umbrella: DNS log as JSON, or the CSV of its S3 buckets with a header. */

import { decision } from '../../families/syslog/firewall.ts'
import { compileSource } from '../../mapping/source.ts'
import { ip, is, list, lookup, type SourceTable, text, time } from '../../mapping/table.ts'

export const UMBRELLA: SourceTable = {
  id: 'cisco-umbrella/1',
  shapes: [{ name: 'json', is: () => true }],
  select: ['action'],
  rows: {
    time: time('timestamp', 'Timestamp'),
    severity_id: lookup('action', { Allowed: 'Informational', Blocked: 'Low', Proxied: 'Low' }),
    'metadata.product.name': is('Umbrella'),
    'metadata.product.vendor_name': is('Cisco'),
    'metadata.log_name': is('dns'),
    'metadata.original_time': 'timestamp',
  },
  logSource: { product: 'cisco', service: 'umbrella', categories: ['dns'] },
  chapters: [
    {
      name: 'dns',
      aliases: { record_type: ['queryType'], query: ['domain'], answer: [], src_ip: ['internalIp'] },
      profiles: [
        {
          name: 'query',
          when: {},
          class: 'dns_activity',
          activity: 'Query',
          rows: {
            'query.hostname': 'domain',
            'query.type': 'queryType',
            rcode_id: lookup(
              'responseCode',
              {
                NOERROR: 'NoError',
                FORMERR: 'FormError',
                SERVFAIL: 'ServError',
                NXDOMAIN: 'NXDomain',
                NOTIMP: 'NotImp',
                REFUSED: 'Refused',
              },
              'Other',
            ),
            'src_endpoint.ip': ip('internalIp', 'externalIp'),
            'src_endpoint.name': 'policyIdentity',
            'src_endpoint.intermediate_ips': list('externalIp', /,/, 'ip'),
            status_detail: ['blockedCategories', 'categories'],
            ...decision('action'),
            'policy.name': text('policyIdentity'),
          },
        },
      ],
    },
  ],
  recognises: (record) =>
    record.domain !== undefined &&
    record.responseCode !== undefined &&
    (record.internalIp !== undefined || record.externalIp !== undefined),
}
export const umbrella = compileSource(UMBRELLA)
