/** The lease of a run: only the process that has it appends steps, and it is renewed with each of them. */
import type { Egress } from '../../../../platform/egress/client.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import type { LakeSources } from '../../../../query/lake-sources.ts'
import type { Reader } from '../../../../stores/clickhouse/tenant-reader.ts'
import { text } from '../../../../stores/postgres/columns.ts'
import { jobs, NOW } from '../../../../stores/postgres/jobs.ts'
import type { Postgres, TenantTx } from '../../../../stores/postgres/pool.ts'
import type { Offered } from '../../../detect/sandbox/index.ts'
import type { RecordAct } from '../../../platform/acting/index.ts'
import type { InTenant, ModelDeps } from '../../models/index.ts'
import { publishStep } from '../investigate.ts'
import { append, type InvestigationRun, type LedgerEntry, type NewEntry } from '../ledger.ts'

export type InvestigatorDeps = {
  /** Signs in as the owner: which tenants have a run is looked up over all of them. */
  readonly pool: Postgres
  readonly audit: RecordAct
  readonly models: ModelDeps
  readonly egress: Egress
  readonly lake: (tenant: TenantId) => Reader
  readonly sources: LakeSources
  readonly sandboxesOf: (egress: Egress) => readonly Offered[]
  /** True when tools of third parties are offered, which needs the agents' own token. */
  readonly offersThirdParties: boolean
  readonly nowMs: () => number
}

/** A run that this process holds by its lease, and its means. */
export type HeldRun = Omit<InvestigatorDeps, 'lake'> & {
  readonly tenant: TenantId
  readonly vault: ModelDeps['vault']
  readonly inTenant: InTenant
  readonly lease: string
  readonly run: InvestigationRun
  readonly lake: Reader
}

const SLACK_MS = 60_000
/** Longer than a question with its repair, and a tool. */
export const termOf = ({ models, nowMs }: Pick<HeldRun, 'models' | 'nowMs'>) => {
  return { now: new Date(nowMs()), seconds: (2 * models.timeoutMs + SLACK_MS) / 1000 }
}

export const OPEN_RUNS = jobs({
  table: 'investigation_runs',
  until: 'deadline',
  lease: 'lease',
  seconds: SLACK_MS / 1000,
  due: `j.kind = 'investigation' AND j.status = 'running' AND j.deadline <= ${NOW}`,
  order: 'j.started_at, j.id',
  since: 'deadline',
  returning: 'j.id',
  read: (row) => ({ id: text(row, 'id') }),
})

/** Writes a step as long as this process holds the run. Throws `conflict` when another has it. */
export function appendStep(held: HeldRun, entry: NewEntry): Promise<LedgerEntry> {
  return held.inTenant(async (tx) => {
    await hold(tx, held)
    const written = await append(tx, held.run.id, entry)
    await publishStep(tx, written)
    return written
  })
}

export async function hold(tx: TenantTx, held: HeldRun): Promise<void> {
  const { tenant, run, lease } = held
  if (!(await OPEN_RUNS.renew(tx, { tenant, id: run.id, lease }, termOf(held))))
    throw new AppError('conflict', 'another process has the investigation')
}

/** Releases the run: no worker takes it until then, unless an answer comes. */
export async function releaseUntil(tx: TenantTx, { run, lease }: HeldRun, until: Date): Promise<void> {
  const sql = /* sql */ `UPDATE investigation_runs SET lease = NULL, deadline = $3 WHERE id = $1 AND lease = $2`
  await tx.run(sql, [run.id, lease, until])
}
