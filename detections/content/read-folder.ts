/** A folder of rules in all languages. */
import type { Rule } from '../plan/plan.ts'
import type { SigmaOptions, Unresolved } from '../sigma/parse.ts'
import { readTexts } from './read-texts.ts'
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
export async function readFolder(
  dir: string,
  options: SigmaOptions = {},
  parse: (source: RuleSource) => ParsedSource = (source) => parseSource(source, options),
): Promise<FolderRules> {
  const parsed: ParsedSource[] = []
  const yara: { file: string; text: string }[] = []
  const unread = await readTexts(dir, ({ language, file, text }) => {
    if (language === 'yara') yara.push({ file, text })
    else parsed.push(parse({ language, file, text }))
  })
  const set = resolveSources(parsed)
  const unresolved = parsed.flatMap((source) => (source.language === 'sigma' ? source.sigma.unresolved : []))
  return { rules: set.rules, faults: [...unread, ...set.faults].sort(byPlace), unresolved, yara }
}

function byPlace(a: SourceFault, b: SourceFault): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line
}
