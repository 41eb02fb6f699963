/** Rule texts of any language that runs over events, and several of them as one set. */
import { type EqlFile, parseEql } from '../eql/load.ts'
import { type KqlFile, parseKqlRules } from '../kql/load.ts'
import type { Rule } from '../plan/plan.ts'
import { duplicateIdReason } from '../sigma/fault.ts'
import { type ParsedFile, parseSigma, type SigmaOptions } from '../sigma/parse.ts'
import { type KnownRule, resolveRuleSet } from '../sigma/rule-set.ts'

export type RuleSource = { readonly language: 'sigma' | 'eql' | 'kql'; readonly file: string; readonly text: string }

/** Lines and columns count from 1; line 0 is the file as a whole, column 0 the whole line. */
export type SourceFault = {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly reason: string
}

export type ParsedSource =
  | { readonly language: 'sigma'; readonly sigma: ParsedFile }
  | { readonly language: 'eql'; readonly eql: EqlFile }
  | { readonly language: 'kql'; readonly kql: KqlFile }

export type SourceSet = { readonly rules: readonly Rule[]; readonly faults: readonly SourceFault[] }

/** Never throws. */
export function parseSource({ language, file, text }: RuleSource, options: SigmaOptions = {}): ParsedSource {
  if (language === 'eql') return { language, eql: parseEql(text, file) }
  if (language === 'kql') return { language, kql: parseKqlRules(text, file) }
  return { language, sigma: parseSigma(text, file, options) }
}

/**
 * The first of several rules with one id is kept, Sigma's before the others'; a dangling reference is a fault. `known`
 * are rules that are stored elsewhere: their ids are taken, and other rules may refer to them.
 */
export function resolveSources(parsed: readonly ParsedSource[], known: readonly KnownRule[] = []): SourceSet {
  const sigma = resolveRuleSet(
    parsed.flatMap((source) => (source.language === 'sigma' ? [source.sigma] : [])),
    known,
  )
  const others = parsed.flatMap(filesBesideSigma)
  const rules: Rule[] = [...sigma.rules]
  const faults: SourceFault[] = [
    ...sigma.faults.map((fault) => ({ ...fault, column: 0 })),
    ...others.flatMap((file) => file.faults),
  ]
  const byId = new Map<string, KnownRule>([...known, ...rules].map((rule) => [rule.id, rule]))
  for (const rule of others.flatMap((file) => file.rules)) {
    const other = byId.get(rule.id)
    if (other === undefined) {
      byId.set(rule.id, rule)
      rules.push(rule)
    } else {
      faults.push({ file: rule.file, line: rule.line, column: 1, reason: duplicateIdReason(rule.id, other) })
    }
  }
  return { rules, faults }
}

function filesBesideSigma(source: ParsedSource): readonly (EqlFile | KqlFile)[] {
  if (source.language === 'sigma') return []
  return [source.language === 'eql' ? source.eql : source.kql]
}
