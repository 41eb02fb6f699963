/** IBM QRadar SIEM: offences, as its API lists them. Field names: the QRadar API, `GET /siem/offenses`. */

import type { Members } from '../../../platform/members.ts'
import { FORWARDED, finding, findingStatus, PLAIN, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  capture,
  first,
  hostname,
  integer,
  ip,
  is,
  list,
  lookup,
  objects,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

/** Kinds of the source of an offence by their number: "Offense types", QRadar API. */
const SOURCES: Readonly<Record<string, string>> = {
  ...{ 0: 'src_ip', 1: 'dst_ip', 3: 'user', 7: 'host', 10: 'src_ip', 11: 'dst_ip' },
}

function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const kind = SOURCES[textOf(record.offense_type)]
  const source = textOf(record.offense_source).trim()
  record.parsed = kind === undefined || source === '' ? {} : { [kind]: source }
}

export const QRADAR: SourceTable = {
  id: 'qradar/1',
  shapes: PLAIN.map((shape) => ({ ...shape, settle })),
  select: ['status'],
  rows: {
    time: time('last_updated_time', 'start_time'),
    ...product('IBM', 'QRadar SIEM'),
    // Magnitude from 0 to 10, split like the product's own colours.
    severity_id: lookup(
      'severity',
      {
        0: 'Informational',
        1: 'Low',
        2: 'Low',
        3: 'Low',
        4: 'Medium',
        5: 'Medium',
        6: 'Medium',
        7: 'High',
        8: 'High',
        9: 'Critical',
        10: 'Critical',
      },
      'Unknown',
      'Unknown',
    ),
  },
  logSource: { product: 'qradar', service: 'offense' },
  recognises: (record) => record.offense_type !== undefined && record.offense_source !== undefined,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'offenses',
      profiles: [
        {
          name: 'offense',
          when: {},
          class: 'detection_finding',
          activity: lookup('status', { OPEN: 'Create', HIDDEN: 'Update', CLOSED: 'Close' }, 'Other', 'Create'),
          rows: {
            ...finding({
              uid: 'id',
              desc: 'description',
              rule: 'rules.0.id',
            }),
            // A description ends with a line break.
            'finding_info.title': first(capture('description', /^([\s\S]{1,1024})$/), text('offense_source')),
            'finding_info.related_analytics': objects('rules', { uid: text('id') }, { type_id: 'Rule' }),
            status_id: findingStatus('status'),
            status_code: 'status',
            'finding_info.src_url': 'console_link',
            'finding_info.created_time': time('start_time'),
            'finding_info.first_seen_time': time('first_persisted_time'),
            'finding_info.last_seen_time': time('last_persisted_time'),
            'finding_info.modified_time': time('last_updated_time'),
            'finding_info.data_sources': list('log_sources.0.name', /\n/),
            'evidences[0].src_endpoint.name': 'source_network',
            'evidences[0].src_endpoint.ip': ip('parsed.src_ip'),
            'evidences[0].dst_endpoint.ip': ip('parsed.dst_ip'),
            'evidences[0].user.name': account('parsed.user'),
            'device.hostname': hostname('parsed.host'),
            'device.type_id': is('Unknown'),
            'assignee.name': 'assigned_to',
            risk_score: integer('magnitude'),
            confidence_score: integer('credibility'),
            impact_score: integer('relevance'),
            count: integer('event_count'),
            start_time: time('start_time'),
            end_time: time('close_time'),
          },
        },
      ],
    },
  ],
}
export const qradar = compileSource(QRADAR)
