/** Trend Micro Vision One: workbench alerts, as `GET /v3.0/workbench/alerts` returns them. Names: its API reference. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { product, severity } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  fileAt,
  first,
  hashes,
  integer,
  ip,
  is,
  list,
  lookup,
  objects,
  type SourceTable,
  time,
} from '../../mapping/table.ts'

const LIST_MAX = 64
const listOf = (value: unknown): readonly Members[] =>
  Array.isArray(value) ? value.slice(0, LIST_MAX).filter(isMembers) : []

/** Finds the entities in lists by their type, and the techniques in the filters of matched rules. */
function settle(record: Record<string, unknown>): void {
  const scope = isMembers(record.impactScope) ? record.impactScope : {}
  const named: Members = {}
  for (const { entityType: type, entityValue: value } of listOf(scope.entities)) {
    if (type === 'host' && isMembers(value)) {
      named.host ??= value.name
      named.host_uid ??= value.guid
      named.host_ip ??= Array.isArray(value.ips) ? value.ips[0] : undefined
    } else if (type === 'account') named.user ??= value
    else if (type === 'emailAddress') named.mail ??= value
  }
  for (const { type, value, field } of listOf(record.indicators)) {
    const isSource = typeof field === 'string' && /^(?:src|client|peer)/i.test(field)
    const name = type === 'ip' && isSource ? 'src_ip' : typeof type === 'string' ? INDICATORS[type] : undefined
    if (name !== undefined && typeof value === 'string') named[name] ??= value
  }
  if (isMembers(record.detail)) Object.assign(named, detailOf(record.detail))
  const filters = listOf(record.matchedRules)
    .flatMap(({ matchedFilters }) => listOf(matchedFilters))
    .concat(listOf(record.filters))
  const ids = filters.flatMap(({ mitreTechniqueIds: own }) => (Array.isArray(own) ? own : []))
  named.attacks = [...new Set(ids)].map((uid) => ({ uid }))
  record.parsed = named
}

/** The process of an observed technique. */
function detailOf(detail: Members): Members {
  const ips = Array.isArray(detail.endpointIp) ? detail.endpointIp[0] : detail.endpointIp
  return {
    ...{ host: detail.endpointHostName, host_uid: detail.endpointGuid, host_ip: ips },
    ...{
      user: detail.processUser ?? detail.objectUser,
      file: detail.processFilePath,
      command: detail.processCmd,
      pid: detail.processPid,
    },
    ...{ hash: detail.processFileHashSha256 ?? detail.processFileHashSha1, at: detail.eventTime },
  }
}

/** Only values that describe a connection become columns; the others stay in the evidence. */
const INDICATORS: Readonly<Record<string, string>> = {
  ...{ ip: 'ip', domain: 'domain', url: 'url', filename: 'file', fullpath: 'file' },
  ...{ file_sha256: 'hash', file_sha1: 'hash' },
}

export const VISION_ONE: SourceTable = {
  id: 'trend-vision-one/1',
  shapes: [{ name: 'json', is: () => true, settle }],
  select: ['investigationStatus', 'status'],
  rows: {
    time: time('updatedDateTime', 'createdDateTime', 'detectedDateTime', 'ingestedDateTime'),
    ...product('Trend Micro', 'Vision One'),
    severity_id: severity('severity', 'filters.0.riskLevel'),
    message: ['description', 'model', 'filters.0.description', 'filters.0.name'],
  },
  logSource: { product: 'trendmicro', service: 'vision-one' },
  recognises: ({ workbenchLink: link, alertProvider: provider, impactScope: scope, filters, detectedDateTime }) =>
    (typeof link === 'string' && (provider !== undefined || scope !== undefined)) ||
    (detectedDateTime !== undefined && listOf(filters)[0]?.riskLevel !== undefined),
  chapters: [
    {
      name: 'workbench',
      profiles: [
        {
          name: 'alert',
          when: {},
          class: 'detection_finding',
          activity: lookup(
            'investigationStatus',
            {
              ...{ New: 'Create', Closed: 'Close', 'True Positive': 'Close', 'False Positive': 'Close' },
              ...{ 'Benign True Positive': 'Close' },
            },
            'Update',
            'Create',
          ),
          rows: {
            // Version 3 of the API has a status beside the verdict.
            status_id: first(
              lookup('status', { Closed: 'Resolved', 'In Progress': 'In Progress' }),
              lookup(
                'investigationStatus',
                {
                  ...{ New: 'New', Closed: 'Resolved', 'True Positive': 'Resolved', 'False Positive': 'Resolved' },
                  ...{ 'Benign True Positive': 'Resolved' },
                },
                'In Progress',
                'New',
              ),
            ),
            status_detail: 'investigationStatus',
            'metadata.event_code': 'modelId',
            'finding_info.uid': ['id', 'uuid'],
            'finding_info.title': ['model', 'description', 'filters.0.name'],
            'finding_info.desc': ['description', 'filters.0.description'],
            'finding_info.src_url': 'workbenchLink',
            'finding_info.analytic.name': ['model', 'filters.0.name'],
            'finding_info.analytic.uid': ['modelId', 'filters.0.id'],
            'finding_info.analytic.type_id': is('Rule'),
            'finding_info.created_time': time('createdDateTime'),
            attacks: objects('parsed.attacks', { 'technique.uid': 'uid' }),
            'device.hostname': 'parsed.host',
            'device.uid': 'parsed.host_uid',
            'device.ip': ip('parsed.host_ip'),
            'device.type_id': is('Unknown'),
            'evidences[0].actor.user.name': account('parsed.user'),
            'evidences[0].actor.user.domain': accountDomain('parsed.user'),
            'evidences[0].process.cmd_line': 'parsed.command',
            'evidences[0].process.pid': integer('parsed.pid'),
            'evidences[0].src_endpoint.ip': ip('parsed.src_ip'),
            'evidences[0].dst_endpoint.ip': ip('parsed.ip'),
            'evidences[0].dst_endpoint.domain': 'parsed.domain',
            'evidences[0].url.url_string': 'parsed.url',
            ...fileAt('evidences[0].file', 'parsed.file'),
            'evidences[0].file.hashes': hashes('parsed.hash'),
            'evidences[0].email.to': list('parsed.mail', /,/, 'email'),
          },
        },
      ],
    },
  ],
}
export const visionOne = compileSource(VISION_ONE)
