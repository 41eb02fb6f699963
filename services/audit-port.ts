/** The API's entries as the audit log keeps them: what is about a person is sealed with that person's key. */
import type { AuditEntry as ApiEntry, AuditPort } from '../api/deps.ts'
import { type AuditEntry, type AuditValue, appendAudit, Personal, Subject } from '../control/audit/index.ts'
import type { Sealer } from '../platform/seal.ts'

export function auditPort(sealer: Sealer): AuditPort {
  return (tx, entry) => appendAudit(tx, sealer, entryOf(entry))
}

function entryOf(entry: ApiEntry): AuditEntry {
  const { resource, resourceId } = entry
  const user = resource === 'user' ? resourceId : null
  return {
    action: entry.action,
    resource,
    resourceId: user === null ? resourceId : new Subject(user),
    actor: actorOf(entry),
    changes: {
      ...changesOf(entry.changes ?? {}, user),
      request_id: entry.requestId,
      ...(entry.delegationId === null ? {} : { delegation_id: entry.delegationId }),
    },
  }
}

/** Development mode acts without a credential: whoever it was is nobody that is known. */
function actorOf({ actorKind, actorId, actorEmail, actorIp, apiKeyPrefix }: ApiEntry): AuditEntry['actor'] {
  const isUnknown = actorKind === 'nobody' || actorKind === 'development'
  return {
    kind: isUnknown ? 'anonymous' : actorKind,
    id: actorId,
    email: actorEmail ?? undefined,
    ip: actorIp ?? undefined,
    apiKeyPrefix: apiKeyPrefix ?? undefined,
  }
}

/** Members that name a person, wherever a user is what was changed. */
const PERSONAL = new Set(['email', 'username', 'display_name'])

function changesOf(changes: Readonly<Record<string, unknown>>, user: string | null): Record<string, AuditValue> {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const isPersonal = user !== null && PERSONAL.has(name) && typeof value === 'string'
      return [name, isPersonal ? new Personal(user, value) : (value as AuditValue)]
    }),
  )
}
