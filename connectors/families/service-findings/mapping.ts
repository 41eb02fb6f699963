/** Findings of products with few members: one table, and a list of makers in `makers.ts`. */
import type { Members } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  basename,
  email,
  first,
  hashes,
  hostname,
  integer,
  ip,
  is,
  lookup,
  objects,
  type RecordShape,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'
import { FORWARDED, SEVERITIES } from '../saas/rows.ts'
import { FINDING_MAKERS } from './makers.ts'

const makerOf = (record: Readonly<Members>) => FINDING_MAKERS.find((maker) => maker.is(record))

const shape: RecordShape = {
  name: 'json',
  is: () => true,
  settle(record) {
    if (record.parsed !== undefined) return
    const maker = makerOf(record)
    if (maker === undefined) return
    const { vendor, product } = maker
    const parsed: Record<string, unknown> = { ...maker.read(record), vendor, product }
    if (Array.isArray(parsed.techniques)) parsed.techniques = parsed.techniques.map((uid) => ({ uid: textOf(uid) }))
    record.parsed = parsed
  },
}

/** States in the words of these makers. */
const STATES = {
  ...{ new: 'New', open: 'New', in_progress: 'In Progress', 'in progress': 'In Progress', acknowledged: 'In Progress' },
  ...{ investigating: 'In Progress', inprogress: 'In Progress', pending: 'In Progress', waiting: 'In Progress' },
  ...{
    unresolved: 'New',
    resolved: 'Resolved',
    closed: 'Resolved',
    dismissed: 'Suppressed',
    'no action': 'Suppressed',
  },
} as const
const ACTIVITIES = Object.fromEntries(
  Object.entries(STATES).map(([word, state]) => [
    word,
    state === 'New' ? 'Create' : state === 'In Progress' ? 'Update' : 'Close',
  ]),
)

export const serviceFindings = compileSource({
  id: 'service-findings/1',
  shapes: [shape],
  select: ['parsed.product'],
  rows: {
    time: time('parsed.at', 'syslog.time'),
    severity_id: first(lookup('parsed.severity', SEVERITIES)),
    'metadata.product.vendor_name': text('parsed.vendor'),
    'metadata.product.name': text('parsed.product'),
    'metadata.event_code': text('parsed.code'),
    'metadata.original_event_uid': text('parsed.uid'),
    'device.hostname': hostname('parsed.host'),
    'device.type_id': is('Unknown'),
    message: text('parsed.desc', 'parsed.title'),
  },
  recognises: (record) => makerOf(record) !== undefined,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'findings',
      aliases: { src_ip: ['parsed.src_ip'], dst_ip: ['parsed.dst_ip'], user: ['parsed.user'] },
      profiles: [
        {
          name: 'finding',
          when: {},
          class: 'detection_finding',
          activity: lookup('parsed.status', ACTIVITIES, 'Create', 'Create'),
          rows: {
            is_alert: is(true),
            status_id: lookup('parsed.status', STATES, 'Other'),
            'finding_info.title': text('parsed.title'),
            'finding_info.uid': text('parsed.uid', 'parsed.title'),
            'finding_info.desc': text('parsed.desc'),
            'finding_info.src_url': text('parsed.link'),
            'finding_info.analytic.name': text('parsed.code', 'parsed.title'),
            'finding_info.analytic.type_id': is('Rule'),
            attacks: objects('parsed.techniques', { 'technique.uid': 'uid' }),
            count: integer('parsed.count'),
            'actor.user.name': account('parsed.user'),
            'actor.user.email_addr': email('parsed.email', 'parsed.user'),
            'evidences[0].src_endpoint.ip': ip('parsed.src_ip'),
            'evidences[0].src_endpoint.hostname': hostname('parsed.src_host'),
            'evidences[0].dst_endpoint.ip': ip('parsed.dst_ip'),
            'evidences[0].dst_endpoint.hostname': hostname('parsed.dst_host'),
            'evidences[0].user.name': account('parsed.user'),
            'evidences[0].user.email_addr': email('parsed.email', 'parsed.user'),
            'evidences[0].url.url_string': text('parsed.url'),
            'evidences[0].file.path': text('parsed.path'),
            'evidences[0].file.name': basename('parsed.path'),
            'evidences[0].file.type_id': is('Unknown'),
            'evidences[0].file.hashes': hashes('parsed.sha256'),
          },
        },
      ],
    },
  ],
})
