/**
 * Alerts of Prometheus' Alertmanager and of Grafana, as their webhooks post them; ingest splits the group. The labels
 * are chosen by whoever wrote the rule, so entities are read by the names in common use. Members: "Webhook receiver" of
 * both manuals.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { findingStatus, product, severity } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { concat, first, hostname, ip, is, known, lookup, type SourceTable, text, time } from '../../mapping/table.ts'

const STATES = { firing: 'New', resolved: 'Resolved' }

const NEVER = '0001-'

/** The time of an alert that is over is its end; the end of another is the year 1. */
function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const { status, startsAt, activeAt, endsAt } = record
  const isOver = status === 'resolved' && typeof endsAt === 'string' && !endsAt.startsWith(NEVER)
  record.parsed = { time: isOver ? endsAt : (startsAt ?? activeAt) }
}

const isAlert = (record: Readonly<Members>): boolean =>
  isMembers(record.labels) &&
  typeof record.labels.alertname === 'string' &&
  (record.fingerprint ?? record.startsAt) !== undefined

export const ALERTMANAGER: SourceTable = {
  id: 'alertmanager/1',
  shapes: [{ name: 'json', is: () => true, settle }],
  select: ['status'],
  rows: {
    time: time('parsed.time'),
    ...product('Prometheus', 'Alertmanager'),
    'metadata.event_code': 'labels.alertname',
    severity_id: severity('labels.severity', 'labels.priority', 'labels.level'),
    status_id: first(lookup('status', STATES), findingStatus('status')),
    'finding_info.uid': first(concat('fingerprint', { words: ' ' }, 'startsAt'), text('fingerprint')),
    'finding_info.title': ['labels.alertname'],
    'finding_info.desc': ['annotations.description', 'annotations.summary', 'annotations.message'],
    'finding_info.analytic.name': 'labels.alertname',
    'finding_info.analytic.type_id': is('Rule'),
    'finding_info.src_url': ['generatorURL', 'panelURL', 'dashboardURL'],
    'finding_info.first_seen_time': time('startsAt', 'activeAt'),
    message: ['annotations.summary', 'annotations.description', 'labels.alertname'],
    // The instance has the port of what is watched behind it.
    'device.type_id': is('Unknown'),
    'device.hostname': hostname('labels.host', 'labels.hostname', 'labels.node', 'labels.nodename', 'labels.instance'),
    'device.ip': ip('labels.instance', 'labels.host_ip'),
    'evidences[0].src_endpoint.ip': ip('labels.src_ip', 'labels.source_ip', 'labels.client_ip', 'labels.remote_ip'),
    'evidences[0].dst_endpoint.ip': ip('labels.dst_ip', 'labels.dest_ip', 'labels.destination_ip'),
    'actor.user.name': known('labels.user', 'labels.username'),
  },
  logSource: { product: 'alertmanager' },
  recognises: isAlert,
  chapters: [
    {
      name: 'alerts',
      profiles: [
        {
          name: 'alert',
          when: {},
          class: 'detection_finding',
          activity: lookup('status', { resolved: 'Close' }, 'Create', 'Create'),
        },
      ],
    },
  ],
}

export const alertmanager = compileSource(ALERTMANAGER)
