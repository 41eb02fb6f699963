/** Wiz: audit log, issues (API and webhook), detections. */

import {
  AUDIT,
  client,
  entityVerb,
  FIRST_WORD,
  FORWARDED,
  finding,
  findingStatus,
  person,
  product,
  severity,
  spelled,
  succeeded,
} from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { always, ip, is, list, lookup, type Rows, type SourceTable, text, time } from '../../mapping/table.ts'

const WHO = {
  name: ['user.name', 'serviceAccount.name'],
  uid: ['user.id', 'serviceAccount.id'],
  email: 'user.name',
}
const AUDITED: Rows = {
  time: time('timestamp', 'p_event_time'),
  ...AUDIT,
  ...person('actor.user', WHO),
  ...client('sourceIP', 'userAgent'),
  'http_request.uid': 'requestId',
  'metadata.event_code': 'action',
  status_id: succeeded('status'),
}

/** The rule that forwarded the issue, not the one that found it. */
const AUTOMATION: Rows = { 'metadata.loggers[0].name': 'trigger.ruleName', 'metadata.loggers[0].uid': 'trigger.ruleId' }

/**
 * The webhook has the time at which the issue was created. The time of a change is known only from templates to which
 * an administrator added it; otherwise the time of receipt is used.
 */
const HOOKED: Rows = {
  ...AUTOMATION,
  time: time('issue.resolvedAt', 'issue.statusChangedAt', 'issue.updatedAt', 'p_parse_time', 'issue.created'),
  severity_id: severity('issue.severity', 'control.severity'),
  status_id: findingStatus('issue.status'),
  ...finding({
    uid: 'issue.id',
    title: 'control.name',
    desc: 'control.description',
    rule: 'control.name',
    ruleUid: 'control.id',
    url: 'issue.url',
  }),
  'finding_info.created_time': time('issue.created'),
  'cloud.provider': 'resource.cloudPlatform',
  'cloud.region': 'resource.region',
  'cloud.account.uid': 'resource.subscriptionId',
  'cloud.account.name': 'resource.subscriptionName',
  'resources[0].name': 'resource.name',
  'resources[0].uid': 'resource.id',
  'resources[0].type': 'resource.type',
}

const ISSUE_KINDS = [
  ...['Control', 'CloudEventRule', 'CloudConfigurationRule'],
  // The types of an issue, where the query does not ask for the type of its rule.
  ...['TOXIC_COMBINATION', 'THREAT_DETECTION', 'CLOUD_CONFIGURATION'],
]
const ISSUE: Rows = {
  time: time('updatedAt', 'createdAt', 'p_event_time'),
  severity_id: severity('severity'),
  status_id: findingStatus('status'),
  ...finding({
    uid: 'id',
    title: 'sourceRule.name',
    desc: 'sourceRule.controlDescription',
    rule: 'sourceRule.name',
    ruleUid: 'sourceRule.id',
    url: 'url',
  }),
  'finding_info.created_time': time('createdAt'),
  'finding_info.modified_time': time('updatedAt'),
  'remediation.desc': 'sourceRule.resolutionRecommendation',
  'resources[0].name': 'entitySnapshot.name',
  'resources[0].uid': ['entitySnapshot.externalId', 'entitySnapshot.id'],
  'resources[0].type': ['entitySnapshot.nativeType', 'entitySnapshot.type'],
  'metadata.event_code': 'type',
}

export const WIZ: SourceTable = {
  id: 'wiz/1',
  shapes: spelled({
    kind: ['trigger.source', 'sourceRule.__typename', 'action', 'type'],
    change: ['trigger.type'],
    sourceIP: ['sourceIP', 'sourceip'],
    userAgent: ['userAgent', 'useragent'],
    requestId: ['requestId', 'requestid'],
    'serviceAccount.id': ['serviceAccount.id', 'serviceaccount.id'],
    'serviceAccount.name': ['serviceAccount.name', 'serviceaccount.name'],
    'actionParameters.input.id': ['actionParameters.input.id', 'actionparameters.input.id'],
    'actionParameters.input.name': ['actionParameters.input.name', 'actionparameters.input.name'],
    'actionParameters.input.email': ['actionParameters.input.email', 'actionparameters.input.email'],
    'actionParameters.input.role': ['actionParameters.input.role', 'actionparameters.input.role'],
  }),
  select: ['kind', 'change', 'status'],
  rows: product('Wiz', 'Wiz'),
  logSource: { product: 'wiz' },
  recognises: (record) =>
    record.log_type === 'auditLogEntries' ||
    (typeof record.action === 'string' &&
      (record.actionParameters !== undefined || record.actionparameters !== undefined)) ||
    (record.tdrId !== undefined && record.tdrSource !== undefined) ||
    (record.entitySnapshot !== undefined && record.sourceRule !== undefined) ||
    (record.control !== undefined && record.issue !== undefined && record.trigger !== undefined),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'findings',
      profiles: [
        {
          name: 'detection',
          when: { kind: 'DETECTIONS' },
          class: 'detection_finding',
          activity: 'Create',
          logSource: { service: 'detections' },
          rows: {
            time: time('createdAt', 'timeframe.start', 'p_event_time'),
            ...AUTOMATION,
            severity_id: severity('severity'),
            ...finding({
              uid: ['id', 'threatId'],
              title: 'title',
              desc: 'description',
              rule: 'title',
              ruleUid: 'tdrId',
              url: 'threatURL',
            }),
            'finding_info.first_seen_time': time('timeframe.start'),
            'finding_info.last_seen_time': time('timeframe.end'),
            'finding_info.types': list('mitreTechniques', /,/),
            'cloud.provider': 'primaryResource.cloudAccount.cloudPlatform',
            'cloud.account.uid': 'primaryResource.cloudAccount.externalId',
            'cloud.region': 'primaryResource.region',
            'resources[0].uid': ['primaryResource.externalId', 'primaryResource.id'],
            'resources[0].name': 'primaryResource.name',
            'resources[0].type': ['primaryResource.nativeType', 'primaryResource.type'],
            'evidences[0].src_endpoint.ip': ip('primaryActor.name', 'primaryActor.externalId'),
            'metadata.log_provider': 'tdrSource',
            'metadata.event_code': 'tdrId',
          },
        },
        {
          name: 'issue of the webhook, new',
          when: { kind: ['ISSUE', 'ISSUES'], change: ['Open', 'Created'] },
          class: 'detection_finding',
          activity: 'Create',
          logSource: { service: 'issues' },
          rows: { ...HOOKED, time: time('issue.created', 'p_event_time') },
        },
        {
          name: 'issue of the webhook',
          when: { kind: ['ISSUE', 'ISSUES'] },
          class: 'detection_finding',
          activity: lookup('change', { Reopened: 'Update', Updated: 'Update', Resolved: 'Close' }, 'Other'),
          logSource: { service: 'issues' },
          rows: HOOKED,
        },
        {
          name: 'issue, closed',
          when: { kind: ISSUE_KINDS, status: ['RESOLVED', 'REJECTED'] },
          class: 'detection_finding',
          activity: 'Close',
          logSource: { service: 'issues' },
          rows: { ...ISSUE, time: time('resolvedAt', 'statusChangedAt', 'updatedAt', 'p_event_time') },
        },
        {
          name: 'issue',
          when: { kind: ISSUE_KINDS },
          class: 'detection_finding',
          activity: lookup('status', { OPEN: 'Create', IN_PROGRESS: 'Update' }, 'Other'),
          logSource: { service: 'issues' },
          rows: ISSUE,
        },
      ],
    },
    {
      name: 'audit',
      logSource: { service: 'audit' },
      profiles: [
        {
          name: 'logon',
          when: { kind: ['Login', 'Logout'] },
          class: 'authentication',
          activity: lookup('action', { Login: 'Logon', Logout: 'Logoff' }),
          logSource: { categories: ['authentication'] },
          rows: { ...AUDITED, ...person('user', WHO), 'service.name': always('Wiz') },
        },
        {
          name: 'account',
          when: { kind: ['CreateUser', 'UpdateUser', 'DeleteUser', 'SuspendUser', 'ResetUserPassword'] },
          class: 'account_change',
          activity: lookup(
            'action',
            { CreateUser: 'Create', DeleteUser: 'Delete', SuspendUser: 'Disable', ResetUserPassword: 'Password Reset' },
            'Other',
          ),
          rows: {
            ...AUDITED,
            ...person('user', {
              name: ['actionParameters.input.email', 'actionParameters.input.name'],
              uid: 'actionParameters.input.id',
              email: 'actionParameters.input.email',
            }),
            'user.full_name': 'actionParameters.input.name',
            'user.groups[0].name': 'actionParameters.input.role',
            'user.groups[0].type': is('role'),
          },
        },
        {
          name: 'audit',
          when: {},
          class: 'entity_management',
          activity: entityVerb('action', FIRST_WORD),
          rows: {
            ...AUDITED,
            'entity.name': ['actionParameters.input.name', 'action'],
            'entity.uid': ['actionParameters.input.id', 'actionParameters.ID'],
            'entity.type_id': is('Other'),
            'entity.type': text('action'),
          },
        },
      ],
    },
  ],
}
export const wiz = compileSource(WIZ)
