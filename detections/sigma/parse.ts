/** The documents of one Sigma file: rules, correlations and filters. */
import type { Rule } from '../plan/plan.ts'
import { applyActions, type RuleDocument } from './actions.ts'
import { Budget } from './budget.ts'
import { type RuleContext, ruleContext } from './context.ts'
import { type CorrelationDraft, parseCorrelation } from './correlation.ts'
import { compileDetection } from './detection.ts'
import { type Fault, Refusal } from './fault.ts'
import { type Filter, parseFilter } from './filter.ts'
import { logSourceOf, metadataOf } from './metadata.ts'
import { NO_PLACEHOLDERS, type Placeholders } from './placeholders.ts'
import { readYaml } from './yaml.ts'

/** A rule with placeholders without values, whose tests therefore never match. */
export type Unresolved = { readonly file: string; readonly line: number; readonly names: readonly string[] }

export type SigmaOptions = { readonly placeholders?: Placeholders }

export type ParsedFile = {
  /**
   * Rules that are complete by themselves; correlations and filters are applied when the set is known (`rule-set.ts`).
   */
  readonly rules: Rule[]
  readonly correlations: CorrelationDraft[]
  readonly filters: Filter[]
  readonly unresolved: Unresolved[]
  readonly faults: Fault[]
}

/** Never throws: a fault costs only its document, and the others are kept. */
export function parseSigma(text: string, file: string, options: SigmaOptions = {}): ParsedFile {
  const parsed: ParsedFile = { rules: [], correlations: [], filters: [], unresolved: [], faults: [] }
  const yaml = readYaml(text)
  const { documents, faults } = applyActions(yaml.documents)
  for (const fault of [...yaml.faults, ...faults]) parsed.faults.push({ file, ...fault })
  if (yaml.documents.length === 0 && yaml.faults.length === 0) {
    parsed.faults.push({ file, line: 0, reason: 'the file is empty' })
  }
  const budget = new Budget()
  for (const document of documents) {
    parseDocument(document, file, ruleContext(budget, options.placeholders ?? NO_PLACEHOLDERS), parsed)
  }
  return parsed
}

function parseDocument(document: RuleDocument, file: string, context: RuleContext, parsed: ParsedFile): void {
  try {
    addDocument(document, file, context, parsed)
    const names = [...context.unresolved]
    if (names.length > 0) parsed.unresolved.push({ file, line: document.line, names })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const line = document.lineOf(error.path.length > 0 ? error.path : context.path)
    parsed.faults.push({ file, line, reason: error.message })
  }
}

function addDocument(document: RuleDocument, file: string, context: RuleContext, parsed: ParsedFile): void {
  const { fields } = document
  if (fields.correlation !== undefined) parsed.correlations.push(parseCorrelation(document, file))
  else if (fields.filter !== undefined) parsed.filters.push(parseFilter(document, file, context))
  else parsed.rules.push(eventRule(document, file, context))
}

function eventRule({ fields, line }: RuleDocument, file: string, context: RuleContext): Rule {
  if (fields.detection === undefined) throw new Refusal('the document has no detection, correlation or filter')
  const logSource = logSourceOf(fields)
  context.path.push('detection')
  const { where } = compileDetection(fields.detection, context)
  context.path.pop()
  const metadata = metadataOf(fields, [logSource, fields.detection], file, line)
  return { ...metadata, body: { kind: 'event', logSource, where } }
}
