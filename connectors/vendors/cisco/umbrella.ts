/**
 * Cisco Umbrella: the DNS log as JSON, and the logs of DNS, the proxy and the cloud firewall as the CSV of its buckets, with a
 * header or without one. An identity of a directory's people is `Kim Lee (kim@example.com)`.
 */

import { decision, flow } from '../../families/syslog/firewall.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  capture,
  integer,
  ip,
  is,
  list,
  lookup,
  type Rows,
  type SourceTable,
  text,
  time,
  urlHost,
  urlPath,
  urlQuery,
} from '../../mapping/table.ts'

/** Users of a directory, by their address; a machine or a network is not a user. */
const WHO: Rows = {
  'actor.user.name': capture(['policyIdentity', 'identities'], /\(([^()@\s]{1,128}@[\w.-]{1,128})\)/),
}
const FROM: Rows = {
  'src_endpoint.ip': ip('internalIp', 'externalIp'),
  'src_endpoint.name': 'policyIdentity',
  'src_endpoint.intermediate_ips': list('externalIp', /,/, 'ip'),
}

export const UMBRELLA: SourceTable = {
  id: 'cisco-umbrella/1',
  shapes: [{ name: 'json', is: () => true }],
  select: ['umbrella_log', 'action'],
  rows: {
    time: time('timestamp', 'Timestamp'),
    severity_id: lookup(
      ['action', 'verdict'],
      { Allowed: 'Informational', Blocked: 'Low', Proxied: 'Low', BLOCKED: 'Low', BLOCK: 'Low' },
      'Informational',
    ),
    'metadata.product.name': is('Umbrella'),
    'metadata.product.vendor_name': is('Cisco'),
    'metadata.log_name': lookup('umbrella_log', { proxy: 'proxy', firewall: 'firewall' }, 'dns', 'dns'),
    'metadata.original_time': 'timestamp',
  },
  logSource: { product: 'cisco', service: 'umbrella', categories: ['dns'] },
  chapters: [
    {
      name: 'dns',
      aliases: { record_type: ['queryType'], query: ['domain'], answer: [], src_ip: ['internalIp'] },
      profiles: [
        {
          name: 'proxy',
          when: { umbrella_log: 'proxy' },
          class: 'http_activity',
          activity: lookup('requestMethod', HTTP_METHODS, 'Other', 'Other'),
          logSource: { categories: ['proxy'] },
          rows: {
            ...FROM,
            ...WHO,
            'dst_endpoint.ip': ip('destinationIp'),
            'dst_endpoint.hostname': urlHost('url'),
            'http_request.http_method': 'requestMethod',
            'http_request.url.url_string': 'url',
            'http_request.url.hostname': urlHost('url'),
            'http_request.url.path': urlPath('url'),
            'http_request.url.query_string': urlQuery('url'),
            'http_request.user_agent': 'userAgent',
            'http_request.referrer': 'referer',
            'http_response.code': integer('statusCode'),
            'http_response.length': integer('responseSize'),
            'traffic.bytes_out': integer('requestSize'),
            'traffic.bytes_in': integer('responseSize'),
            status_detail: ['ampMalwareName', 'blockedCategories', 'categories'],
            ...decision('verdict'),
          },
        },
        {
          name: 'firewall',
          when: { umbrella_log: 'firewall' },
          class: 'network_activity',
          activity: flow('verdict'),
          logSource: { categories: ['firewall'] },
          rows: {
            ...WHO,
            'src_endpoint.ip': ip('sourceIp'),
            'src_endpoint.port': integer('sourcePort'),
            'src_endpoint.name': 'policyIdentity',
            'dst_endpoint.ip': ip('destinationIp'),
            'dst_endpoint.port': integer('destinationPort'),
            'connection_info.direction_id': lookup(
              'direction',
              { INBOUND: 'Inbound', OUTBOUND: 'Outbound' },
              'Unknown',
            ),
            'connection_info.protocol_num': integer('ipProtocol'),
            'traffic.bytes': integer('packetSize'),
            'firewall_rule.uid': text('ruleId'),
            ...decision('verdict'),
          },
        },
        {
          name: 'query',
          when: {},
          class: 'dns_activity',
          activity: 'Query',
          rows: {
            'query.hostname': capture('domain', /^(.{1,255}?)\.?$/),
            'query.type': capture('queryType', /^(?:\d{1,5} \()?([A-Z\d]{1,16})\)?$/),
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
            ...FROM,
            ...WHO,
            status_detail: ['blockedCategories', 'categories'],
            ...decision('action'),
            'policy.name': text('policyIdentity'),
          },
        },
      ],
    },
  ],
  recognises: (record) =>
    typeof record.umbrella_log === 'string' ||
    (record.domain !== undefined &&
      record.responseCode !== undefined &&
      (record.internalIp !== undefined || record.externalIp !== undefined)),
}
export const umbrella = compileSource(UMBRELLA)
