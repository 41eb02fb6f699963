/** Health of the reading of closed findings for a tenant, with the obstacle when they are not read. */
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import type { Connector } from '../../../platform/connectors/index.ts'
import { shadowModes } from '../shadow-store.ts'
import { readableConnectors } from './sweep-closures.ts'
import { type Sweep, sweeps } from './sweep-store.ts'

export const OVERALL_STATES = ['disabled', 'not_measuring', 'no_connector', 'blocked', 'degraded', 'ok'] as const

export type ClosuresHealth = {
  readonly state: (typeof OVERALL_STATES)[number]
  /** `sweep` null: not read yet. */
  readonly connectors: readonly { readonly connector: Connector; readonly sweep: Sweep | null }[]
}

export async function closuresHealth(tx: TenantTx, isEnabled: boolean): Promise<ClosuresHealth> {
  const known = new Map((await sweeps(tx)).map((sweep) => [sweep.connectorId, sweep]))
  const readable = await readableConnectors(tx)
  const connectors = readable.map(({ connector }) => ({ connector, sweep: known.get(connector.id) ?? null }))
  const isMeasuring = (await shadowModes(tx)).some(({ enabled }) => enabled)
  return { state: overall(isEnabled, isMeasuring, connectors), connectors }
}

function overall(isEnabled: boolean, isMeasuring: boolean, connectors: ClosuresHealth['connectors']) {
  if (!isEnabled) return 'disabled'
  if (!isMeasuring) return 'not_measuring'
  if (connectors.length === 0) return 'no_connector'
  const states = connectors.map(({ sweep }) => sweep?.state)
  if (states.every((state) => state === 'blocked')) return 'blocked'
  return states.some((state) => state === 'blocked' || state === 'transient') ? 'degraded' : 'ok'
}
