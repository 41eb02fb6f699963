/** The operation by which a provider sets up a new customer. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { closed, named, oneOf, plainText, time, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { GRANTABLE_ROLES } from '../accounts/index.ts'
import { ONBOARD_LIMITS, type OnboardDeps, onboardTenant } from './onboard.ts'

const operation = operationsOf<OnboardDeps & { readonly webUrl: string }>()

const delegate = { email: plainText(254, 3), role: oneOf(GRANTABLE_ROLES) }

export const onboard = operation.outside({
  name: 'organisation.onboard_tenant',
  summary: 'Set up a new tenant of the organisation: administrator, delegations and ingest token',
  description: 'In one transaction: all of it or nothing. The link and the token are returned only in this answer.',
  permission: 'users:write',
  audit: 'organisation:tenant_onboarded',
  path: 'POST /organisation/tenants',
  status: 201,
  body: named(
    'TenantOnboard',
    Type.Object(
      {
        tenant_id: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,62}$' }),
        name: plainText(200),
        admin_email: plainText(254, 3),
        delegates: Type.Optional(
          Type.Array(Type.Object(delegate, closed), {
            maxItems: ONBOARD_LIMITS.delegates,
            description:
              'users of the provider with their roles in the new tenant; default: the caller as tenant_admin',
          }),
        ),
        hours: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: ONBOARD_LIMITS.hours,
            default: 720,
            description: 'duration of the delegations, in hours',
          }),
        ),
      },
      closed,
    ),
  ),
  output: named(
    'TenantOnboarded',
    Type.Object({
      tenant_id: Type.String(),
      organisation: Type.String(),
      admin_id: uuid,
      invitation_path: Type.String({ description: 'path in the console; sets the password once' }),
      invitation_url: Type.String({ description: 'complete URL, as in the mail' }),
      invitation_mailed: Type.Boolean({ description: 'true when the link was also mailed to the administrator' }),
      invitation_expires_at: time,
      push_token: Type.String(),
      delegations: Type.Array(Type.Object({ id: uuid, ...delegate })),
    }),
  ),
  async run({ actor, deps, nowMs, work }, { tenant_id: id, name, admin_email: adminEmail, delegates, hours = 720 }) {
    if (actor.delegationId !== null || actor.email === null)
      throw new AppError('forbidden', 'this is for a person of the provider, signed in at home')
    const wanted = delegates ?? [{ email: actor.email, role: 'tenant_admin' as const }]
    const made = await onboardTenant(
      deps,
      actor,
      actor.tenantId,
      { id, name, adminEmail, delegates: wanted, hours },
      nowMs,
    )
    await work(async (_, note) => note({ resource: 'tenant', resourceId: id, changes: { name } }))
    return {
      ...{ tenant_id: made.tenant, organisation: made.organisation, admin_id: made.adminId },
      invitation_path: invitationPath(made.invitation),
      invitation_url: deps.webUrl + invitationPath(made.invitation),
      invitation_mailed: made.isInvitationMailed,
      invitation_expires_at: made.invitationExpiresAt,
      push_token: made.pushToken,
      delegations: made.delegations,
    }
  },
})

/** The token is behind the `#`, which browsers do not send to a server. */
export const invitationPath = (token: string) => `/new-password#token=${token}&invitation=1`
