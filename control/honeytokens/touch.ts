/**
 * A decoy is touched: the touch is kept, the first one changes what the decoy is, and an alert is raised. A source that comes
 * again within the hour is the same story; a decoy that is revoked or whose time has passed raises a low alert.
 */
import { isIP } from 'node:net'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { tellChanges } from '../acting/index.ts'
import { createAlert, type Severity } from '../alerts/index.ts'
import { knownOf } from '../intel/index.ts'
import type { Honeytoken, Touch } from './honeytoken.ts'
import { alertsBefore, insertTouch, lockHoneytoken, markTouched } from './honeytoken-store.ts'
import { type Judged, judgeTouch } from './judge-touch.ts'
import { HONEYTOKEN_LIMITS } from './limits.ts'

export type TouchSeen = {
  readonly sourceIp: string
  readonly userAgent: string | null
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** Somebody outside is to be told. */
  readonly isTold: boolean
}

const DAY_MS = 86_400_000

/** Null: it is not there any more, or more of its touches are kept than may be; then it is counted. */
export async function touchHoneytoken(tx: TenantTx, id: string, seen: TouchSeen, nowMs: number): Promise<Touch | null> {
  const token = await lockHoneytoken(tx, id)
  if (token === null) return null
  const at = new Date(nowMs)
  const isOpen = token.status === 'active' || token.status === 'triggered'
  const judged = judgeTouch({ userAgent: seen.userAgent, isKnownBad: await isKnownBad(tx, seen.sourceIp, nowMs) })
  const recent = new Date(nowMs - HONEYTOKEN_LIMITS.sameSourceMs)
  const before = await alertsBefore(tx, id, seen.sourceIp, { day: new Date(nowMs - DAY_MS), recent })
  const isNews = !before.isSame && before.alerts < HONEYTOKEN_LIMITS.alertsPerDay
  const alertId = isNews ? await raised(tx, token, seen, judged, { isOpen, nowMs }) : null
  await markTouched(tx, id, isOpen, at)
  const { sourceIp, userAgent, method, headers, isTold } = seen
  const { classification, score: threatScore } = judged
  const made = await insertTouch(tx, {
    ...{ honeytokenId: id, sourceIp, userAgent, method, headers, classification, threatScore, alertId },
    ...{ triggeredAt: at, webhook: isTold ? 'pending' : 'off' },
  })
  if (made !== null) await tellChanges(tx, 'honeytoken_triggered', [toldOf(made)])
  return made
}

function toldOf({ id, honeytokenId, sourceIp, userAgent, threatScore, classification, alertId, triggeredAt }: Touch) {
  return {
    ...{ id, honeytoken_id: honeytokenId, source_ip: sourceIp, user_agent: userAgent, threat_score: threatScore },
    ...{ classification, alert_id: alertId, triggered_at: triggeredAt.toISOString() },
  }
}

async function isKnownBad(tx: TenantTx, sourceIp: string, nowMs: number): Promise<boolean> {
  if (isIP(sourceIp) === 0) return false
  const [known = []] = await knownOf(tx, [{ kind: 'ip', value: sourceIp }], nowMs)
  return known.length > 0
}

async function raised(
  tx: TenantTx,
  { id, name, type, status }: Honeytoken,
  { sourceIp, userAgent, method }: TouchSeen,
  { score, classification, why }: Judged,
  { isOpen, nowMs }: { readonly isOpen: boolean; readonly nowMs: number },
): Promise<string> {
  const alert = await createAlert(
    tx,
    {
      title: `Honeytoken was touched: ${name}`,
      severity: isOpen ? severityOf(classification, score) : 'low',
      description: `${method} from ${sourceIp} (${userAgent ?? 'no user agent'}): ${why.join('; ')}. The decoy is ${status}.`,
      category: 'deception',
      ...(isIP(sourceIp) === 0 ? {} : { affectedIps: [sourceIp] }),
      ...(type === 'aws_key' ? { mitreTactics: ['TA0006'], mitreTechniques: ['T1552'] } : {}),
      confidence: score,
      confidenceRationale: [...why],
      tags: ['honeytoken', classification],
      metadata: { honeytoken_id: id, token_type: type },
    },
    nowMs,
  )
  return alert.id
}

function severityOf(classification: string, score: number): Severity {
  if (classification === 'preview') return 'low'
  return score >= 90 ? 'critical' : 'high'
}
