/** A folder of rules in all languages. */
import { relative, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Rule } from '../plan/plan.ts'
import type { Unresolved } from '../sigma/parse.ts'
import { findRuleFiles, readRuleFile } from '../sigma/read-tree.ts'
import {
  languageOf,
  type ParsedSource,
  parseSource,
  RULE_FILE,
  resolveSources,
  type SourceFault,
} from './rule-source.ts'

export type FolderRules = {
  readonly rules: readonly Rule[]
  /** In the order of the files, then of the lines. */
  readonly faults: readonly SourceFault[]
  readonly unresolved: readonly Unresolved[]
  /** Over bytes and not over events: its own engine says what is wrong with them. */
  readonly yara: readonly { readonly file: string; readonly text: string }[]
}

/** Files that are read and parsed before others get their turn: a few milliseconds of work. */
const TURN_FILES = 64

/** What is wrong with a file is a fault, and the others are kept. Rejects only when `dir` cannot be read. */
export async function readFolder(dir: string): Promise<FolderRules> {
  const tree = await findRuleFiles(dir, RULE_FILE)
  const parsed: ParsedSource[] = []
  const yara: { file: string; text: string }[] = []
  const faults: SourceFault[] = tree.faults.map((fault) => ({ ...fault, column: 0 }))
  for (const [i, path] of tree.paths.entries()) {
    if (i % TURN_FILES === TURN_FILES - 1) await setImmediate()
    const file = relative(dir, path).replaceAll(sep, '/')
    const read = readRuleFile(path)
    if ('reason' in read) {
      faults.push({ file, line: 0, column: 0, reason: read.reason })
      continue
    }
    const { text } = read
    const language = languageOf(file, text)
    if (language === 'yara') yara.push({ file, text })
    else parsed.push(parseSource({ language, file, text }))
  }
  const set = resolveSources(parsed)
  const unresolved = parsed.flatMap((source) => (source.language === 'sigma' ? source.sigma.unresolved : []))
  return { rules: set.rules, faults: [...faults, ...set.faults].sort(byPlace), unresolved, yara }
}

function byPlace(a: SourceFault, b: SourceFault): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line
}
