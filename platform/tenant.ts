import { AppError } from './errors.ts'

declare const brand: unique symbol
/** Obtained only from a verified credential, or from a record that was written under one. */
export type TenantId = string & { readonly [brand]: 'TenantId' }

const PATTERN = /^[a-z0-9][a-z0-9_-]{0,62}$/

export function isTenantId(text: string): boolean {
  return PATTERN.test(text)
}

/** Throws `bad_tenant` when the text cannot be a tenant id: 1 to 63 of a-z, 0-9, dash, underscore. */
export function tenantId(text: string): TenantId {
  if (!isTenantId(text)) throw new AppError('bad_tenant', 'a tenant id is 1 to 63 of a-z, 0-9, dash and underscore')
  return text as TenantId
}
