/**
 * Pushes indicators of tenants to the operator's MISP: one event per tenant and day, one attribute per indicator. The
 * UUIDs of both are derived from their content, so that a repeated push adds nothing. Sightings are pushed too.
 */
import type { Kind } from '../../../intel/indicator.ts'
import { PUSHED_MARK } from '../../../intel/read/misp.ts'
import { idOf } from '../../../pipeline/signal-id.ts'
import type { Egress, EgressResponse } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import { isMembers } from '../../../platform/members.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import type { Jobs, Lease } from '../../../stores/postgres/jobs.ts'
import { type Postgres, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { withinRegion } from '../../platform/governance/index.ts'
import { indicatorsByIds, type StoredIndicator } from './indicator-store.ts'
import { endPush, MISP_PUSHES, type PushClaim } from './misp-push-store.ts'
import { SIGHTING_TYPES } from './sightings/sighting.ts'
import { ALL_SIGHTINGS, DUE_SIGHTINGS, endSighting, type SightingClaim } from './sightings/sighting-store.ts'

export type MispPushDeps = {
  readonly pool: Postgres
  readonly egress: Egress
  readonly log: Log
  readonly nowMs: () => number
  readonly misp: { readonly url: string; readonly apiKey: string }
  /** True when sightings are pushed without a request (`MISP_PUSH_AUTO`). */
  readonly pushAuto: boolean
}

const EVERY_MS = 5_000
const ANSWER_MS = 30_000
const ANSWER_BYTES = 4 << 20
/** @bound attempts to push an indicator to MISP -> the push failed, and says why */
const MISP_ATTEMPTS_MAX = 8
const RED_STAYS = 'it is TLP:RED, for its recipients only, and is not pushed'

const TYPES: Readonly<Record<Kind, readonly [type: string, category: string]>> = {
  ip: ['ip-dst', 'Network activity'],
  cidr: ['ip-dst', 'Network activity'],
  domain: ['domain', 'Network activity'],
  url: ['url', 'Network activity'],
  md5: ['md5', 'Payload delivery'],
  sha1: ['sha1', 'Payload delivery'],
  sha256: ['sha256', 'Payload delivery'],
  email: ['email-src', 'Payload delivery'],
  filename: ['filename', 'Payload delivery'],
  ja3: ['ja3-fingerprint-md5', 'Network activity'],
  ja4: ['other', 'Network activity'],
  user_agent: ['user-agent', 'Network activity'],
}
const THREAT_LEVELS = { critical: '1', high: '1', medium: '2', low: '3', info: '4' } as const

export function mispWorkers(deps: MispPushDeps): Worker[] {
  const { pool } = deps
  const sightings = deps.pushAuto ? ALL_SIGHTINGS : DUE_SIGHTINGS
  return [
    {
      name: 'pushes to MISP',
      everyMs: EVERY_MS,
      once: () => pushDue(deps, MISP_PUSHES, pushOne),
      oldestSeconds: () => MISP_PUSHES.oldestSeconds(pool),
    },
    {
      name: 'sightings for MISP',
      everyMs: EVERY_MS,
      once: () => pushDue(deps, sightings, pushSighting),
      oldestSeconds: () => sightings.oldestSeconds(pool),
    },
  ]
}

/** Runs the push that is due first. True when there was one. */
async function pushDue<T>(
  deps: MispPushDeps,
  due: Jobs<T>,
  pushIt: (deps: MispPushDeps, claimed: T & Lease) => Promise<void>,
): Promise<boolean> {
  const claimed = await withOperator(deps.pool, 'pushes to MISP', (tx) => due.claim(tx))
  if (claimed !== null) await pushIt(deps, claimed)
  return claimed !== null
}

/** MISP counts a sighting for every attribute of the value that the key may see; of a value without one it knows nothing. */
async function pushSighting(deps: MispPushDeps, claimed: SightingClaim & Lease): Promise<void> {
  const { pool, log, misp } = deps
  const { tenant, id, indicatorId, type, lastSeen } = claimed
  const indicator = await withTenant(pool, tenant, async (tx) => {
    const [indicator] = await indicatorsByIds(tx, [indicatorId])
    const why = indicator === undefined ? 'the indicator was deleted' : indicator.tlp === 'red' ? RED_STAYS : null
    if (why !== null) await endSighting(tx, id, why, 0)
    return why === null ? indicator : undefined
  })
  if (indicator === undefined) return
  const body = {
    values: [indicator.value],
    type: String(SIGHTING_TYPES.indexOf(type)),
    source: `svc ${tenant}`,
    timestamp: Math.floor(lastSeen.getTime() / 1000),
  }
  const failure = await askMisp(deps, tenant)('sightings/add', body).then(sightingFailure, (cause: unknown) => {
    log.warn({ err: cause, tenant, sighting: id }, 'cannot push a sighting to MISP')
    return { error: cause instanceof AppError ? cause.message : 'an internal error, see the log', isFinal: false }
  })
  const attempts = failure?.isFinal ? 0 : MISP_ATTEMPTS_MAX
  await withTenant(pool, tenant, (tx) => endSighting(tx, id, failure?.error ?? null, attempts))
  if (failure !== null)
    log.warn({ tenant, sighting: id, misp: misp.url, why: failure.error }, 'MISP rejected a sighting')
}

/** Older MISPs answer 200 with the reason in `message`, newer ones 403 with `errors`. Null: it is there. */
function sightingFailure(answer: EgressResponse): { readonly error: string; readonly isFinal: boolean } | null {
  const body = parsed(answer.body)
  const text = isMembers(body) ? JSON.stringify(body.errors ?? body.message ?? '') : ''
  if (/no valid attributes?/i.test(text))
    return { error: 'MISP has no attribute of that value that its key may see', isFinal: true }
  const isRefused = isMembers(body) && (body.saved === false || /could not add/i.test(text))
  if (answer.status === 200 && !isRefused) return null
  return { error: refusal(answer).message, isFinal: false }
}

function askMisp({ pool, egress, misp }: MispPushDeps, tenant: TenantId) {
  const within = withinRegion((work) => withTenant(pool, tenant, work), egress, 'feed')
  return (path: string, body: object) =>
    within({
      ...{ url: `${misp.url.replace(/\/+$/, '')}/${path}`, method: 'POST', body: JSON.stringify(body) },
      headers: { accept: 'application/json', 'content-type': 'application/json', authorization: misp.apiKey },
      ...{ chosenBy: 'operator', timeoutMs: ANSWER_MS, responseBytesMax: ANSWER_BYTES },
    })
}

async function pushOne(deps: MispPushDeps, claimed: PushClaim & Lease): Promise<void> {
  const { pool, log } = deps
  const { tenant, id: indicatorId } = claimed
  const indicator = await withTenant(pool, tenant, async (tx) => {
    const [indicator] = await indicatorsByIds(tx, [indicatorId])
    const why = indicator === undefined ? 'the indicator was deleted' : indicator.tlp === 'red' ? RED_STAYS : null
    if (why !== null) await endPush(tx, claimed, why, 0)
    return why === null ? indicator : undefined
  })
  if (indicator === undefined) return
  const error = await push(deps, tenant, indicator).then(
    () => null,
    (cause: unknown) => {
      log.warn({ err: cause, tenant, indicator: indicatorId }, 'cannot push an indicator to MISP')
      return cause instanceof AppError ? cause.message : 'an internal error, see the log'
    },
  )
  await withTenant(pool, tenant, (tx) => endPush(tx, claimed, error, MISP_ATTEMPTS_MAX))
}

async function push(deps: MispPushDeps, tenant: TenantId, one: StoredIndicator) {
  const ask = askMisp(deps, tenant)
  const day = new Date(deps.nowMs()).toISOString().slice(0, 10)
  const event = idOf('misp-event', tenant, day)
  const attribute = attributeOf(one)
  /** MISP refuses an attribute that is there already: then that one is changed, unless an analyst's own has its value. */
  const isDone = async (added: EgressResponse) => {
    if (added.status === 200) return true
    if (added.status !== 403 || !/already exists|duplicate/i.test(added.body.toString('utf8'))) return false
    const edited = await ask(`attributes/edit/${one.id}`, attribute)
    if (edited.status !== 200 && edited.status !== 404) throw refusal(edited)
    return true
  }
  const added = await ask(`attributes/add/${event}`, attribute)
  if (await isDone(added)) return
  if (added.status !== 404) throw refusal(added)
  // Two replicas may make it at once: MISP keeps one event of a UUID, and the attribute goes to that one.
  const made = await ask('events/add', {
    Event: {
      ...{
        uuid: event,
        date: day,
        info: `Indicators of ${tenant}, ${day} (${PUSHED_MARK})`,
        distribution: '0',
        analysis: '0',
      },
      ...{ threat_level_id: THREAT_LEVELS[one.severity], Tag: [{ name: PUSHED_MARK }] },
    },
  })
  const again = await ask(`attributes/add/${event}`, attribute)
  if (!(await isDone(again))) throw refusal(made.status >= 400 && again.status === 404 ? made : again)
}

function attributeOf(one: StoredIndicator) {
  const [type, category] = TYPES[one.kind]
  const about = [one.threatActor, one.campaign, one.malwareFamily].filter((text) => text !== null).join(', ')
  return {
    ...{ uuid: one.id, type, category, value: one.value, to_ids: true, distribution: '5' },
    comment: `${one.source}, confidence ${one.confidence}${about === '' ? '' : `, ${about}`}`.slice(0, 1000),
    first_seen: one.firstSeen.toISOString(),
    Tag: [{ name: PUSHED_MARK }, { name: `tlp:${one.tlp}` }, ...one.tags.slice(0, 50).map((name) => ({ name }))],
  }
}

function refusal({ status, body }: EgressResponse): AppError {
  const answer = parsed(body)
  const why = isMembers(answer) ? (answer.errors ?? answer.message ?? answer.name) : undefined
  const text = why === undefined ? '' : `: ${typeof why === 'string' ? why : JSON.stringify(why)}`.slice(0, 500)
  return new AppError('unavailable', `MISP answered with status ${status}${text}`)
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null // the status is enough
  }
}
