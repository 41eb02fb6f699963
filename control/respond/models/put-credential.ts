import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { sameSecret } from '../../../platform/same-secret.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { isVaulted, requireSecretAgain, type Vault, type VaultUse } from '../../platform/vault/index.ts'
import * as store from './credential-store.ts'
import { checkBaseUrl, endpointOf } from './endpoint.ts'
import type { ModelCredential, ModelSettings, Provider } from './model-credential.ts'

export type CredentialInput = {
  readonly provider: Provider
  readonly baseUrl: string | null
  readonly model: string | null
  /** Left out: the stored one is kept. Null: it goes. */
  readonly apiKey?: string | null | undefined
  readonly settings: ModelSettings
  readonly enabled: boolean
}

/** Change of the key: for the audit log, which never holds the key itself. */
export type KeyChange = 'set' | 'kept' | 'removed' | 'none'

export type PutCredential = {
  readonly credential: ModelCredential
  readonly isCreated: boolean
  readonly key: KeyChange
}

/**
 * Length as JSON.
 * @bound settings of a model credential -> 422
 */
const SETTINGS_LENGTH_MAX = 16_384

/**
 * Replaces the tenant's credential, but for a key that is left out. Throws 422 for an address that is missing or not
 * allowed, and for a kept key that would go to another address than it was given for: a user who may change settings
 * may not learn a key that way. Throws `conflict` when the kept key cannot be read any more.
 */
export async function putCredential(tx: TenantTx, vault: Vault, input: CredentialInput): Promise<PutCredential> {
  checkInput(input)
  const found = await store.lockCredential(tx)
  const { stored, change: fate } = keyAfter(vault, found, input, useOf(tx))
  const { apiKey: _, ...rest } = input
  const isKeyChanged = fate === 'set' || fate === 'removed'
  const credential = await store.putCredentialRow(tx, { ...rest, apiKey: stored, isKeyChanged })
  return { credential, isCreated: found === null, key: fate }
}

/** Throws `not_found`. */
export async function deleteCredential(tx: TenantTx): Promise<void> {
  if (!(await store.deleteCredentialRow(tx))) throw new AppError('not_found', 'this tenant has no model credential')
}

function useOf({ tenantId }: TenantTx): VaultUse {
  return { tenantId, connectorId: 'llm', caller: 'llm_credential:put' }
}

function checkInput({ provider, baseUrl, apiKey, settings }: CredentialInput): void {
  if (provider === 'svc' && (baseUrl !== null || typeof apiKey === 'string'))
    throw invalid('provider', 'is the model of the installation, which has its own address and key')
  if (provider !== 'svc' && endpointOf(provider, baseUrl) === null)
    throw invalid('base_url', `is needed for ${provider}`)
  if (baseUrl !== null) checkBaseUrl(baseUrl)
  if (apiKey != null && isVaulted(apiKey)) throw invalid('api_key', 'is no key: it is a stored secret')
  if (JSON.stringify(settings).length > SETTINGS_LENGTH_MAX)
    throw invalid('settings', `has at most ${SETTINGS_LENGTH_MAX} characters as JSON`)
}

type KeyAfter = { readonly stored: string | null; readonly change: KeyChange }

function keyAfter(vault: Vault, found: ModelCredential | null, input: CredentialInput, use: VaultUse): KeyAfter {
  const before = found?.apiKey ?? null
  if (input.apiKey === null || (input.apiKey === undefined && input.provider === 'svc'))
    return { stored: null, change: before === null ? 'none' : 'removed' }
  if (input.apiKey !== undefined) return keySent(vault, before, input.apiKey, use)
  if (found === null || before === null) return { stored: null, change: 'none' }
  if (found.provider !== input.provider) throw invalid('api_key', 'is sent again for another provider', 'required')
  requireSecretAgain('api_key', addressesOf(found), addressesOf(input))
  return { stored: keptKey(vault, before, use), change: 'kept' }
}

/** The same key once more is no rotation; it comes under the newest key of the vault all the same. */
function keySent(vault: Vault, before: string | null, sent: string, use: VaultUse): KeyAfter {
  const isSame = before !== null && sameSecret(sent, unlessLost(() => vault.decrypt(before, use)) ?? '')
  return { stored: vault.encrypt(sent, use), change: isSame ? 'kept' : 'set' }
}

function keptKey(vault: Vault, stored: string, use: VaultUse): string {
  const renewed = unlessLost(() => vault.renew(stored, use))
  if (renewed !== null) return renewed
  throw new AppError('conflict', 'the stored key cannot be read under the present credential key: send api_key again')
}

/** Null when no key of the vault opens it; the credential sent now is then treated as a new one. */
function unlessLost(read: () => string): string | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppError && error.code === 'secret_unreadable') return null
    throw error
  }
}

function addressesOf({ provider, baseUrl }: Pick<CredentialInput, 'provider' | 'baseUrl'>) {
  return { base_url: endpointOf(provider, baseUrl) }
}
