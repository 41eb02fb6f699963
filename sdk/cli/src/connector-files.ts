/**
 * `connectors.yaml`: connectors by name. `auth_config` refers to a secret with `{ env: NAME }` or `{ file: PATH }`; its
 * value is read when the folder is applied, and is in no document.
 */
import fs from 'node:fs'
import process from 'node:process'
import type { models } from '../../typescript/src/index.ts'
import { UsageError } from './usage-error.ts'

export const CONNECTORS_FILE = 'connectors.yaml'

type Document = models.ConfigurationDocument
type Spec = Readonly<Record<string, unknown>>
type Reference = { readonly connector: string; readonly field: string; readonly env?: string; readonly file?: string }

export type ConnectorFiles = { readonly documents: Document[]; readonly references: readonly Reference[] }

/** Throws `UsageError` if a member of `auth_config` is neither text nor a reference. */
export function connectorsOf(all: Readonly<Record<string, Spec>>): ConnectorFiles {
  const documents: Document[] = []
  const references: Reference[] = []
  for (const [name, { auth_config: auth = {}, ...spec }] of Object.entries(all)) {
    const identifiers: Record<string, string> = {}
    const secrets: string[] = []
    for (const [field, value] of Object.entries(auth as Spec)) {
      const reference = referenceIn(value)
      if (typeof value === 'string') identifiers[field] = value
      else if (reference === null)
        throw new UsageError(
          `${CONNECTORS_FILE}: ${field} of ${name} is a text, { env: NAME } or { file: PATH } for a secret`,
        )
      else {
        secrets.push(field)
        references.push({ connector: name, field, ...reference })
      }
    }
    documents.push({ kind: 'connector', name, spec: { ...spec, identifiers, secrets } })
  }
  return { documents, references }
}

function referenceIn(value: unknown): { env: string } | { file: string } | null {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const [[kind, place] = []] = entries
  if (entries.length !== 1 || typeof place !== 'string' || place === '') return null
  return kind === 'env' ? { env: place } : kind === 'file' ? { file: place } : null
}

/** Values by connector and field. `absent` lists references without a value: those secrets are not changed. */
export function readSecrets(references: readonly Reference[]) {
  const values: Record<string, Record<string, string>> = {}
  const absent: string[] = []
  for (const { connector, field, env, file } of references) {
    const value = env === undefined ? contentOf(file ?? '') : process.env[env] || undefined
    if (value === undefined) absent.push(env ?? file ?? '')
    else values[connector] = { ...values[connector], [field]: value }
  }
  return { values, absent }
}

/** Removes the final line break, which editors add and which is not part of a secret. */
function contentOf(file: string): string | undefined {
  if (!fs.existsSync(file)) return undefined
  const text = fs.readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  return text === '' ? undefined : text
}

/** A connector for the file, with a reference for each secret. */
export function fileOfConnector({ name, spec }: Document): Spec {
  const { identifiers = {}, secrets = [], ...rest } = spec as Spec & { identifiers?: Spec; secrets?: string[] }
  const variable = (field: string) => `SVC_${name}_${field}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
  const referred = Object.fromEntries(secrets.map((field) => [field, { env: variable(field) }]))
  return { ...rest, auth_config: { ...identifiers, ...referred } }
}
