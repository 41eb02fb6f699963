/** Kinds of documents that can be kept as files and applied: each reads, writes and removes its documents. */

import { createHash } from 'node:crypto'
import type { Reach } from '../../../platform/egress/reach.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Permission } from '../../identity/accounts/index.ts'
import type { Actor } from '../acting/index.ts'
import { canonicalJson } from '../audit/index.ts'
import type { Vault } from '../vault/index.ts'

/** The document's content, in the field names of the API. */
export type Spec = { readonly [member: string]: unknown }

export type Present = { readonly name: string; readonly spec: Spec }

export type Sent = Present & {
  /** Position among the documents of the request, for error messages. */
  readonly at: number
}

export type Applying = {
  readonly tx: TenantTx
  readonly actor: Actor
  readonly nowMs: number
  readonly vault: Vault
  readonly reach: Reach
  /** Values of the secrets of connectors, by name and field. */
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export type Kind = {
  readonly reads: Permission
  readonly writes: Permission
  /** Permission to remove; defaults to that of `writes`. */
  readonly removes?: Permission
  /** The tenant's own documents, without those that come with the product. */
  present(tx: TenantTx): Promise<readonly Present[]>
  /** Adds the defaults of optional members. Throws 422 with the document's position. */
  whole(sent: Sent): Spec
  put(call: Applying, sent: readonly Sent[]): Promise<void>
  remove(call: Applying, names: readonly string[]): Promise<void>
}

/** Equal values give equal digests, whatever the order of their members. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}
