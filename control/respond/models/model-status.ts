import type { AirGap } from '../../../platform/egress/air-gap.ts'
import { hostOf } from '../../../platform/egress/guard.ts'
import { endpointOf, isLocal, isPrivateAddress, isWithinAirGap } from './endpoint.ts'
import type { ModelCredential, Provider } from './model-credential.ts'

/** `LLM_BASE_URL` and what belongs to it; the key itself stays in the configuration. */
export type InstallationModel = { readonly baseUrl: string; readonly model: string | null; readonly hasApiKey: boolean }

/** Rules for every outbound request, also for one with a key that a tenant brought along. */
export type Gate = {
  readonly airGap: AirGap
  readonly allowPrivate: boolean
  /** True when anything in this installation sends requests to models; where nothing does, no model is live. */
  readonly asksModels: boolean
}

export type ModelStatus = {
  readonly source: 'tenant' | 'installation' | null
  readonly provider: Provider | null
  readonly model: string | null
  readonly baseUrl: string | null
  readonly host: string | null
  readonly keySet: boolean
  readonly airgapEnabled: boolean
  /** Nothing to connect to is compliant. */
  readonly airgapCompliant: boolean
  /** In the own network, by its name or literal. */
  readonly isLocal: boolean
  readonly effectivePath: 'live' | 'deterministic_fallback'
  readonly policyNote: string
}

type Chosen = Pick<ModelStatus, 'source' | 'provider' | 'model' | 'baseUrl' | 'keySet'>

/** Gives the model that would answer triage and investigations now: the tenant's, the installation's, or templates. */
export function modelStatus(
  credential: ModelCredential | null,
  installation: InstallationModel | null,
  gate: Gate,
): ModelStatus {
  const chosen = choose(credential, installation)
  const url = chosen.baseUrl === null ? null : URL.parse(chosen.baseUrl)
  const obstacle = obstacleOf(chosen, url, gate)
  const host = url && hostOf(url)
  return {
    ...chosen,
    host,
    airgapEnabled: gate.airGap.enabled,
    airgapCompliant: url === null || isWithinAirGap(gate.airGap, url),
    isLocal: url !== null && isLocal(url),
    effectivePath: obstacle === null ? 'live' : 'deterministic_fallback',
    policyNote:
      obstacle === null
        ? `Requests go to ${host}; where its name leads is judged at each of them.`
        : `${obstacle}: answers come from deterministic rules and templates.`,
  }
}

function choose(credential: ModelCredential | null, installation: InstallationModel | null): Chosen {
  const own = credential?.enabled ? credential : null
  if (own !== null && own.provider !== 'svc') {
    const { provider, model, apiKey } = own
    return { source: 'tenant', provider, model, baseUrl: endpointOf(provider, own.baseUrl), keySet: apiKey !== null }
  }
  if (installation === null) return { source: null, provider: null, model: null, baseUrl: null, keySet: false }
  const { baseUrl, model, hasApiKey: keySet } = installation
  return { source: 'installation', provider: 'svc', model: own?.model ?? model, baseUrl, keySet }
}

/** Why no model is used; of several reasons, the one to fix first. */
function obstacleOf({ source, model, keySet }: Chosen, url: URL | null, gate: Gate): string | null {
  if (url === null) return 'No model is configured'
  const host = hostOf(url)
  if (!isWithinAirGap(gate.airGap, url)) return `${host} is outside of the air gap`
  if (source === 'tenant' && isPrivateAddress(url) && !gate.allowPrivate)
    return `${host} is a private address, which tenants may not name in this installation`
  if (model === null) return 'No model is named'
  if (!keySet && !isLocal(url)) return `No key is set for ${host}`
  if (!gate.asksModels) return `${host} could be asked, but no part of this installation sends requests to models`
  return null
}
