/**
 * Nozomi Networks Guardian, CMC and Vantage: alerts as their API and their forwarding in JSON write them. Names: "Open API:
 * alerts", N2OS SDK manual. Its CEF and syslog have the tables of those formats.
 */
import { PLAIN, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  first,
  hostname,
  integer,
  ip,
  is,
  list,
  lookup,
  mac,
  objects,
  type SourceTable,
  text,
  time,
  under,
} from '../../mapping/table.ts'
import { numberOf, textOf } from '../../mapping/text-of.ts'

type Members = Record<string, unknown>

const TECHNIQUE = /^T\d{4}(?:\.\d{3})?$/

/** The risk is a number from 0 to 10: 9 and above is critical, as in its console. */
function levelOf(risk: number): string {
  return risk >= 9 ? 'critical' : risk >= 7 ? 'high' : risk >= 4 ? 'medium' : risk > 0 ? 'low' : ''
}

function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const written = record.mitre_attack_techniques
  const techniques = (Array.isArray(written) ? written : textOf(written).split(/[,;\s]+/)).map(textOf)
  record.parsed = {
    level: levelOf(numberOf(record.risk) || numberOf(record.severity)),
    techniques: techniques.filter((uid) => TECHNIQUE.test(uid)).map((uid) => ({ uid })),
    is_acknowledged: record.ack === true,
  }
}

const end = (side: 'src' | 'dst') =>
  under(`evidences[0].${side}_endpoint`, {
    ip: ip(`ip_${side}`, `id_${side}`),
    port: integer(`port_${side}`),
    mac: mac(`mac_${side}`),
    hostname: hostname(`label_${side}`),
    zone: `zone_${side}`,
  })

export const NOZOMI: SourceTable = {
  id: 'nozomi/1',
  shapes: PLAIN.map((shape) => ({ ...shape, settle })),
  select: ['type_id'],
  recognises: (record) =>
    record.type_id !== undefined &&
    record.trigger_id !== undefined &&
    (record.ip_src !== undefined || record.id_src !== undefined || record.appliance_id !== undefined),
  rows: {
    time: time('time', 'created_time', 'record_created_at'),
    ...product('Nozomi Networks', 'Guardian'),
    'metadata.event_code': 'type_id',
    message: ['description', 'name'],
  },
  logSource: { product: 'nozomi', service: 'alerts' },
  renderings: ['parsed.level', 'parsed.is_acknowledged'],
  chapters: [
    {
      name: 'alerts',
      profiles: [
        {
          name: 'alert',
          when: {},
          class: 'detection_finding',
          activity: lookup('status', { closed: 'Close' }, 'Create', 'Create'),
          rows: {
            severity_id: lookup(
              'parsed.level',
              { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' },
              'Unknown',
              'Informational',
            ),
            status_id: first(
              lookup('status', { closed: 'Resolved' }),
              lookup('parsed.is_acknowledged', { true: 'In Progress' }),
              lookup('status', { open: 'New' }, 'Other', 'New'),
            ),
            is_alert: is(true),
            'finding_info.uid': text('id'),
            'finding_info.title': ['name', 'type_name', 'type_id'],
            'finding_info.desc': 'description',
            'finding_info.created_time': time('created_time', 'time'),
            'finding_info.types': list('type_id', /\n/),
            'finding_info.analytic.name': ['name', 'type_id'],
            'finding_info.analytic.uid': 'type_id',
            'finding_info.analytic.type_id': is('Rule'),
            attacks: objects('parsed.techniques', { 'technique.uid': 'uid' }),
            // The sensor that saw it, not the machine that it is about.
            'metadata.loggers[0].name': hostname('appliance_host'),
            ...end('src'),
            ...end('dst'),
            'evidences[0].connection_info.protocol_name': ['transport_protocol', 'protocol'],
            'evidences[0].connection_info.direction_id': is('Unknown'),
          },
        },
      ],
    },
  ],
}
export const nozomi = compileSource(NOZOMI)
