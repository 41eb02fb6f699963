/** Google Cloud's load balancers and VPC flows, and log entries that programs write themselves. */
import { isMembers } from '../../../platform/members.ts'
import { severity } from '../../families/saas/rows.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  capture,
  first,
  integer,
  ip,
  is,
  list,
  lookup,
  lower,
  type SourceTable,
  text,
  time,
  urlHost,
  urlPath,
  urlQuery,
} from '../../mapping/table.ts'
import { byStatus } from '../aws/access-logs.ts'
import { ENTRY, entry, product } from './common.ts'

const POLICY = 'jsonPayload.enforcedSecurityPolicy'

export const GCP_LOAD_BALANCER: SourceTable = {
  id: 'gcp-load-balancer/1',
  shapes: [entry],
  select: ['resource.type'],
  recognises: (record) =>
    isMembers(record.resource) &&
    (record.resource.type === 'http_load_balancer' ||
      record.resource.type === 'http_external_regional_lb_rule' ||
      isArmor(record.jsonPayload)),
  logSource: { product: 'gcp', service: 'loadbalancing', categories: ['webserver'] },
  rows: {
    ...product('Cloud Load Balancing'),
    ...ENTRY,
    'metadata.event_code': 'jsonPayload.statusDetails',
    'src_endpoint.ip': ip('httpRequest.remoteIp', 'jsonPayload.remoteIp'),
    'dst_endpoint.ip': ip('httpRequest.serverIp'),
    'load_balancer.name': [
      'resource.labels.forwarding_rule_name',
      'resource.labels.url_map_name',
      'resource.labels.backend_service_name',
    ],
    'load_balancer.dst_endpoint.name': 'resource.labels.backend_service_name',
    'load_balancer.status_detail': 'jsonPayload.statusDetails',
    'http_request.http_method': 'httpRequest.requestMethod',
    'http_request.url.url_string': 'httpRequest.requestUrl',
    'http_request.url.hostname': urlHost('httpRequest.requestUrl'),
    'http_request.url.path': urlPath('httpRequest.requestUrl'),
    'http_request.url.query_string': urlQuery('httpRequest.requestUrl'),
    'http_request.user_agent': 'httpRequest.userAgent',
    'http_request.referrer': 'httpRequest.referer',
    'http_request.version': 'httpRequest.protocol',
    'http_request.length': integer('httpRequest.requestSize'),
    'http_response.code': integer('httpRequest.status'),
    'http_response.length': integer('httpRequest.responseSize'),
    status_id: byStatus('httpRequest.status'),
    status_code: 'httpRequest.status',
    status_detail: 'jsonPayload.statusDetails',
    action_id: lookup(`${POLICY}.outcome`, { DENY: 'Denied', ACCEPT: 'Allowed' }),
    disposition_id: lookup(`${POLICY}.outcome`, { DENY: 'Blocked', ACCEPT: 'Allowed' }),
    'policy.name': `${POLICY}.name`,
    'firewall_rule.uid': first(text(`${POLICY}.priority`)),
    'firewall_rule.condition': `${POLICY}.preconfiguredExprIds.0`,
    'firewall_rule.match_location': `${POLICY}.matchedFieldType`,
    'firewall_rule.match_details': list([`${POLICY}.matchedFieldValue`, `${POLICY}.matchedFieldName`], /\n/),
  },
  chapters: [
    {
      name: 'requests',
      aliases: {
        'cs-method': 'httpRequest.requestMethod',
        'c-uri': 'httpRequest.requestUrl',
        'cs-user-agent': 'httpRequest.userAgent',
        'sc-status': 'httpRequest.status',
        'c-ip': 'httpRequest.remoteIp',
      },
      profiles: [
        {
          name: 'request',
          when: {},
          class: 'http_activity',
          activity: lookup('httpRequest.requestMethod', HTTP_METHODS, 'Other', 'Unknown'),
        },
      ],
    },
  ],
}

/** Cloud Armor writes its verdicts for back ends of any kind. */
function isArmor(payload: unknown): boolean {
  return isMembers(payload) && isMembers(payload.enforcedSecurityPolicy)
}

const FLOW = 'jsonPayload.connection'

export const GCP_VPC_FLOW: SourceTable = {
  id: 'gcp-vpc-flow/1',
  shapes: [entry],
  select: ['jsonPayload.disposition', 'resource.type'],
  recognises: (record) =>
    isMembers(record.jsonPayload) &&
    isMembers(record.jsonPayload.connection) &&
    'src_ip' in record.jsonPayload.connection,
  logSource: { product: 'gcp', service: 'vpcflow', categories: ['firewall'] },
  rows: {
    ...product('VPC Flow Logs'),
    ...ENTRY,
    'metadata.event_code': 'jsonPayload.reporter',
    start_time: time('jsonPayload.start_time'),
    end_time: time('jsonPayload.end_time'),
    'src_endpoint.ip': ip(`${FLOW}.src_ip`),
    'src_endpoint.port': integer(`${FLOW}.src_port`),
    'src_endpoint.name': 'jsonPayload.src_instance.vm_name',
    'src_endpoint.zone': 'jsonPayload.src_instance.zone',
    'src_endpoint.vpc_uid': 'jsonPayload.src_vpc.vpc_name',
    'src_endpoint.subnet_uid': 'jsonPayload.src_vpc.subnetwork_name',
    'src_endpoint.location.country': 'jsonPayload.src_location.country',
    'src_endpoint.autonomous_system.number': integer('jsonPayload.src_location.asn'),
    'dst_endpoint.ip': ip(`${FLOW}.dest_ip`),
    'dst_endpoint.port': integer(`${FLOW}.dest_port`),
    'dst_endpoint.name': 'jsonPayload.dest_instance.vm_name',
    'dst_endpoint.zone': 'jsonPayload.dest_instance.zone',
    'dst_endpoint.vpc_uid': 'jsonPayload.dest_vpc.vpc_name',
    'dst_endpoint.subnet_uid': 'jsonPayload.dest_vpc.subnetwork_name',
    'dst_endpoint.location.country': 'jsonPayload.dest_location.country',
    'dst_endpoint.location.continent': 'jsonPayload.dest_location.continent',
    'dst_endpoint.autonomous_system.number': integer('jsonPayload.dest_location.asn'),
    'connection_info.protocol_num': integer(`${FLOW}.protocol`),
    'connection_info.protocol_name': lookup(
      `${FLOW}.protocol`,
      { 1: 'icmp', 6: 'tcp', 17: 'udp', 58: 'icmpv6' },
      'other',
    ),
    'connection_info.direction_id': lookup(
      'jsonPayload.reporter',
      { SRC: 'Outbound', DEST: 'Inbound' },
      'Unknown',
      'Unknown',
    ),
    'traffic.bytes': integer('jsonPayload.bytes_sent'),
    'traffic.packets': integer('jsonPayload.packets_sent'),
    observation_point_id: lookup('jsonPayload.reporter', { SRC: 'Source', DEST: 'Destination' }, 'Other'),
    action_id: lookup('jsonPayload.disposition', { ALLOWED: 'Allowed', DENIED: 'Denied' }),
    disposition_id: lookup('jsonPayload.disposition', { ALLOWED: 'Allowed', DENIED: 'Blocked' }),
    status_id: lookup('jsonPayload.disposition', { ALLOWED: 'Success', DENIED: 'Failure' }),
    'firewall_rule.name': 'jsonPayload.rule_details.reference',
  },
  chapters: [
    {
      name: 'flows',
      aliases: {
        src_ip: `${FLOW}.src_ip`,
        dst_ip: `${FLOW}.dest_ip`,
        src_port: `${FLOW}.src_port`,
        dst_port: `${FLOW}.dest_port`,
      },
      profiles: [
        {
          name: 'refused',
          when: { 'jsonPayload.disposition': ['DENIED'] },
          class: 'network_activity',
          activity: 'Refuse',
        },
        { name: 'flow', when: {}, class: 'network_activity', activity: 'Traffic' },
      ],
    },
  ],
}

/** Entries of any other log: the payload is any JSON that a program wrote. */
export const GCP_OTHER: SourceTable = {
  id: 'gcp-log-entry/1',
  shapes: [entry],
  select: ['resource.type'],
  recognises: (record) =>
    typeof record.logName === 'string' &&
    /^(?:projects|organizations|folders|billingAccounts)\//.test(record.logName) &&
    !('protoPayload' in record) &&
    !GCP_LOAD_BALANCER.recognises?.(record) &&
    !GCP_VPC_FLOW.recognises?.(record),
  logSource: { product: 'gcp' },
  rows: {
    ...product('Cloud Logging'),
    ...ENTRY,
    message: ['textPayload', 'jsonPayload.message'],
    'metadata.event_code': 'resource.type',
  },
  chapters: [
    {
      name: 'entries',
      profiles: [
        {
          name: 'question of DNS',
          when: { 'resource.type': 'dns_query' },
          class: 'dns_activity',
          activity: lookup('jsonPayload.responseCode', {}, 'Response', 'Query'),
          logSource: { service: 'dns', categories: ['dns'] },
          rows: {
            'src_endpoint.ip': ip('jsonPayload.sourceIP'),
            'src_endpoint.name': 'jsonPayload.vmInstanceName',
            'dst_endpoint.ip': ip('jsonPayload.destinationIP'),
            'query.hostname': capture('jsonPayload.queryName', /^(.{1,255}?)\.?$/),
            'query.type': 'jsonPayload.queryType',
            rcode: 'jsonPayload.responseCode',
            'connection_info.protocol_name': lower('jsonPayload.protocol'),
            'connection_info.direction_id': is('Unknown'),
          },
        },
        {
          name: 'finding of Cloud IDS',
          when: { 'resource.type': 'ids.googleapis.com/Endpoint' },
          class: 'detection_finding',
          activity: 'Create',
          logSource: { service: 'ids' },
          rows: {
            severity_id: severity('jsonPayload.alert_severity'),
            'finding_info.title': 'jsonPayload.name',
            'finding_info.uid': text('jsonPayload.session_id', 'insertId'),
            'finding_info.desc': 'jsonPayload.details',
            'finding_info.types': list('jsonPayload.category'),
            'finding_info.analytic.name': 'jsonPayload.name',
            'finding_info.analytic.uid': text('jsonPayload.threat_id'),
            'finding_info.analytic.type_id': is('Rule'),
            'evidences[0].src_endpoint.ip': ip('jsonPayload.source_ip_address'),
            'evidences[0].src_endpoint.port': integer('jsonPayload.source_port'),
            'evidences[0].dst_endpoint.ip': ip('jsonPayload.destination_ip_address'),
            'evidences[0].dst_endpoint.port': integer('jsonPayload.destination_port'),
            'evidences[0].url.url_string': 'jsonPayload.uri_or_filename',
          },
        },
        {
          name: 'entry',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'logs of programs, whose payload has no form of its own',
        },
      ],
    },
  ],
}

export const gcpLoadBalancer = compileSource(GCP_LOAD_BALANCER)
export const gcpVpcFlow = compileSource(GCP_VPC_FLOW)
export const gcpOther = compileSource(GCP_OTHER)
