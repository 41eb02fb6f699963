/** Changes indicators, and notifies the holders of tables in memory. */
import { indicatorOf } from '../../../intel/indicator.ts'
import type { Settled } from '../../../intel/read/reading.ts'
import { AppError, noSuch } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { jsonbBytes } from '../../../stores/postgres/jsonb.ts'
import type { OperatorTx, TenantTx } from '../../../stores/postgres/pool.ts'
import { announce, announceShared } from '../../platform/broadcast/index.ts'
import { requireReferences } from '../../platform/references/index.ts'
import {
  changeIndicator,
  countIndicators,
  INTERNAL,
  type IndicatorChange,
  type IndicatorInput,
  indicatorId,
  indicatorsByIds,
  lockIndicators,
  putIndicators,
  removeIndicator,
  retractIndicators,
  SHARED,
  type StoredIndicator,
} from './indicator-store.ts'

/** Control record with the revision up to which indicators changed; the indicators themselves are queried. */
export const INTEL_KIND = 'intel'
export const INTEL_ID = 'indicators'
export type IntelDocument = { readonly revision: number }

/**
 * Indicators of one tenant; one more is refused.
 * @bound indicators of a tenant -> 409
 */
export const INDICATORS_MAX = 10_000_000

/**
 * Less than the column holds, because a feed that takes an indicator back adds a member.
 * @bound context of an indicator, as it is stored -> 422
 */
const CONTEXT_BYTES_MAX = 16_000

/** Adds or refreshes a source's indicators. Throws 422 (`limit`) past `INDICATORS_MAX`. */
export async function addIndicators(
  tx: TenantTx,
  source: string,
  indicators: readonly IndicatorInput[],
  nowMs: number,
): Promise<void> {
  await lockIndicators(tx, tx.tenantId)
  const revision = await putIndicators(tx, tx.tenantId, source, indicators, nowMs)
  if (revision === null) return
  const document: IntelDocument = { revision }
  await announce(tx, { kind: INTEL_KIND, id: INTEL_ID, document })
}

/** Retracts indicators that a source no longer lists, see `retractIndicators`. */
export async function settleIndicators(tx: TenantTx, source: string, settled: readonly Settled[]): Promise<void> {
  await lockIndicators(tx, tx.tenantId)
  const revision = await retractIndicators(tx, tx.tenantId, source, settled)
  if (revision !== null) await announce(tx, { kind: INTEL_KIND, id: INTEL_ID, document: { revision } })
}

/** Retracts shared indicators. */
export async function settleSharedIndicators(
  tx: OperatorTx,
  source: string,
  settled: readonly Settled[],
): Promise<void> {
  await lockIndicators(tx, SHARED)
  const revision = await retractIndicators(tx, SHARED, source, settled)
  if (revision !== null) await announceShared(tx, { kind: INTEL_KIND, id: INTEL_ID, document: { revision } })
}

/** Counting is a scan: before many, not before each. */
export async function requireRoom(tx: TenantTx): Promise<void> {
  if ((await countIndicators(tx)) >= INDICATORS_MAX)
    throw new AppError('conflict', `this tenant has ${INDICATORS_MAX} indicators`)
}

/** Adds shared indicators. */
export async function addSharedIndicators(
  tx: OperatorTx,
  source: string,
  indicators: readonly IndicatorInput[],
  nowMs: number,
): Promise<void> {
  await lockIndicators(tx, SHARED)
  const revision = await putIndicators(tx, SHARED, source, indicators, nowMs)
  if (revision !== null) await announceShared(tx, { kind: INTEL_KIND, id: INTEL_ID, document: { revision } })
}

/** An indicator written by hand: the value, and any other fields that the writer gives. */
export type WrittenIndicator = Pick<IndicatorInput, 'kind' | 'value'> & Partial<IndicatorInput>

/**
 * Creates an indicator by hand. For a value that the tenant has already, only the given fields change. A false positive
 * hides the shared indicator of that value from the tenant. Throws 422 for an unknown linked alert, and for a context past
 * the bound.
 */
export async function createIndicator(
  tx: TenantTx,
  written: WrittenIndicator,
  nowMs: number,
): Promise<StoredIndicator> {
  if (jsonbBytes(written.context ?? {}) > CONTEXT_BYTES_MAX)
    throw invalid('context', `has more than ${CONTEXT_BYTES_MAX} bytes`)
  await requireReferences(tx, [{ member: 'linked_alerts', kind: 'alert', ids: written.linkedAlerts ?? [] }])
  await lockIndicators(tx, tx.tenantId)
  const whole = indicatorOf(written)
  const id = indicatorId(tx.tenantId, whole.role, whole.kind, whole.value)
  const [known] = await indicatorsByIds(tx, [id])
  const merged = known === undefined ? whole : { ...inputOf(known), ...written }
  await addIndicators(tx, INTERNAL, [merged], nowMs)
  const [stored] = await indicatorsByIds(tx, [id])
  if (stored === undefined) throw new AppError('conflict', 'the indicator was removed meanwhile')
  return stored
}

/** Seen now, as whatever is written by hand. */
function inputOf({ expiresAt, ...known }: StoredIndicator): IndicatorInput {
  return { ...known, expiresMs: expiresAt?.getTime() ?? null, lastSeenMs: null }
}

/** An indicator of the tenant or a shared one. Throws `not_found`. */
export async function getIndicator(tx: TenantTx, id: string): Promise<StoredIndicator> {
  const [found] = await indicatorsByIds(tx, [id])
  if (found === undefined) throw noSuch('indicator', id)
  return found
}

/** Throws `not_found`. A tenant cannot change a shared indicator: it hides it with one of its own. */
export async function patchIndicator(tx: TenantTx, id: string, change: IndicatorChange): Promise<StoredIndicator> {
  const [done] = await changeIndicators(tx, [id], change)
  if (done?.indicator == null) throw new AppError('not_found', `this tenant has no indicator ${id}`)
  return done.indicator
}

/**
 * Throws `not_found`. A feed that lists it again brings it back: deactivate it, or mark a false positive, to keep it
 * away.
 */
export async function deleteIndicator(tx: TenantTx, id: string): Promise<StoredIndicator> {
  const [done] = await changeIndicators(tx, [id], null)
  if (done?.indicator == null) throw new AppError('not_found', `this tenant has no indicator ${id}`)
  return done.indicator
}

export const INDICATORS_AT_ONCE_MAX = 500

export type ChangedIndicator = {
  readonly id: string
  /** The indicator now, or before its deletion. Null: this tenant has none of that id. */
  readonly indicator: StoredIndicator | null
}

/** Several alike, each once; null deletes them. */
export async function changeIndicators(
  tx: TenantTx,
  ids: readonly string[],
  change: IndicatorChange | null,
): Promise<ChangedIndicator[]> {
  await lockIndicators(tx, tx.tenantId)
  const done: ChangedIndicator[] = []
  for (const id of new Set(ids)) {
    const indicator = change === null ? await removeIndicator(tx, id) : await changeIndicator(tx, id, change)
    done.push({ id, indicator })
  }
  const revision = Math.max(0, ...done.map(({ indicator }) => indicator?.revision ?? 0))
  if (revision > 0) await announce(tx, { kind: INTEL_KIND, id: INTEL_ID, document: { revision } })
  return done
}
