/**
 * `chatops.verify` asks a user over chat whether an activity was theirs. The prompt has three buttons, each a link with
 * its own token; the first answer counts, and after its time none does.
 */
import { createHmac } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import { sameSecret } from '../../../platform/same-secret.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { noteOnCase } from '../../soc/cases/index.ts'
import type { ResponseAction } from './action.ts'
import { changeAction, lockAction } from './action-store.ts'
import { publishAction } from './request-action.ts'

export const VERIFY = 'chatops.verify'
export const VERIFY_CHOICES = ['acknowledge', 'deny', 'escalate'] as const
export type VerifyChoice = (typeof VERIFY_CHOICES)[number]
export const VERIFY_WORDS: Readonly<Record<VerifyChoice, string>> = {
  acknowledge: 'Yes, that was me',
  deny: 'No, that was not me',
  escalate: 'I am not sure',
}

export type VerifyToken = {
  readonly action: string
  readonly case: string | null
  readonly tenant: TenantId
  /** The user who is asked, as the step names them. */
  readonly user: string
  readonly choice: VerifyChoice
  readonly expiresAtMs: number
}

const TOKEN_CHARS_MAX = 2_000

export function mintToken(secret: string, token: VerifyToken): string {
  const payload = Buffer.from(JSON.stringify(token)).toString('base64url')
  return `${payload}.${signed(secret, payload)}`
}

/** Throws `forbidden` for a token that was changed or is not ours, and `gone` for an expired one. */
export function openToken(secret: string, text: string, nowMs: number): VerifyToken {
  const [payload = '', signature = '', ...rest] = text.slice(0, TOKEN_CHARS_MAX).split('.')
  if (rest.length > 0 || !sameSecret(signature, signed(secret, payload)))
    throw new AppError('forbidden', 'this link is not valid')
  const token = JSON.parse(Buffer.from(payload, 'base64url').toString()) as VerifyToken // as `mintToken` made it
  if (token.expiresAtMs <= nowMs) throw new AppError('gone', 'the time to answer this has passed')
  return { ...token, tenant: tenantId(token.tenant) }
}

/** The context in front keeps a signature of another use from being one of ours. */
function signed(secret: string, payload: string): string {
  return createHmac('sha256', secret).update(`${VERIFY}\n${payload}`).digest('base64url')
}

export const callbackUrl = (publicUrl: string, token: string) =>
  `${publicUrl}/api/v1/chatops/verify?token=${encodeURIComponent(token)}`

/** Null unless the id is that of a verification. */
export async function verificationOf(tx: TenantTx, { action: id }: VerifyToken): Promise<ResponseAction | null> {
  const action = isUuid(id) ? await lockAction(tx, id) : null
  return action?.actionType === VERIFY ? action : null
}

/** Throws `not_found`, and `conflict` for one that was answered, expired or withdrawn. */
export async function answerVerification(tx: TenantTx, token: VerifyToken, nowMs: number): Promise<ResponseAction> {
  const action = await verificationOf(tx, token)
  if (action === null) throw new AppError('not_found', 'the action no longer waits for this answer')
  if (action.status !== 'running') throw new AppError('conflict', endedBecause(action))
  const { choice, user } = token
  const changed = await changeAction(tx, action.id, { status: 'completed', outcome: 'verified', detail: choice })
  if (changed) await publishAction(tx, changed)
  await noteVerification(tx, action, choice, `${user} answered: ${choice}`, nowMs)
  return changed ?? action
}

function endedBecause({ status, detail, reason }: ResponseAction): string {
  const choice = VERIFY_CHOICES.find((one) => one === detail)
  if (status === 'completed') return `this was answered already: ${choice ? VERIFY_WORDS[choice] : detail}`
  return `this is over: ${reason ?? status}`
}

export async function noteVerification(
  tx: TenantTx,
  { caseId }: Pick<ResponseAction, 'caseId'>,
  what: VerifyChoice | 'prompted' | 'expired',
  description: string,
  nowMs: number,
): Promise<void> {
  if (caseId === null) return
  const title = what === 'prompted' ? 'user verification prompted' : `user verification: ${what}`
  await noteOnCase(tx, caseId, { type: `${VERIFY}.${what}`, title, description }, nowMs)
}
