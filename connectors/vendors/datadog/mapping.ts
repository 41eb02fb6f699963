/**
 * Signals of Datadog's Cloud SIEM and Workload Protection, as the API lists them; the attributes stand alone there (see
 * `inner-record.ts`) or with the id around them. Members: "Search security signals".
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { findingStatus, PLAIN, product, severity } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { first, hostname, ip, is, known, lookup, objects, type SourceTable, text, time } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

const TECHNIQUE = /^technique:(T\d{4}(?:\.\d{3})?)/i
const TACTIC = /^tactic:TA\d{4}-([\w-]{1,40})/i
const TAGS_MAX = 64

/** Tags are `name:value`. */
function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const tags = Array.isArray(record.tags) ? record.tags.slice(0, TAGS_MAX).map(textOf) : []
  const values = (pattern: RegExp) => tags.flatMap((tag) => pattern.exec(tag)?.[1] ?? [])
  record.parsed = {
    techniques: values(TECHNIQUE).map((uid) => ({ uid: uid.toUpperCase() })),
    tactic: values(TACTIC)[0] ?? '',
    host: tags.find((tag) => tag.startsWith('host:'))?.slice(5) ?? '',
  }
}

export const DATADOG: SourceTable = {
  id: 'datadog-signals/1',
  shapes: PLAIN.map((shape) => ({ ...shape, settle })),
  select: ['type'],
  rows: {
    time: time('timestamp', 'workflow.first_seen'),
    ...product('Datadog', 'Cloud SIEM'),
    'metadata.event_code': ['workflow.rule.type', 'type'],
    severity_id: severity('status', 'severity', 'workflow.rule.severity'),
    status_id: first(
      lookup('workflow.triage.state', { open: 'New', under_review: 'In Progress', archived: 'Archived' }),
      findingStatus('workflow.triage.state'),
    ),
    'finding_info.uid': text('id', 'signal_id'),
    'finding_info.title': ['title', 'workflow.rule.name', 'message'],
    'finding_info.desc': 'message',
    'finding_info.analytic.name': 'workflow.rule.name',
    'finding_info.analytic.uid': text('workflow.rule.id'),
    'finding_info.analytic.type_id': is('Rule'),
    'finding_info.first_seen_time': time('workflow.first_seen'),
    message: 'message',
    attacks: objects('parsed.techniques', { 'technique.uid': 'uid' }),
    'device.type_id': is('Unknown'),
    'device.hostname': hostname('custom.host.name', 'host', 'parsed.host'),
    'actor.user.name': known('custom.usr.name', 'custom.usr.email', 'custom.usr.id', 'custom.evt.actor.name'),
    'evidences[0].src_endpoint.ip': ip('custom.network.client.ip', 'network.client.ip'),
    'evidences[0].dst_endpoint.ip': ip('custom.network.destination.ip'),
    'evidences[0].http_request.user_agent': 'custom.http.useragent',
  },
  logSource: { product: 'datadog', service: 'signals' },
  recognises: (record) =>
    isMembers(record.workflow) &&
    isMembers(record.workflow.rule) &&
    record.type === 'signal' &&
    Array.isArray(record.tags),
  chapters: [
    {
      name: 'signals',
      profiles: [
        {
          name: 'signal',
          when: {},
          class: 'detection_finding',
          activity: lookup('workflow.triage.state', { archived: 'Close', under_review: 'Update' }, 'Create', 'Create'),
        },
      ],
    },
  ],
}

export const datadogSignals = compileSource(DATADOG)
