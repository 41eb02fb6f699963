import { assert } from '../../../platform/assert.ts'
import { orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'

/** `svc` is the installation's own model; the others are reached with what the tenant brings along. */
export const PROVIDERS = ['svc', 'anthropic', 'azure-openai', 'openai-compatible'] as const
export type Provider = (typeof PROVIDERS)[number]

/** Free-form; shown to every reader of the settings. */
export type ModelSettings = Readonly<Record<string, unknown>>

export type ModelCredential = {
  readonly provider: Provider
  readonly baseUrl: string | null
  readonly model: string | null
  /** The encrypted key, never the plain one. */
  readonly apiKey: string | null
  readonly settings: ModelSettings
  readonly enabled: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  /** When the key was last another one than before, or none. Null: there never was one. */
  readonly lastRotatedAt: Date | null
}

export function toCredential(row: Row): ModelCredential {
  const provider = PROVIDERS.find((known) => known === row.provider)
  assert(provider !== undefined, 'a stored provider is one of ours')
  return {
    provider,
    baseUrl: orNull(text, row, 'base_url'),
    model: orNull(text, row, 'model'),
    apiKey: orNull(text, row, 'api_key'),
    settings: row.settings as ModelSettings,
    enabled: row.enabled === true,
    createdAt: time(row, 'created_at'),
    updatedAt: time(row, 'updated_at'),
    lastRotatedAt: orNull(time, row, 'last_rotated_at'),
  }
}
