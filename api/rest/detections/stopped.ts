/** Views of rules, each with what the stream reports about it. */
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
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Catalogued } from './catalogue.ts'
import { builtInView, ruleView, type stoppedRuleSchema, stopView } from './views.ts'

/** Rules are managed whether the lake answers or not. */
const LAKE_MS = 2_000

type Shown = Static<typeof stoppedRuleSchema>
type Stops = readonly StoppedRule[] | null

/** Each rule with its stopped parts, or null where the lake does not answer: own ones first. */
export async function withStops(
  deps: ApiDeps,
  request: FastifyRequest,
  rules: readonly Catalogued[],
): Promise<Shown[]> {
  if (rules.length === 0) return []
  const stops = await stopsOf(deps, request)
  const own = rules.flatMap((rule) => ('own' in rule ? [rule.own] : []))
  const builtIn = rules.flatMap((rule) => ('builtIn' in rule ? [rule.builtIn] : []))
  return tenantWork(deps, request, async (tx) => [
    ...(await ownShown(tx, own, stops)),
    ...(await builtInShown(tx, builtIn, stops)),
  ])
}

async function ownShown(tx: TenantTx, rules: readonly StoredRule[], stops: Stops): Promise<Shown[]> {
  const ofEach = stops && (await stoppedOfRows(tx, rules, stops))
  const nameOf = await authorNames(
    tx,
    rules.map(({ changedBy }) => changedBy),
  )
  return rules.map((rule, at) => ({
    ...ruleView(rule, nameOf),
    stopped: ofEach && (ofEach[at] ?? []).map(stopView),
  }))
}

async function builtInShown(tx: TenantTx, rules: readonly Rule[], stops: Stops): Promise<Shown[]> {
  const ids = rules.map(({ id }) => id)
  const off = new Set((await overlaysOf(tx, ids)).flatMap(({ ruleId, isDisabled }) => (isDisabled ? [ruleId] : [])))
  const ofEach = stops && (await stoppedBuiltIn(tx, ids, stops))
  return rules.map((rule, at) => {
    const stop = ofEach?.[at]
    return { ...builtInView(rule, !off.has(rule.id)), stopped: ofEach && (stop ? [stopView(stop)] : []) }
  })
}

async function stopsOf({ lake, log }: ApiDeps, request: FastifyRequest): Promise<Stops> {
  if (!lake) return null
  const late = () => new AppError('unavailable', 'the lake takes too long')
  try {
    return await withDeadline(stopsSince(lake(principalOf(request).tenantId), 0), LAKE_MS, late)
  } catch (err) {
    log.warn({ err }, 'rules are shown without what is stopped of them')
    return null
  }
}
