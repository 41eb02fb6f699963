/** `svc tenants onboard`: a new customer of a provider in one step. */

import { linkConfig } from '../../api/config.ts'
import { isGrantable, openHashSlots } from '../../control/identity/accounts/index.ts'
import { invitationPath, ONBOARD_LIMITS, onboardTenant } from '../../control/identity/portfolio/index.ts'
import { operatorIn, recordIn } from '../../control/platform/acting/index.ts'
import { AppError } from '../../platform/errors.ts'
import { sealerOf } from '../../platform/seal.ts'
import { tenantId } from '../../platform/tenant.ts'
import { openPostgres } from '../../stores/postgres/pool.ts'
import { credentialKey, hasCredentialKey } from '../settings/credential-key.ts'
import { targets } from './connect.ts'
import { numberOption } from './number-option.ts'

export type OnboardOptions = {
  readonly home: string
  readonly name: string
  readonly admin: string
  readonly delegate?: readonly string[]
  readonly hours: string
}

/** Prints one JSON document: it holds secrets that are shown once. */
export async function runOnboard(tenant: string, options: OnboardOptions): Promise<void> {
  const { config, databaseUrl, consoleUrl } = targets()
  if (!hasCredentialKey(config))
    throw new AppError(
      'bad_config',
      'SVC_CREDENTIAL_KEY: required for the audit entry, and not found in the data folder either',
    )
  const hours = numberOption('--hours', options.hours, 1, ONBOARD_LIMITS.hours)
  const home = tenantId(options.home)
  const wanted = {
    ...{ id: tenant, name: options.name, adminEmail: options.admin, hours },
    delegates: (options.delegate ?? []).map(delegateOf),
  }
  const pool = openPostgres({ url: databaseUrl, poolSize: 2 })
  try {
    const sealer = sealerOf(credentialKey(config))
    const deps = { pool, sealer, slots: openHashSlots(), audit: recordIn(sealer) }
    const made = await onboardTenant(deps, operatorIn(home), home, wanted, Date.now())
    const shown = {
      ...{ tenant_id: made.tenant, organisation: made.organisation, admin_id: made.adminId },
      invitation_url: linkConfig(consoleUrl).webUrl + invitationPath(made.invitation),
      invitation_mailed: made.isInvitationMailed,
      invitation_expires_at: made.invitationExpiresAt.toISOString(),
      push_token: made.pushToken,
      delegations: made.delegations,
    }
    console.log(JSON.stringify(shown, null, 2))
  } finally {
    await pool.end()
  }
}

function delegateOf(text: string) {
  const at = text.lastIndexOf(':')
  if (at < 1)
    throw new AppError(
      'bad_request',
      `--delegate ${text.slice(0, 80)} is not an address and a role, such as a@b.example:viewer`,
    )
  const role = text.slice(at + 1)
  if (!isGrantable(role))
    throw new AppError('bad_request', `--delegate: the role ${role.slice(0, 60)} cannot be granted`)
  return { email: text.slice(0, at), role }
}
