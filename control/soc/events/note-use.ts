/** Counts which fields searches name and how long they take, for what `GET /lake/advice` proposes. */
import type { Missing } from '../../../query/search/coverage.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { noteFieldUses, type UseLanguage } from '../searches/index.ts'
import type { EventCall } from './event-deps.ts'

export type SearchUse = {
  readonly language: UseLanguage
  /** Called when the answer is out. */
  readonly fields: () => readonly string[]
  readonly ms: number
  readonly missing: readonly Pick<Missing, 'reason'>[]
}

/** Counts a search after its answer was sent, so that nobody waits for it. */
export function noteUse(
  { actor, deps, nowMs, afterResponse }: Pick<EventCall, 'actor' | 'deps' | 'nowMs' | 'afterResponse'>,
  { language, fields, ms, missing }: SearchUse,
): void {
  const isLate = missing.some(({ reason }) => reason === 'time' || reason === 'memory')
  afterResponse('the count of the fields of a search', async () => {
    const cost = { language, fields: fields(), ms, isLate }
    await withTenant(deps.pool, actor.tenantId, (tx) => noteFieldUses(tx, cost, nowMs))
  })
}
