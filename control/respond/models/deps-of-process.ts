/** Model access for a process that serves requests, from its settings. */
import { parseAllowlist } from '../../../platform/egress/air-gap.ts'
import type { Egress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Vault } from '../../platform/vault/index.ts'
import type { ModelDeps } from './access.ts'
import type { Gate, InstallationModel } from './model-status.ts'

export type ModelProcess = {
  readonly egress?: Egress | undefined
  readonly vault: Vault
  readonly model?: InstallationModel | null | undefined
  readonly modelLimits?: Pick<ModelDeps, 'installationKey' | 'callsMax' | 'tokensMax' | 'timeoutMs'> | undefined
  readonly airgap: { readonly enabled: boolean; readonly allowlist: readonly string[] }
  readonly allowPrivateTargets?: boolean | undefined
  readonly asksModels?: boolean | undefined
  readonly nowMs: () => number
}

/** A service of this installation asks models, or none does. */
export function gateOf(process: Pick<ModelProcess, 'airgap' | 'allowPrivateTargets' | 'asksModels'>): Gate {
  const { airgap, allowPrivateTargets = false, asksModels = false } = process
  const airGap = { enabled: airgap.enabled, allowlist: parseAllowlist(airgap.allowlist.join(',')) }
  return { airGap, allowPrivate: allowPrivateTargets, asksModels }
}

/** The process itself asks, whether or not another service does. */
export function modelDepsOf(process: ModelProcess): ModelDeps {
  const none = async () => {
    throw new AppError('unavailable', 'this process has no outbound network access')
  }
  const { egress = none, vault, model: installation = null, nowMs, modelLimits = NOTHING } = process
  return { egress, vault, installation, nowMs, ...modelLimits, gate: { ...gateOf(process), asksModels: true } }
}

const NOTHING = { installationKey: null, callsMax: 0, tokensMax: 0, timeoutMs: 1 }
