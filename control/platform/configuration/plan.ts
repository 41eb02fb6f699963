/** Changes that documents would make: a tenant's present state beside the described one. */
import { InvalidInput } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Actor, requirePermission } from '../acting/index.ts'
import type { Vault } from '../vault/index.ts'
import { renewedSecrets, type SentSecrets } from './connector-kind.ts'
import { digestOf, type Present, type Sent, type Spec } from './kind.ts'
import { KIND, KINDS, type KindName } from './kinds.ts'

export type Document = { readonly kind: KindName; readonly name: string; readonly spec: Spec }

export type Change = {
  readonly kind: KindName
  readonly name: string
  readonly change: 'create' | 'update' | 'delete'
  /** Null of one that is created. */
  readonly before: Spec | null
  /** Null of one that is deleted. */
  readonly after: Spec | null
  /** Null of one that is deleted. */
  readonly sent: Sent | null
}

/** A plan needs the vault only where secrets are compared with those that are kept. */
export type Planning = {
  readonly tx: TenantTx
  readonly actor: Actor
  readonly sentSecrets?: { readonly values: SentSecrets; readonly vault: Vault } | undefined
}

export type Plan = {
  readonly changes: readonly Change[]
  readonly unchanged: number
  /** Equal for the same changes of the same state. */
  readonly digest: string
}

/**
 * Kinds without a document in the request are not changed, also with `prune`, which removes unnamed documents of the
 * kinds in the request. Throws 422, and `forbidden` for a kind that the actor may not read.
 */
export async function planOf(planning: Planning, documents: readonly Document[], prune: boolean): Promise<Plan> {
  const { tx, actor } = planning
  const renewed = await renewedBy(planning, documents)
  const changes: Change[] = []
  let unchanged = 0
  for (const kind of KINDS) {
    const sent = documents.flatMap(({ name, spec, ...one }, at) => (one.kind === kind ? [{ name, spec, at }] : []))
    if (sent.length === 0) continue
    requirePermission(actor, KIND[kind].reads)
    requireOnce(kind, sent)
    const present = new Map((await KIND[kind].present(tx)).map((one) => [one.name, one.spec]))
    for (const one of sent) {
      const [before, whole] = [present.get(one.name) ?? null, KIND[kind].whole(one)]
      const secrets = kind === 'connector' && before !== null ? renewed.get(one.name) : undefined
      const after = secrets === undefined ? whole : { ...whole, secrets_renewed: secrets }
      if (before !== null && digestOf(before) === digestOf(after)) unchanged++
      else changes.push({ kind, name: one.name, change: before ? 'update' : 'create', before, after, sent: one })
    }
    if (prune) changes.push(...gone(kind, present, sent))
  }
  return { changes, unchanged, digest: digestOf(changes.map(({ sent: _, ...change }) => change)) }
}

/** Comparing secrets reveals whether a guess is right, so only a caller who may replace them may compare. */
async function renewedBy({ tx, actor, sentSecrets: sent }: Planning, documents: readonly Document[]) {
  if (sent === undefined || Object.keys(sent.values).length === 0) return new Map<string, readonly string[]>()
  const described = new Set(documents.flatMap(({ kind, name }) => (kind === 'connector' ? [name] : [])))
  const stray = Object.keys(sent.values).find((name) => !described.has(name))
  if (stray !== undefined) {
    const loc = ['body', 'connector_secrets', stray]
    throw new InvalidInput({ loc, msg: 'there is no document of this connector', type: 'configuration' })
  }
  requirePermission(actor, KIND.connector.writes)
  return renewedSecrets(tx, sent.vault, sent.values)
}

function gone(kind: KindName, present: ReadonlyMap<string, Spec>, sent: readonly Present[]): Change[] {
  const names = new Set(sent.map(({ name }) => name))
  return [...present]
    .filter(([name]) => !names.has(name))
    .map(([name, before]) => ({ kind, name, change: 'delete', before, after: null, sent: null }))
}

function requireOnce(kind: KindName, sent: readonly Sent[]): void {
  const seen = new Set<string>()
  for (const { name, at } of sent) {
    if (seen.has(name))
      throw new InvalidInput({
        loc: ['body', 'documents', at, 'name'],
        msg: `two documents of kind ${kind} are called ${name}`,
        type: 'configuration',
      })
    seen.add(name)
  }
}
