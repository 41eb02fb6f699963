/** Netskope: the audit log of administrators, and alerts. */

import { entityVerb, FIRST_WORD, FORWARDED, PLAIN, person, product, severity } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  capture,
  hashes,
  integer,
  ip,
  is,
  lookup,
  lookupIn,
  type Rows,
  type SourceTable,
  time,
} from '../../mapping/table.ts'

const ACTOR: Rows = {
  ...person('actor.user', { name: ['user', 'ur_normalized'], email: ['user', 'ur_normalized'] }),
  'src_endpoint.ip': ip('supporting_data.data_values.0'),
}

const FAILED = { fail: 'Failure', denied: 'Failure', invalid: 'Failure' }
const ANSWERS = { 2: 'Success', 4: 'Failure', 5: 'Failure' }

export const NETSKOPE: SourceTable = {
  id: 'netskope/1',
  shapes: PLAIN,
  select: ['audit_log_event', 'alert_type'],
  rows: {
    time: time('timestamp', '_insertion_epoch_timestamp', 'p_event_time'),
    severity_id: lookup('severity_level', {
      0: 'Informational',
      1: 'Informational',
      2: 'Low',
      3: 'Medium',
      4: 'High',
      5: 'Critical',
    }),
    ...product('Netskope', 'Netskope'),
    'metadata.event_code': 'audit_log_event',
    count: integer('count'),
  },
  logSource: { product: 'netskope', service: 'audit' },
  vendorId: '_id',
  recognises: (record) =>
    record.audit_log_event !== undefined ||
    (typeof record.alert_type === 'string' && record.alert_name !== undefined && record.access_method !== undefined) ||
    (record.type === 'nspolicy' && typeof record.alert_type === 'string'),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'alerts',
      profiles: [
        {
          name: 'alert',
          when: {
            alert_type: [
              ...[
                'malware',
                'policy',
                'dlp',
                'uba',
                'compromised credential',
                'malsite',
                'anomaly',
                'quarantine',
                'c2',
              ],
              ...['security assessment', 'remediation', 'watchlist', 'ips', 'device', 'content', 'ctep'],
            ],
          },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            severity_id: severity('severity', 'malware_severity', 'dlp_rule_severity'),
            'metadata.event_code': 'alert_type',
            'finding_info.uid': ['_id', 'alert_name'],
            'finding_info.title': ['alert_name', 'malware_name', 'alert_type'],
            'finding_info.analytic.name': ['alert_name', 'malware_name'],
            'finding_info.analytic.type_id': is('Rule'),
            'device.hostname': 'hostname',
            'device.type_id': is('Unknown'),
            'evidences[0].actor.user.name': ['user', 'ur_normalized'],
            'evidences[0].src_endpoint.ip': ip('srcip', 'userip'),
            'evidences[0].dst_endpoint.ip': ip('dstip'),
            'evidences[0].url.url_string': 'url',
            'evidences[0].file.name': ['object', 'file_name'],
            'evidences[0].file.type_id': is('Unknown'),
            'evidences[0].file.hashes': hashes('md5'),
          },
        },
      ],
    },
    {
      name: 'audit',
      profiles: [
        {
          name: 'logon',
          when: { audit_log_event: ['Login *', 'Logout *', 'Admin logged *', 'Admin log*'] },
          class: 'authentication',
          activity: lookupIn('audit_log_event', /^(Login)/, { Login: 'Logon' }, 'Logoff'),
          rows: {
            ...ACTOR,
            ...person('user', { name: ['user', 'ur_normalized'], email: ['user', 'ur_normalized'] }),
            'service.name': always('Netskope'),
            // The lock-out of an administrator counts as a failed logon, because failed logons caused it.
            status_id: lookupIn('audit_log_event', /(fail|denied|invalid)/i, FAILED, 'Success'),
          },
        },
        {
          name: 'setting',
          when: {},
          class: 'entity_management',
          activity: entityVerb('audit_log_event', FIRST_WORD),
          rows: {
            ...ACTOR,
            'entity.name': ['supporting_data.data_values.2', 'audit_log_event'],
            'entity.type': ['supporting_data.data_type', 'audit_log_event'],
            'entity.type_id': is('Other'),
            // An API call has its response status in the member where others have an address.
            status_id: lookupIn('supporting_data.data_values.0', /^([245])\d\d$/, ANSWERS),
            status_code: capture('supporting_data.data_values.0', /^([245]\d\d)$/),
          },
        },
      ],
    },
  ],
}
export const netskope = compileSource(NETSKOPE)
