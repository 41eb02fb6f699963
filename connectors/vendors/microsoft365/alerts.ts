/** Alerts of the security API of Microsoft Graph (version 2), of Sentinel's table and of Defender's own API. */

import { isMembers, type Members } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  allHashes,
  always,
  type Field,
  first,
  integer,
  ip,
  is,
  list,
  lookup,
  objects,
  type RecordShape,
  type Rows,
  type SourceTable,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'
import { asColumns, graph, product } from '../azure/common.ts'

const FIELDS: readonly Field[] = (
  'id providerAlertId incidentId status severity classification determination serviceSource detectionSource detectorId ' +
  'tenantId title description recommendedActions category assignedTo alertWebUrl actorDisplayName threatDisplayName ' +
  'threatFamilyName mitreTechniques createdDateTime lastUpdateDateTime resolvedDateTime firstActivityDateTime ' +
  'lastActivityDateTime productName comments'
).split(' ')

const table = asColumns(
  FIELDS,
  {
    id: ['SystemAlertId', 'VendorOriginalId'],
    title: ['AlertDisplayName', 'AlertName', 'DisplayName'],
    severity: ['AlertSeverity', 'Severity'],
    category: ['Tactics', 'AlertType', 'Category'],
    mitreTechniques: ['Techniques'],
    createdDateTime: ['TimeGenerated', 'TimeGeneratedUtc'],
    firstActivityDateTime: ['StartTime', 'StartTimeUtc'],
    lastActivityDateTime: ['EndTime', 'EndTimeUtc'],
    serviceSource: ['ProductName', 'ProviderName'],
    alertWebUrl: ['AlertLink', 'AlertUri'],
    recommendedActions: ['RemediationSteps'],
  },
  ['Entities', 'ExtendedProperties', 'Techniques'],
)

/** Alerts of Defender for Endpoint, by its own API. */
const endpoint: RecordShape = {
  name: 'endpoint',
  is: (record) => record.alertCreationTime !== undefined,
  names: {
    id: ['id'],
    createdDateTime: ['alertCreationTime'],
    lastUpdateDateTime: ['lastUpdateTime'],
    firstActivityDateTime: ['firstEventTime'],
    lastActivityDateTime: ['lastEventTime'],
    tenantId: ['aadTenantId'],
    serviceSource: ['detectionSource'],
    'parsed.user': ['relatedUser.userName', 'parsed.user'],
    'parsed.host': ['computerDnsName', 'parsed.host'],
  },
}

/** The first evidence of each kind is used as the alert's user and device. */
const at = (path: string): readonly Field[] => [0, 1, 2, 3].map((index) => `evidence.${index}.${path}`)
const EVIDENCE: Rows = {
  'actor.user.name': [...at('userAccount.userPrincipalName'), ...at('userAccount.accountName'), 'parsed.user'],
  'actor.user.domain': at('userAccount.domainName'),
  'actor.user.uid': [...at('userAccount.azureAdUserId'), ...at('userAccount.userSid')],
  'device.hostname': [...at('deviceDnsName'), ...at('hostName'), 'parsed.host'],
  'device.uid': at('mdeDeviceId'),
  'device.type_id': is('Unknown'),
  'evidences[0].src_endpoint.ip': ip(...at('ipAddress'), 'parsed.ip'),
  'evidences[0].process.cmd_line': [...at('processCommandLine'), 'parsed.command'],
  'evidences[0].process.name': at('imageFile.fileName'),
  'evidences[0].process.pid': integer(...at('processId')),
  'evidences[0].url.url_string': [...at('url'), 'parsed.url'],
  'evidences[0].file.name': at('fileDetails.fileName'),
  'evidences[0].file.path': at('fileDetails.filePath'),
  'evidences[0].file.type_id': is('Unknown'),
  'evidences[0].file.hashes': first(
    ...[0, 1, 2, 3].map((index) =>
      allHashes(`evidence.${index}.fileDetails.sha256`, `evidence.${index}.fileDetails.sha1`),
    ),
  ),
  resources: objects('parsed.others', { name: 'name', type: 'type' }),
}

/** The name and the member of an entity of Sentinel's table and of Defender for Cloud, by its type. */
const ENTITIES: Readonly<Record<string, readonly [string, string]>> = {
  host: ['host', 'HostName'],
  account: ['user', 'Name'],
  ip: ['ip', 'Address'],
  process: ['command', 'CommandLine'],
  url: ['url', 'Url'],
}
const ENTITIES_MAX = 64

const TECHNIQUE = /\bT\d{4}(?:\.\d{3})?\b/

function techniquesOf(value: unknown): Members[] {
  const ids = [value].flat().flatMap((one) => TECHNIQUE.exec(textOf(one))?.[0] ?? [])
  return [...new Set(ids)].map((uid) => ({ uid }))
}

/** The member that names an entity, by the kind of resource that it is: in the evidence, and in Sentinel's table. */
const NAMED: readonly (readonly [type: string, place: (entity: Readonly<Members>) => unknown])[] = [
  ['host', ({ deviceDnsName, hostName, HostName }) => deviceDnsName ?? hostName ?? HostName],
  [
    'user',
    ({ userAccount, Type, Name }) =>
      isMembers(userAccount)
        ? (userAccount.userPrincipalName ?? userAccount.accountName)
        : /^account$/i.test(textOf(Type))
          ? Name
          : undefined,
  ],
  ['ip', ({ ipAddress, Address }) => ipAddress ?? Address],
]

/** All machines, accounts and addresses of an alert that names several of a kind; one alone has its own attribute. */
function othersOf(entities: readonly unknown[]): Members[] {
  const members = entities.slice(0, ENTITIES_MAX).filter(isMembers)
  return NAMED.flatMap(([type, place]) => {
    const names = new Set(members.map((entity) => textOf(place(entity))).filter((name) => name !== ''))
    return names.size < 2 ? [] : [...names].map((name) => ({ name, type }))
  })
}

/** The first entity of each kind is used as the alert's. */
function settle(record: Members): void {
  table.settle?.(record)
  if (record.parsed !== undefined) return
  const named: Members = {}
  const entities = Array.isArray(record.Entities) ? record.Entities.slice(0, ENTITIES_MAX).filter(isMembers) : []
  for (const entity of entities) {
    const [name, of] = ENTITIES[textOf(entity.Type).toLowerCase()] ?? []
    if (name !== undefined && of !== undefined && textOf(entity[of]) !== '') named[name] ??= entity[of]
  }
  const others = othersOf(Array.isArray(record.evidence) ? record.evidence : entities)
  record.parsed = {
    ...named,
    ...(others.length > 0 && { others }),
    attacks: techniquesOf(record.mitreTechniques ?? record.Techniques),
  }
}

export const GRAPH_ALERTS: SourceTable = {
  id: 'microsoft-graph-alerts/1',
  shapes: [
    { ...endpoint, settle },
    // Defender for Cloud exports its alerts with the names of Sentinel's table.
    { ...table, is: (record) => table.is(record) || record.SystemAlertId !== undefined, settle },
    { ...graph, settle },
  ],
  select: ['status'],
  recognises: (record) =>
    (record.alertCreationTime !== undefined && record.severity !== undefined && record.title !== undefined) ||
    ('serviceSource' in record && 'title' in record && 'severity' in record) ||
    record.Type === 'SecurityAlert' ||
    (record.SystemAlertId !== undefined && (record.AlertDisplayName !== undefined || record.AlertName !== undefined)),
  logSource: { product: 'm365', service: 'threat_management' },
  rows: {
    ...product('Microsoft Defender XDR'),
    ...EVIDENCE,
    'cloud.provider': always('Microsoft 365'),
    'cloud.org.uid': 'tenantId',
    time: time('lastUpdateDateTime', 'createdDateTime', 'firstActivityDateTime'),
    start_time: time('firstActivityDateTime'),
    end_time: time('lastActivityDateTime'),
    is_alert: is(true),
    severity_id: lookup(
      'severity',
      { high: 'High', medium: 'Medium', low: 'Low', informational: 'Informational' },
      'Unknown',
      'Unknown',
    ),
    status_id: lookup(
      'status',
      { new: 'New', inProgress: 'In Progress', resolved: 'Resolved', dismissed: 'Suppressed' },
      'Other',
    ),
    verdict_id: lookup(
      'classification',
      { truePositive: 'True Positive', falsePositive: 'False Positive', informationalExpectedActivity: 'Benign' },
      'Other',
    ),
    comment: 'comments.0.comment',
    'assignee.name': 'assignedTo',
    'metadata.event_code': 'category',
    'metadata.original_event_uid': 'id',
    'metadata.product.feature.name': ['productName', 'serviceSource'],
    'metadata.correlation_uid': 'incidentId',
    'finding_info.uid': 'id',
    'finding_info.uid_alt': 'providerAlertId',
    'finding_info.title': 'title',
    'finding_info.desc': 'description',
    'finding_info.types': list('category', /\n/),
    'finding_info.src_url': 'alertWebUrl',
    'finding_info.created_time': time('createdDateTime'),
    'finding_info.modified_time': time('lastUpdateDateTime'),
    'finding_info.first_seen_time': time('firstActivityDateTime'),
    'finding_info.last_seen_time': time('lastActivityDateTime'),
    'finding_info.data_sources': list('detectionSource', /\n/),
    'finding_info.analytic.uid': 'detectorId',
    // Alerts without a detector's id are told apart by their type, and not by the tactic.
    'finding_info.analytic.name': ['AlertType', 'alertType', 'title'],
    'finding_info.analytic.type_id': is('Rule'),
    attacks: objects('parsed.attacks', { 'technique.uid': 'uid' }),
    'remediation.desc': 'recommendedActions',
  },
  chapters: [
    {
      name: 'alerts',
      aliases: { eventName: 'title', eventSource: 'serviceSource' },
      profiles: [
        {
          name: 'alert',
          when: {},
          class: 'detection_finding',
          activity: lookup('status', { new: 'Create', resolved: 'Close' }, 'Update', 'Create'),
        },
      ],
    },
  ],
}

export const graphAlerts = compileSource(GRAPH_ALERTS)
