/**
 * Webhooks of ticket systems: a signed call says that a ticket changed, and the ticket is then checked at once instead
 * of within a minute. Its content is still read through the executor, so a repeated, late or forged call changes
 * nothing. Source: Jira Cloud, "Webhooks" (secret, `X-Hub-Signature: sha256=...`); ServiceNow calls by business rules,
 * whose headers the rule sets.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { respondOf } from '../../../connectors/vendor-apis.ts'
import { AppError, noSuch, requireFound } from '../../../platform/errors.ts'
import { sameSecret } from '../../../platform/same-secret.ts'
import { openSealedToken, type Sealer, sealedToken } from '../../../platform/seal.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import { text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { executorsOf } from './executors/executor-store.ts'
import { LOOK_EVERY_MS } from './tickets.ts'

const CONTEXT = 'ticket web hook'
const TOKEN_CHARS_MAX = 800
/** The setting of an executor that its present hook has; another hook takes the place of the one before. */
const HOOK = 'ticket_hook'

export type TicketHook = {
  readonly tenant: TenantId
  readonly executorId: string
  readonly nonce: string
  readonly secret: string
}

/** Throws `not_found`, and `conflict` for an executor that opens no tickets. */
export async function makeTicketHook(
  tx: TenantTx,
  sealer: Sealer,
  executorId: string,
): Promise<{ readonly token: string; readonly secret: string }> {
  const found = requireFound(
    (await executorsOf(tx)).find(({ id }) => id === executorId),
    'executor',
  )
  if (respondOf(found.vendor)?.capabilities.includes('create_ticket') !== true)
    throw new AppError('conflict', `${found.vendor} opens no tickets that are followed`)
  const [nonce, secret] = [randomBytes(9).toString('base64url'), randomBytes(24).toString('base64url')]
  const sql = /* sql */ `
    UPDATE response_executors SET settings = settings || jsonb_build_object($2::text, $3::text) WHERE id = $1`
  await tx.run(sql, [executorId, HOOK, nonce])
  return { token: sealedToken(sealer, [tx.tenantId, executorId, nonce, secret], CONTEXT), secret }
}

/** Throws `not_found` for an address that was not made here. */
export function openTicketHook(sealer: Sealer, token: string): TicketHook {
  return requireFound(read(sealer, token), 'hook')
}

function read(sealer: Sealer, token: string): TicketHook | null {
  return openSealedToken(sealer, token, { context: CONTEXT, charsMax: TOKEN_CHARS_MAX }, (value) => {
    const [tenant, executorId, nonce, secret] = value as unknown[]
    if (typeof executorId !== 'string' || !isUuid(executorId)) return null
    if (typeof nonce !== 'string' || typeof secret !== 'string') return null
    return { tenant: tenantId(String(tenant)), executorId, nonce, secret }
  })
}

/** A signature over the body as it came, or the secret itself where the other side cannot sign. */
export function isSignedBy(
  secret: string,
  body: string,
  { signature, authorization }: { readonly signature: string; readonly authorization: string },
): boolean {
  const mac = createHmac('sha256', secret).update(body).digest('hex')
  return sameSecret(signature, `sha256=${mac}`) || sameSecret(authorization, `Bearer ${secret}`)
}

/** Name of the ticket that a call is about; null for calls about something else. */
export function ticketIn(body: string): string | null {
  try {
    const sent = JSON.parse(body) as { issue?: { key?: unknown }; number?: unknown }
    const ref = sent?.issue?.key ?? sent?.number
    return typeof ref === 'string' && ref.length <= 200 ? ref : null
  } catch {
    return null
  }
}

/**
 * Has the tickets of this name looked at next, also those that were followed no more. Gives how many there are. Throws
 * `not_found` when the executor is gone, switched off, or has another hook.
 */
export async function lookAtTicket(tx: TenantTx, hook: TicketHook, ref: string | null, nowMs: number): Promise<number> {
  const found = (await executorsOf(tx)).find(({ id }) => id === hook.executorId)
  if (found?.enabled !== true || found.settings[HOOK] !== hook.nonce) throw noSuch('hook')
  if (ref === null) return 0
  // A look that runs keeps its lease, and is repeated at its end: it may have read the ticket before it changed.
  const sql = /* sql */ `
    UPDATE tickets SET hooked_at = $3,
      next_look_at = CASE WHEN next_look_at IS NULL OR next_look_at <= $4::timestamptz THEN $3::timestamptz ELSE next_look_at END
    WHERE executor = $1 AND ref = $2 RETURNING action_id`
  const params = [`${found.vendor} ${found.name}`, ref, new Date(nowMs), new Date(nowMs + LOOK_EVERY_MS)]
  return (await tx.many((row) => text(row, 'action_id'), sql, params)).length
}
