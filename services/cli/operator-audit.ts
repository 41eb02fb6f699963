/** Writes operator commands to the audit log of the tenant that they act on. */
import { type ActNote, operatorIn, record, recordIn } from '../../control/platform/acting/index.ts'
import { AppError } from '../../platform/errors.ts'
import { sealerOf } from '../../platform/seal.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import type { Config } from '../config.ts'
import { credentialKey, hasCredentialKey } from '../settings/credential-key.ts'

export type OperatorRecord = (tx: TenantTx, action: string, about: ActNote) => Promise<void>

/**
 * Throws `bad_config` without the installation's credential key: under a new one nobody else could open the names that
 * the entry is sealed with, and its people could not be recorded again.
 */
export function operatorAudit(config: Config): OperatorRecord {
  if (!hasCredentialKey(config))
    throw new AppError(
      'bad_config',
      'SVC_CREDENTIAL_KEY: required for the audit entry, and not found in the data folder either',
    )
  const audit = recordIn(sealerOf(credentialKey(config)))
  return (tx, action, about) => record(tx, { audit }, operatorIn(tx.tenantId), action, about)
}
