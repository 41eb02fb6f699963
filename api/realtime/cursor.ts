/** A client's position in a stream, sealed for its tenant: it reveals nothing and works in no other tenant. */
import { AppError } from '../../platform/errors.ts'
import type { Sealer } from '../../platform/seal.ts'
import type { TenantId } from '../../platform/tenant.ts'

const LENGTH_MAX = 200

/** `sequence`: the client has every change of the tenant up to it. */
export function sealCursor(sealer: Sealer, tenant: TenantId, sequence: number): string {
  return sealer.seal(String(sequence), contextOf(tenant)).toString('base64url')
}

/** Null for whatever is no cursor of this tenant. */
export function openCursor(sealer: Sealer, tenant: TenantId, cursor: string): number | null {
  if (cursor.length > LENGTH_MAX) return null
  try {
    return Number(sealer.open(Buffer.from(cursor, 'base64url'), contextOf(tenant)))
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function contextOf(tenant: TenantId): string {
  return `realtime_cursor/${tenant}`
}
