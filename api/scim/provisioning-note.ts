import type { FastifyRequest } from 'fastify'
import type {
  ChangedGroup,
  ChangedUser,
  DeletedUser,
  Deprovisioned,
  DirectoryUser,
} from '../../control/identity/accounts/index.ts'
import type { ActNote } from '../../control/platform/acting/index.ts'
import { Subject } from '../../control/platform/audit/index.ts'
import { principalOf } from '../route-config.ts'

/**
 * Maximum people named in the audit entry of one group; above it the entry has only their number. An entry may name
 * 200.
 */
const NAMED_MAX = 90

/** `email` and `username` are kept for as long as the person is: see the audit log. */
export function userNote(
  request: FastifyRequest,
  user: DirectoryUser,
  { deprovisioned = null, overwritten = null, keptBy = null }: Partial<ChangedUser & Pick<DeletedUser, 'keptBy'>> = {},
): ActNote {
  const { id, userName: username, email, isActive: active } = user
  const changes = { ...credentialOf(request), username, email, active, ...endedBy(deprovisioned) }
  const held = {
    ...(keptBy === null ? {} : { kept_by_legal_hold: keptBy.id }),
    ...(overwritten === null ? {} : { overwritten_record: JSON.stringify(overwritten) }),
  }
  return { resource: 'user', resourceId: id, changes: { ...changes, ...held } }
}

function endedBy(deprovisioned: Deprovisioned | null) {
  if (deprovisioned === null) return {}
  return {
    active: false,
    programmatic_access_revoked: deprovisioned.keysRevoked,
    sessions_revoked_at: deprovisioned.sessionsRevokedAt.toISOString(),
  }
}

export function groupNote(request: FastifyRequest, { group, added, removed }: ChangedGroup): ActNote {
  const { id, displayName: name, mappedRole: mapped_role } = group
  const changes = {
    ...credentialOf(request),
    name,
    mapped_role,
    members_added: peopleOf(added),
    members_removed: peopleOf(removed),
  }
  return { resource: 'group', resourceId: id, changes }
}

function peopleOf(ids: readonly string[]) {
  return { count: ids.length, users: ids.slice(0, NAMED_MAX).map((id) => new Subject(id)) }
}

function credentialOf(request: FastifyRequest) {
  const { id, keyPrefix } = principalOf(request)
  return { provisioned_by: { scim_token: id, prefix: keyPrefix } }
}
