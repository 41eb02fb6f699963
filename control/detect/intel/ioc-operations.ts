/** Operations of a tenant's indicators and the shared ones. */
import { type Static, Type } from 'typebox'
import { KINDS, type Kind, TLP } from '../../../intel/indicator.ts'
import { type MeantValue, meantValues } from '../../../intel/meant-values.ts'
import { defined } from '../../../platform/defined.ts'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { SEVERITIES } from '../../../platform/severities.ts'
import { camelMembers } from '../../../schemas/to-wire.ts'
import { closed, named, nullable, oneOf, plainText, sent, time, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { HERE, requireRegion } from '../../platform/governance/index.ts'
import { enrichOperation } from './enrich-operation.ts'
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
import { MISP_PUSH_ROWS, pushesPage, requestPush } from './misp-push-store.ts'
import { type SeenDeps, seenOrWhy, seenSchema } from './seen-value.ts'
import { refuseHiddenIndicators, STIX_TYPES, stixBundle, stixPage } from './stix-objects.ts'

type Deps = SeenDeps & { readonly misp?: { readonly pushAuto: boolean } | null | undefined }
const operation = operationsOf<Deps>()
/**
 * Objects of one bundle.
 * @bound indicators in a STIX bundle -> 409 that names `added_after` and TAXII
 */
const BUNDLE_MAX = 10_000
const score = Type.Integer({ minimum: 0, maximum: 100 })

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
      objects: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1 })),
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

const pushes = operation.page({
  name: 'intel.misp_pushes',
  summary: 'Indicators pushed or waiting to be pushed to MISP, newest first',
  permission: 'threat_intel:read',
  path: 'GET /intel/misp-pushes',
  item: MISP_PUSH_ROWS.schema,
  run: ({ tx }, _, { rows, after }) => pushesPage(tx, rows, after),
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

export const IOC_OPERATIONS = [list, create, stix, pushes, get, change, remove, bulk, enrichOperation]
