/** Operations of a tenant's indicators and the shared ones, and of lookups of a value. */
import { type Static, Type } from 'typebox'
import { KINDS, type Kind, TLP } from '../../../intel/indicator.ts'
import { type MeantValue, meantValues } from '../../../intel/meant-values.ts'
import { defined } from '../../../platform/defined.ts'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { Log } from '../../../platform/log.ts'
import { SEVERITIES } from '../../../platform/severities.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type Seen, seenValue, together } from '../../../query/seen-values.ts'
import { camelMembers } from '../../../schemas/to-wire.ts'
import { closed, named, nullable, oneOf, plainText, sent, time, uuid } from '../../../schemas/wire.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { NO_LAKE, operationsOf } from '../../platform/acting/index.ts'
import { HERE, requireRegion } from '../../platform/governance/index.ts'
import { knownGoodSchema } from './check-values.ts'
import { type KnownOf, knownOf } from './enrich.ts'
import type { Feed } from './feeds/feed.ts'
import { feedsOf } from './feeds/feed-store.ts'
import { INDICATORS, indicatorsPage, type StoredIndicator } from './indicator-store.ts'
import {
  changeIndicators,
  createIndicator,
  deleteIndicator,
  getIndicator,
  INDICATORS_AT_ONCE_MAX,
  patchIndicator,
  type WrittenIndicator,
} from './manage-indicators.ts'
import { MISP_PUSH_ROWS, pushesOf, requestPush } from './misp-push-store.ts'
import { refuseHiddenIndicators, STIX_TYPES, stixBundle, stixPage } from './stix-objects.ts'
import { knownGoodOf } from './warning-lists/known-good.ts'

type Deps = {
  readonly lake?: ((tenant: TenantId) => Reader) | undefined
  readonly misp?: { readonly pushAuto: boolean } | null | undefined
  readonly log: Log
}
const operation = operationsOf<Deps>()
/**
 * Objects of one bundle.
 * @bound indicators in a STIX bundle -> 409 that names `added_after` and TAXII
 */
const BUNDLE_MAX = 10_000
/**
 * Newest pushes that are listed.
 * @bound listed pushes to MISP -> older ones are not listed
 */
const PUSHES_MAX = 5_000
const score = Type.Integer({ minimum: 0, maximum: 100 })
const name = nullable(Type.String())

const { owner: tenant_id, kind: ioc_type, is_false_positive: false_positive, ...indicatorMembers } = INDICATORS.members
const ioc = { ...indicatorMembers, tenant_id, ioc_type, false_positive }
const iocSchema = named('Ioc', Type.Object(ioc))

function shownIoc({ owner, kind, isFalsePositive, ...indicator }: StoredIndicator) {
  return { ...indicator, tenantId: owner, iocType: kind, falsePositive: isFalsePositive }
}

const list = operation.page({
  name: 'intel.iocs',
  summary: 'Indicators, newest first, shared ones included',
  permission: 'threat_intel:read',
  path: 'GET /intel/iocs',
  filters: {
    ioc_type: Type.Optional(oneOf(KINDS)),
    severity: Type.Optional(oneOf(SEVERITIES)),
    is_active: Type.Optional(Type.Boolean()),
  },
  item: iocSchema,
  async run({ tx }, { ioc_type: kind = null, severity = null, is_active: isActive = null }, { rows, after }) {
    const found = await indicatorsPage(tx, rows, { kind, severity, isActive }, after)
    return found.map((placed) => ({ ...placed, item: shownIoc(placed.item) }))
  },
})

const seenSchema = named(
  'SeenValue',
  Type.Object({
    is_indexed: Type.Boolean({ description: 'false: no event column holds values of this kind' }),
    events: Type.Integer(),
    first_seen: nullable(time),
    last_seen: nullable(time),
    sources: Type.Array(Type.Object({ source: Type.String(), events: Type.Integer() })),
    indexed_from: nullable(Type.String({ description: 'first day of the index' })),
  }),
)
const iocBody = sent('IocCreate', {
  ioc_type: oneOf(KINDS),
  value: plainText(2048),
  confidence: Type.Optional(score),
  severity: Type.Optional(oneOf(SEVERITIES)),
  tlp: Type.Optional(oneOf(TLP)),
  threat_actor: Type.Optional(plainText(200)),
  campaign: Type.Optional(plainText(200)),
  malware_family: Type.Optional(plainText(200)),
  tags: Type.Optional(Type.Array(plainText(200), { maxItems: 50 })),
  source_ref: Type.Optional(plainText(200)),
  expires_at: Type.Optional(time),
  linked_alerts: Type.Optional(Type.Array(uuid, { maxItems: 100 })),
  context: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())),
  false_positive: Type.Optional(
    Type.Boolean({ description: 'true: neither this nor the shared indicator of the value matches in this tenant' }),
  ),
})

const create = operation.outside({
  name: 'intel.create_ioc',
  summary: 'Add an indicator, or update the sent fields of an existing one; returns whether its value was ever seen',
  permission: 'threat_intel:write',
  audit: 'ioc:created',
  path: 'POST /intel/iocs',
  status: 201,
  query: Type.Object(
    {
      push_to_misp: Type.Optional(
        Type.Boolean({ description: 'whether to push it to the operator’s MISP; the default is a setting there' }),
      ),
    },
    closed,
  ),
  body: iocBody,
  output: named(
    'NewIoc',
    Type.Object({
      ...ioc,
      seen: nullable(seenSchema),
      seen_unknown_because: nullable(Type.String({ description: 'reason why the lake could not be queried' })),
      misp: nullable(MISP_PUSH_ROWS.schema),
      others: Type.Array(iocSchema, {
        description: 'equivalent values, such as the URL of a value sent without a scheme with http and with https',
      }),
    }),
  ),
  async run({ work, actor, deps, nowMs }, { push_to_misp: flag, ...body }) {
    const values = requireValues(body.ioc_type, body.value)
    requireMisp(deps, flag)
    const all = await work(async (tx, note) => {
      const done = []
      for (const { kind, value } of values) {
        const stored = await createIndicator(tx, writtenOf(body, kind, value), nowMs)
        const misp = pushIsWanted(deps, flag, stored.tlp) ? await requestPush(tx, stored.id) : null
        const pushed = misp === null ? {} : { push_to_misp: true }
        note({ resource: 'ioc', resourceId: stored.id, changes: { ioc_type: kind, value, ...pushed } })
        done.push({ stored, misp })
      }
      return done
    })
    const [{ stored, misp }, ...others] = all as [(typeof all)[number], ...typeof all]
    const { seen, reason } = await seenOrWhy(deps, actor.tenantId, values)
    return {
      ...shownIoc(stored),
      ...{ seen, seenUnknownBecause: reason, misp, others: others.map((other) => shownIoc(other.stored)) },
    }
  },
})

function writtenOf(body: Static<typeof iocBody>, kind: Kind, value: string) {
  const { ioc_type: _, value: __, expires_at, false_positive, ...rest } = body
  const expiresMs = expires_at === undefined ? undefined : Date.parse(expires_at)
  const members = { ...camelMembers(rest), kind, value, expiresMs, isFalsePositive: false_positive }
  return defined(members) as WrittenIndicator
}

const stix = operation.outside({
  name: 'intel.stix',
  summary: `Indicators of this tenant and their sightings as a bundle of STIX 2.1, at most ${BUNDLE_MAX} objects`,
  description:
    'Indicators for named recipients only (TLP:RED) are left out, inactive ones are marked as revoked. A larger bundle is rejected: narrow it with `added_after`, or read it in pages over TAXII at /taxii2/.',
  permission: 'threat_intel:read',
  path: 'GET /intel/stix',
  query: Type.Object({ added_after: Type.Optional(time) }, closed),
  output: named(
    'StixBundle',
    Type.Object({
      type: Type.Literal('bundle'),
      id: Type.String(),
      objects: Type.Array(Type.Record(Type.String(), Type.Unknown())),
    }),
  ),
  async run({ read, actor }, { added_after: addedAfter = null }) {
    refuseHiddenIndicators(actor)
    await requireRegion(read, 'export', HERE)
    const wanted = { types: STIX_TYPES, addedAfter, ids: null, versions: null }
    const all = await read((tx) => stixPage(tx, wanted, BUNDLE_MAX + 1, null))
    if (all.length > BUNDLE_MAX)
      throw new AppError('conflict', `there are more than ${BUNDLE_MAX}: narrow them with added_after, or ask TAXII`)
    return stixBundle(actor.tenantId, all)
  },
})

const pushes = operation.list({
  name: 'intel.misp_pushes',
  summary: 'Indicators pushed or waiting to be pushed to MISP, newest first',
  permission: 'threat_intel:read',
  path: 'GET /intel/misp-pushes',
  item: MISP_PUSH_ROWS.schema,
  run: ({ tx }) => pushesOf(tx, PUSHES_MAX),
  keyOf: ({ indicator_id: id }) => id,
})

const get = operation({
  name: 'intel.ioc',
  summary: 'One indicator, of this tenant or shared',
  permission: 'threat_intel:read',
  path: 'GET /intel/iocs/:id',
  output: iocSchema,
  run: async ({ tx }, { id }) => shownIoc(await getIndicator(tx, id)),
})

const iocPatch = named(
  'IocPatch',
  Type.Object(
    {
      is_active: Type.Optional(Type.Boolean()),
      false_positive: Type.Optional(Type.Boolean()),
      confidence: Type.Optional(score),
      expires_at: Type.Optional(nullable(time)),
    },
    { ...closed, minProperties: 1 },
  ),
)

function changeOf({ is_active, false_positive, confidence, expires_at: at }: Static<typeof iocPatch>) {
  const expiresAt = typeof at === 'string' ? new Date(at) : at
  return { isActive: is_active, isFalsePositive: false_positive, confidence, expiresAt }
}

const change = operation({
  name: 'intel.update_ioc',
  summary: 'Deactivate an indicator of this tenant, mark it as a false positive, change its confidence',
  permission: 'threat_intel:write',
  audit: 'ioc:changed',
  path: 'PATCH /intel/iocs/:id',
  body: iocPatch,
  output: iocSchema,
  async run({ tx, note }, { id, ...body }) {
    const changed = await patchIndicator(tx, id, changeOf(body))
    note({ resource: 'ioc', resourceId: changed.id, changes: body })
    return shownIoc(changed)
  },
})

const remove = operation({
  name: 'intel.delete_ioc',
  summary: 'Delete an indicator of this tenant; a feed that still contains it adds it again',
  permission: 'threat_intel:write',
  audit: 'ioc:deleted',
  removes: 'mark',
  path: 'DELETE /intel/iocs/:id',
  async run({ tx, note }, { id: wanted }) {
    const { id, kind, value } = await deleteIndicator(tx, wanted)
    note({ resource: 'ioc', resourceId: id, changes: { ioc_type: kind, value } })
  },
})

const bulk = operation({
  name: 'intel.bulk_change',
  summary: 'Apply one change or deletion to several indicators of this tenant, all or none',
  permission: 'threat_intel:write',
  audit: 'ioc:changed_in_bulk',
  path: 'POST /intel/iocs/bulk',
  body: sent('IocBulk', {
    ioc_ids: Type.Array(uuid, { minItems: 1, maxItems: INDICATORS_AT_ONCE_MAX }),
    change: Type.Union([iocPatch, Type.Null()], { description: 'null deletes the indicators' }),
  }),
  output: named(
    'IocsChanged',
    Type.Object({
      items: Type.Array(Type.Object({ id: uuid, outcome: oneOf(['changed', 'deleted'] as const) })),
    }),
  ),
  async run({ tx, note }, { ioc_ids: ids, change }) {
    const done = await changeIndicators(tx, ids, change === null ? null : changeOf(change))
    const gone = done.find(({ indicator }) => indicator === null)
    if (gone) throw invalid('ioc_ids', `${gone.id} is no indicator of this tenant`, 'reference')
    note({ resource: 'ioc', changes: { ids, change } })
    const outcome = change === null ? ('deleted' as const) : ('changed' as const)
    return { items: done.map(({ id }) => ({ id, outcome })) }
  },
})

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

const enrich = operation.outside({
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

/** Throws `unavailable` for a push when no MISP is configured. */
function requireMisp({ misp }: Deps, isWanted: boolean | undefined): void {
  if (isWanted === true && !misp) throw new AppError('unavailable', 'MISP_URL is not set: there is no MISP to push to')
}

/** Throws 422 for an indicator that is for named recipients only: `tlp` is its stored value. */
function pushIsWanted({ misp }: Deps, flag: boolean | undefined, tlp: string): boolean {
  if (flag === true && tlp === 'red') throw invalid('tlp', 'red is for its recipients only, and is not pushed')
  return flag ?? (misp?.pushAuto === true && tlp !== 'red')
}

function requireValues(type: Kind, text: string): readonly MeantValue[] {
  const values = meantValues(type, text)
  if (values.length === 0) throw invalid('value', `is not a value of type ${type}`)
  return values
}

/** The values together. Returns the reason when the lake could not be queried. */
async function seenOrWhy(
  deps: Deps,
  tenant: TenantId,
  values: readonly MeantValue[],
): Promise<{ seen: Seen | null; reason: string | null }> {
  const { lake } = deps
  if (!lake) return { seen: null, reason: NO_LAKE }
  try {
    const seen = together(await Promise.all(values.map(({ kind, value }) => seenValue(lake(tenant), kind, value))))
    return { seen, reason: seen.isIndexed ? null : `values of type ${values[0]?.kind} are not indexed` }
  } catch (err) {
    deps.log.warn({ err, tenant }, 'cannot search the lake for an indicator value')
    return { seen: null, reason: 'the lake did not answer' }
  }
}

function checkedFeed({ name, status, error, lastPolledAt }: Feed): Checked {
  if (status === 'ok') return isOk(name)
  const before = lastPolledAt === null ? 'never read' : `last read ${lastPolledAt.toISOString()}`
  return notChecked(name, status === 'failed' ? (error ?? 'failed') : `${before}, not up to date`)
}

const isOk = (name: string): Checked => ({ name, status: 'ok', reason: null })
const notChecked = (name: string, reason: string): Checked => ({ name, status: 'could_not_check', reason })

export const IOC_OPERATIONS = [list, create, stix, pushes, get, change, remove, bulk, enrich]
