import { randomBytes } from 'node:crypto'
import { sha256 } from '../../../../platform/sha256.ts'
import { orNull, type Row, text, time } from '../../../../stores/postgres/columns.ts'

/** A provisioning token as a list shows it, without its secret. */
export type ScimToken = {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
  readonly rotatedFromId: string | null
}

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

export function toToken(row: Row): ScimToken {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    prefix: text(row, 'prefix'),
    createdAt: time(row, 'created_at'),
    expiresAt: orNull(time, row, 'expires_at'),
    lastUsedAt: orNull(time, row, 'last_used_at'),
    revokedAt: orNull(time, row, 'revoked_at'),
    rotatedFromId: orNull(text, row, 'rotated_from_id'),
  }
}
