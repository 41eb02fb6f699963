/** Query logs of Amazon Route 53 Resolver: queries of machines in a VPC, and the decisions of a DNS firewall. */
import { compileSource } from '../../mapping/source.ts'
import {
  capture,
  first,
  integer,
  ip,
  is,
  lookup,
  objects,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { cloud, PLAIN_LOG, plain, product } from './common.ts'

const ANSWERS: Rows = { answers: objects('answers', { rdata: 'Rdata', type: 'Type', class: 'Class' }) }

const RCODES = {
  NOERROR: 'NoError',
  FORMERR: 'FormError',
  SERVFAIL: 'ServError',
  NXDOMAIN: 'NXDomain',
  NOTIMP: 'NotImp',
  REFUSED: 'Refused',
}

export const RESOLVER: SourceTable = {
  id: 'aws-route53-resolver/1',
  shapes: [plain],
  select: ['firewall_rule_action'],
  recognises: (record) => 'query_name' in record && 'query_timestamp' in record && 'vpc_id' in record,
  logSource: { product: 'aws', service: 'route53', categories: ['dns', 'dns_query'] },
  rows: {
    ...product('Route 53'),
    'metadata.product.feature.name': is('Resolver Query Logs'),
    ...PLAIN_LOG,
    ...cloud('account_id', 'region'),
    time: time('query_timestamp'),
    'metadata.event_code': 'query_type',
    'metadata.log_version': 'version',
    'query.hostname': first(capture('query_name', /^(.{1,1024}?)\.?$/), text('query_name')),
    'query.type': 'query_type',
    'query.class': 'query_class',
    rcode_id: lookup('rcode', RCODES, 'Other'),
    'src_endpoint.ip': ip('srcaddr'),
    'src_endpoint.port': integer('srcport'),
    'src_endpoint.instance_uid': 'srcids.instance',
    'src_endpoint.vpc_uid': 'vpc_id',
    'connection_info.protocol_name': 'transport',
    'connection_info.direction_id': is('Outbound'),
    ...ANSWERS,
    action_id: lookup('firewall_rule_action', { BLOCK: 'Denied', ALERT: 'Observed', ALLOW: 'Allowed' }),
    disposition_id: lookup('firewall_rule_action', { BLOCK: 'Blocked', ALERT: 'Alert', ALLOW: 'Allowed' }),
    'firewall_rule.uid': 'firewall_rule_group_id',
  },
  chapters: [
    {
      name: 'queries',
      aliases: { query: 'query_name', QueryName: 'query_name', answer: 'answers', record_type: 'query_type' },
      // A record holds a query and its answers.
      profiles: [{ name: 'query', when: {}, class: 'dns_activity', activity: 'Traffic' }],
    },
  ],
}

export const resolver = compileSource(RESOLVER)
