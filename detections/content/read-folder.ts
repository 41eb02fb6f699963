/** A folder of rules in all languages. */
import { setImmediate } from 'node:timers/promises'
import type { Rule } from '../plan/plan.ts'
import { byPlace } from '../sigma/fault.ts'
import type { SigmaOptions, Unresolved } from '../sigma/parse.ts'
import { type FolderTexts, readFolderTexts, TURN_FILES } from './read-texts.ts'
import { type ParsedSource, parseSource, type RuleSource, resolveSources, type SourceFault } from './rule-source.ts'

export type FolderRules = {
  readonly rules: readonly Rule[]
  /** In the order of the files, then of the lines. */
  readonly faults: readonly SourceFault[]
  readonly unresolved: readonly Unresolved[]
  /** YARA rules match bytes and not events: their own engine reports their faults. */
  readonly yara: readonly { readonly file: string; readonly text: string }[]
}

/** A bad file is a fault, and the others are kept. Rejects only when `dir` cannot be read. */
export async function readFolder(dir: string, options: SigmaOptions = {}): Promise<FolderRules> {
  return parseTexts(await readFolderTexts(dir), (source) => parseSource(source, options))
}

export async function parseTexts(
  { texts, unread }: FolderTexts,
  parse: (source: RuleSource) => ParsedSource,
): Promise<FolderRules> {
  const parsed: ParsedSource[] = []
  const yara: { file: string; text: string }[] = []
  for (const [i, { language, file, text }] of texts.entries()) {
    if (i % TURN_FILES === TURN_FILES - 1) await setImmediate()
    if (language === 'yara') yara.push({ file, text })
    else parsed.push(parse({ language, file, text }))
  }
  const set = resolveSources(parsed)
  const unresolved = parsed.flatMap((source) => (source.language === 'sigma' ? source.sigma.unresolved : []))
  return { rules: set.rules, faults: [...unread, ...set.faults].toSorted(byPlace), unresolved, yara }
}
