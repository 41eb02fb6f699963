import { randomBytes } from 'node:crypto'
import { sha256 } from '../../../../platform/sha256.ts'
import { column, type RowOf, tableInCamelCase } from '../../../../stores/postgres/table.ts'

/** A provisioning token as a list shows it, without its secret. */
export const SCIM_TOKENS = tableInCamelCase('ScimToken', {
  id: column.text(),
  name: column.text(),
  prefix: column.text(),
  created_at: column.time(),
  expires_at: column.orNull(column.time()),
  last_used_at: column.orNull(column.time()),
  revoked_at: column.orNull(column.time()),
  rotated_from_id: column.orNull(column.text()),
})
export type ScimToken = RowOf<typeof SCIM_TOKENS>

const RAW = /^svc_scim_[0-9a-f]{48}$/
/** `svc_scim_` and eight digits. */
const PREFIX_LENGTH = 17

/** 192 random bits. */
export function newRawToken(): string {
  return `svc_scim_${randomBytes(24).toString('hex')}`
}

/** True for a text of the form of a token; any other needs no look-up. */
export function isRawToken(raw: string): boolean {
  return RAW.test(raw)
}

export function prefixOf(raw: string): string {
  return raw.slice(0, PREFIX_LENGTH)
}

/** The stored form, which look-ups use. */
export const digestOf = (raw: string): Buffer => sha256(raw)

export function isActive({ revokedAt, expiresAt }: ScimToken, nowMs: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt.getTime() > nowMs)
}
