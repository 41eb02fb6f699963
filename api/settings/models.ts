/** The installation's own model, and the bounds of requests to models. */
import type { InstallationModel } from '../../control/respond/models/index.ts'
import { integer, optional } from '../../platform/config.ts'
import { serverAddress } from './setting-kinds.ts'

/** The API reads them to test a model, the agents to ask it. */
export const MODEL_SETTINGS = {
  modelBaseUrl: serverAddress(
    'LLM_BASE_URL',
    'address of the installation’s own model; without it fixed rules and templates are used',
  ),
  modelKey: optional('LLM_API_KEY', 'key of the installation’s own model'),
  modelName: optional('LLM_MODEL', 'name of the installation’s own model'),
  modelCallsMax: integer('SVC_MODEL_CALLS_MAX', 1_000, 0, 10_000_000, 'requests to models per tenant and day (UTC)'),
  modelTokensMax: integer(
    'SVC_MODEL_TOKENS_MAX',
    2_000_000,
    0,
    2_000_000_000,
    'tokens of models per tenant and day (UTC)',
  ),
  modelTimeoutS: integer('SVC_MODEL_TIMEOUT_S', 30, 1, 600, 'seconds a model has for one answer, repeats included'),
} as const

export type ModelSettings = {
  readonly installation: InstallationModel | null
  readonly installationKey: string | null
  readonly callsMax: number
  readonly tokensMax: number
  readonly timeoutMs: number
}

type ModelValues = {
  readonly modelBaseUrl: string | null
  readonly modelKey: string | null
  readonly modelName: string | null
  readonly modelCallsMax: number
  readonly modelTokensMax: number
  readonly modelTimeoutS: number
}

export function modelSettingsOf(values: ModelValues): ModelSettings {
  const { modelBaseUrl: baseUrl, modelKey, modelName: model } = values
  return {
    installation: baseUrl === null ? null : { baseUrl, model, hasApiKey: modelKey !== null },
    installationKey: modelKey,
    callsMax: values.modelCallsMax,
    tokensMax: values.modelTokensMax,
    timeoutMs: values.modelTimeoutS * 1000,
  }
}
