/** The KQL rules of a folder and its folders, within bounds. */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { KQL_LIMITS } from './limits.ts'
import { type KqlFile, type KqlFileFault, looksLikeKql, parseKqlRules } from './load.ts'

export type KqlFolder = KqlFile & {
  /** Files that were read as KQL, faults included, relative to the folder. */
  readonly files: ReadonlySet<string>
}

/** Folders inside each other; files and folders in all. What is beyond is a fault. */
const DEPTH_MAX = 16
const ENTRIES_MAX = 100_000

/**
 * `.kql` files, and YAML files that hold a `query` and no Sigma detection. Of several rules with one id the first stays.
 * Names that begin with a dot are passed over, links are not followed. Throws when `dir` itself cannot be read.
 */
export function readKqlFolder(dir: string): KqlFolder {
  const faults: KqlFileFault[] = []
  const files = new Set<string>()
  const rules: KqlFile['rules'][number][] = []
  const taken = new Map<string, string>()
  for (const path of pathsIn(dir, faults)) {
    const file = relative(dir, path)
    const text = textOf(path)
    if (text === null || !(/\.kql$/i.test(path) || looksLikeKql(text))) continue
    files.add(file)
    const parsed = parseKqlRules(text, file)
    faults.push(...parsed.faults)
    for (const rule of parsed.rules) {
      const other = taken.get(rule.id)
      if (other === undefined) rules.push(rule)
      else faults.push({ file, line: rule.line, column: 1, reason: `id "${rule.id}" is taken by ${other}` })
      taken.set(rule.id, other ?? file)
    }
  }
  return { rules, faults, files }
}

function pathsIn(dir: string, faults: KqlFileFault[]): readonly string[] {
  const paths: string[] = []
  const folders = [{ path: dir, depth: 0 }]
  for (const { path, depth } of folders) {
    for (const entry of entriesOf(path, depth)) {
      const inner = join(path, entry.name)
      if (entry.isDirectory() && depth < DEPTH_MAX) folders.push({ path: inner, depth: depth + 1 })
      else if (entry.isFile() && /\.(?:kql|ya?ml)$/i.test(entry.name)) paths.push(inner)
    }
    if (paths.length + folders.length <= ENTRIES_MAX) continue
    const reason = `nothing after this is read: at most ${ENTRIES_MAX} files and folders are`
    faults.push({ file: relative(dir, path), line: 0, column: 0, reason })
    return paths
  }
  return paths
}

/** A folder that goes or closes while its tree is read costs itself only. */
function entriesOf(path: string, depth: number): readonly Dirent[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'))
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (depth === 0) throw error
    return []
  }
}

/** Null for a file that is gone or larger than any rule; who reads the other languages says so. */
function textOf(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined || stat.size > 4 * KQL_LIMITS.fileChars ? null : readFileSync(path, 'utf8')
}
