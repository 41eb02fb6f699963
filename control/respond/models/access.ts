/** Finds a tenant's model with its key, or why it cannot be used. */
import type { Egress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { stoppedBecause } from '../autonomy/index.ts'
import { modelCredential } from './credential-store.ts'
import type { ModelSettings } from './model-credential.ts'
import { type Gate, type InstallationModel, modelStatus } from './model-status.ts'
import type { ModelAccess } from './protocol.ts'

export type ModelDeps = {
  readonly egress: Egress
  readonly vault: Vault
  readonly installation: InstallationModel | null
  readonly installationKey: string | null
  readonly gate: Gate
  /** Requests and tokens a tenant and day where the tenant's settings do not say less. */
  readonly callsMax: number
  readonly tokensMax: number
  /** For one question, repeats included. */
  readonly timeoutMs: number
  readonly nowMs: () => number
}

/** Tokens of one investigation, where the tenant's settings do not say less. */
const RUN_TOKENS_MAX = 200_000

export type Access = { readonly access: ModelAccess } | { readonly access: null; readonly reason: string }

/** `isAutomatic` false: a person asks, and the stop of automation does not apply. */
export async function modelAccess(tx: TenantTx, deps: ModelDeps, isAutomatic = true): Promise<Access> {
  const stopped = await stoppedBecause(tx)
  if (stopped !== null && isAutomatic) return { access: null, reason: `automation is stopped: ${stopped}` }
  const credential = await modelCredential(tx)
  const status = modelStatus(credential, deps.installation, deps.gate)
  const { provider, baseUrl, model } = status
  if (status.effectivePath !== 'live' || provider === null || baseUrl === null || model === null)
    return { access: null, reason: status.policyNote }
  const isOwn = status.source === 'tenant'
  const use = { tenantId: tx.tenantId, connectorId: 'llm', caller: 'agents:ask' }
  const settings = credential?.settings ?? {}
  try {
    const stored = isOwn ? (credential?.apiKey ?? null) : null
    const apiKey = isOwn ? stored && deps.vault.decrypt(stored, use) : deps.installationKey
    const budget = dailyBudget(settings, deps)
    const chosenBy = isOwn ? 'tenant' : 'operator'
    const usd = settings.run_usd_max
    const run = {
      runTokensMax: least(settings, 'run_tokens_max', RUN_TOKENS_MAX),
      runUsdMax: typeof usd === 'number' && usd >= 0 ? usd : null,
    }
    const prices = pricesOf(settings)
    return { access: { provider, baseUrl, model, apiKey, chosenBy, prices, ...budget, ...run } }
  } catch (error) {
    if (error instanceof AppError && error.code === 'secret_unreadable')
      return { access: null, reason: 'the stored key cannot be read under the present credential key' }
    throw error
  }
}

/** Requests and tokens that a tenant may use in a day (UTC). */
export function dailyBudget(settings: ModelSettings, most: Pick<ModelDeps, 'callsMax' | 'tokensMax'>) {
  return {
    callsMax: least(settings, 'daily_calls_max', most.callsMax),
    tokensMax: least(settings, 'daily_tokens_max', most.tokensMax),
  }
}

/** A tenant may ask for less than the installation allows, never for more. */
function least(settings: ModelSettings, name: string, most: number): number {
  const value = settings[name]
  return typeof value === 'number' && value >= 0 ? Math.min(most, Math.floor(value)) : most
}

function pricesOf(settings: ModelSettings): ModelAccess['prices'] {
  const prompt = settings.usd_per_million_prompt_tokens
  const completion = settings.usd_per_million_completion_tokens
  if (typeof prompt !== 'number' || typeof completion !== 'number' || prompt < 0 || completion < 0) return null
  return { prompt, completion }
}
