/** Carbon Black Cloud: alerts (version 2) and the audit log of the console. */

import { client, entityVerb, FORWARDED, findingStatus, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  allHashes,
  always,
  basename,
  capture,
  fileAt,
  first,
  integer,
  ip,
  is,
  list,
  lookup,
  lookupIn,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

/** `Added user bob@example.org to org 7`, `Added API ID X with name y`. */
const ADDED = /^(?:Added|Deleted|Removed|Updated) (?:user|API ID) (\S{1,256})/
const WHOLE_WORD = /^(\w+)$/
const SIGN_IN = /^(?:\S{1,256} )?(?:logged (?:in|out)\b|log ?in failed)/i
/** The verb, after the actor if one is named: `User bob@example.org retrieved secret for API ID X`. */
const VERB = /^(?:(?:User|Connector) \S{1,256} )?([A-Za-z]{2,24})\b/
const AUDITED: Rows = {
  time: time('eventTime', 'p_event_time'),
  severity_id: lookup('flagged', { true: 'Medium', false: 'Informational' }, 'Unknown', 'Informational'),
  ...person('actor.user', { name: 'loginName', email: 'loginName' }),
  'metadata.tenant_uid': 'orgName',
  ...client('clientIp'),
  'http_request.url.path': 'requestUrl',
}

const ALERT_TYPES = [
  ...['CB_ANALYTICS', 'WATCHLIST', 'DEVICE_CONTROL', 'CONTAINER_RUNTIME', 'HOST_BASED_FIREWALL'],
  ...['INTRUSION_DETECTION_SYSTEM', 'NETWORK_TRAFFIC_ANALYSIS'],
]
const ALERTS: ReadonlySet<unknown> = new Set(ALERT_TYPES)

export const CARBONBLACK: SourceTable = {
  id: 'carbonblack/1',
  shapes: [
    // The audit log as the data forwarder writes it, and as its first interface does.
    {
      name: 'audit',
      is: (record) => typeof record.description === 'string' && record.alert_url === undefined,
      names: {
        eventTime: ['eventTime', 'create_time'],
        loginName: ['loginName', 'actor'],
        clientIp: ['clientIp', 'actor_ip'],
        requestUrl: ['requestUrl', 'request_url'],
        orgName: ['orgName', 'org_key'],
        type: [],
      },
      settle(record) {
        const description = record.description as string
        if (SIGN_IN.test(description)) record.audited = 'sign-in'
        const verb = VERB.exec(description)?.[1]
        if (verb !== undefined) record.verb = verb
      },
    },
    ...PLAIN,
  ],
  select: ['type', 'audited'],
  rows: product('VMware', 'Carbon Black Cloud'),
  logSource: { product: 'carbonblack' },
  vendorId: 'eventId',
  recognises: (record) =>
    (ALERTS.has(record.type) && record.backend_timestamp !== undefined && record.severity !== undefined) ||
    (record.org_key !== undefined && (record.alert_url !== undefined || record.backend_timestamp !== undefined)) ||
    (record.org_key !== undefined && record.create_time !== undefined && typeof record.description === 'string') ||
    (record.eventId !== undefined && record.orgName !== undefined && record.loginName !== undefined),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'alerts',
      logSource: { service: 'alert' },
      profiles: [
        {
          name: 'alert',
          when: {
            type: ALERT_TYPES,
          },
          class: 'detection_finding',
          activity: lookup(
            ['workflow.status', 'workflow.state'],
            { OPEN: 'Create', IN_PROGRESS: 'Update', CLOSED: 'Close', DISMISSED: 'Close' },
            'Other',
            'Create',
          ),
          rows: {
            time: time('detection_timestamp', 'backend_timestamp', 'p_event_time'),
            severity_id: lookup('severity', {
              1: 'Informational',
              2: 'Low',
              3: 'Low',
              4: 'Medium',
              5: 'Medium',
              6: 'Medium',
              7: 'High',
              8: 'High',
              9: 'Critical',
              10: 'Critical',
            }),
            is_alert: is(true),
            status_id: findingStatus('workflow.status', 'workflow.state'),
            'finding_info.uid': 'id',
            'finding_info.title': 'reason',
            'finding_info.desc': 'reason_code',
            'finding_info.src_url': 'alert_url',
            'finding_info.types': list('ttps'),
            'finding_info.first_seen_time': time('first_event_timestamp'),
            'finding_info.last_seen_time': time('last_event_timestamp'),
            'finding_info.attacks[0].tactic.uid': 'attack_tactic',
            'finding_info.attacks[0].technique.uid': 'attack_technique',
            'finding_info.product.name': 'type',
            'metadata.event_code': 'type',
            'metadata.tenant_uid': 'org_key',
            'device.uid': text('device_id'),
            'device.hostname': account('device_name'),
            'device.domain': accountDomain('device_name'),
            'device.ip': ip('device_internal_ip', 'device_external_ip'),
            'device.os.name': 'device_os',
            'device.os.type_id': lookup('device_os', { WINDOWS: 'Windows', MAC: 'macOS', LINUX: 'Linux' }, 'Other'),
            'device.type_id': is('Unknown'),
            'device.owner.name': 'device_username',
            'policy.name': 'device_policy',
            'policy.uid': text('device_policy_id'),
            action_id: lookup(
              'sensor_action',
              { ALLOW: 'Allowed', ALLOW_AND_LOG: 'Allowed', DENY: 'Denied', TERMINATE: 'Denied', QUARANTINE: 'Denied' },
              'Other',
            ),
            disposition_id: lookup(
              'sensor_action',
              {
                ALLOW: 'Allowed',
                ALLOW_AND_LOG: 'Logged',
                DENY: 'Blocked',
                TERMINATE: 'Blocked',
                QUARANTINE: 'Quarantined',
              },
              'Other',
            ),
            'evidences[0].process.cmd_line': 'process_cmdline',
            'evidences[0].process.name': basename('process_name'),
            'evidences[0].process.pid': integer('process_pid'),
            'evidences[0].process.uid': 'process_guid',
            'evidences[0].process.user.name': account('process_username'),
            'evidences[0].process.user.domain': accountDomain('process_username'),
            ...fileAt('evidences[0].process.file', 'process_name', {
              hashes: allHashes('process_sha256', 'process_md5'),
            }),
            'evidences[0].process.parent_process.pid': integer('parent_pid'),
            'evidences[0].process.parent_process.uid': 'parent_guid',
            'evidences[0].process.parent_process.cmd_line': 'parent_cmdline',
            ...fileAt('evidences[0].process.parent_process.file', 'parent_name', {
              hashes: allHashes('parent_sha256', 'parent_md5'),
            }),
            'evidences[1].process.cmd_line': 'childproc_cmdline',
            'evidences[1].process.uid': 'childproc_guid',
            'evidences[1].process.user.name': account('childproc_username'),
            ...fileAt('evidences[1].process.file', 'childproc_name', {
              hashes: allHashes('childproc_sha256', 'childproc_md5'),
            }),
            ...fileAt('evidences[2].file', 'blocked_name', { hashes: allHashes('blocked_sha256', 'blocked_md5') }),
          },
        },
      ],
    },
    {
      name: 'audit',
      logSource: { service: 'audit' },
      profiles: [
        {
          name: 'logon',
          when: { audited: 'sign-in' },
          class: 'authentication',
          activity: lookupIn('description', /(logged out)/i, { 'logged out': 'Logoff' }, 'Logon'),
          logSource: { categories: ['authentication'] },
          rows: {
            ...AUDITED,
            ...person('user', { name: 'loginName', email: 'loginName' }),
            'service.name': always('Carbon Black Cloud'),
            status_id: lookupIn('description', /(successful|failed)/i, { successful: 'Success', failed: 'Failure' }),
            message: 'description',
          },
        },
        {
          name: 'audit',
          when: {},
          class: 'entity_management',
          activity: entityVerb('verb', WHOLE_WORD, { retrieved: 'Read', downloaded: 'Read', exported: 'Read' }),
          rows: {
            ...AUDITED,
            'entity.name': first(capture('description', ADDED), text('requestUrl', 'orgName')),
            'entity.type_id': is('Other'),
            'entity.type': is('Carbon Black object'),
            comment: 'description',
          },
        },
      ],
    },
  ],
}
export const carbonblack = compileSource(CARBONBLACK)
