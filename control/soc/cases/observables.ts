import { normaliseValue } from '../../../intel/normalise-value.ts'
import { requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { plainAddress } from '../../../platform/ip-address.ts'
import { oneLine } from '../../../platform/one-line.ts'
import { placed } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import { type HoldSubject, refuseWhenHeld } from '../../platform/governance/index.ts'
import type { Alert } from '../alerts/index.ts'
import type { CaseActor } from './case-actor.ts'
import { familyOf, subjectsOfCases } from './case-store.ts'
import { announceTouched } from './comment-on-case.ts'
import { lockedCase } from './find-case.ts'
import { OBSERVABLE_KINDS, type ObservableKind } from './words.ts'

/** An observable that a person added by hand. */
export const OBSERVABLES = tableInCamelCase('Observable', {
  id: column.uuid(),
  case_id: column.uuid(),
  kind: column.word(OBSERVABLE_KINDS),
  value: column.text(),
  added_by: column.text(),
  created_at: column.time(),
})
export type Observable = RowOf<typeof OBSERVABLES>

const VALUE_MAX = 1_000

/** Returns an existing equal one. Throws `not_found`, `conflict` for a merged case. */
export async function addObservable(
  tx: TenantTx,
  actor: CaseActor,
  ref: string,
  { kind, value }: { readonly kind: ObservableKind; readonly value: string },
  nowMs: number,
): Promise<Observable> {
  const found = await lockedCase(tx, ref)
  const checked = checkedValue(kind, value)
  const sql = /* sql */ `
    INSERT INTO case_observables (case_id, kind, value, added_by, created_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (tenant_id, case_id, kind, value) DO UPDATE SET value = excluded.value RETURNING ${OBSERVABLES.columns}`
  const made = await tx.maybeOne(OBSERVABLES.read, sql, [found.id, kind, checked, actor.id, new Date(nowMs)])
  if (made === null) throw new Error('an upsert answers with its row')
  await announceTouched(tx, found)
  return made
}

const HASHES = ['md5', 'sha1', 'sha256'] as const

/** Normalises the value as in indicators and events, so that equal values match. Throws 422 for an invalid one. */
function checkedValue(kind: ObservableKind, value: string): string {
  const checked = oneLine(value, VALUE_MAX)
  if (checked === '') throw invalid('value', 'is blank')
  if (kind === 'ip') return normaliseValue('ip', checked) ?? (plainAddress(checked) || refuse(checked, 'address'))
  if (kind === 'domain') return normaliseValue('domain', checked) ?? refuse(checked, 'domain')
  if (kind !== 'hash') return checked
  for (const hash of HASHES) {
    const digits = normaliseValue(hash, checked)
    if (digits !== null) return digits
  }
  return refuse(checked, 'MD5, SHA-1 or SHA-256 hash')
}

function refuse(value: string, what: string): never {
  throw invalid('value', `${value.slice(0, 100)} is no ${what}`)
}

/** Throws `not_found` as well for one that only an alert has, and `conflict` when a legal hold keeps it. */
export async function removeObservable(tx: TenantTx, ref: string, id: string): Promise<void> {
  const found = await lockedCase(tx, ref)
  const family = await familyOf(tx, found.id)
  const sql = /* sql */ `DELETE FROM case_observables WHERE id = $1 AND case_id = ANY($2) RETURNING ${OBSERVABLES.columns}`
  const gone = requireFound(await tx.maybeOne(OBSERVABLES.read, sql, [id, family]), 'observable', id)
  await refuseWhenHeld(tx, [...subjectsOfCases(family), ...subjectsOf(gone)])
  await announceTouched(tx, found)
}

function subjectsOf({ kind, value }: Observable): HoldSubject[] {
  return kind === 'user' || kind === 'host' || kind === 'ip' ? [{ kind, value }] : []
}

/** Newest first. */
export function observablesPage(
  tx: TenantTx,
  caseIds: readonly string[],
  limit: number,
  after: Position | null,
): Promise<Placed<Observable>[]> {
  const sql = /* sql */ `
    SELECT ${OBSERVABLES.columns}, created_at::text AS position FROM case_observables
    WHERE case_id = ANY($1) AND ($3::timestamptz IS NULL OR (created_at, id) < ($3::timestamptz, $4::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $2`
  return tx.many(placed(OBSERVABLES.read), sql, [caseIds, limit, after?.[0] ?? null, after?.[1] ?? null])
}

export type Graph = {
  readonly nodes: readonly { readonly id: string; readonly kind: ObservableKind; readonly value: string }[]
  readonly edges: readonly { readonly from: string; readonly to: string }[]
  /** Nodes beyond the bound, with their edges. */
  readonly leftOut: number
}

/** @bound nodes in an observable graph -> `left_out` counts the others */
const NODES_MAX = 500

/** Alerts and what they affect, and what people added. A node's id is its kind and value. */
export function graphOf(alerts: readonly Alert[], added: readonly Observable[]): Graph {
  const nodes = new Map<string, Graph['nodes'][number]>()
  const edges: Graph['edges'][number][] = []
  let leftOut = 0
  const node = (kind: ObservableKind, value: string): string | null => {
    const id = `${kind}:${value}`
    if (nodes.has(id)) return id
    if (nodes.size >= NODES_MAX) {
      leftOut++
      return null
    }
    nodes.set(id, { id, kind, value })
    return id
  }
  for (const { kind, value } of added) node(kind, value)
  for (const alert of alerts) {
    const from = node('alert', alert.id)
    for (const [kind, value] of affectedBy(alert)) {
      const to = node(kind, value)
      if (from !== null && to !== null) edges.push({ from, to })
    }
  }
  return { nodes: [...nodes.values()], edges, leftOut }
}

function affectedBy(alert: Alert): (readonly [ObservableKind, string])[] {
  const of = (kind: ObservableKind, values: readonly string[]) => values.map((value) => [kind, value] as const)
  return [...of('ip', alert.affectedIps), ...of('host', alert.affectedHosts), ...of('user', alert.affectedUsers)]
}
