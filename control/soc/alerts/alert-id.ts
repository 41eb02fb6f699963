import { createHash, randomUUID } from 'node:crypto'
import type { TenantId } from '../../../platform/tenant.ts'
import { uuidText } from '../../../platform/uuid-text.ts'

/**
 * Equal parts give an equal id, so a repeated write meets its own row. A UUID of version 8 (RFC 9562) from SHA-256;
 * every part is hashed with its length before it, so that different lists of parts never collide.
 */
export function derivedAlertId(kind: 'submit' | 'entity_risk', tenant: TenantId, ...parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of [kind, tenant, ...parts]) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  const bytes = hash.digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return uuidText(bytes.toString('hex'))
}

export function newAlertId(): string {
  return randomUUID()
}
