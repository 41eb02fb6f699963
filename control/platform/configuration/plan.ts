/** Changes that documents would make: a tenant's present state beside the described one. */
import { InvalidInput } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Actor, requirePermission } from '../acting/index.ts'
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

export type Plan = {
  readonly changes: readonly Change[]
  readonly unchanged: number
  /** The same for the same changes of the same state. */
  readonly digest: string
}

/**
 * Kinds of which no document is sent stay as they are, also with `prune`, which removes what documents of a kind that
 * is sent no longer name. Throws 422, and `forbidden` for a kind that the actor may not read.
 */
export async function planOf(
  tx: TenantTx,
  actor: Actor,
  documents: readonly Document[],
  prune: boolean,
): Promise<Plan> {
  const changes: Change[] = []
  let unchanged = 0
  for (const kind of KINDS) {
    const sent = documents.flatMap(({ name, spec, ...one }, at) => (one.kind === kind ? [{ name, spec, at }] : []))
    if (sent.length === 0) continue
    requirePermission(actor, KIND[kind].reads)
    requireOnce(kind, sent)
    const present = new Map((await KIND[kind].present(tx)).map((one) => [one.name, one.spec]))
    for (const one of sent) {
      const [before, after] = [present.get(one.name) ?? null, KIND[kind].whole(one)]
      if (before !== null && digestOf(before) === digestOf(after)) unchanged++
      else changes.push({ kind, name: one.name, change: before ? 'update' : 'create', before, after, sent: one })
    }
    if (prune) changes.push(...gone(kind, present, sent))
  }
  return { changes, unchanged, digest: digestOf(changes.map(({ sent: _, ...change }) => change)) }
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
