import { randomUUID } from 'node:crypto'
import { AppError, noSuch } from '../../../platform/errors.ts'
import type { Sealer } from '../../../platform/seal.ts'
import { tenantId } from '../../../platform/tenant.ts'
import { type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { PUSH_TOKEN, PUSH_TOKEN_HMAC } from '../../platform/vault/index.ts'
import { ensureTenant, tenantExists } from '../tenants/index.ts'
import { inboxTemplates, PUSH_TEMPLATE, templateById } from './templates.ts'
import { checkHmacSecret, checkLabel, digestOf, fingerprintOf, newRawToken } from './token.ts'
import { insertToken, liveToken, revokeLive } from './token-store.ts'

export type TokenDeps = { readonly pool: Postgres; readonly sealer: Sealer }

export type PushMint = {
  readonly tenant: string
  readonly templateId?: string
  readonly label?: string
  readonly hmacSecret?: string
  /** Revokes the present token and creates a new one in one transaction. A secret that is not sent again is kept. */
  readonly rotate?: boolean
}

export type Minted = { readonly token: string; readonly created: boolean; readonly tenantCreated: boolean }

const PUSH_LABEL = 'push'

/**
 * The label of a token names its source, and equal ids of two vendors are two events only when their sources differ. So
 * the default labels of two templates differ.
 */
const labelFor = (templateId: string) => (templateId === PUSH_TEMPLATE ? PUSH_LABEL : templateId)

/**
 * The tenant's token of this template and label: the same one each time, until it is revoked or rotated. Creates the
 * tenant when it is new. Simultaneous callers wait for the tenant's row and get the same token.
 */
export function mintPushToken({ pool, sealer }: TokenDeps, mint: PushMint): Promise<Minted> {
  const { templateId = PUSH_TEMPLATE, label = labelFor(templateId), hmacSecret } = mint
  checkMint(templateId, label, hmacSecret)
  return withTenant(pool, tenantId(mint.tenant), async (tx) => {
    const { created: tenantCreated } = await ensureTenant(tx)
    const live = await liveToken(tx, templateId, label)
    const kept = live?.hmacSealed
      ? sealer.open(live.hmacSealed, PUSH_TOKEN_HMAC.context({ tenant_id: tx.tenantId, id: live.id }))
      : undefined
    if (live && !mint.rotate) {
      if (hmacSecret !== undefined && hmacSecret !== kept)
        throw new AppError('conflict', 'the token exists with another hmac_secret; rotate it to change the secret')
      const token = sealer.open(live.sealed, PUSH_TOKEN.context({ tenant_id: tx.tenantId, id: live.id }))
      return { token, created: false, tenantCreated }
    }
    await revokeLive(tx, templateId, label)
    const { token } = await addToken(tx, sealer, templateId, label, hmacSecret ?? kept)
    return { token, created: true, tenantCreated }
  })
}

export type InboxMint = {
  readonly templateId: string
  readonly label: string
  readonly hmacSecret?: string | undefined
}

export type MintedInbox = { readonly token: string; readonly id: string; readonly fingerprint: string }

/** Always a new token, of an existing tenant. The raw token is in this answer and in no later one. Throws `not_found`. */
export async function mintInboxToken(tx: TenantTx, sealer: Sealer, mint: InboxMint): Promise<MintedInbox> {
  checkMint(mint.templateId, mint.label, mint.hmacSecret)
  if (!(await tenantExists(tx))) throw noSuch('tenant', tx.tenantId)
  return addToken(tx, sealer, mint.templateId, mint.label, mint.hmacSecret)
}

function checkMint(templateId: string, label: string, hmacSecret: string | undefined): void {
  if (!templateById(templateId)) {
    const ids = inboxTemplates().map(({ id }) => id)
    throw new AppError('bad_request', `no inbox template ${templateId}; there are ${ids.join(', ')}`)
  }
  checkLabel(label)
  checkHmacSecret(hmacSecret)
}

async function addToken(tx: TenantTx, sealer: Sealer, templateId: string, label: string, hmacSecret?: string) {
  const token = newRawToken()
  const id = randomUUID()
  const digest = digestOf(token)
  await insertToken(tx, {
    ...{ id, templateId, label, digest, fingerprint: fingerprintOf(digest) },
    sealed: sealer.seal(token, PUSH_TOKEN.context({ tenant_id: tx.tenantId, id })),
    hmacSealed:
      hmacSecret === undefined
        ? null
        : sealer.seal(hmacSecret, PUSH_TOKEN_HMAC.context({ tenant_id: tx.tenantId, id })),
  })
  return { token, id, fingerprint: fingerprintOf(digest) }
}
