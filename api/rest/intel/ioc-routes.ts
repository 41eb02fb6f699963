/** Routes of a tenant's indicators and the shared ones, and of lookups of a value. */

import { type Static, Type } from 'typebox'
import {
  changeIndicators,
  createIndicator,
  deleteIndicator,
  feedsOf,
  getIndicator,
  INDICATORS_AT_ONCE_MAX,
  type IndicatorFilter,
  indicatorsPage,
  knownGoodOf,
  knownOf,
  patchIndicator,
  pushesOf,
  refuseHiddenIndicators,
  requestPush,
  STIX_TYPES,
  stixBundle,
  stixPage,
  type WrittenIndicator,
} from '../../../control/detect/intel/index.ts'
import { KINDS, type Kind } from '../../../intel/indicator.ts'
import { normaliseValue } from '../../../intel/normalise-value.ts'
import { defined } from '../../../platform/defined.ts'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { pageOfList, pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { SEVERITIES } from '../../../platform/severities.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type Seen, seenValue } from '../../../query/seen-values.ts'
import { closed, oneOf, pageOf, pageQuery } from '../../../schemas/wire.ts'
import type { ApiDeps } from '../../deps.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { time, uuid } from '../views.ts'
import {
  type Checked,
  changedIocs,
  enrichBody,
  enrichedSchema,
  iocBody,
  iocPatch,
  iocSchema,
  iocView,
  matchView,
  mispPushSchema,
  mispPushView,
  newIocSchema,
  seenView,
  stixBundleSchema,
} from './views.ts'

const tags = ['intel']
/** Objects of one bundle. */
const BUNDLE_MAX = 10_000
/** Newest pushes that are listed. */
const PUSHES_MAX = 5_000
const filter = {
  ioc_type: Type.Optional(oneOf(KINDS)),
  severity: Type.Optional(oneOf(SEVERITIES)),
  is_active: Type.Optional(Type.Boolean()),
}

export const iocRoutes: Routes = (app, deps) => {
  app.get(
    '/intel/iocs',
    {
      config: { permission: 'threat_intel:read' },
      schema: {
        ...{ tags, summary: 'Indicators, newest first, shared ones included' },
        ...{ querystring: Type.Object({ ...pageQuery, ...filter }), response: { 200: pageOf(iocSchema) } },
      },
    },
    (request) => {
      const { limit, cursor, ioc_type: kind = null, severity = null, is_active: isActive = null } = request.query
      const wanted: IndicatorFilter = { kind, severity, isActive }
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) =>
        pageOfPlaced(await indicatorsPage(tx, limit + 1, wanted, after), limit, iocView),
      )
    },
  )

  app.post(
    '/intel/iocs',
    {
      config: { permission: 'threat_intel:write', audit: 'ioc:created' },
      schema: {
        ...{
          tags,
          summary:
            'Add an indicator, or change of one that is there what is sent; the answer says whether it was ever seen',
        },
        querystring: Type.Object(
          {
            push_to_misp: Type.Optional(
              Type.Boolean({ description: "push it to the operator's MISP; what holds without it is a setting there" }),
            ),
          },
          closed,
        ),
        ...{ body: iocBody, response: { 201: newIocSchema } },
      },
    },
    async (request, reply) => {
      const { ioc_type, value: text, expires_at, false_positive, linked_alerts, context, ...rest } = request.body
      const { kind, value } = requireValue(ioc_type, text)
      const written = defined({
        ...{ kind, value, confidence: rest.confidence, severity: rest.severity, tlp: rest.tlp, tags: rest.tags },
        ...{ threatActor: rest.threat_actor, campaign: rest.campaign, malwareFamily: rest.malware_family },
        ...{ sourceRef: rest.source_ref, expiresMs: expires_at === undefined ? undefined : Date.parse(expires_at) },
        ...{ isFalsePositive: false_positive, linkedAlerts: linked_alerts, context },
      }) as WrittenIndicator
      requireMisp(deps, request.query.push_to_misp)
      const { stored, misp } = await tenantWork(deps, request, async (tx, note) => {
        const made = await createIndicator(tx, written, deps.nowMs())
        const push = pushIsWanted(deps, request.query.push_to_misp, made.tlp) ? await requestPush(tx, made.id) : null
        const pushed = push === null ? {} : { push_to_misp: true }
        note({ resource: 'ioc', resourceId: made.id, changes: { ioc_type: kind, value, ...pushed } })
        return { stored: made, misp: push && mispPushView(push) }
      })
      const { seen, reason } = await seenOrWhy(deps, principalOf(request).tenantId, kind, value)
      const answer = { ...iocView(stored), seen: seen && seenView(seen), seen_unknown_because: reason, misp }
      return reply.code(201).send(answer)
    },
  )

  app.get(
    '/intel/stix',
    {
      config: { permission: 'threat_intel:read' },
      schema: {
        tags,
        summary: `Indicators of this tenant and their sightings as a bundle of STIX 2.1, at most ${BUNDLE_MAX} objects`,
        description:
          'Those that are for named recipients only (TLP:RED) are left out, those that are no indicators any more are revoked. More than fit are refused: `added_after` narrows, and TAXII at /taxii2/ gives them page by page.',
        querystring: Type.Object({ added_after: Type.Optional(time) }, closed),
        response: { 200: stixBundleSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        refuseHiddenIndicators(principalOf(request))
        const filter = { types: STIX_TYPES, addedAfter: request.query.added_after ?? null, ids: null, versions: null }
        const all = await stixPage(tx, filter, BUNDLE_MAX + 1, null)
        if (all.length > BUNDLE_MAX)
          throw new AppError(
            'conflict',
            `there are more than ${BUNDLE_MAX}: narrow them with added_after, or ask TAXII`,
          )
        return stixBundle(tx.tenantId, all)
      }),
  )

  app.get(
    '/intel/misp-pushes',
    {
      config: { permission: 'threat_intel:read' },
      schema: {
        ...{ tags, summary: 'Indicators that were pushed to MISP, or are to be, newest first' },
        ...{ querystring: Type.Object(pageQuery, closed), response: { 200: pageOf(mispPushSchema) } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await pushesOf(tx, PUSHES_MAX), request.query, ({ indicator_id: id }) => id, mispPushView),
      ),
  )

  app.get(
    '/intel/iocs/:id',
    {
      config: { permission: 'threat_intel:read' },
      schema: {
        ...{ tags, summary: 'One indicator, of this tenant or shared' },
        ...{ params: Type.Object({ id: uuid }), response: { 200: iocSchema } },
      },
    },
    (request) => tenantWork(deps, request, async (tx) => iocView(await getIndicator(tx, request.params.id))),
  )

  app.patch(
    '/intel/iocs/:id',
    {
      config: { permission: 'threat_intel:write', audit: 'ioc:changed' },
      schema: {
        ...{
          tags,
          summary: 'Deactivate an indicator of this tenant, mark it as a false positive, change what it is worth',
        },
        ...{ params: Type.Object({ id: uuid }), body: iocPatch, response: { 200: iocSchema } },
      },
    },
    (request) => {
      return tenantWork(deps, request, async (tx, note) => {
        const changed = await patchIndicator(tx, request.params.id, changeOf(request.body))
        note({ resource: 'ioc', resourceId: changed.id, changes: { ...request.body } })
        return iocView(changed)
      })
    },
  )

  app.delete(
    '/intel/iocs/:id',
    {
      config: { permission: 'threat_intel:write', audit: 'ioc:deleted', removes: 'mark' },
      schema: {
        ...{ tags, summary: 'Delete an indicator of this tenant; a feed that says it again brings it back' },
        ...{ params: Type.Object({ id: uuid }), response: { 204: Type.Null() } },
      },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        const { id, kind, value } = await deleteIndicator(tx, request.params.id)
        note({ resource: 'ioc', resourceId: id, changes: { ioc_type: kind, value } })
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/intel/iocs/bulk',
    {
      config: { permission: 'threat_intel:write', audit: 'ioc:changed_in_bulk' },
      schema: {
        ...{ tags, summary: 'Change or delete several indicators of this tenant alike: all of them, or none' },
        ...{
          body: named(
            'IocBulk',
            Type.Object(
              {
                ioc_ids: Type.Array(uuid, { minItems: 1, maxItems: INDICATORS_AT_ONCE_MAX }),
                change: Type.Union([iocPatch, Type.Null()], { description: 'null deletes them' }),
              },
              closed,
            ),
          ),
          response: { 200: changedIocs },
        },
      },
    },
    (request) => {
      const { ioc_ids: ids, change } = request.body
      return tenantWork(deps, request, async (tx, note) => {
        const done = await changeIndicators(tx, ids, change === null ? null : changeOf(change))
        const gone = done.find(({ indicator }) => indicator === null)
        if (gone) throw invalid('ioc_ids', `${gone.id} is no indicator of this tenant`, 'reference')
        note({ resource: 'ioc', changes: { ids, change } })
        const outcome = change === null ? ('deleted' as const) : ('changed' as const)
        return { items: done.map(({ id }) => ({ id, outcome })) }
      })
    },
  )

  app.post(
    '/intel/enrich',
    {
      config: { permission: 'threat_intel:read' },
      schema: {
        ...{ tags, summary: 'What is known of values, and which sources could not be asked' },
        ...{ body: enrichBody, response: { 200: enrichedSchema } },
      },
    },
    async (request) => {
      const wanted = request.body.indicators.map(({ type, value }) => ({ type, value, ...normalised(type, value) }))
      const values = wanted.flatMap(({ kind, normal }) => (normal === null ? [] : [{ kind, value: normal }]))
      const { known, good, feeds } = await tenantWork(deps, request, async (tx) => ({
        known: await knownOf(tx, values, deps.nowMs()),
        good: await knownGoodOf(tx, values),
        feeds: (await feedsOf(tx)).map(checkedFeed),
      }))
      const { tenantId } = principalOf(request)
      const indicators = []
      let at = 0
      for (const { type, value, kind, normal } of wanted) {
        if (normal === null) {
          const sources_checked = [notChecked('indicators', `not a value of type ${type}`)]
          indicators.push({ type, value, normalised: null, matches: [], known_good: [], seen: null, sources_checked })
          continue
        }
        const matches = (known[at] ?? []).map(matchView)
        const known_good = good[at++] ?? []
        const { seen, reason } = await seenOrWhy(deps, tenantId, kind, normal)
        const lake = reason === null ? isOk('lake') : notChecked('lake', reason)
        const sources_checked = [isOk('indicators'), lake, ...feeds]
        indicators.push({
          type,
          value,
          normalised: normal,
          matches,
          known_good,
          seen: seen && seenView(seen),
          sources_checked,
        })
      }
      return { indicators }
    },
  )
}

/** Throws `unavailable` where a push is asked for and there is no MISP to push to. */
function requireMisp({ misp }: ApiDeps, isWanted: boolean | undefined): void {
  if (isWanted === true && !misp) throw new AppError('unavailable', 'MISP_URL is not set: there is no MISP to push to')
}

/** Throws 422 for what is for named recipients only: `tlp` is that of the indicator as it is stored now. */
function pushIsWanted({ misp }: ApiDeps, flag: boolean | undefined, tlp: string): boolean {
  if (flag === true && tlp === 'red') throw invalid('tlp', 'red is for its recipients only, and is not pushed')
  return flag ?? (misp?.pushAuto === true && tlp !== 'red')
}

function changeOf({
  is_active: isActive,
  false_positive: isFalsePositive,
  confidence,
  expires_at: at,
}: Static<typeof iocPatch>) {
  return { isActive, isFalsePositive, confidence, expiresAt: typeof at === 'string' ? new Date(at) : at }
}

/** An address with a prefix is a network. */
function normalised(type: Kind, text: string): { kind: Kind; normal: string | null } {
  const normal = normaliseValue(type, text)
  if (normal !== null || type !== 'ip') return { kind: type, normal }
  return { kind: 'cidr', normal: normaliseValue('cidr', text) }
}

function requireValue(type: Kind, text: string): { kind: Kind; value: string } {
  const { kind, normal } = normalised(type, text)
  if (normal === null) throw invalid('value', `is not a value of type ${type}`)
  return { kind, value: normal }
}

/** The answer says so when it was made without the lake. */
async function seenOrWhy(
  deps: ApiDeps,
  tenant: TenantId,
  kind: Kind,
  value: string,
): Promise<{ seen: Seen | null; reason: string | null }> {
  if (!deps.lake) return { seen: null, reason: 'no lake is configured here' }
  try {
    const seen = await seenValue(deps.lake(tenant), kind, value)
    return { seen, reason: seen.isIndexed ? null : `values of type ${kind} are not indexed` }
  } catch (err) {
    deps.log.warn({ err, tenant }, 'the lake could not be asked for a value')
    return { seen: null, reason: 'the lake did not answer' }
  }
}

function checkedFeed({ name, status, error, lastPolledAt }: Awaited<ReturnType<typeof feedsOf>>[number]): Checked {
  if (status === 'ok') return isOk(name)
  const before = lastPolledAt === null ? 'never read' : `last read ${lastPolledAt.toISOString()}`
  return notChecked(name, status === 'failed' ? (error ?? 'failed') : `${before}, not up to date`)
}

const isOk = (name: string): Checked => ({ name, status: 'ok', reason: null })
const notChecked = (name: string, reason: string): Checked => ({ name, status: 'could_not_check', reason })
