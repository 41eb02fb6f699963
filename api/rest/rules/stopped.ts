/** Rules as the API shows them, with what the stream says of them. */
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import {
  authorNames,
  overlaysOf,
  type StoppedRule,
  type StoredRule,
  stoppedBuiltIn,
  stoppedOfRows,
  stopsSince,
} from '../../../control/detections/index.ts'
import type { Rule } from '../../../detections/plan/plan.ts'
import { withDeadline } from '../../../platform/deadline.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ApiDeps } from '../../deps.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { type builtInSchema, builtInView, ruleView, type stoppedRuleSchema, stopView } from './views.ts'

/** Rules are managed whether the lake answers or not. */
const LAKE_MS = 2_000

/** Each rule with what is stopped of it; null where the lake does not answer. */
export async function withStops(
  deps: ApiDeps,
  request: FastifyRequest,
  rules: readonly StoredRule[],
): Promise<Static<typeof stoppedRuleSchema>[]> {
  const stops = rules.length === 0 ? [] : await stopsOf(deps, request)
  return tenantWork(deps, request, async (tx) => {
    const ofEach = stops && (await stoppedOfRows(tx, rules, stops))
    const nameOf = await authorNames(
      tx,
      rules.map(({ changedBy }) => changedBy),
    )
    return rules.map((rule, at) => ({
      ...ruleView(rule, nameOf),
      stopped: ofEach && (ofEach[at] ?? []).map(stopView),
    }))
  })
}

export async function builtInWithStops(
  deps: ApiDeps,
  request: FastifyRequest,
  rules: readonly Rule[],
): Promise<Static<typeof builtInSchema>[]> {
  const stops = await stopsOf(deps, request)
  const ids = rules.map(({ id }) => id)
  return tenantWork(deps, request, async (tx) => {
    const off = new Set((await overlaysOf(tx, ids)).flatMap(({ ruleId, isDisabled }) => (isDisabled ? [ruleId] : [])))
    const ofEach = stops && (await stoppedBuiltIn(tx, ids, stops))
    return rules.map((rule, at) => {
      const stop = ofEach?.[at]
      return { ...builtInView(rule), enabled: !off.has(rule.id), stopped: ofEach && (stop ? [stopView(stop)] : []) }
    })
  })
}

async function stopsOf({ lake, log }: ApiDeps, request: FastifyRequest): Promise<readonly StoppedRule[] | null> {
  if (!lake) return null
  const late = () => new AppError('unavailable', 'the lake takes too long')
  try {
    return await withDeadline(stopsSince(lake(principalOf(request).tenantId), 0), LAKE_MS, late)
  } catch (err) {
    log.warn({ err }, 'rules are shown without what is stopped of them')
    return null
  }
}
