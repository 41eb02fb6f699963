/** Reports of processes about their background work, every 30 s. A process that stops reporting no longer counts. */
import { int, type Row, text } from './columns.ts'
import type { OperatorTx, SystemTx } from './pool.ts'

export type ReportedWorker = {
  readonly name: string
  readonly lastSuccessAt: Date | null
  readonly failingSince: Date | null
}

/** A process without a report for this long has ended, or cannot reach the database. */
const GONE_SECONDS = 120

export async function reportWorkers(tx: OperatorTx, process: string, workers: readonly ReportedWorker[]) {
  const report = /* sql */ `
    INSERT INTO background_workers (worker, process, last_success_at, failing_since, seen_at)
    SELECT worker, $1, last_success_at, failing_since, clock_timestamp()
    FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) AS w (worker, last_success_at, failing_since)
    ON CONFLICT (worker, process) DO UPDATE
      SET last_success_at = excluded.last_success_at, failing_since = excluded.failing_since, seen_at = excluded.seen_at`
  await tx.run(report, [
    process,
    workers.map(({ name }) => name),
    workers.map(({ lastSuccessAt }) => lastSuccessAt),
    workers.map(({ failingSince }) => failingSince),
  ])
  await tx.run(/* sql */ `DELETE FROM background_workers WHERE seen_at < clock_timestamp() - interval '1 day'`)
}

export type FailingWorker = { readonly name: string; readonly seconds: number }

/** Workers that have failed for at least `seconds` in every process that runs them. */
export function failingWorkers(tx: SystemTx, seconds: number): Promise<FailingWorker[]> {
  const sql = /* sql */ `
    SELECT worker, floor(extract(epoch FROM clock_timestamp() - max(failing_since)))::bigint AS seconds
    FROM background_workers WHERE seen_at > clock_timestamp() - make_interval(secs => $2)
    GROUP BY worker
    HAVING bool_and(failing_since IS NOT NULL) AND max(failing_since) <= clock_timestamp() - make_interval(secs => $1)
    ORDER BY worker`
  const read = (row: Row) => ({ name: text(row, 'worker'), seconds: int(row, 'seconds') })
  return tx.many(read, sql, [seconds, GONE_SECONDS])
}
