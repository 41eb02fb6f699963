/**
 * SentinelOne: activities of the management console and threats. The API lists the meanings of activity numbers (`GET
 * /activities/types`), to customers alone. Published parsers and rules name the logons and new threats among them (19,
 * 4003, 4108, 4109, and 3608 for alerts of custom rules). An activity of another number is about a threat when it names
 * one, and has no class when it does not.
 */

import { isMembers, type Members } from '../../../platform/members.ts'
import { TECHNIQUE_ID } from '../../../schemas/attack-technique.ts'
import { AUDIT, FORWARDED, finding, person, product, SEVERITIES } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  allHashes,
  always,
  first,
  hashes,
  ip,
  is,
  lookup,
  objects,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

const NAMES = [
  'activityType',
  'activityUuid',
  'agentId',
  'createdAt',
  'threatId',
  'siteName',
  'userId',
  'primaryDescription',
  'secondaryDescription',
  'accountName',
  'accountId',
  'groupName',
]
const DATA = [
  'computerName',
  'fileDisplayName',
  'filePath',
  'fileContentHash',
  'confidenceLevel',
  'threatClassification',
  'threatClassificationSource',
  'ruleName',
  'ruleId',
  'ruleDescription',
  'severity',
  'agentIpV4',
  'alertId',
  'status',
  'fullScopeDetails',
  'username',
  'ipAddress',
]

const HOST: Rows = {
  'device.uid': 'agentId',
  'device.hostname': 'data.computerName',
  'device.ip': ip('data.agentIpV4'),
  'device.type_id': is('Unknown'),
}
/** An indicator lists its tactics, and each tactic its techniques. */
function techniquesOf(indicators: unknown): readonly Members[] {
  const found = new Map<string, Members>()
  for (const tactic of membersIn(indicators).flatMap((one) => membersIn(one.tactics)))
    for (const { name } of membersIn(tactic.techniques)) {
      const uid = textOf(name)
      if (TECHNIQUE_ID.test(uid)) found.set(uid, { uid, tactic: textOf(tactic.name) })
    }
  return [...found.values()]
}

const membersIn = (list: unknown): readonly Members[] => (Array.isArray(list) ? list.filter(isMembers) : [])

const SEVERITY = Object.fromEntries(Object.entries(SEVERITIES).map(([word, level]) => [`e_${word}`, level]))

const THREAT: Rows = {
  ...HOST,
  ...finding({
    uid: ['threatId', 'data.alertId', 'activityUuid', 'id'],
    title: ['data.threatClassification', 'data.ruleName', 'primaryDescription'],
    desc: ['primaryDescription'],
    rule: 'data.ruleName',
    ruleUid: 'data.ruleId',
  }),
  severity_id: lookup(['data.severity', 'data.confidenceLevel'], {
    ...SEVERITY,
    malicious: 'High',
    suspicious: 'Medium',
  }),
  'evidences[0].file.name': 'data.fileDisplayName',
  'evidences[0].file.path': 'data.filePath',
  'evidences[0].file.type_id': is('Unknown'),
  'evidences[0].file.hashes': hashes('data.fileContentHash'),
}

export const SENTINELONE: SourceTable = {
  id: 'sentinelone/1',
  shapes: [
    {
      name: 'lower case',
      is: (record) => record.activitytype !== undefined || record.activityuuid !== undefined,
      names: Object.fromEntries(
        [...NAMES, ...DATA.map((name) => `data.${name}`)].map((name) => [name, [name.toLowerCase()]]),
      ),
    },
    // A threat of the API is not an activity, and has no activity number.
    {
      name: 'threat',
      is: (record) => typeof record.threatInfo === 'object',
      names: { activityType: [] },
      settle(record) {
        record.parsed ??= { techniques: techniquesOf(record.indicators) }
      },
    },
    { name: 'sentinelone', is: () => true },
  ],
  select: ['activityType', 'threatId'],
  rows: {
    time: time('createdAt', 'threatInfo.createdAt', 'alertInfo.createdAt', 'p_event_time'),
    ...product('SentinelOne', 'Singularity'),
    'metadata.event_code': text('activityType'),
    'metadata.tenant_uid': 'siteName',
    message: 'primaryDescription',
  },
  logSource: { product: 'sentinelone', service: 'activity' },
  vendorId: 'activityUuid',
  recognises: (record) =>
    (record.activitytype !== undefined && record.siteid !== undefined) ||
    (record.activityType !== undefined &&
      (record.siteId !== undefined || (record.primaryDescription !== undefined && record.accountId !== undefined))) ||
    (typeof record.threatInfo === 'object' && record.agentRealtimeInfo !== undefined),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'activities',
      profiles: [
        {
          name: 'new threat',
          when: { activityType: [19, 3608, 4003, 4108, 4109] },
          class: 'detection_finding',
          activity: 'Create',
          rows: { ...THREAT, is_alert: is(true) },
        },
        {
          name: 'threat of the API',
          when: { activityType: '' },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            attacks: objects('parsed.techniques', { 'technique.uid': 'uid', 'tactic.name': 'tactic' }),
            'actor.user.name': first(
              account('threatInfo.processUser'),
              account('agentDetectionInfo.agentLastLoggedInUserName'),
            ),
            'actor.user.domain': first(accountDomain('threatInfo.processUser'), text('agentDetectionInfo.agentDomain')),
            'device.ip': ip('agentDetectionInfo.agentIpV4', 'agentRealtimeInfo.agentIpV4'),
            'device.hostname': 'agentRealtimeInfo.agentComputerName',
            'device.uid': 'agentRealtimeInfo.agentId',
            'device.type_id': is('Unknown'),
            ...finding({ uid: 'threatInfo.threatId', title: 'threatInfo.threatName', url: 'console_link' }),
            severity_id: lookup('threatInfo.confidenceLevel', { malicious: 'High', suspicious: 'Medium' }, 'Medium'),
            status_id: lookup(
              'threatInfo.incidentStatus',
              { unresolved: 'New', in_progress: 'In Progress', resolved: 'Resolved' },
              'Other',
            ),
            action_id: lookup('threatInfo.mitigationStatus', { mitigated: 'Denied', not_mitigated: 'Observed' }),
            disposition_id: lookup('threatInfo.mitigationStatus', {
              ...{ mitigated: 'Blocked', not_mitigated: 'Detected', marked_as_benign: 'Exonerated' },
            }),
            'evidences[0].file.hashes': allHashes('threatInfo.sha256', 'threatInfo.sha1', 'threatInfo.md5'),
            'evidences[0].file.path': 'threatInfo.filePath',
            'evidences[0].file.name': 'threatInfo.threatName',
            'evidences[0].file.type_id': is('Unknown'),
          },
        },
        {
          name: 'logon to the console',
          when: { activityType: [27, 33, 133, 134, 139, 3629] },
          class: 'authentication',
          activity: lookup('activityType', { 33: 'Logoff' }, 'Logon'),
          logSource: { categories: ['authentication'] },
          rows: {
            ...AUDIT,
            ...person('user', { name: ['data.username', 'data.userName'], uid: 'userId' }),
            'src_endpoint.ip': ip('data.ipAddress'),
            'service.name': always('SentinelOne'),
            status_id: lookup('activityType', { 133: 'Failure', 134: 'Failure', 139: 'Failure' }, 'Success'),
            status_detail: ['comments', 'data.reason'],
          },
        },
        {
          name: 'activity',
          when: { threatId: '' },
          class: 'base_event',
          activity: 'Other',
          rows: {
            ...AUDIT,
            ...HOST,
            ...person('actor.user', { name: 'data.username', uid: 'userId' }),
            'device.groups[0].name': ['data.groupName', 'groupName'],
            message: ['primaryDescription', 'secondaryDescription'],
          },
          unclassified: 'activities whose number the vendor explains to customers alone',
        },
        {
          name: 'about a threat',
          when: {},
          class: 'detection_finding',
          activity: 'Update',
          rows: THREAT,
        },
      ],
    },
  ],
}

export const sentinelone = compileSource(SENTINELONE)
