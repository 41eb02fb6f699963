/** An entry as the audit log keeps it: data about a person is sealed with that person's key. */
import type { Sealer } from '../../../platform/seal.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import {
  type AuditActor,
  type AuditEntry,
  type AuditValue,
  appendAudit,
  erasableText,
  Personal,
  Subject,
} from '../audit/index.ts'
import type { Actor, ActorKind } from './actor.ts'

/** Details that the work adds to its entry. */
export type ActNote = {
  readonly resource: string
  /** The action that was done, for an operation with several. */
  readonly action?: string | undefined
  readonly resourceId?: string | null | undefined
  /** Never a secret. */
  readonly changes?: Readonly<Record<string, unknown>> | undefined
  /** The user, when the actor was unknown before: at a sign-in. */
  readonly user?: { readonly id: string; readonly email: string } | undefined
}

/** One line of the audit log, before it is sealed and chained. */
export type ActEntry = {
  readonly tenantId: TenantId
  /** Null before anybody is known. */
  readonly actorId: string | null
  readonly actorKind: ActorKind
  readonly actorEmail: string | null
  readonly actorIp: string | null
  readonly apiKeyPrefix: string | null
  /** Set when a user of another tenant acted under a delegation. */
  readonly delegationId: string | null
  /** `resource:what-was-done` */
  readonly action: string
  readonly resource: string
  readonly resourceId: string | null
  /** Changed values; never a secret. */
  readonly changes: Readonly<Record<string, unknown>> | null
  readonly requestId: string | null
}

/** Writes the entry in the transaction of the change: both happen, or neither. */
export type RecordAct = (tx: TenantTx, entry: ActEntry) => Promise<void>

export function recordIn(sealer: Sealer): RecordAct {
  return (tx, entry) => appendAudit(tx, sealer, sealed(entry))
}

/** Without a note the resource of the action is recorded. */
export function actEntry(actor: Actor, action: string, about?: ActNote): ActEntry {
  const byUser = {
    actorId: about?.user?.id ?? null,
    actorKind: 'user' as const,
    actorEmail: about?.user?.email ?? null,
  }
  return {
    tenantId: actor.tenantId,
    ...{ actorId: actor.id, actorKind: actor.kind, actorEmail: actor.email, actorIp: actor.ip },
    ...(about?.user === undefined ? {} : byUser),
    ...{ apiKeyPrefix: actor.keyPrefix, delegationId: actor.delegationId, requestId: actor.requestId },
    action,
    resource: about?.resource ?? action.slice(0, action.search(/[:.]/)),
    resourceId: about?.resourceId ?? null,
    changes: about?.changes ?? null,
  }
}

function sealed(entry: ActEntry): AuditEntry {
  const { resource, resourceId } = entry
  const user = resource === 'user' ? resourceId : null
  return {
    action: entry.action,
    resource,
    resourceId: user === null ? resourceId : new Subject(user),
    actor: {
      kind: auditKind(entry.actorKind),
      id: entry.actorId,
      email: entry.actorEmail ?? undefined,
      ip: entry.actorIp ?? undefined,
      apiKeyPrefix: entry.apiKeyPrefix ?? undefined,
    },
    changes: {
      ...changesOf(entry.changes ?? {}, user),
      ...(entry.requestId === null ? {} : { request_id: entry.requestId }),
      ...(entry.delegationId === null ? {} : { delegation_id: entry.delegationId }),
    },
  }
}

/** Development mode acts without a credential, so its actor counts as anonymous. */
function auditKind(kind: ActorKind): AuditEntry['actor']['kind'] {
  return kind === 'nobody' || kind === 'development' ? 'anonymous' : kind
}

/** Members with personal data when the changed record is a user. */
const PERSONAL = new Set(['email', 'username', 'display_name', 'overwritten_record'])

/** Members that name people, hosts or addresses: an erasure of one of these reaches them, whatever was changed. */
const NAMING = new Set([
  ...['receiver', 'reason', 'title', 'target', 'targets', 'host', 'hosts', 'host_identifier', 'machine'],
  ...['entity', 'entity_id', 'entities', 'value', 'values', 'address', 'addresses', 'asset', 'assets', 'artefact'],
  ...['user', 'users', 'email', 'username', 'display_name', 'subject_value', 'sender', 'subject', 'recipient'],
  // Free text of people: whoever writes about an incident names who was in it.
  ...['description', 'summary', 'rationale', 'note', 'notes', 'comment', 'body', 'message', 'detail', 'text'],
  ...['name', 'label', 'tags', 'hypothesis', 'scenario', 'question', 'query', 'search', 'sql', 'parameters'],
  ...['override_reason', 'domain', 'domains', 'url', 'urls', 'file_name', 'path'],
])
/** Texts of one entry that have keys of their own; an entry with more keeps all of them as they are. */
const NAMED_MAX = 100
const NAME_CHARS_MIN = 3
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

function changesOf(changes: Readonly<Record<string, unknown>>, user: string | null): Record<string, AuditValue> {
  const isWithin = namesIn(changes) <= NAMED_MAX
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const isPersonal = user !== null && PERSONAL.has(name) && typeof value === 'string'
      if (isPersonal) return [name, new Personal(user, value)]
      return [name, isWithin ? memberOf(name, value) : (value as AuditValue)]
    }),
  )
}

/** Texts under a naming member, at any depth. */
function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce(
    (sum, [name, part]) => sum + (NAMING.has(name) ? textsIn(part) : namesIn(part)),
    0,
  )
}

function memberOf(name: string, value: unknown): AuditValue {
  if (NAMING.has(name)) return withNames(value)
  if (Array.isArray(value)) return value.map((part) => memberOf('', part))
  if (typeof value !== 'object' || value === null) return value as AuditValue
  if (value instanceof Subject || value instanceof Personal) return value
  return Object.fromEntries(Object.entries(value).map(([inner, part]) => [inner, memberOf(inner, part)]))
}

function textsIn(value: unknown): number {
  if (typeof value === 'string') return 1
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, part) => sum + textsIn(part), 0)
}

/** Every text of a value as one that an erasure reaches; ids and what is too short to be erased stay. */
function withNames(value: unknown): AuditValue {
  if (typeof value === 'string') return value.length < NAME_CHARS_MIN || UUID.test(value) ? value : erasableText(value)
  if (Array.isArray(value)) return value.map(withNames)
  if (typeof value !== 'object' || value === null) return value as AuditValue
  if (value instanceof Subject || value instanceof Personal) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withNames(part)]))
}

/** The actor as the audit log names a reader. */
export function auditReader({ kind, id, ip, email, keyPrefix }: Actor): AuditActor {
  return {
    kind: auditKind(kind),
    id,
    ip: ip ?? undefined,
    email: email ?? undefined,
    apiKeyPrefix: keyPrefix ?? undefined,
  }
}
