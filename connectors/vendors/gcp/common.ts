/** Fields that entries of Google Cloud's logs share: the project, the log, and lists of named values. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { always, capture, first, is, lookup, type RecordShape, type Rows, text, time } from '../../mapping/table.ts'

/** Some data lakes write an entry's own fields in lower case. */
const HEADER = ['logName', 'receiveTimestamp', 'spanId', 'insertId', 'timestamp', 'severity', 'trace']
const REQUEST =
  'requestMethod requestUrl requestSize status responseSize userAgent remoteIp serverIp referer latency protocol'.split(
    ' ',
  )

export const entry: RecordShape = {
  name: 'entry',
  is: () => true,
  names: {
    'protoPayload.requestMetadata.callerIp': [
      'protoPayload.requestMetadata.callerIp',
      'protoPayload.requestMetadata.callerIP',
    ],
    ...Object.fromEntries(HEADER.map((name) => [name, [name, name.toLowerCase()]])),
    ...Object.fromEntries(
      REQUEST.map((name) => [`httpRequest.${name}`, [`httpRequest.${name}`, `httprequest.${name}`]]),
    ),
    ...Object.fromEntries(
      ['statusDetails', 'remoteIp', '@type'].map((name) => [
        `jsonPayload.${name}`,
        [`jsonPayload.${name}`, `jsonpayload.${name}`],
      ]),
    ),
  },
}

export function product(name: string): Rows {
  return { 'metadata.product.name': is(name), 'metadata.product.vendor_name': is('Google Cloud') }
}

/** An error of an audit entry is a failed call, which is not severe by itself. */
export const SEVERITY = lookup(
  'severity',
  {
    DEFAULT: 'Informational',
    DEBUG: 'Informational',
    INFO: 'Informational',
    NOTICE: 'Informational',
    WARNING: 'Low',
    ERROR: 'Low',
    CRITICAL: 'High',
    ALERT: 'High',
    EMERGENCY: 'Critical',
  },
  'Informational',
  'Informational',
)

export const ENTRY: Rows = {
  time: time(
    'timestamp',
    'receiveTimestamp',
    'protoPayload.requestMetadata.requestAttributes.time',
    'protoPayload.timestamp',
    'p_event_time',
  ),
  severity_id: SEVERITY,
  'cloud.provider': always('GCP'),
  'cloud.account.uid': first(
    text('resource.labels.project_id'),
    capture(['logName', 'protoPayload.resourceName'], /^(?:projects|organizations|folders)\/([^/]{1,64})/),
  ),
  'cloud.region': ['resource.labels.location', 'resource.labels.region'],
  'cloud.zone': 'resource.labels.zone',
  'metadata.log_name': 'logName',
  'metadata.original_event_uid': 'insertId',
  'metadata.correlation_uid': ['operation.id', 'trace'],
  'metadata.logged_time': time('receiveTimestamp'),
}

/** Results of a challenge in a Workspace sign-in, with the words of its parameter. */
export const CHALLENGES = {
  'Challenge Passed.': 'Success',
  passed: 'Success',
  'Challenge Failed.': 'Failure',
  failed: 'Failure',
  incorrect_answer_entered: 'Failure',
}

const VALUES_MAX = 200

/** `[{name, value}]` becomes `{name: value}`, in place; anything else stays. */
export function nameValues(owner: Members, list: string): void {
  const items = owner[list]
  if (!Array.isArray(items) || items.length > VALUES_MAX) return
  const named: [string, unknown][] = []
  for (const item of items) {
    if (!isMembers(item) || typeof item.name !== 'string' || item.name === '__proto__') return
    const { name, value, ...others } = item
    named.push([name, value ?? typedValue(others)])
  }
  owner[list] = Object.fromEntries(named)
}

/** Google names a value after its type: `boolValue`, `multiStrValue`, `messageValue`. */
function typedValue(others: Members): unknown {
  return Object.entries(others).find(([name]) => name.endsWith('Value'))?.[1] ?? null
}
