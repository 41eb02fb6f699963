/** Views of rules, each with what the stream reports about it. */
import type { Rule } from '../../../detections/plan/plan.ts'
import { type StoppedRule, stopsSince } from '../../../detections/tenant/stops-in-lake.ts'
import { withDeadline } from '../../../platform/deadline.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { OutsideCall } from '../../platform/acting/index.ts'
import { authorNames } from './authors.ts'
import type { Catalogued } from './catalogue.ts'
import { overlaysOf } from './overlays.ts'
import type { StoredRule } from './rule.ts'
import { builtInView, ruleView } from './rule-schemas.ts'
import { stoppedBuiltIn, stoppedOfRows } from './stopped-rules.ts'

export type LakeOfRules = {
  readonly lake?: ((tenant: TenantId) => Reader) | undefined
  readonly log: Log
}

/** Rules are managed whether the lake answers or not. */
const LAKE_MS = 2_000

type Stops = readonly StoppedRule[] | null

/** Each rule with its stopped parts, or null where the lake does not answer: own ones first. */
export async function withStops(call: OutsideCall<LakeOfRules>, rules: readonly Catalogued[]) {
  if (rules.length === 0) return []
  const stops = await stopsOf(call)
  const own = rules.flatMap((rule) => ('own' in rule ? [rule.own] : []))
  const builtIn = rules.flatMap((rule) => ('builtIn' in rule ? [rule.builtIn] : []))
  return call.read(async (tx) => [...(await ownShown(tx, own, stops)), ...(await builtInShown(tx, builtIn, stops))])
}

async function ownShown(tx: TenantTx, rules: readonly StoredRule[], stops: Stops) {
  const ofEach = stops && (await stoppedOfRows(tx, rules, stops))
  const authors = rules.map(({ changedBy }) => changedBy)
  const nameOf = await authorNames(tx, authors)
  return rules.map((rule, at) => ({
    ...ruleView(rule, nameOf),
    stopped: ofEach && (ofEach[at] ?? []).map(stopView),
  }))
}

async function builtInShown(tx: TenantTx, rules: readonly Rule[], stops: Stops) {
  const ids = rules.map(({ id }) => id)
  const off = new Set((await overlaysOf(tx, ids)).flatMap(({ ruleId, isDisabled }) => (isDisabled ? [ruleId] : [])))
  const ofEach = stops && (await stoppedBuiltIn(tx, ids, stops))
  return rules.map((rule, at) => {
    const stop = ofEach?.[at]
    return { ...builtInView(rule, !off.has(rule.id)), stopped: ofEach && (stop ? [stopView(stop)] : []) }
  })
}

async function stopsOf({ deps: { lake, log }, actor }: OutsideCall<LakeOfRules>): Promise<Stops> {
  if (!lake) return null
  const late = () => new AppError('unavailable', 'the lake did not answer in time')
  try {
    return await withDeadline(stopsSince(lake(actor.tenantId), 0), LAKE_MS, late)
  } catch (err) {
    log.warn({ err }, 'cannot read stopped rules, listing rules without that state')
    return null
  }
}

const stopView = ({ ruleId, atMs, reason }: StoppedRule) => ({ ruleId, time: new Date(atMs), reason })
