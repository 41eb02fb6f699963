import { relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type ParsedFile, parseSigma, type SigmaOptions } from './parse.ts'
import { findRuleFiles, readRuleFile } from './read-tree.ts'
import { type RuleSet, resolveRuleSet } from './rule-set.ts'

/** Files that are read and parsed before others get their turn: a few milliseconds of work. */
const TURN_FILES = 64

/**
 * All Sigma rules of a folder and its folders as one set; `file` of rules and faults is relative to it. What is wrong
 * with a file is a fault, and the others are kept. Rejects only when a folder cannot be read.
 */
export async function readRuleFolder(dir: string, options: SigmaOptions = {}): Promise<RuleSet> {
  const tree = await findRuleFiles(dir)
  const parsed: ParsedFile[] = []
  for (const [i, path] of tree.paths.entries()) {
    if (i % TURN_FILES === TURN_FILES - 1) await setImmediate()
    parsed.push(parseFile(path, relative(dir, path), options))
  }
  const set = resolveRuleSet(parsed)
  return { ...set, faults: [...tree.faults, ...set.faults] }
}

function parseFile(path: string, file: string, options: SigmaOptions): ParsedFile {
  const read = readRuleFile(path)
  if ('text' in read) return parseSigma(read.text, file, options)
  return { rules: [], correlations: [], filters: [], unresolved: [], faults: [{ file, line: 0, reason: read.reason }] }
}
