/**
 * The YARA-X engine: compiles sources into as few scanners as their names allow, and scans. Native code that cannot be
 * interrupted, so only `child.ts` and tests run it.
 */
import { type CompilerOptions, compile, type MatchData, type RuleMatch, validate, type YaraX } from '@litko/yara-x'
import { YARA_LIMITS } from './limits.ts'
import type { LoadReport, YaraFault, YaraMatch, YaraSource } from './rule.ts'
import { type RuleSpan, splitRules, withoutRules } from './split-rules.ts'

/**
 * Variables that public collections expect from a scanner of files. What is scanned here has no file, so they are ''
 * unless a scan knows better. `include` would read files, which is a fault. A loop over the matches of a pattern, or over
 * the bytes, may be slow: public rules have them, and a scan has its time.
 */
const EXTERNAL = { filename: '', filepath: '', extension: '', filetype: '', owner: '' }
const OPTIONS: CompilerOptions = {
  defineVariables: EXTERNAL,
  enableIncludes: false,
  errorOnSlowLoop: false,
  relaxedReSyntax: true,
}

type Checked = YaraSource & { readonly spans: readonly RuleSpan[] }
type Unit = { readonly scanner: YaraX; readonly owners: ReadonlyMap<string, Owner> }
type Owner = { readonly file: string; readonly flags: RuleSpan['flags'] }

export type Engine = LoadReport & {
  /** Throws the engine's errors. */
  scan(bytes: Buffer): readonly YaraMatch[]
}

export function openEngine(sources: readonly YaraSource[]): Engine {
  const faults: YaraFault[] = []
  const checked = sources.map((source) => checkSource(source, faults)).filter((source) => source.spans.length > 0)
  const units = unitsOf(checked).map(openUnit)
  return {
    rules: checked.reduce((sum, source) => sum + source.spans.length, 0),
    names: checked.map(({ file, spans }) => ({ file, rules: spans.map(({ name }) => name) })),
    faults,
    scan: (bytes) => units.flatMap((unit) => unit.scanner.scan(bytes).map((match) => toMatch(match, unit.owners))),
  }
}

/** The source without the rules that do not compile; without any rule when the fault lies outside of them. */
function checkSource(source: YaraSource, faults: YaraFault[]): Checked {
  const { file } = source
  if (source.text.length > YARA_LIMITS.fileChars) {
    faults.push({ file, line: 0, reason: `file is longer than ${YARA_LIMITS.fileChars} characters` })
    return { file, text: '', spans: [] }
  }
  let { text, spans } = withoutDeep(source, faults)
  for (let round = 0; round < YARA_LIMITS.rounds; round++) {
    const found = errorsOf(text)
    if (found.length === 0) return { file, text, spans }
    const bad = spans.filter((span) => found.some((error) => isInside(span, error, text)))
    faults.push(...firstFaults(found, bad, text).map((error) => ({ file, ...error })))
    if (bad.length === 0) return { file, text: '', spans: [] }
    text = withoutRules(text, bad)
    spans = spans.filter((span) => !bad.includes(span))
  }
  faults.push({
    file,
    line: 0,
    reason: `rules still fail to compile after failing rules were removed ${YARA_LIMITS.rounds} times`,
  })
  return { file, text: '', spans: [] }
}

/** Removes rules with deep nesting, which would crash the engine. */
function withoutDeep({ file, text }: YaraSource, faults: YaraFault[]): Pick<Checked, 'text' | 'spans'> {
  const spans = splitRules(text)
  const deep = spans.filter(({ nesting }) => nesting > YARA_LIMITS.nesting)
  const reason = `nested more than ${YARA_LIMITS.nesting} deep`
  faults.push(...deep.map(({ line }) => ({ file, line, reason })))
  return { text: withoutRules(text, deep), spans: spans.filter((span) => !deep.includes(span)) }
}

/** One fault per rule; the first one of the file when no rule contains it. */
function firstFaults(found: readonly EngineError[], bad: readonly RuleSpan[], text: string): readonly EngineError[] {
  if (bad.length === 0) return found.slice(0, 1)
  return bad.flatMap((span) => found.find((error) => isInside(span, error, text)) ?? [])
}

function isInside(span: RuleSpan, { line }: EngineError, text: string): boolean {
  return line >= span.line && line <= span.line + text.slice(span.start, span.end).split('\n').length - 1
}

type EngineError = { readonly line: number; readonly reason: string }

/**
 * The engine only warns of loops with a known length that take very long; here they are errors, like loops of unknown
 * length.
 */
function errorsOf(text: string): readonly EngineError[] {
  const { errors, warnings } = validate(text, OPTIONS)
  return [...errors, ...warnings.filter(({ code }) => code === 'too_many_iterations')].map(toError)
}

function toError({ code, message }: { readonly code: string; readonly message: string }): EngineError {
  const [title = '', ...rest] = message.split('\n')
  const [, line = '0'] = /--> [^\n]*?:(\d+):\d+/.exec(rest.join('\n')) ?? []
  const label = rest.map((one) => /^\s*\|[\s|]*[\^-]+ (.+)$/.exec(one)?.[1]).find((one) => one !== undefined)
  const reason = title.replace(/^(error|warning)\[\w+\]: /, '')
  return { line: Number(line), reason: `${code}: ${reason}${label ? ` (${label})` : ''}`.slice(0, 300) }
}

/**
 * Groups sources that can share a scanner, so that one pass over the data serves all of them. A source with a global
 * rule, which affects only its own namespace, and one with a rule name that another source uses, get scanners of their
 * own.
 */
function unitsOf(sources: readonly Checked[]): readonly (readonly Checked[])[] {
  const shared: Checked[] = []
  const alone: Checked[] = []
  const names = new Set<string>()
  for (const source of sources) {
    const isAlone = source.spans.some(({ name, isGlobal }) => isGlobal || names.has(name))
    ;(isAlone ? alone : shared).push(source)
    if (!isAlone) for (const { name } of source.spans) names.add(name)
  }
  return [...(shared.length > 0 ? [shared] : []), ...alone.map((source) => [source])]
}

function openUnit(sources: readonly Checked[]): Unit {
  const scanner = compile(sources.map(({ text }) => text).join('\n'), OPTIONS)
  scanner.setMaxMatchesPerPattern(YARA_LIMITS.matchesCounted)
  const owners = sources.flatMap(({ file, spans }) => spans.map(({ name, flags }) => [name, { file, flags }] as const))
  return { scanner, owners: new Map(owners) }
}

function toMatch(match: RuleMatch, owners: ReadonlyMap<string, Owner>): YaraMatch {
  const owner = owners.get(match.ruleIdentifier)
  return {
    file: owner?.file ?? '',
    rule: match.ruleIdentifier,
    tags: match.tags,
    meta: { ...(match.meta as Record<string, string | number>), ...owner?.flags },
    strings: firstOfEach(match.matches).map(({ identifier, offset, length, data }) => ({
      identifier,
      offset,
      length,
      text: data.slice(0, YARA_LIMITS.matchChars),
    })),
  }
}

function firstOfEach(matches: readonly MatchData[]): readonly MatchData[] {
  const counts = new Map<string, number>()
  return matches.filter(({ identifier }) => {
    const count = (counts.get(identifier) ?? 0) + 1
    counts.set(identifier, count)
    return count <= YARA_LIMITS.matchesOfString
  })
}
