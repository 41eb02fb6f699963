/**
 * Runs replays, a page of letters at a time, the longest waiting first. When a process dies, another one takes over its
 * page after the lease; letters pushed before are recognised as duplicates and not stored again.
 */
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { jobs, NOW, whileHeld } from '../../../stores/postgres/jobs.ts'
import { type Postgres, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import type { IngestClient } from '../connectors/index.ts'
import { batched, bodiesOf } from './bodies.ts'
import { type Letter, lettersPage, textsOf } from './letters.ts'
import { advanceReplay, failReplay, REPLAYS, type Replay, releaseReplay, type Turn } from './replays.ts'

export type ReplayDeps = {
  /** Signs in as the owner, because it looks for the next replay over all tenants. */
  readonly pool: Postgres
  readonly lake: (tenant: TenantId) => Reader
  readonly ingest: IngestClient
  readonly log: Log
  /** Letters of one turn. */
  readonly pageLetters?: number
}

const POLL_MS = 1_000
const PAGE_LETTERS = 2_000

export function replayWorkers(deps: ReplayDeps): Worker[] {
  const once = ({ stop }: { readonly stop: AbortSignal }) => runReplayOnce(deps, stop)
  const oldestSeconds = () => WAITING.oldestSeconds(deps.pool)
  return [{ name: 'dead letter replays', everyMs: POLL_MS, once, oldestSeconds }]
}

const WAITING = jobs({
  table: 'dead_letter_replays',
  until: 'lease_until',
  lease: 'lease',
  seconds: 600,
  due: `j.state = 'running' AND j.lease_until < ${NOW}`,
  order: 'j.advanced_at',
  since: 'advanced_at',
  returning: REPLAYS.of('j'),
  read: REPLAYS.read,
})

/** False when no replay waits. Rejects with `unavailable` when the lake or ingest does not answer: the page is tried again. */
export async function runReplayOnce(deps: ReplayDeps, stop?: AbortSignal): Promise<boolean> {
  const { pool, log } = deps
  const replay = await withOperator(pool, 'dead letter replays', (tx) => WAITING.claim(tx))
  if (replay === null) return false
  const { tenant } = replay
  try {
    const holding = { pool, log, ...(stop && { stop }) }
    const turn = await whileHeld(replay, WAITING, holding, () => oneTurn(deps, tenant, replay))
    await withTenant(deps.pool, tenant, (tx) => advanceReplay(tx, replay, turn))
  } catch (error) {
    const isLater = !(error instanceof AppError) || error.code === 'unavailable' || error.code === 'rate_limited'
    if (isLater) {
      const why = error instanceof AppError ? error.message : 'an internal error, see the log'
      await withTenant(deps.pool, tenant, (tx) => releaseReplay(tx, replay.id, why))
      throw error
    }
    await withTenant(deps.pool, tenant, (tx) => failReplay(tx, replay.id, error.message))
  }
  return true
}

async function oneTurn(
  { lake, ingest, pageLetters = PAGE_LETTERS }: ReplayDeps,
  tenant: TenantId,
  replay: Replay,
): Promise<Turn> {
  const reader = lake(tenant)
  const { source, reason, until_time, after_ms, after_letter } = replay
  const scope = { untilMs: until_time.getTime(), source, reason }
  const letters = await lettersPage(reader, scope, { firstMs: after_ms, id: after_letter }, pageLetters)
  let [accepted, rejected, fault] = [0, 0, null as string | null]
  for await (const { origin, letters: same } of batched(inOrder(letters))) {
    const to = {
      tenant,
      connectorId: origin.connectorId,
      type: origin.connectorType,
      sourceFormat: origin.sourceFormat,
    }
    for (const body of bodiesOf(await textsOf(reader, same), origin.sourceFormat)) {
      const counts = await ingest(to, body.type, Buffer.from(body.body)).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'bad_request')) throw error
        return { accepted: 0, rejected: body.letters, errors: [error.message] }
      })
      accepted += counts.accepted
      rejected += counts.rejected
      fault = counts.errors[0] ?? fault
    }
  }
  const after = letters.length < pageLetters ? null : (letters.at(-1) ?? null)
  return { letters: letters.length, accepted, rejected, fault, after }
}

async function* inOrder(letters: readonly Letter[]): AsyncGenerator<Letter> {
  yield* letters
}
