/** Checks rule texts before they are stored: each by itself, and together with the existing rules. */
import { builtInRules } from '../../../detections/content/load.ts'
import {
  type ParsedSource,
  parseSource,
  resolveSources,
  type SourceFault,
} from '../../../detections/content/rule-source.ts'
import { type Rule, SEVERITIES, type Severity } from '../../../detections/plan/plan.ts'
import type { Filter } from '../../../detections/sigma/filter.ts'
import type { Unresolved } from '../../../detections/sigma/parse.ts'
import type { Placeholders } from '../../../detections/sigma/placeholders.ts'
import type { KnownRule } from '../../../detections/sigma/rule-set.ts'
import { openYaraScanner, type ScannerOptions } from '../../../detections/yara/scanner.ts'
import { type RuleSpan, splitRules } from '../../../detections/yara/split-rules.ts'
import { AppError } from '../../../platform/errors.ts'
import { type InputFault, InvalidInput } from '../../../platform/invalid-input.ts'
import { RULE_LIMITS, type StoredLanguage } from './rule.ts'

export type RuleText = {
  readonly language: StoredLanguage
  readonly file: string
  readonly text: string
  /** Names of the YARA rules that compile; undefined means all. */
  readonly compiled?: readonly string[]
  /** The parsed text, when it was parsed before (`read-texts.ts`). Not for YARA. */
  readonly parsed?: ParsedSource
}

export type CheckedText = RuleText & {
  readonly title: string
  /** The highest severity among its rules. */
  readonly severity: Severity
  readonly ruleIds: readonly string[]
  readonly ruleNames: readonly string[]
}

export type CheckedTexts = {
  readonly sound: readonly CheckedText[]
  readonly faults: readonly SourceFault[]
  /** Rules of valid texts whose placeholders have no value: a condition with such a placeholder matches no event. */
  readonly unresolved: readonly Unresolved[]
}

const TITLE_CHARS_MAX = 300
const ID_CHARS_MAX = 256
const RULES_OF_TEXT_MAX = 1024
/** Faults of one answer; a text with more has the first ones named. */
const FAULTS_MAX = 20

/** Ids and names of the rules of a text. */
export type RuleNames = {
  readonly file: string
  readonly ids: readonly string[]
  readonly names: readonly string[]
}

/** The stored rules that stay, and the values of the tenant's placeholders. */
export type Around = { readonly others: readonly RuleNames[]; readonly placeholders: Placeholders }

/**
 * Leaves faulty rules out of a text with several rules, as the pipeline does. A rule that conflicts with others (an id
 * in use, a missing rule that it refers to) leaves out its whole text, because the owner of an id must not depend on
 * the order in which texts are read.
 */
export function checkTexts(texts: readonly RuleText[], { others, placeholders }: Around): CheckedTexts {
  const early = texts.flatMap(earlyFault)
  const bad = new Set(early.map(({ file }) => file))
  const fit = texts.filter(({ file }) => !bad.has(file))
  const parsed = fit.flatMap(({ language, file, text, parsed: known }) =>
    language === 'yara' ? [] : [known ?? parseSource({ language, file, text }, { placeholders })],
  )
  const own = parsed.flatMap(faultsIn)
  const set = resolveSources([builtIn(), ...parsed.map(withoutFaults)], knownOf(others))
  const byFile = Map.groupBy(set.rules, ({ file }) => file)
  const names = new Set(texts.map(({ file }) => file))
  const late = [...byFile].flatMap(([file, rules]) => lateFaults(file, rules))
  const ofSet = [...set.faults, ...late].filter(({ file }) => names.has(file))
  for (const { file } of ofSet) bad.add(file)
  const filters = Map.groupBy(parsed.flatMap(filtersIn), ({ file }) => file)
  for (const { file } of own) if (!byFile.has(file) && !filters.has(file)) bad.add(file)
  return {
    sound: fit
      .filter(({ file }) => !bad.has(file))
      .map((one) => described(one, byFile.get(one.file) ?? [], filters.get(one.file)?.[0]?.title)),
    faults: [...early, ...own, ...ofSet],
    unresolved: parsed.flatMap(unresolvedIn).filter(({ file }) => !bad.has(file)),
  }
}

function faultsIn(source: ParsedSource): readonly SourceFault[] {
  if (source.language === 'sigma') return source.sigma.faults.map((fault) => ({ ...fault, column: 0 }))
  return source.language === 'eql' ? source.eql.faults : source.kql.faults
}

function withoutFaults(source: ParsedSource): ParsedSource {
  if (source.language === 'sigma') return { ...source, sigma: { ...source.sigma, faults: [] } }
  return source.language === 'eql'
    ? { ...source, eql: { ...source.eql, faults: [] } }
    : { ...source, kql: { ...source.kql, faults: [] } }
}

function unresolvedIn(source: ParsedSource): readonly Unresolved[] {
  return source.language === 'sigma' ? source.sigma.unresolved : []
}

/** A text may hold nothing but filters of rules in others. */
function filtersIn(source: ParsedSource): readonly Filter[] {
  return source.language === 'sigma' ? source.sigma.filters : []
}

/** Throws 422 with the position of every fault: the author of a single text needs all of it to be valid. */
export function checkOne(text: RuleText, around: Around): CheckedText {
  const { sound, faults } = checkTexts([text], around)
  const [checked] = sound
  if (checked === undefined || faults.length > 0) throw new InvalidInput(...faultsOfInput(faults))
  return checked
}

/** Faults of many texts as an answer names them: the first ones of each text, and how many more there are. */
export function faultsShown(faults: readonly SourceFault[]): SourceFault[] {
  return [...Map.groupBy(faults, ({ file }) => file)].flatMap(([file, of]) => {
    const more = of.length - FAULTS_MAX
    const shown = of.slice(0, FAULTS_MAX)
    return more > 0 ? [...shown, { file, line: 0, column: 0, reason: `has ${more} more faults` }] : shown
  })
}

/** The first of them, as an answer names them. */
export function faultsOfInput(faults: readonly SourceFault[]): readonly InputFault[] {
  return faults.slice(0, FAULTS_MAX).map(inputFault)
}

/** Line and column stand in the place as well, for programs; 0 is the text or the line as a whole. */
function inputFault({ file, line, column, reason }: SourceFault): InputFault {
  return { loc: ['body', 'text', line, column], msg: `${file}:${line}:${column}: ${reason}`, type: 'rule' }
}

/** True when a text is refused before it is read. */
export function unreadable(text: RuleText): boolean {
  return earlyFault(text).length > 0
}

function earlyFault({ language, file, text }: RuleText): SourceFault[] {
  const fault = (reason: string) => [{ file, line: 0, column: 0, reason }]
  if (Buffer.byteLength(text) > RULE_LIMITS.textBytes) return fault(`is longer than ${RULE_LIMITS.textBytes} bytes`)
  if (text.includes('\0')) return fault('holds the character U+0000')
  if (text.trim() === '') return fault('is empty')
  if (language !== 'yara') return []
  const { length } = splitRules(text)
  if (length === 0) return fault('holds no rule')
  return length > RULES_OF_TEXT_MAX ? fault(`holds more than ${RULES_OF_TEXT_MAX} rules`) : []
}

/** Signals and overlays name rules by their ids. */
function lateFaults(file: string, rules: readonly Rule[]): SourceFault[] {
  const long = rules.filter(({ id }) => id.length > ID_CHARS_MAX)
  const faults = long.map(({ line }) => ({
    file,
    line,
    column: 0,
    reason: `id has more than ${ID_CHARS_MAX} characters`,
  }))
  if (rules.length <= RULES_OF_TEXT_MAX) return faults
  return [...faults, { file, line: 0, column: 0, reason: `holds more than ${RULES_OF_TEXT_MAX} rules` }]
}

/** Built-in rules: correlations and filters may refer to them, and their ids are taken. */
function builtIn(): ParsedSource {
  const rules = builtInRules().map((rule) => ({ ...rule, file: `built-in ${rule.file}` }))
  return { language: 'sigma', sigma: { rules, correlations: [], filters: [], unresolved: [], faults: [] } }
}

function knownOf(others: readonly RuleNames[]): readonly KnownRule[] {
  return others.flatMap(({ file, ids, names }) => ids.map((id, at) => ({ id, name: names[at] || null, file, line: 0 })))
}

function described(text: RuleText, rules: readonly Rule[], filterTitle = text.file): CheckedText {
  const ofYara = text.language === 'yara' ? compiledYara(text) : []
  const ids = text.language === 'yara' ? ofYara.map(({ name }) => `${text.file}#${name}`) : rules.map(({ id }) => id)
  const words = [...rules.map(({ severity }) => severity), ...ofYara.map(severityOfYara)]
  const severities = words.map((word) => SEVERITIES.indexOf(word))
  return {
    ...text,
    title: (rules[0]?.title ?? (ofYara[0]?.titles[0] || filterTitle)).slice(0, TITLE_CHARS_MAX),
    severity: SEVERITIES[Math.max(...severities)] ?? 'medium',
    ruleIds: ids,
    ruleNames: rules.map(({ name }) => name ?? ''),
  }
}

function compiledYara({ text, compiled }: RuleText): readonly RuleSpan[] {
  const spans = splitRules(text)
  if (compiled === undefined) return spans
  const names = new Set(compiled)
  return spans.filter(({ name }) => names.has(name))
}

/** The same severity as in its signals. */
function severityOfYara({ severities }: RuleSpan): Severity {
  const words = severities.map((text) => SEVERITIES.find((word) => word === text.toLowerCase()))
  return words.find((word) => word !== undefined) ?? 'medium'
}

/** YARA's engine runs in a process of its own: it may take its time over hostile rules, and two at once are enough. */
const YARA_MS = 10_000
const YARA_SEARCH_MS = 30_000
const YARA_CHECKS_MAX = 2
let yaraChecks = 0

export type JudgedYara = {
  /** The texts that hold a rule that compiles, with the names of those that do. */
  readonly sound: readonly RuleText[]
  readonly faults: readonly SourceFault[]
}

/** Throws 422 as `checkOne` does, and what `judgeYaraInTime` throws. Before the transaction: it takes long. */
export async function checkYara(text: RuleText): Promise<void> {
  const { faults } = await judgeYaraInTime([text])
  if (faults.length > 0) throw new InvalidInput(...faultsOfInput(faults))
}

/** Like `judgeYara`, within the time limit of a request. Throws `unavailable` while other texts are being checked. */
export async function judgeYaraInTime(texts: readonly RuleText[]): Promise<JudgedYara> {
  if (texts.length === 0) return { sound: [], faults: [] }
  if (yaraChecks >= YARA_CHECKS_MAX) throw new AppError('unavailable', 'other YARA rules are being checked')
  yaraChecks++
  try {
    return await judgeYara(texts, { loadMs: YARA_MS, searchMs: YARA_SEARCH_MS })
  } finally {
    yaraChecks--
  }
}

/** Checks texts of YARA with the engine, all of them at once. */
export async function judgeYara(ruleTexts: readonly RuleText[], options?: ScannerOptions): Promise<JudgedYara> {
  if (ruleTexts.length === 0) return { sound: [], faults: [] }
  const scanner = await openYaraScanner(ruleTexts, options)
  await scanner.close()
  const { names, faults } = scanner.report
  const compiled = new Map(names.map((one) => [one.file, one.rules]))
  return {
    sound: ruleTexts.flatMap((one) => {
      const rules = compiled.get(one.file) ?? []
      return rules.length > 0 ? [{ ...one, compiled: rules }] : []
    }),
    faults: faults.map((fault) => ({ ...fault, column: 0 })),
  }
}
