/**
 * Objects that vendors put around a list of events. Such an object is an envelope only when all members beside the list
 * belong to paging: otherwise it is an event that has a list, and cutting it would lose its other members.
 */
const PAGING = ['NextToken', 'nextToken', 'nextPageToken', 'next', 'count', 'Count', 'totalCount'] as const

/** Names beside the list. */
export const VENDOR_LISTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  /** CloudTrail files, S3 notifications. */
  ['Records', new Set(PAGING)],
  /** Azure Monitor through Event Hubs and storage. */
  ['records', new Set(PAGING)],
  /** Microsoft Graph and Azure REST. */
  ['value', new Set([...PAGING, '@odata.context', '@odata.nextLink', '@odata.count', '@odata.deltaLink', 'nextLink'])],
  /** Google Workspace reports; Kubernetes has its own rule. */
  ['items', new Set([...PAGING, 'kind', 'etag'])],
  /** GuardDuty and Security Hub. */
  ['findings', new Set(PAGING)],
  ['Findings', new Set(PAGING)],
  /** CloudWatch Logs to its subscribers: where the events are from stands beside them. */
  ['logEvents', new Set(['messageType', 'owner', 'logGroup', 'logStream', 'subscriptionFilters'])],
  /** ReceiveMessage of SQS. */
  ['Messages', new Set()],
  /** LookupEvents of CloudTrail. */
  ['Events', new Set(PAGING)],
])

/** `items` is a name of too many things: there the kind has to say that it is a list of activities. */
export function isVendorList(name: string, others: readonly (string | undefined)[], kind: string | undefined): boolean {
  const allowed = VENDOR_LISTS.get(name)
  if (allowed === undefined || !others.every((other) => other !== undefined && allowed.has(other))) return false
  return name !== 'items' || (kind ?? '').endsWith('#activities')
}
