import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'

/** `svc` is the installation's own model; the others are reached with what the tenant brings along. */
export const PROVIDERS = ['svc', 'anthropic', 'azure-openai', 'openai-compatible'] as const
export type Provider = (typeof PROVIDERS)[number]

/** Free-form; shown to every reader of the settings. */
export type ModelSettings = Readonly<Record<string, unknown>>

export const MODEL_CREDENTIALS = tableInCamelCase('ModelCredential', {
  provider: column.word(PROVIDERS),
  base_url: column.orNull(column.text()),
  model: column.orNull(column.text()),
  /** The encrypted key, never the plain one. */
  api_key: column.orNull(column.text()),
  settings: column.json<ModelSettings>(),
  enabled: column.bool(),
  created_at: column.time(),
  updated_at: column.time(),
  /** Time of the last change of the key, or of its removal. Null: there never was a key. */
  last_rotated_at: column.orNull(column.time()),
})
export type ModelCredential = RowOf<typeof MODEL_CREDENTIALS>
