/** Executors with what only this context can give them, and the errors after which nothing was done. */
import { NotDone, type ExecutorDeps as VendorDeps } from '../../../../connectors/respond/executor.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { REFUSED_BY_RESIDENCY, requireReceiverRegion } from '../../../platform/governance/index.ts'
import type { VerifySettings } from '../verify-settings.ts'

export type ExecutorDeps = Omit<VendorDeps, 'checkReceiver'> & {
  readonly nowMs: () => number
  /** Null: asking users over chat is disabled. */
  readonly verify: VerifySettings | null
  /** Runs work in its own transaction, in the tenant of the action. */
  readonly inTenant: <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>
}

export const vendorDeps = ({ egress, findPlace, inTenant }: ExecutorDeps): VendorDeps => ({
  egress,
  findPlace,
  checkReceiver: (address) => requireReceiverRegion(inTenant, address),
})

/** Errors of a connection over which nothing was sent. */
const NOT_SENT: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  REFUSED_BY_RESIDENCY,
])

export function isKnownNotDone(error: unknown): boolean {
  if (error instanceof NotDone) return true
  const cause = error instanceof AppError ? error.cause : error
  return NOT_SENT.has((cause as { code?: unknown } | undefined)?.code)
}
