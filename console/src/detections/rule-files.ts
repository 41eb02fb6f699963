/** Files of rules that a person chose or dropped: their names, their languages, and the bounds of an import. */
import type { Schemas } from '../api/client.ts'

type Language = Schemas['RuleCreate']['language']

/** A name may have folders: it tells rules of equal file names apart. */
export type NamedFile = { readonly name: string; readonly file: File }

export const RULE_FILE = /\.(?:ya?ml|eql|toml|kql|yara?)$/i
/** Bounds of the API. */
export const FILES_MAX = 500
export const BYTES_MAX = 8 << 20

/** A YAML text shows its language itself; TOML is Elastic's form of EQL. The server decides likewise for files on disk. */
export function languageOf(name: string, text: string): Language {
  if (/\.yara?$/i.test(name)) return 'yara'
  if (/\.kql(?:\.ya?ml)?$/i.test(name)) return 'kql'
  if (/\.(?:eql(?:\.ya?ml)?|toml)$/i.test(name) || /^language:\s*["']?eql["']?\s*$/m.test(text)) return 'eql'
  return hasKqlQuery(text) ? 'kql' : 'sigma'
}

const hasKqlQuery = (text: string): boolean =>
  /^language:\s*["']?kql["']?\s*$/m.test(text) ||
  (/^query:\s/m.test(text) && !/^language:/m.test(text) && !/^detection:\s*$/m.test(text))

/** The reason why these cannot be sent at once. Null: they can. */
export function tooMuch(files: readonly NamedFile[]): string | null {
  if (files.length > FILES_MAX) return `At most ${FILES_MAX} files are imported at once.`
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  return bytes > BYTES_MAX ? `Together the files are larger than ${BYTES_MAX >> 20} MB, the most at once.` : null
}

/** Parts of `FileSystemEntry` that a walk needs. */
type Entry = Pick<FileSystemEntry, 'isFile' | 'isDirectory' | 'fullPath' | 'name'>

/**
 * All files of what was dropped, those in folders with their path. A walk ends once there are more files than an import
 * takes, so a dropped disk does not hold the page.
 */
export async function droppedFiles(entries: readonly (Entry | null)[]): Promise<NamedFile[]> {
  const found: NamedFile[] = []
  const left = entries.filter((entry) => entry !== null)
  for (let entry = left.shift(); entry !== undefined && found.length <= FILES_MAX; entry = left.shift()) {
    if (entry.isDirectory) left.push(...(await entriesIn(entry as FileSystemDirectoryEntry)))
    else if (!isHidden(entry)) found.push(await fileOf(entry as FileSystemFileEntry))
  }
  return found
}

/** Files that systems and editors leave in folders, such as `.DS_Store`. */
const isHidden = ({ name }: Entry) => name.startsWith('.')

function fileOf(entry: FileSystemFileEntry): Promise<NamedFile> {
  return new Promise((resolve, reject) =>
    entry.file((file) => resolve({ name: entry.fullPath.replace(/^\//, ''), file }), reject),
  )
}

/** A browser gives the entries of a folder in parts, the last of which is empty. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return found.sort((a, b) => a.name.localeCompare(b.name))
    found.push(...part)
  }
}
