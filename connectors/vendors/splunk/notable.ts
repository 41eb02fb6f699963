/**
 * Notable events of Splunk Enterprise Security and results of its saved searches: rows of the index `notable`, the
 * webhook of an alert action, and lines of the index itself. A search names its own fields, so entities are read by the
 * names of the Common Information Model. Names: "Notable Event Framework in Splunk ES" and "Use a webhook alert
 * action".
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { TECHNIQUE_ID } from '../../../schemas/attack-technique.ts'
import { product, SEVERITIES } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  basename,
  first,
  hashes,
  hostname,
  integer,
  ip,
  is,
  known,
  lookup,
  objects,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

const TECHNIQUES = [
  ...['annotations.mitre_attack.mitre_technique_id', 'annotations.mitre_attack', 'mitre_technique_id', 'mitre_attack'],
  ...['annotations._all', 'mitre_attack_id', 'technique_id'],
]

/** The row itself, or the row inside `result`. */
const rowOf = (record: Readonly<Members>): Readonly<Members> => (isMembers(record.result) ? record.result : record)

function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const row = rowOf(record)
  const ids = TECHNIQUES.flatMap((name) => [row[name] ?? []].flat())
    .flatMap((value) => textOf(value).split(/[,;|\s]+/))
    .filter((id) => TECHNIQUE_ID.test(id))
  record.parsed = {
    ...{ row, identity: identityOf(row) },
    techniques: [...new Set(ids)].map((uid) => ({ uid })),
    // A field with values of several objects is a list.
    ...Object.fromEntries(ENTITIES.map((name) => [name, textOf([row[name] ?? ''].flat()[0])])),
  }
}

/**
 * A review changes a notable's status, owner or verdict, and Splunk returns its row again with the same id and the same
 * `_cd`: the identity includes these fields, so that each change is a new event. Undefined without an id.
 */
function identityOf(row: Readonly<Members>): string | undefined {
  const id = textOf(row.event_id)
  if (id === '') return undefined
  const changing = REVIEWED.map((name) => textOf([row[name] ?? ''].flat()[0]).slice(0, 32))
  return `${id.slice(0, 150)} ${changing.join(' ')}`.slice(0, 250)
}

const REVIEWED = ['status', 'status_label', 'urgency', 'owner', 'disposition', 'review_time']

const ENTITIES = [
  'src',
  'dest',
  'user',
  'src_user',
  'host',
  'dvc',
  'orig_host',
  'src_ip',
  'dest_ip',
  'dest_host',
  'dest_nt_host',
]

/** The type of `normalized_risk_object` in risk notables tells its kind. */
const AT = 'parsed.row'

export const NOTABLE: SourceTable = {
  id: 'splunk-notable/1',
  shapes: [{ name: 'json', is: () => true, settle }],
  select: ['parsed.row.status_label'],
  rows: {
    time: time(`${AT}._time`, `${AT}.orig_time`, `${AT}.time`, 'hec.time', 'time', 'timestamp'),
    ...product('Splunk', 'Enterprise Security'),
    severity_id: first(
      lookup([`${AT}.urgency`, `${AT}.severity`, `${AT}.priority`], SEVERITIES),
      lookup(
        `${AT}.severity_id`,
        { 1: 'Informational', 2: 'Low', 3: 'Medium', 4: 'High', 5: 'Critical' },
        'Medium',
        'Medium',
      ),
    ),
    'metadata.event_code': [`${AT}.search_name`, 'search_name', `${AT}.source`],
    'metadata.log_name': is('notable'),
    'metadata.original_event_uid': text(`${AT}.event_id`, 'sid'),
    message: [`${AT}.rule_description`, `${AT}.description`, `${AT}.rule_title`],
    'device.hostname': first(
      hostname('parsed.dest_nt_host', 'parsed.dest_host', 'parsed.dest', 'parsed.dvc', 'parsed.orig_host'),
      hostname('parsed.src'),
    ),
    'device.ip': ip('parsed.dest', 'parsed.dest_ip', 'parsed.dvc'),
    'device.type_id': is('Unknown'),
  },
  logSource: { product: 'splunk', service: 'notable' },
  vendorId: 'parsed.identity',
  chapters: [
    {
      name: 'notables',
      aliases: { src_ip: ['parsed.src'], dst_ip: ['parsed.dest'], user: ['parsed.user'] },
      profiles: [
        {
          name: 'notable',
          when: {},
          class: 'detection_finding',
          activity: lookup(
            `${AT}.status_label`,
            { New: 'Create', Unassigned: 'Create', Resolved: 'Close', Closed: 'Close' },
            'Update',
            'Create',
          ),
          rows: {
            'finding_info.uid': text(`${AT}.event_id`, `${AT}.event_hash`, 'sid'),
            'finding_info.title': [`${AT}.rule_title`, `${AT}.rule_name`, `${AT}.search_name`, 'search_name'],
            'finding_info.desc': [`${AT}.rule_description`, `${AT}.description`],
            'finding_info.analytic.name': [`${AT}.rule_name`, `${AT}.search_name`, 'search_name', `${AT}.rule_title`],
            'finding_info.analytic.type_id': is('Rule'),
            'finding_info.src_url': [`${AT}.drilldown_link`, 'results_link'],
            'finding_info.types': { kind: 'list', fields: [`${AT}.security_domain`], separator: /,/, as: 'text' },
            attacks: objects('parsed.techniques', { 'technique.uid': 'uid' }),
            status_id: lookup(
              `${AT}.status_label`,
              {
                ...{ New: 'New', Unassigned: 'New', 'In Progress': 'In Progress', Pending: 'In Progress' },
                ...{ Resolved: 'Resolved', Closed: 'Resolved' },
              },
              'Other',
              'New',
            ),
            verdict_id: lookup(
              [`${AT}.disposition_label`, `${AT}.disposition`],
              {
                ...{ 'True Positive - Suspicious Activity': 'True Positive', 'True Positive': 'True Positive' },
                ...{ 'Benign Positive - Suspicious But Expected': 'Benign', 'Benign Positive': 'Benign' },
                ...{
                  'False Positive - Incorrect Analytic Logic': 'False Positive',
                  'False Positive': 'False Positive',
                },
                ...{ 'False Positive - Inaccurate Data': 'False Positive' },
                ...{
                  'disposition:1': 'True Positive',
                  'disposition:2': 'Benign',
                  'disposition:3': 'False Positive',
                  'disposition:4': 'False Positive',
                },
              },
              undefined,
            ),
            risk_score: integer(`${AT}.risk_score`),
            'actor.user.name': first(account('parsed.user'), known('parsed.src_user')),
            'actor.user.domain': accountDomain('parsed.user'),
            'evidences[0].src_endpoint.ip': ip('parsed.src', 'parsed.src_ip'),
            'evidences[0].src_endpoint.hostname': hostname('parsed.src'),
            'evidences[0].src_endpoint.port': integer(`${AT}.src_port`),
            'evidences[0].dst_endpoint.ip': ip('parsed.dest', 'parsed.dest_ip'),
            'evidences[0].dst_endpoint.hostname': hostname('parsed.dest'),
            'evidences[0].dst_endpoint.port': integer(`${AT}.dest_port`),
            'evidences[0].process.pid': integer(`${AT}.process_id`),
            'evidences[0].process.uid': text(`${AT}.process_guid`),
            'evidences[0].process.cmd_line': `${AT}.process`,
            'evidences[0].process.name': first(text(`${AT}.process_name`), basename(`${AT}.process_path`)),
            'evidences[0].file.name': first(text(`${AT}.file_name`), basename(`${AT}.file_path`)),
            'evidences[0].file.path': `${AT}.file_path`,
            'evidences[0].file.type_id': is('Unknown'),
            'evidences[0].file.hashes': hashes(`${AT}.file_hash`),
            'evidences[0].url.url_string': `${AT}.url`,
          },
        },
      ],
    },
  ],
  recognises: (record) => {
    const row = rowOf(record)
    const isNotable = typeof row.rule_title === 'string' || typeof row.rule_name === 'string'
    const isOfIndex =
      row.security_domain !== undefined || row.urgency !== undefined || row.info_search_time !== undefined
    if (typeof row.event_id === 'string' && row.event_id.includes('@@notable@@')) return true
    if (isNotable && isOfIndex && (row.search_name !== undefined || row.event_id !== undefined)) return true
    return isWebhook(record)
  },
}

/** The webhook of an alert action sends the search and its first row. */
const isWebhook = ({ sid, search_name: search, result, results_link: link }: Readonly<Members>): boolean =>
  typeof sid === 'string' && typeof search === 'string' && isMembers(result) && typeof link === 'string'

export const splunkNotable = compileSource(NOTABLE)
