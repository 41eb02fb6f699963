/** Reads the rule files of a folder and its subfolders, each with its language. */
import { setImmediate } from 'node:timers/promises'
import { findRuleFiles, readRuleFile } from './read-tree.ts'
import { languageOf, RULE_FILE } from './rule-language.ts'
import type { RuleSource, SourceFault } from './rule-source.ts'

/** `file` is relative to the folder, with `/` between the names. */
export type FolderText = Omit<RuleSource, 'language'> & { readonly language: ReturnType<typeof languageOf> }

export type FolderTexts = { readonly texts: readonly FolderText[]; readonly unread: readonly SourceFault[] }

/** Returns all of them, and the faults of those that cannot be read. Rejects only when `dir` cannot be read. */
export async function readFolderTexts(dir: string): Promise<FolderTexts> {
  const texts: FolderText[] = []
  const unread = await readTexts(dir, (text) => texts.push(text))
  return { texts, unread }
}

/** Files that are read before other work runs: a few milliseconds, parsing included. */
export const TURN_FILES = 64

/**
 * Calls `onText` for each file, a folder's own files before those of its subfolders, by name. Returns the files that
 * cannot be read. Rejects only when `dir` cannot be read.
 */
export async function readTexts(dir: string, onText: (text: FolderText) => void): Promise<readonly SourceFault[]> {
  const tree = await findRuleFiles(dir, RULE_FILE)
  const faults: SourceFault[] = tree.faults.map((fault) => ({ ...fault, column: 0 }))
  for (const [i, { path, file }] of tree.files.entries()) {
    if (i % TURN_FILES === TURN_FILES - 1) await setImmediate()
    const read = readRuleFile(path)
    if ('reason' in read) faults.push({ file, line: 0, column: 0, reason: read.reason })
    else onText({ language: languageOf(file, read.text), file, text: read.text })
  }
  return faults
}
