/** The operation that looks values up in the indicators, the warning lists and the lake. */
import { type Static, Type } from 'typebox'
import { KINDS } from '../../../intel/indicator.ts'
import { meantValues } from '../../../intel/meant-values.ts'
import { SEVERITIES } from '../../../platform/severities.ts'
import { closed, named, nullable, oneOf, plainText, sent, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { knownGoodSchema } from './check-values.ts'
import { type KnownOf, knownOf } from './enrich.ts'
import type { Feed } from './feeds/feed.ts'
import { feedsOf } from './feeds/feed-store.ts'
import { type SeenDeps, seenOrWhy, seenSchema } from './seen-value.ts'
import { knownGoodOf } from './warning-lists/known-good.ts'

const operation = operationsOf<SeenDeps>()
const score = Type.Integer({ minimum: 0, maximum: 100 })
const name = nullable(Type.String())

const match = Type.Object({
  id: uuid,
  ioc_type: oneOf(KINDS),
  value: Type.String(),
  confidence: score,
  effective_confidence: Type.Number(),
  severity: oneOf(SEVERITIES),
  source: Type.String(),
  age_days: Type.Number(),
  half_life_days: Type.Integer(),
  weak: Type.Boolean(),
  known_good_list: nullable(Type.String({ description: 'list that flags it as known good' })),
  threat_actor: name,
  malware_family: name,
})
const checked = Type.Object({
  name: Type.String(),
  status: oneOf(['ok', 'could_not_check'] as const),
  reason: nullable(Type.String()),
})
type Checked = Static<typeof checked>

export const enrichOperation = operation.outside({
  name: 'intel.enrich',
  summary: 'Look values up, with the sources that could not be queried',
  permission: 'threat_intel:read',
  isRead: true,
  path: 'POST /intel/enrich',
  body: sent('IntelEnrich', {
    indicators: Type.Array(Type.Object({ type: oneOf(KINDS), value: plainText(2048) }, closed), {
      minItems: 1,
      maxItems: 100,
    }),
  }),
  output: named(
    'IntelEnriched',
    Type.Object({
      indicators: Type.Array(
        Type.Object({
          type: oneOf(KINDS),
          value: Type.String(),
          normalised: nullable(Type.String({ description: 'null: not a valid value of its type' })),
          matches: Type.Array(match),
          known_good: Type.Array(knownGoodSchema, {
            description: 'known-good lists that contain it; a suppressing list keeps indicators from matching',
          }),
          seen: nullable(seenSchema),
          sources_checked: Type.Array(checked),
        }),
      ),
    }),
  ),
  async run({ read, actor, deps, nowMs }, { indicators }) {
    const wanted = indicators.map(({ type, value }) => ({ type, value, meant: meantValues(type, value) }))
    const values = wanted.flatMap(({ meant }) => meant)
    const { known, good, feeds } = await read(async (tx) => ({
      known: await knownOf(tx, values, nowMs),
      good: await knownGoodOf(tx, values),
      feeds: (await feedsOf(tx)).map(checkedFeed),
    }))
    const enriched = []
    let at = 0
    for (const { type, value, meant } of wanted) {
      const [first] = meant
      if (first === undefined) {
        const sources_checked = [notChecked('indicators', `not a value of type ${type}`)]
        enriched.push({ type, value, normalised: null, matches: [], known_good: [], seen: null, sources_checked })
        continue
      }
      const matches = known
        .slice(at, at + meant.length)
        .flat()
        .map(shownMatch)
      const known_good = good.slice(at, at + meant.length).flat()
      at += meant.length
      const { seen, reason } = await seenOrWhy(deps, actor.tenantId, meant)
      const lake = reason === null ? isOk('lake') : notChecked('lake', reason)
      const sources_checked = [isOk('indicators'), lake, ...feeds]
      enriched.push({ type, value, normalised: first.value, matches, known_good, seen, sources_checked })
    }
    return { indicators: enriched }
  },
})

function shownMatch({ indicator, isWeak, knownGood, ...known }: KnownOf) {
  return { ...indicator, ...known, iocType: indicator.kind, weak: isWeak, knownGoodList: knownGood?.list ?? null }
}

function checkedFeed({ name, status, error, lastPolledAt }: Feed): Checked {
  if (status === 'ok') return isOk(name)
  const before = lastPolledAt === null ? 'never read' : `last read ${lastPolledAt.toISOString()}`
  return notChecked(name, status === 'failed' ? (error ?? 'failed') : `${before}, not up to date`)
}

const isOk = (name: string): Checked => ({ name, status: 'ok', reason: null })
const notChecked = (name: string, reason: string): Checked => ({ name, status: 'could_not_check', reason })
