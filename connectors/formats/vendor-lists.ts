/**
 * Objects that vendors put around a list of events: files, queues, and pages of an API that somebody forwards
 * unchanged. Such an object is an envelope only when all members beside the list belong to paging: otherwise it is an
 * event that contains a list, and splitting it would lose its other members.
 */

/** Members with which the pages of APIs describe themselves. */
const PAGING = [
  ...[
    'NextToken',
    'nextToken',
    'next_token',
    'nextPageToken',
    'pageToken',
    'continuationToken',
    'cursor',
    'nextCursor',
  ],
  ...[
    'next_cursor',
    'next',
    'nextLink',
    'nextPage',
    'next_page',
    'previous',
    'prev',
    'self',
    'first',
    'last',
    'links',
    '_links',
  ],
  ...['count', 'Count', 'total', 'Total', 'totalCount', 'total_count', 'totalItems', 'total_results', 'totalResults'],
  ...[
    'result_count',
    'num_results',
    'hasMore',
    'has_more',
    'more',
    'limit',
    'offset',
    'page',
    'pages',
    'pageSize',
    'page_size',
  ],
  ...['pagination', 'paging', 'page_info', 'pageInfo', 'meta', 'metadata', 'errors', 'warnings', 'success', 'ok'],
  ...['took', 'timed_out', '_shards', 'max_score', 'num_reduce_phases', '_scroll_id', 'version'],
  ...[
    '@odata.context',
    '@odata.nextLink',
    '@odata.count',
    '@odata.deltaLink',
    '@odata.type',
    'odata.metadata',
    '__next',
    '__count',
  ],
] as const
const OF_ALERT_GROUPS = [
  ...['receiver', 'status', 'groupLabels', 'commonLabels', 'commonAnnotations', 'externalURL', 'groupKey'],
  ...['truncatedAlerts', 'orgId', 'title', 'state', 'message', 'appVersion'],
] as const
const PAGE: ReadonlySet<string> = new Set(PAGING)

/** For each name of a list, the members that may stand beside it. */
export const VENDOR_LISTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  /** CloudTrail files, S3 notifications. */
  ['Records', PAGE],
  /** Azure Monitor through Event Hubs and storage. */
  ['records', PAGE],
  /** Microsoft Graph and Azure REST. */
  ['value', PAGE],
  /** Google Workspace reports and others; Kubernetes has its own rule. */
  ['items', new Set([...PAGING, 'kind', 'etag'])],
  /** GuardDuty and Security Hub. */
  ['findings', PAGE],
  ['Findings', PAGE],
  /** CloudWatch Logs to its subscribers: members beside the list name the origin of the events. */
  ['logEvents', new Set(['messageType', 'owner', 'logGroup', 'logStream', 'subscriptionFilters'])],
  /** ReceiveMessage of SQS. */
  ['Messages', new Set()],
  /** LookupEvents of CloudTrail. */
  ['Events', PAGE],
  /** Requests to our own ingest use this name, and there any member may stand beside the list. */
  ['events', PAGE],
  /** Cisco Secure Endpoint, SentinelOne, Mimecast, Bitdefender; CrowdStrike and SCIM; Splunk, Carbon Black, Elastic. */
  ...[
    'data',
    'resources',
    'Resources',
    'results',
    'result',
    'hits',
    'detections',
    'incidents',
    'offenses',
    'threats',
    'logs',
  ].map((name) => [name, PAGE] as const),
  /** Prometheus' Alertmanager and Grafana post alerts with what all of a group have in common; each has it itself. */
  ['alerts', new Set([...PAGING, ...OF_ALERT_GROUPS])],
])

/** Names of objects that may be around such an object: Cortex, Elastic, OData, Solr and GraphQL. */
export const AROUND_LISTS: ReadonlySet<string> = new Set(['reply', 'hits', 'data', 'response', 'result', 'd', 'body'])

/** An `items` list beside a `kind` counts only if the kind says that it is a list of activities. */
export function isVendorList(name: string, others: readonly (string | undefined)[], kind: string | undefined): boolean {
  const allowed = VENDOR_LISTS.get(name)
  if (allowed === undefined || !others.every((other) => other !== undefined && allowed.has(other))) return false
  return name !== 'items' || !others.includes('kind') || (kind ?? '').endsWith('#activities')
}

/** True when the members beside the object around a list belong to paging. */
export const isPageAround = (others: readonly (string | undefined)[]): boolean =>
  others.every((other) => other !== undefined && PAGE.has(other))

const anyOf = (names: Iterable<string>) => [...names].join('|').replaceAll('.', String.raw`\.`)
const LIST_FIRST = new RegExp(
  String.raw`^\{ ?"(?:(?:${anyOf(VENDOR_LISTS.keys())})" ?: ?\[|(?:${anyOf(AROUND_LISTS)})" ?: ?\{)`,
)
const PAGING_FIRST = new RegExp(String.raw`^\{ ?"(?:${anyOf(PAGE)}|kind|etag|${anyOf(OF_ALERT_GROUPS)})" ?:`)
const LIST = new RegExp(String.raw`"(?:${anyOf(VENDOR_LISTS.keys())})" ?: ?\[ ?\{`)
/** An event hook of Okta, whose list is one level deeper. */
const OKTA_HOOK = /^\{ ?"eventType" ?: ?"com\.okta\.event/
/** Maximum number of characters of a member's name with the characters around it. */
const HEAD_MAX = 40

/**
 * True for a line of JSON that may be such an object, by the name of its first member. The line may still be an event.
 */
export function mayBePage(body: Buffer, start: number, end: number): boolean {
  if (!FIRST_LETTERS[body[body[start + 1] === SPACE ? start + 3 : start + 2] ?? 0]) return false
  const head = body.toString('latin1', start, Math.min(end, start + HEAD_MAX))
  return (
    LIST_FIRST.test(head) ||
    OKTA_HOOK.test(head) ||
    (PAGING_FIRST.test(head) && LIST.test(body.toString('latin1', start, end)))
  )
}

const SPACE = 0x20
/** An array by character code, because every line of JSON is checked. */
const FIRST_LETTERS: readonly boolean[] = Array.from({ length: 256 }, (_, code) =>
  [...VENDOR_LISTS.keys(), ...AROUND_LISTS, ...PAGE, ...OF_ALERT_GROUPS, 'kind', 'etag'].some(
    (name) => name.codePointAt(0) === code,
  ),
)
