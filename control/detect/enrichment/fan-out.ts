/**
 * Queries every provider of an entity's kind at once, each with its own timeout. A cached answer that is still valid is
 * returned with its age. When a provider cannot be reached, an older answer is returned and marked as such; without one
 * the reason is returned.
 */
import { withDeadline } from '../../../platform/deadline.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import { jsonbBytes, storable } from '../../../stores/postgres/jsonb.ts'
import { answerKey, type KeptAnswer, keepAnswers, keptAnswers, type NewAnswer } from './answer-store.ts'
import type { Entity } from './entity.ts'
import type { Data, EnrichCall, Provider } from './provider.ts'

export const ENRICHMENT_LIMITS = {
  /**
   * Entities of one request, and of one alert.
   * @bound enriched entities of a request or an alert -> 422; `left_out` counts the others
   */
  entities: 50,
  /**
   * Questions under way for one request.
   * @bound lookups under way for one request -> they wait
   */
  atOnce: 16,
  /** Maximum age of an answer used when its provider cannot be reached. */
  staleMs: 30 * 86_400_000,
  /** @bound size of the response of an enrichment provider -> `could not check` */
  answerBytes: 60_000,
} as const

export type ProviderAnswer = {
  readonly provider: string
  readonly status: 'found' | 'nothing' | 'could_not_check'
  /** Why the provider could not be queried now; with `found` or `nothing` the answer is an older one. */
  readonly reason: string | null
  readonly data: Data | null
  /** Null: never. */
  readonly checked_at: Date | null
  readonly age_seconds: number | null
}
export type Enriched = Entity & { readonly answers: readonly ProviderAnswer[] }

export type Enrichment = {
  /** Answers older than `maxAgeMs` are requested again. */
  readonly enrich: (call: EnrichCall, entities: readonly Entity[], maxAgeMs?: number) => Promise<readonly Enriched[]>
}

export function openEnrichment(providers: readonly Provider[], log: Log): Enrichment {
  return {
    async enrich(call, wanted, maxAgeMs = Number.POSITIVE_INFINITY) {
      const keyOf = ({ kind, value }: Entity) => `${kind}/${value}`
      const entities = [...new Map(wanted.map((one) => [keyOf(one), one])).values()]
      const kept = await call.inTenant((tx) => keptAnswers(tx, entities))
      const news: NewAnswer[] = []
      const asks = entities.map((entity) =>
        providers
          .filter(({ kinds }) => kinds.has(entity.kind))
          .map((provider) => () => answerOf(call, entity, provider, { kept, news, maxAgeMs, log })),
      )
      const answers = await inTurns(asks.flat(), ENRICHMENT_LIMITS.atOnce)
      if (news.length > 0) await call.inTenant((tx) => keepAnswers(tx, news, ENRICHMENT_LIMITS.staleMs))
      let at = 0
      const found = new Map(
        entities.map((entity, n) => {
          const own = answers.slice(at, at + (asks[n]?.length ?? 0))
          at += own.length
          return [keyOf(entity), own]
        }),
      )
      return wanted.map((entity) => ({ ...entity, answers: found.get(keyOf(entity)) ?? [] }))
    },
  }
}

type Asking = {
  readonly kept: ReadonlyMap<string, KeptAnswer>
  readonly news: NewAnswer[]
  readonly maxAgeMs: number
  readonly log: Log
}

async function answerOf(
  call: EnrichCall,
  entity: Entity,
  provider: Provider,
  { kept, news, maxAgeMs, log }: Asking,
): Promise<ProviderAnswer> {
  const before = kept.get(answerKey(entity, provider.name))
  const ageMs = before === undefined ? Number.POSITIVE_INFINITY : call.nowMs - before.checkedAt.getTime()
  if (before !== undefined && ageMs < Math.min(provider.keepMs, maxAgeMs)) return shown(call, provider, before, null)
  const late = () => new AppError('unavailable', `no answer within ${provider.timeoutMs / 1000} s`)
  try {
    const data = bounded(await withDeadline(provider.ask(call, entity), provider.timeoutMs, late))
    if (provider.keepMs > 0) news.push({ ...entity, provider: provider.name, data, checkedMs: call.nowMs })
    return shown(call, provider, { data, checkedAt: new Date(call.nowMs) }, null)
  } catch (error) {
    if (!(error instanceof AppError))
      log.error({ err: error, provider: provider.name }, 'an enrichment provider failed')
    const reason = error instanceof AppError ? error.message : 'it failed, see the log'
    if (before !== undefined && ageMs < ENRICHMENT_LIMITS.staleMs) return shown(call, provider, before, reason)
    const none = { data: null, checked_at: null, age_seconds: null }
    return { provider: provider.name, status: 'could_not_check', reason, ...none }
  }
}

function shown(
  { nowMs }: EnrichCall,
  { name }: Provider,
  { data, checkedAt }: KeptAnswer,
  reason: string | null,
): ProviderAnswer {
  const age_seconds = Math.max(0, Math.floor((nowMs - checkedAt.getTime()) / 1000))
  return {
    provider: name,
    status: data === null ? 'nothing' : 'found',
    reason,
    data,
    checked_at: checkedAt,
    age_seconds,
  }
}

function bounded(data: Data | null): Data | null {
  if (data === null) return null
  const kept = storable(data)
  if (jsonbBytes(kept) <= ENRICHMENT_LIMITS.answerBytes) return kept
  throw new AppError('too_large', `its answer has more than ${ENRICHMENT_LIMITS.answerBytes} bytes`)
}

async function inTurns<T>(asks: readonly (() => Promise<T>)[], atOnce: number): Promise<T[]> {
  const answers: T[] = new Array(asks.length)
  let next = 0
  const lane = async () => {
    for (let at = next++; at < asks.length; at = next++) answers[at] = await (asks[at] as () => Promise<T>)()
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, asks.length) }, lane))
  return answers
}
