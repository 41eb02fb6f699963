/** McAfee (Trellix) Network Security Platform: alerts of its sensors, firewall decisions, audit and faults, as pairs. */

import { command, finding, on, syslogDevice } from '../../families/syslog/device.ts'
import { action, disposition, flow } from '../../families/syslog/firewall.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { integer, ip, is, known, lookup, text, time } from '../../mapping/table.ts'

type Members = Readonly<Record<string, unknown>>

function kindOf(record: Members): string | null {
  if (record.attack_name !== undefined && record.alert_type !== undefined) return 'alert'
  if (record.acl_action !== undefined && record.sensor_name !== undefined) return 'flow'
  if (record.audit_action !== undefined && record.audit_result !== undefined) return 'audit'
  return record.fault_name !== undefined && record.fault_type !== undefined ? 'fault' : null
}

/** Results of an attack. */
const BLOCKED = ['Attack Blocked', 'Attack SmartBlocked']
const SEEN = [
  'Attack Successful',
  'Attack Failed',
  'Inconclusive',
  ...BLOCKED.map((done) => `Blocking Simulated (${done})`),
]
const each = (words: readonly string[], meaning: string) => Object.fromEntries(words.map((word) => [word, meaning]))

export const networkSecurityPlatform = syslogDevice({
  id: 'mcafee-nsp/1',
  vendor: 'McAfee',
  product: 'Network Security Platform',
  has: ['attack_name', 'acl_action', 'audit_action', 'fault_name'],
  is: (record) => kindOf(record) !== null,
  read: (_, record): PhraseValues | null => ({ kind: kindOf(record) ?? 'words' }),
  rows: {
    severity_id: lookup(
      'severity',
      {
        Critical: 'Critical',
        High: 'High',
        Medium: 'Medium',
        Low: 'Low',
        Informational: 'Informational',
        Info: 'Informational',
      },
      'Unknown',
      'Informational',
    ),
  },
  profiles: [
    finding('alert', {
      time: time('attack_time', 'syslog.time'),
      'finding_info.title': 'attack_name',
      'finding_info.uid': ['alert_uuid', 'alertid'],
      'finding_info.types': { kind: 'list', fields: 'category', separator: /,/, as: 'text' },
      'finding_info.analytic.uid': 'attackid',
      'finding_info.analytic.name': 'attack_name',
      'finding_info.analytic.type_id': is('Rule'),
      'device.name': 'device_name',
      'evidences[0].src_endpoint.ip': ip('src_ip'),
      'evidences[0].src_endpoint.port': integer('src_port'),
      'evidences[0].dst_endpoint.ip': ip('dest_ip'),
      'evidences[0].dst_endpoint.port': integer('dest_port'),
      count: integer('attack_count'),
      action_id: lookup('result', { ...each(BLOCKED, 'Denied'), ...each(SEEN, 'Observed') }),
      disposition_id: lookup('result', { ...each(BLOCKED, 'Blocked'), ...each(SEEN, 'Detected') }),
      status_detail: known('result'),
    }),
    on('flow', {
      class: 'network_activity',
      activity: flow('acl_action'),
      logSource: { categories: ['firewall'] },
      rows: {
        'src_endpoint.ip': ip('src_ip'),
        'src_endpoint.port': integer('src_port'),
        'src_endpoint.hostname': known('src_host'),
        'dst_endpoint.ip': ip('dest_ip'),
        'dst_endpoint.port': integer('dest_port'),
        'dst_endpoint.hostname': known('dest_hostname'),
        'src_endpoint.interface_name': 'interface',
        'connection_info.protocol_name': 'acl_protocol',
        'connection_info.direction_id': lookup('direction', { Inbound: 'Inbound', Outbound: 'Outbound' }, 'Unknown'),
        'policy.name': 'policy',
        'policy.uid': text('rule_id'),
        'device.name': 'sensor_name',
        'actor.user.name': known('user'),
        action_id: action('acl_action'),
        disposition_id: disposition('acl_action'),
      },
    }),
    command('audit', {
      time: time('audit_time', 'syslog.time'),
      'actor.user.name': 'user',
      'api.operation': 'audit_action',
      'api.group.name': 'category',
      'resources[0].name': 'audit_domain',
      status_id: lookup('audit_result', { succeeded: 'Success', failed: 'Failure' }, 'Other'),
      status_detail: known('detail_comment'),
    }),
    on('fault', {
      class: 'base_event',
      activity: 'Other',
      unclassified: 'the manager about its own health',
      rows: {
        time: time('fault_time', 'syslog.time'),
        message: 'description',
        'metadata.event_code': 'fault_name',
        // A fault that was raised or is over: in both cases the severity is that of the fault.
        status_detail: 'fault_type',
      },
    }),
  ],
  rest: 'nothing: each kind has its pairs',
})
