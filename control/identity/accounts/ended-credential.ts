import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Principal } from './principal.ts'

/** The owner of a credential that is not valid any more. */
export type CredentialOwner = Pick<Principal, 'kind' | 'id' | 'keyPrefix'> & { readonly tenantId: TenantId }

/** Answers with the same words as for an unknown credential; only the audit log of the tenant tells them apart. */
export class EndedCredential extends AppError {
  readonly of: CredentialOwner

  constructor(detail: string, of: CredentialOwner) {
    super('bad_credential', detail)
    this.of = of
  }
}
