/**
 * Lacework (FortiCNAPP): alerts as the API lists them, as its webhook and its channels to buses post them. Names: "Alerts" and "Alert
 * Channels", Lacework documentation.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { hostname, ip, is, known, lookup, type RecordShape, type SourceTable, text, time } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

/** `27 Nov 2026 10:11 GMT`, as the webhook writes times. */
const WRITTEN = /^(\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d)(?::\d\d)? (?:GMT|UTC)$/

/** The bus writes names in capitals, the webhook with `event_`. */
function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const of = isMembers(record.detail) && record.detail.EVENT_ID !== undefined ? record.detail : record
  const info = isMembers(of.alertInfo) ? of.alertInfo : {}
  const at = textOf(of.startTime ?? of.START_TIME ?? of.event_timestamp ?? of.eventTime ?? record.time)
  const entities = isMembers(of.entityMap) ? of.entityMap : isMembers(of.entitymap) ? of.entitymap : {}
  record.parsed = {
    at: WRITTEN.test(at) ? new Date(at).toISOString() : at,
    uid: of.alertId ?? of.EVENT_ID ?? of.event_id,
    kind: of.alertType ?? of.EVENT_TYPE ?? of.event_type,
    title: of.alertName ?? of.EVENT_NAME ?? of.event_title ?? of.event_name ?? of.SUMMARY,
    words: info.description ?? info.subject ?? of.SUMMARY ?? of.event_description ?? of.alertDescription,
    link: of.LINK ?? of.event_link ?? of.link ?? of.alertLink ?? pageOf(of),
    severity: of.severity ?? of.SEVERITY ?? of.event_severity,
    status: of.status ?? of.STATUS,
    account: of.ACCOUNT ?? of.lacework_account ?? of.account,
    origin: of.SOURCE ?? of.event_source,
    host: propertyOf(entities, 'Machine', 'hostname'),
    user: propertyOf(entities, 'CT_User', 'username') ?? propertyOf(entities, 'User', 'username'),
    src_ip: propertyOf(entities, 'SourceIpAddress', 'ip_addr') ?? propertyOf(entities, 'IpAddress', 'ip_addr'),
    domain: propertyOf(entities, 'DnsName', 'hostname'),
  }
}

/** An alert of the API that names its account has this page in the console. */
function pageOf({ account, lacework_account, alertId }: Members): string | undefined {
  const name = textOf(lacework_account ?? account)
  return alertId !== undefined && /^[\w-]{1,63}$/.test(name)
    ? `https://${name}.lacework.net/ui/investigation/monitor/AlertInbox/${textOf(alertId)}/details`
    : undefined
}

/** The first entity of a kind: its key, or what is known about it. */
function propertyOf(entities: Members, kind: string, name: string): unknown {
  const list = entities[kind]
  const entity = Array.isArray(list) ? list[0] : undefined
  if (!isMembers(entity)) return undefined
  const { KEY: key, PROPS: props } = entity
  const found = [key, props].find((part): part is Members => isMembers(part) && part[name] !== undefined)
  return found?.[name]
}

const shape: RecordShape = { name: 'json', is: () => true, settle }

export const LACEWORK: SourceTable = {
  id: 'lacework/1',
  shapes: [shape],
  select: ['parsed.kind'],
  rows: {
    time: time('parsed.at', 'syslog.time'),
    ...product('Lacework', 'FortiCNAPP'),
    severity_id: lookup(
      'parsed.severity',
      {
        ...{ 1: 'Critical', 2: 'High', 3: 'Medium', 4: 'Low', 5: 'Informational' },
        ...{ critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Informational' },
      },
      'Unknown',
    ),
    'metadata.event_code': 'parsed.kind',
    'metadata.log_name': 'parsed.origin',
    'device.hostname': hostname('parsed.host'),
    'device.type_id': is('Unknown'),
    message: ['parsed.words', 'parsed.title'],
  },
  logSource: { product: 'lacework' },
  recognises: (record) =>
    (record.alertId !== undefined &&
      record.alertType !== undefined &&
      (record.derivedFields !== undefined || record.alertInfo !== undefined)) ||
    (record.lacework_account !== undefined && record.event_id !== undefined) ||
    (record.event_model !== undefined && record.event_id !== undefined && record.event_type !== undefined) ||
    (isMembers(record.detail) && record.detail.EVENT_ID !== undefined && record.detail.EVENT_TYPE !== undefined),
  chapters: [
    {
      name: 'alerts',
      profiles: [
        {
          name: 'alert',
          when: {},
          class: 'detection_finding',
          activity: lookup('parsed.status', { open: 'Create', closed: 'Close' }, 'Update', 'Create'),
          rows: {
            status_id: lookup(
              'parsed.status',
              { open: 'New', 'in progress': 'In Progress', closed: 'Resolved' },
              'Other',
              'New',
            ),
            'finding_info.uid': text('parsed.uid', 'parsed.title'),
            'finding_info.title': 'parsed.title',
            'finding_info.desc': 'parsed.words',
            'finding_info.src_url': 'parsed.link',
            'finding_info.analytic.name': 'parsed.kind',
            'finding_info.analytic.type_id': is('Rule'),
            'finding_info.modified_time': time('lastUserUpdatedTime'),
            'evidences[0].src_endpoint.ip': ip('parsed.src_ip'),
            'evidences[0].user.name': known('parsed.user'),
            'evidences[0].query.hostname': hostname('parsed.domain'),
            'metadata.tenant_uid': 'parsed.account',
          },
        },
      ],
    },
  ],
}
export const lacework = compileSource(LACEWORK)
