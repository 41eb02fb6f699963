/** Rows that audit logs of cloud services share: a verb at the end of a name, a user with an address, a browser. */
import {
  email,
  type Field,
  ip,
  is,
  known,
  lookup,
  lookupIn,
  type RecordShape,
  type Rows,
  text,
  under,
} from '../../mapping/table.ts'

/** One spelling: the record as the vendor sends it. */
export const PLAIN: readonly RecordShape[] = [{ name: 'json', is: () => true }]

/**
 * For vendors whose events are forwarded with a second spelling of the same names; the first that holds something
 * counts.
 */
export function spelled(names: Readonly<Record<Field, readonly Field[]>>): readonly RecordShape[] {
  return [{ name: 'json', is: () => true, names }]
}

export function product(vendor: string, name: string): Rows {
  return { 'metadata.product.vendor_name': is(vendor), 'metadata.product.name': is(name) }
}

/** Lists that one forwarder (Panther) makes of the values of other fields, and its time. */
export const FORWARDED: readonly Field[] = [
  ...['ip_addresses', 'domain_names', 'usernames', 'emails', 'trace_ids', 'actor_ids'].map((name) => `p_any_${name}`),
  ...['md5_hashes', 'sha1_hashes', 'sha256_hashes', 'aws_account_ids'].map((name) => `p_any_${name}`),
  'p_parse_time',
]

/** Words of vendors on the ladder; `warning` is below medium, as in `connectors/mapping/severity.ts`. */
export const SEVERITIES = {
  critical: 'Critical',
  crit: 'Critical',
  high: 'High',
  error: 'High',
  medium: 'Medium',
  moderate: 'Medium',
  warn: 'Low',
  warning: 'Low',
  low: 'Low',
  info: 'Informational',
  informational: 'Informational',
  debug: 'Informational',
  none: 'Informational',
} as const

export const severity = (...fields: readonly Field[]) => lookup(fields, SEVERITIES)
/** Audit logs have no severity: they record actions, which no product judged. */
export const AUDIT: Rows = { severity_id: is('Informational') }

type Person = {
  readonly name?: Field | readonly Field[]
  readonly uid?: Field | readonly Field[]
  readonly email?: Field | readonly Field[]
}

/** An account by its names, ids and addresses in a record. */
export function person(path: string, { name, uid, email: address }: Person): Rows {
  return under(path, {
    ...(name === undefined ? {} : { name: known(...[name].flat()) }),
    ...(uid === undefined ? {} : { uid: known(...[uid].flat()) }),
    ...(address === undefined ? {} : { email_addr: email(...[address].flat()) }),
  })
}

/** The address of a request and its client program. */
export function client(address: Field | readonly Field[], agent?: Field | readonly Field[]): Rows {
  return {
    'src_endpoint.ip': ip(...[address].flat()),
    ...(agent === undefined ? {} : { 'http_request.user_agent': text(...[agent].flat()) }),
  }
}

export const succeeded = (...fields: readonly Field[]) =>
  lookup(
    fields,
    {
      success: 'Success',
      succeeded: 'Success',
      successful: 'Success',
      ok: 'Success',
      allow: 'Success',
      true: 'Success',
      yes: 'Success',
      failure: 'Failure',
      failed: 'Failure',
      fail: 'Failure',
      error: 'Failure',
      denied: 'Failure',
      deny: 'Failure',
      false: 'Failure',
      no: 'Failure',
    },
    'Other',
  )

/** The last word: `protected_branch.destroy`, `API_KEY_CREATED`, `envelope-sent`. */
export const LAST_WORD = /(?:^|[^a-zA-Z])([a-zA-Z]+)$/
/** The first word: `CreateUser`, `createUser`, `GET_FILES`, `Updated user`. */
export const FIRST_WORD = /^([A-Z]?[a-z]+|[A-Z]+(?![a-z]))/

const CRUD = {
  ...of('Create', 'create', 'created', 'creation', 'add', 'added', 'new', 'generate', 'generated', 'invite', 'invited'),
  ...of('Create', 'register', 'registered', 'grant', 'granted', 'import', 'install', 'installed', 'upload', 'insert'),
  ...of('Create', 'connect', 'connected', 'mount', 'assign', 'assigned', 'issue', 'put'),
  ...of('Read', 'read', 'get', 'list', 'view', 'viewed', 'access', 'accessed', 'export', 'exported', 'download'),
  ...of('Read', 'search', 'clone', 'fetch', 'describe', 'query', 'head', 'peek'),
  ...of('Update', 'update', 'updated', 'edit', 'edited', 'modify', 'modified', 'change', 'changed', 'set', 'rename'),
  ...of('Update', 'renamed', 'rotate', 'rotated', 'reset', 'configure', 'transfer', 'transferred', 'patch', 'alter'),
  ...of('Update', 'expanded', 'upgraded', 'corrected', 'override', 'toggled', 'set', 'setting', 'settings', 'sync'),
  ...of('Delete', 'delete', 'deleted', 'deletion', 'destroy', 'destroyed', 'destruction', 'remove', 'removed', 'trash'),
  ...of('Delete', 'revoke', 'revoked', 'uninstall', 'uninstalled', 'drop', 'purge', 'unmount', 'clear', 'clearance'),
  ...of('Delete', 'voided', 'released', 'disconnect', 'disconnected', 'unset'),
}

function of(meaning: string, ...words: readonly string[]): Record<string, string> {
  return Object.fromEntries(words.map((word) => [word, meaning]))
}

/** Activity of `api_activity` and of web resources by the verb in a name. */
export const verb = (field: Field | readonly Field[], where: RegExp = LAST_WORD) =>
  lookupIn(field, where, CRUD, 'Other', 'Unknown')

/** Activity of `entity_management`, which has more verbs; `own` are verbs with another meaning in one source. */
export const entityVerb = (
  field: Field | readonly Field[],
  where: RegExp = LAST_WORD,
  own: Readonly<Record<string, string>> = {},
) =>
  lookupIn(
    field,
    where,
    {
      ...CRUD,
      ...of('Enable', 'enable', 'enabled', 'on', 'start', 'started', 'required'),
      ...of('Disable', 'disable', 'disabled', 'off', 'stop', 'stopped', 'optional'),
      ...of('Activate', 'activate', 'activated', 'restore', 'undelete'),
      ...of('Deactivate', 'deactivate', 'deactivated', 'archived', 'archive'),
      ...of('Suspend', 'suspend', 'suspended', 'block', 'blocked', 'lock'),
      ...of('Resume', 'resume', 'resumed', 'unsuspend', 'unblock', 'unlock'),
      ...of('Enroll', 'enroll', 'enrolled', 'join', 'joined'),
      ...of('Unenroll', 'unenroll', 'unenrolled', 'leave', 'left'),
      ...of('Move', 'move', 'moved'),
      ...own,
    },
    'Other',
    'Unknown',
  )

/** A finding of another product: the finder, the rule, and a link. */
export function finding(rows: {
  readonly uid: Field | readonly Field[]
  readonly title?: Field | readonly Field[]
  readonly desc?: Field | readonly Field[]
  readonly rule?: Field
  readonly ruleUid?: Field
  readonly url?: Field
}): Rows {
  const { uid, title, desc, rule, ruleUid, url } = rows
  return under('finding_info', {
    uid: text(...[uid].flat()),
    ...(title === undefined ? {} : { title: text(...[title].flat()) }),
    ...(desc === undefined ? {} : { desc: text(...[desc].flat()) }),
    ...(rule === undefined ? {} : { 'analytic.name': rule }),
    ...(ruleUid === undefined ? {} : { 'analytic.uid': ruleUid }),
    ...(rule === undefined && ruleUid === undefined ? {} : { 'analytic.type_id': is('Rule') }),
    ...(url === undefined ? {} : { src_url: url }),
  })
}

/** States of a finding in the words of vendors. */
export const findingStatus = (...fields: readonly Field[]) =>
  lookup(
    fields,
    {
      open: 'New',
      new: 'New',
      in_progress: 'In Progress',
      acknowledged: 'In Progress',
      resolved: 'Resolved',
      closed: 'Resolved',
      dismissed: 'Suppressed',
      rejected: 'Suppressed',
      suppressed: 'Suppressed',
    },
    'Other',
  )
