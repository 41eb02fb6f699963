/**
 * A new customer in one step: its tenant under the organisation of the provider, its first administrator with a link to
 * sign in, a delegation for the people of the provider who set it up, and a token to push with. One transaction: a tenant
 * that is half set up is never there.
 */
import { assert } from '../../../platform/assert.ts'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { Sealer } from '../../../platform/seal.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { orNull, text } from '../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { type Actor, type MutationDeps, record, requirePermission } from '../../platform/acting/index.ts'
import { mailInvitation } from '../../soc/notify/index.ts'
import {
  type GrantableRole,
  type HashSlots,
  invite,
  missingFrom,
  normalEmail,
  permissionsOfRole,
  prepareFirstAdministrator,
} from '../accounts/index.ts'
import { DELEGATION_HOURS_MAX, insertDelegation, providerUser } from '../organisations/index.ts'
import { ensureTenant } from '../tenants/index.ts'
import { mintInboxToken, PUSH_TEMPLATE } from '../tokens/index.ts'

/** @bound delegates of a new tenant = {delegates} -> 422 */
export const ONBOARD_LIMITS = { delegates: 50, hours: DELEGATION_HOURS_MAX } as const
const HOUR_MS = 3_600_000

export type OnboardDeps = MutationDeps & {
  readonly pool: Postgres
  readonly sealer: Sealer
  readonly slots: HashSlots
  /** Absent or null: no mail is sent, and the caller passes the link on. */
  readonly passwordMail?: { readonly webUrl: string } | null | undefined
}

export type Onboarding = {
  readonly id: string
  readonly name: string
  readonly adminEmail: string
  readonly delegates: readonly { readonly email: string; readonly role: GrantableRole }[]
  readonly hours: number
}

export type Onboarded = {
  readonly tenant: TenantId
  readonly organisation: string
  readonly adminId: string
  /** Both are shown now and never again. */
  readonly invitation: string
  /** It is on its way to the administrator as well. */
  readonly isInvitationMailed: boolean
  readonly invitationExpiresAt: Date
  readonly pushToken: string
  readonly delegations: readonly { readonly id: string; readonly email: string; readonly role: GrantableRole }[]
}

/**
 * `home` is the tenant of the provider, where `actor` acts. Throws `forbidden` for an actor who could not give the
 * roles at home, `conflict` for an id in use or a home that has no organisation of kind mssp, 422 for a delegate that
 * is no user.
 */
export async function onboardTenant(
  deps: OnboardDeps,
  actor: Actor,
  home: TenantId,
  { id, name, adminEmail, delegates, hours }: Onboarding,
  nowMs: number,
): Promise<Onboarded> {
  requirePermission(actor, 'users:write')
  const tenant = tenantId(id)
  const roles = ['tenant_admin' as const, ...delegates.map(({ role }) => role)]
  for (const role of roles) {
    if (missingFrom(actor.permissions, permissionsOfRole(role)).length > 0)
      throw new AppError('forbidden', `you do not hold the permissions of the role ${role} yourself`)
  }
  const prepared = await prepareFirstAdministrator(deps.slots, adminEmail)
  return withTenant(deps.pool, tenant, async (tx) => {
    const made = await ensureTenant(tx, name)
    if (!made.created) throw new AppError('conflict', `tenant ${tenant} exists already`)
    const organisation = await joinProvider(tx, home)
    const invited = await invite(tx, prepared, nowMs)
    const { user, token: invitation, expiresAt: invitationExpiresAt } = invited
    const mail = deps.passwordMail ?? null
    if (mail !== null) await mailInvitation(tx, actor.email, invited, { webUrl: mail.webUrl, nowMs })
    const delegations: Onboarded['delegations'][number][] = []
    for (const one of delegates) delegations.push(await delegated(tx, one, { hours, nowMs, grantedBy: user.id }))
    const { token: pushToken } = await mintInboxToken(tx, deps.sealer, { templateId: PUSH_TEMPLATE, label: 'push' })
    const changes = { organisation, home_tenant: home, admin_id: user.id, delegates: delegations.map((one) => one.id) }
    const about = { resource: 'tenant', resourceId: tenant, changes }
    await record(tx, deps, { ...actor, tenantId: tenant, sessionId: null }, 'tenant:onboarded', about)
    return {
      ...{ tenant, organisation, adminId: user.id, invitation, invitationExpiresAt, pushToken },
      ...{ delegations, isInvitationMailed: mail !== null },
    }
  })
}

async function joinProvider(tx: TenantTx, home: TenantId): Promise<string> {
  const sql = /* sql */ `SELECT svc_join_provider($1) AS organisation`
  const joined = await tx.maybeOne((row) => orNull(text, row, 'organisation'), sql, [home])
  if (joined === null)
    throw new AppError(
      'conflict',
      `${home} is not home to an organisation of kind mssp; the operator makes one: svc organisations create --kind mssp --home ${home} --name NAME`,
    )
  return joined
}

/** Delegates in the name of the first administrator, who can revoke it. */
async function delegated(
  tx: TenantTx,
  { email, role }: Onboarding['delegates'][number],
  { hours, nowMs, grantedBy }: { readonly hours: number; readonly nowMs: number; readonly grantedBy: string },
) {
  const delegate = await providerUser(tx, normalEmail(email))
  if (delegate === null) throw invalid('delegates', `the provider has no active user ${email.slice(0, 254)}`)
  const made = await insertDelegation(tx, {
    ...delegate,
    ...{ role, grantedBy, reason: 'set up with the tenant' },
    createdAt: new Date(nowMs),
    expiresAt: new Date(nowMs + hours * HOUR_MS),
  })
  assert(made !== null, 'an insert answers with its row')
  return { id: made.id, email, role }
}
