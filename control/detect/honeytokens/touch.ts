/**
 * Handles touches of a decoy: stores them, marks the decoy as triggered at the first one, and raises an alert. Touches
 * of one source within an hour belong to one alert; a revoked or expired decoy raises a low alert.
 */
import { isIP } from 'node:net'
import { sha256 } from '../../../platform/sha256.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { publishChanges } from '../../platform/acting/index.ts'
import { createAlert, type Severity } from '../../soc/alerts/index.ts'
import { notifySubscribers } from '../../soc/notify/index.ts'
import { knownOf } from '../intel/index.ts'
import type { Honeytoken, NewTouch, Touch } from './honeytoken.ts'
import {
  alertsBefore,
  eventsKnown,
  insertTouches,
  lockHoneytoken,
  markTouched,
  takeSelfTest,
} from './honeytoken-store.ts'
import { ignoredBy } from './ignores.ts'
import { type Judged, judgeTouch } from './judge-touch.ts'
import { HONEYTOKEN_LIMITS } from './limits.ts'

export type TouchSeen = {
  readonly sourceIp: string
  readonly userAgent: string | null
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly details: Readonly<Record<string, string>>
  /** The event that contains a value of the decoy; null for a request. */
  readonly eventUid?: string | null
  /** True when the touch is sent to the webhook. */
  readonly isNotified: boolean
  /** The word that marks a request as a self-test. */
  readonly selfTest?: string | null
}

/** Touches of one decoy, in order of arrival. */
export type Touches = {
  readonly seen: readonly (TouchSeen & { readonly atMs: number })[]
  /** Number of touches that were only counted. */
  readonly more: number
  readonly lastMs: number
}

const DAY_MS = 86_400_000

/**
 * Returns the touches that are stored individually. Empty when the decoy was deleted or has reached its limit; the rest
 * is counted.
 */
export async function touchHoneytoken(tx: TenantTx, id: string, all: Touches): Promise<Touch[]> {
  const token = await lockHoneytoken(tx, id)
  if (token === null) return []
  const touches = { ...all, seen: await unknownOf(tx, id, all.seen) }
  if (touches.seen.length + touches.more === 0) return []
  const isOpen = token.status === 'active' || token.status === 'triggered'
  const rows = await judgedTouches(tx, token, touches, isOpen)
  const real = rows.filter((row) => !row.isSelfTest && row.ignoredBy === null)
  const count = real.length + touches.more
  if (count > 0) await markTouched(tx, id, isOpen, count, new Date(touches.lastMs))
  const made = await insertTouches(tx, rows)
  await publishChanges(
    tx,
    'honeytoken_triggered',
    made.filter((touch) => !touch.isSelfTest && touch.ignoredBy === null).map(notificationOf),
  )
  return made
}

/** Drops events that are stored as touches already, and repeated ones. */
async function unknownOf(tx: TenantTx, id: string, seen: Touches['seen']): Promise<Touches['seen']> {
  const uids = seen.flatMap(({ eventUid }) => eventUid ?? [])
  if (uids.length === 0) return seen
  const known = await eventsKnown(tx, id, uids)
  return seen.filter(({ eventUid }) => {
    if (eventUid == null) return true
    const isNew = !known.has(eventUid)
    known.add(eventUid)
    return isNew
  })
}

async function judgedTouches(
  tx: TenantTx,
  token: Honeytoken,
  { seen, lastMs }: Touches,
  isOpen: boolean,
): Promise<NewTouch[]> {
  const sources = [...new Set(seen.map(({ sourceIp }) => sourceIp))]
  const knownBad = await knownBadOf(tx, sources, lastMs)
  const before = await alertsBefore(tx, token.id, sources, { day: new Date(lastMs - DAY_MS) })
  const ignored = await ignoredBy(tx, seen)
  let { alerts } = before
  const rows: NewTouch[] = []
  for (const [nth, { atMs, isNotified, selfTest = null, ...one }] of seen.entries()) {
    const isCloudClient = one.details.access_key_id !== undefined || one.details.aws_operation !== undefined
    const judged = judgeTouch({
      ...{ userAgent: one.userAgent, isCloudClient, isEvent: (one.eventUid ?? null) !== null },
      isKnownBad: knownBad.has(one.sourceIp),
      resource: one.details.resource,
      site: textIn(token.metadata.site),
    })
    const isSelfTest = selfTest !== null && (await takeSelfTest(tx, token.id, digestOf(selfTest), new Date(atMs)))
    const ignore = isSelfTest ? null : (ignored[nth] ?? null)
    const lastAlertMs = before.lastMs.get(one.sourceIp) ?? Number.NEGATIVE_INFINITY
    const quiet = whyQuiet({
      ...{ isSelfTest, ignore, isSameStory: atMs - lastAlertMs <= HONEYTOKEN_LIMITS.sameSourceMs },
      isFull: alerts >= HONEYTOKEN_LIMITS.alertsPerDay,
    })
    const alertId = quiet === null ? await raised(tx, token, one, judged, { isOpen, nowMs: atMs }) : null
    if (alertId !== null) {
      alerts++
      before.lastMs.set(one.sourceIp, atMs)
    }
    const { classification, score: threatScore, why } = judged
    const isKeptQuiet = isSelfTest || ignore !== null
    rows.push({
      ...{ honeytokenId: token.id, ...one, eventUid: one.eventUid ?? null, classification, threatScore, alertId },
      ...{ reasons: quiet === null ? [...why] : [...why, quiet], isSelfTest, ignoredBy: ignore?.id ?? null },
      ...{ triggeredAt: new Date(atMs), webhook: isNotified && !isKeptQuiet ? 'pending' : 'off' },
    })
  }
  return rows
}

type Quiet = {
  readonly isSelfTest: boolean
  readonly ignore: { readonly reason: string } | null
  readonly isSameStory: boolean
  readonly isFull: boolean
}

/** Why a touch raises no alert; null when it raises one. */
function whyQuiet({ isSelfTest, ignore, isSameStory, isFull }: Quiet): string | null {
  if (isSelfTest) return 'no alert: it is a test that somebody here asked for'
  if (ignore !== null) return `no alert: its source is on the ignore list (${ignore.reason})`
  if (isSameStory) return 'no alert of its own: the same source raised one within the hour'
  return isFull ? `no alert: the decoy raised ${HONEYTOKEN_LIMITS.alertsPerDay} within a day` : null
}

export const digestOf = (word: string): Buffer => sha256(word)

function notificationOf({
  id,
  honeytokenId,
  sourceIp,
  userAgent,
  threatScore,
  classification,
  alertId,
  triggeredAt,
}: Touch) {
  return {
    ...{ id, honeytoken_id: honeytokenId, source_ip: sourceIp, user_agent: userAgent, threat_score: threatScore },
    ...{ classification, alert_id: alertId, triggered_at: triggeredAt.toISOString() },
  }
}

async function knownBadOf(tx: TenantTx, sources: readonly string[], nowMs: number): Promise<Set<string>> {
  const addresses = sources.filter((source) => isIP(source) !== 0)
  const values = addresses.map((value) => ({ kind: 'ip', value }) as const)
  const known = await knownOf(tx, values, nowMs)
  return new Set(addresses.filter((_, n) => (known[n]?.length ?? 0) > 0))
}

async function raised(
  tx: TenantTx,
  { id, name, tokenType: type, status, metadata }: Honeytoken,
  { sourceIp, userAgent, method, details }: Pick<TouchSeen, 'sourceIp' | 'userAgent' | 'method' | 'details'>,
  { score, classification, why }: Judged,
  { isOpen, nowMs }: { readonly isOpen: boolean; readonly nowMs: number },
): Promise<string> {
  const { asset, place } = plantedAt(metadata)
  const hosts = [...new Set([details.host, asset].filter((host) => host !== undefined))]
  const alert = await createAlert(
    tx,
    {
      title: `Honeytoken was touched: ${name}`,
      severity: isOpen ? severityOf(classification, score) : 'low',
      description: `${whatOf({ sourceIp, userAgent, method, details })}: ${why.join('; ')}. The decoy is ${status}.${plantedText(asset, place)}`,
      category: 'deception',
      ...(isIP(sourceIp) === 0 ? {} : { affectedIps: [sourceIp] }),
      ...(hosts.length === 0 ? {} : { affectedHosts: hosts }),
      ...(details.user === undefined ? {} : { affectedUsers: [details.user] }),
      ...(type === 'aws_key' ? { mitreTactics: ['TA0006'], mitreTechniques: ['T1552'] } : {}),
      confidence: score,
      confidenceRationale: [...why],
      tags: ['honeytoken', classification],
      metadata: { ...details, honeytoken_id: id, token_type: type, ...(asset === undefined ? {} : { asset, place }) },
    },
    nowMs,
  )
  if (isOpen)
    await notifySubscribers(
      tx,
      {
        ...{ kind: 'honeytoken', title: alert.title, severity: alert.severity, body: alert.description ?? '' },
        ...{ path: `/alerts/${alert.id}`, about: { kind: 'alert', id: alert.id }, dedupeKey: `honeytoken/${alert.id}` },
        isPushedByTopic: true,
      },
      nowMs,
    )
  return alert.id
}

function plantedAt({ asset, place }: Honeytoken['metadata']) {
  return { asset: textIn(asset), place: textIn(place) }
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 500) : undefined
}

function plantedText(asset: string | undefined, place: string | undefined): string {
  return asset === undefined ? '' : ` It was planted on ${asset}${place === undefined ? '' : `, at ${place}`}.`
}

function whatOf({
  sourceIp,
  userAgent,
  method,
  details,
}: Pick<TouchSeen, 'sourceIp' | 'userAgent' | 'method' | 'details'>) {
  const { event_uid: event, field, source } = details
  if (event === undefined) return `${method}${callOf(details)} from ${sourceIp} (${userAgent ?? 'no user agent'})`
  return `Event ${event}${source === undefined ? '' : ` of ${source}`} from ${sourceIp} names it in ${field}`
}

/** ` (sts GetCallerIdentity, us-east-1)` of a client of AWS, ` (login.evil.example)` of a copy of a site. */
function callOf({
  aws_service: service,
  aws_operation: operation,
  aws_region: region,
  resource,
}: TouchSeen['details']): string {
  const call = [service, operation].filter((part) => part !== undefined).join(' ')
  const parts = [call, region ?? '', resource ?? ''].filter((part) => part !== '')
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

function severityOf(classification: string, score: number): Severity {
  if (classification === 'preview') return 'low'
  return score >= 90 ? 'critical' : 'high'
}
