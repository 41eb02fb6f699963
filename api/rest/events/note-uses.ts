/** Counts which fields searches name and how long they take, for what `GET /lake/advice` proposes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noteFieldUses, type UseLanguage } from '../../../control/soc/searches/index.ts'
import type { Missing } from '../../../query/search/coverage.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { openAfterAnswer } from '../../plugins/after-answer.ts'
import { principalOf } from '../../route-config.ts'

export type SearchUse = {
  readonly language: UseLanguage
  /** Asked when the answer is out. */
  readonly fields: () => readonly string[]
  readonly ms: number
  readonly missing: readonly Pick<Missing, 'reason'>[]
}
export type NoteUse = (request: FastifyRequest, reply: Pick<FastifyReply, 'raw'>, use: SearchUse) => void

/** Counts a search when its answer is out, so that nobody waits for the count. */
export function fieldUses(app: FastifyInstance, deps: Pick<ApiDeps, 'pool' | 'nowMs' | 'log'>): NoteUse {
  const afterAnswer = openAfterAnswer(deps.log)
  app.addHook('onClose', () => afterAnswer.drained())
  return (request, reply, { language, fields, ms, missing }) => {
    const { tenantId } = principalOf(request)
    const isLate = missing.some(({ reason }) => reason === 'time' || reason === 'memory')
    afterAnswer.run(reply, 'the count of the fields of a search', async () => {
      const cost = { language, fields: fields(), ms, isLate }
      await withTenant(deps.pool, tenantId, (tx) => noteFieldUses(tx, cost, deps.nowMs()))
    })
  }
}
