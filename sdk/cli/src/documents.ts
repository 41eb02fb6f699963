/**
 * The folder of a tenant's configuration: rule files in `rules/`; maps from names to documents in `overlays.yaml`,
 * `roles.yaml`, `sla.yaml` and others; one file for each document in `playbooks/` and `hunts/`, with its name inside.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parse, stringify } from 'yaml'
import type { models } from '../../typescript/src/index.ts'
import { CONNECTORS_FILE, type ConnectorFiles, connectorsOf, fileOfConnector } from './connector-files.ts'
import { UsageError } from './usage-error.ts'

type Document = models.ConfigurationDocument

const RULE_FILE = /\.(?:ya?ml|eql|toml|kql|yara?)$/i
const YAML_FILE = /\.ya?ml$/i

/** Files with a map from names to documents. */
const MAPS = {
  overlay: 'overlays.yaml',
  sla_target: 'sla.yaml',
  sla_policy: 'sla-policies.yaml',
  role: 'roles.yaml',
  message_text: 'messages.yaml',
} as const
/** Folders with one document in each file, and the member that has its name. */
const FOLDERS = {
  playbook: { folder: 'playbooks', name: 'name' },
  hunt: { folder: 'hunts', name: 'title' },
} as const
/** Files with a single document, named after its kind. */
const SINGLES = { placeholders: 'placeholders.yaml', branding: 'branding.yaml' } as const
const RULES = 'rules'

/** Throws `UsageError` with the file name for an unreadable file, and for a folder without any document. */
export function readDocuments(dir: string): ConnectorFiles {
  if (!fs.statSync(dir, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`there is no folder ${dir}`)
  const connectors = connectorsIn(path.join(dir, CONNECTORS_FILE))
  const documents: Document[] = [
    ...rulesIn(path.join(dir, RULES)),
    ...Object.entries(MAPS).flatMap(([kind, file]) => mapIn(path.join(dir, file), kind as keyof typeof MAPS)),
    ...Object.entries(FOLDERS).flatMap(([kind, { folder, name }]) =>
      documentsIn(path.join(dir, folder), kind as keyof typeof FOLDERS, name),
    ),
    ...Object.entries(SINGLES).flatMap(([kind, file]) => singleIn(path.join(dir, file), kind as keyof typeof SINGLES)),
    ...connectors.documents,
  ]
  if (documents.length === 0)
    throw new UsageError(
      `${dir} has none of ${RULES}/, ${Object.values(FOLDERS)
        .map(({ folder }) => `${folder}/`)
        .join(', ')}, ${[...Object.values(MAPS), ...Object.values(SINGLES), CONNECTORS_FILE].join(', ')}`,
    )
  return { documents, references: connectors.references }
}

function connectorsIn(file: string): ConnectorFiles {
  if (!fs.existsSync(file)) return { documents: [], references: [] }
  const all = Object.entries(objectIn(file)).map(([name, spec]) => [name, asObject(spec, file)] as const)
  return connectorsOf(Object.fromEntries(all))
}

function rulesIn(folder: string): Document[] {
  return filesIn(folder, RULE_FILE).map((file) => {
    // macOS splits accented letters in file names; NFC joins them again.
    return { kind: 'rule', name: file.normalize('NFC'), spec: { text: textOf(path.join(folder, file)) } }
  })
}

function mapIn(file: string, kind: keyof typeof MAPS): Document[] {
  if (!fs.existsSync(file)) return []
  return Object.entries(objectIn(file)).map(([name, spec]) => ({ kind, name, spec: asObject(spec, file) }))
}

function documentsIn(folder: string, kind: keyof typeof FOLDERS, member: string): Document[] {
  return filesIn(folder, YAML_FILE).map((name) => {
    const file = path.join(folder, name)
    const { [member]: called, ...spec } = objectIn(file)
    if (typeof called !== 'string') throw new UsageError(`${file} has no ${member}`)
    return { kind, name: called, spec }
  })
}

function singleIn(file: string, kind: keyof typeof SINGLES): Document[] {
  return fs.existsSync(file) ? [{ kind, name: kind, spec: objectIn(file) }] : []
}

/** Sorted paths relative to the folder, with `/` between names. */
function filesIn(folder: string, names: RegExp): string[] {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && names.test(entry.name) && !entry.name.startsWith('.'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort()
}

function objectIn(file: string): Record<string, unknown> {
  try {
    return asObject(parse(textOf(file)) ?? {}, file)
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${file}: ${(error as Error).message}`)
  }
}

function asObject(value: unknown, file: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new UsageError(`${file} must be a map`)
}

/**
 * Normalises a file, so that its text is equal from every machine: line ends of Windows and a byte order mark are
 * removed. Throws `UsageError` for an encoding other than UTF-8, because its characters would be lost.
 */
function textOf(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fs.readFileSync(file)).replaceAll('\r\n', '\n')
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(`${file} is not UTF-8`)
  }
}

/** Throws `UsageError` for a folder that is not empty. */
export function writeDocuments(dir: string, documents: readonly Document[]): number {
  if (fs.existsSync(dir) && fs.readdirSync(dir).length > 0) throw new UsageError(`${dir} is not empty`)
  fs.mkdirSync(dir, { recursive: true })
  const files = new Map<string, string>()
  for (const [kind, file] of Object.entries(MAPS)) {
    const own = documents.filter((one) => one.kind === kind)
    if (own.length > 0) files.set(file, stringify(Object.fromEntries(own.map(({ name, spec }) => [name, spec]))))
  }
  const connectors = documents.filter(({ kind }) => kind === 'connector')
  if (connectors.length > 0)
    files.set(CONNECTORS_FILE, stringify(Object.fromEntries(connectors.map((one) => [one.name, fileOfConnector(one)]))))
  for (const { kind, name, spec } of documents) {
    if (kind === 'rule') files.set(`${RULES}/${insideOf(name)}`, String(spec.text))
    if (kind === 'placeholders') files.set(SINGLES.placeholders, stringify(spec))
    if (kind === 'branding') files.set(SINGLES.branding, stringify(spec))
    const place = Object.hasOwn(FOLDERS, kind) ? FOLDERS[kind as keyof typeof FOLDERS] : undefined
    if (place) {
      const { folder, name: member } = place
      files.set(freeName(files, `${folder}/${fileNameOf(name)}`), stringify({ [member]: name, ...spec }))
    }
  }
  for (const [file, text] of files) {
    fs.mkdirSync(path.dirname(path.join(dir, file)), { recursive: true })
    fs.writeFileSync(path.join(dir, file), text)
  }
  return files.size
}

/** The path of a rule's file inside of the folder: the file name comes from a user, so it must not lead out of it. */
function insideOf(name: string): string {
  const inside = path.posix.normalize(name).replace(/^(?:\.{0,2}\/)+/, '')
  return inside.startsWith('..') || inside === '' ? encodeURIComponent(name) : inside
}

function fileNameOf(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return words === '' ? 'unnamed' : words.slice(0, 80)
}

function freeName(files: ReadonlyMap<string, string>, name: string): string {
  for (let n = 1; ; n++) {
    const file = n === 1 ? `${name}.yaml` : `${name}-${n}.yaml`
    if (!files.has(file)) return file
  }
}
