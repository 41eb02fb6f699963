/**
 * Targets of a ladder step: `lead@acme.example`, `user:NAME`, `role:soc_lead`, `rotation:NAME` for the person on call,
 * `channel:NAME` for a chat or webhook, `sms:+41790000000` and `voice:+41790000000` for a phone, `sms:NAME` and
 * `voice:NAME` for the verified number of a person.
 */
import { invalid } from '../../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { GRANTABLE_ROLES } from '../../../identity/accounts/index.ts'
import { notify, type Receiver } from '../../notify/index.ts'
import { whoIsOn } from '../../oncall/index.ts'
import { type Case, caseNumber } from '../case.ts'
import type { NewStep } from './policy-store.ts'

export const LADDER_TARGET =
  '^(?:[^@\\s:]+@[^@\\s]+|(?:sms|voice):\\+[1-9]\\d{6,14}|(?:sms|voice):[^+\\s][^\\u0000\\s]*|(?:user|role|rotation|channel):\\S(?:[^\\u0000]*\\S)?)$'

const isRole = (name: string) => GRANTABLE_ROLES.some((role) => role === name)

/** Throws 422 for an unknown role. People, rotations and channels may be created later. */
export function checkTarget(target: string): void {
  const [kind, name] = partsOf(target)
  if (kind === 'role' && !isRole(name)) throw invalid('ladder', `${name} is no role`)
}

function partsOf(target: string): readonly [string, string] {
  const at = target.indexOf(':')
  return at < 0 || (target.indexOf('@') >= 0 && target.indexOf('@') < at)
    ? ['address', target]
    : [target.slice(0, at), target.slice(at + 1).trim()]
}

/** `2026-12-01 00:37 UTC` */
const minuteOf = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Returns why the step notifies no one; null when it notifies someone. */
export async function notifyOfStep(
  tx: TenantTx,
  found: Case,
  { step, notify: target, policyId }: NewStep,
  policy: string,
  now: Date,
): Promise<string | null> {
  const receiver = await receiverOf(tx, target, now)
  const { id, severity, ackDueAt } = found
  const due =
    ackDueAt === null ? [] : [`It ${ackDueAt > now ? 'is' : 'was'} to be acknowledged by ${minuteOf(ackDueAt)}.`]
  const notified = await notify(
    tx,
    {
      ...{ kind: 'escalation', severity, title: `${caseNumber(found.number)}: ${found.title}`, path: `/cases/${id}` },
      body: [
        `Nobody has taken this case. Severity ${severity}.`,
        ...due,
        `Level ${step} of the escalation policy ${policy}.`,
      ].join('\n'),
      ...{ about: { kind: 'case', id }, answer: 'acknowledge', dedupeKey: `escalation/${id}/${policyId}/${step}` },
    },
    [receiver],
    now.getTime(),
  )
  const addressed = notified?.addressed ?? []
  if (addressed.some(({ status }) => status !== 'failed')) return null
  return [...new Set(addressed.flatMap(({ reason }) => reason ?? []))].join('; ') || null
}

async function receiverOf(tx: TenantTx, target: string, now: Date): Promise<Receiver> {
  const [kind, name] = partsOf(target)
  if (kind === 'address') return { kind: 'address', address: name, label: target }
  if (kind === 'channel') return { kind: 'channel', name, label: target }
  if (kind === 'role') return { kind: 'role', role: name, label: target, nobody: 'nobody active has this role' }
  if (kind === 'sms' || kind === 'voice')
    return name.startsWith('+')
      ? { kind: 'phone', channel: kind, number: name, label: target }
      : { kind: 'phones', channel: kind, userIds: await named(tx, name), label: target }
  if (kind === 'rotation')
    return {
      kind: 'users',
      userIds: await onCall(tx, name, now),
      label: target,
      nobody: 'nobody of this rotation is on call',
    }
  return { kind: 'users', userIds: await named(tx, name), label: target }
}

async function onCall(tx: TenantTx, name: string, now: Date): Promise<string[]> {
  const duty = (await whoIsOn(tx, now.getTime())).find(({ rotation }) => rotation.name === name || rotation.id === name)
  // When no one of the rotation is present, the scheduled person is notified.
  const responder = duty?.responder ?? duty?.scheduled ?? null
  return responder === null ? [] : [responder.userId]
}

/** By id, address or name. */
async function named(tx: TenantTx, name: string): Promise<string[]> {
  const sql = /* sql */ `
    SELECT id FROM users WHERE is_active AND (id::text = lower($1) OR lower(email) = lower($1) OR username = $1) LIMIT 1`
  return tx.many((row) => String(row.id), sql, [name])
}
