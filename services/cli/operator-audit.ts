/** What the operator does at the command line, as the audit log of the tenant that it is done to keeps it. */
import { type AuditEntry, appendAudit } from '../../control/audit/index.ts'
import { AppError } from '../../platform/errors.ts'
import { sealerOf } from '../../platform/seal.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import type { Config } from '../config.ts'
import { credentialKey, hasCredentialKey } from '../credential-key.ts'

/** Whoever may run it holds the owner's credential of the database; the log cannot tell them apart. */
const OPERATOR = { kind: 'service', id: 'command-line' } as const

export type OperatorRecord = (tx: TenantTx, entry: Omit<AuditEntry, 'actor'>) => Promise<void>

/**
 * Throws `bad_config` where the installation's credential key is not known: under a new one nobody else could open the
 * names that the entry is sealed with, and the people it is about could not be recorded again.
 */
export function operatorAudit(config: Config): OperatorRecord {
  if (!hasCredentialKey(config))
    throw new AppError('bad_config', 'SVC_CREDENTIAL_KEY: needed to record this, and not in the data folder either')
  const sealer = sealerOf(credentialKey(config))
  return (tx, entry) => appendAudit(tx, sealer, { ...entry, actor: OPERATOR })
}
