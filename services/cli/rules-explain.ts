/**
 * `svc rules explain --rules DIR --events FILE --line N`: shows why each rule of a folder matches one event or does
 * not, with every part of its condition and the event's values of the fields it tests. For a rule over several events
 * each step is tried by itself. Rules for other log sources are skipped unless one is named. Nothing is stored.
 */
import { type RuleExplanation, triedOf, tryRules } from '../../control/detect/detections/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Members } from '../../platform/members.ts'
import { readBody } from './event-file.ts'
import { eventsOf } from './events-of.ts'
import { explanationText } from './explain-text.ts'
import { faultLine } from './fault-line.ts'
import { formatOption } from './format-option.ts'
import { numberOption } from './number-option.ts'
import { readCachedFolder } from './read-cached-folder.ts'

export type RulesExplainOptions = {
  readonly rules: string
  /** Id or name of one rule. */
  readonly rule?: string
  /** A path, or `-` for standard input. */
  readonly events: string
  readonly line: string
  readonly format: string
  readonly placeholders?: string
  readonly json?: boolean
}

/** Exit status 1 when a rule of the folder was left out. */
export async function runRulesExplain(options: RulesExplainOptions): Promise<void> {
  const { rules, rule, json } = options
  const format = formatOption(options.format)
  const record = eventAt(options.events, numberOption('--line', options.line, 1, Number.MAX_SAFE_INTEGER), format)
  const ruleSet = await rulesOf(rules, rule, options.placeholders)
  const [tried] = await tryRules(ruleSet, [record], { format, isExplained: true })
  if (tried === undefined || tried.refusal !== null) {
    throw new AppError('bad_request', `the event would be a dead letter: ${tried?.refusal}`)
  }
  const shown = tried.explanations.filter(({ isForLogSource }) => isForLogSource || rule !== undefined)
  const titles = new Map(ruleSet.map(({ id, title }) => [id, title]))
  for (const one of shown) process.stdout.write(json ? jsonOf(one) : explanationText(titles.get(one.ruleId) ?? '', one))
  const others = tried.explanations.length - shown.length
  if (others > 0) process.stderr.write(`${others} rules are for other log sources\n`)
}

/** The same shape as the answer of `POST /rules/{id}/test`. */
function jsonOf({ ruleId, isForLogSource, ...rest }: RuleExplanation): string {
  return `${JSON.stringify({ rule_id: ruleId, is_for_log_source: isForLogSource, ...rest })}\n`
}

function eventAt(file: string, line: number, format: string): Members {
  let last = 0
  for (const found of eventsOf(bytesOf(file), format)) {
    last = found.line
    if (last < line) continue
    if (last > line) break
    if ('reason' in found) throw new AppError('bad_request', `line ${line} cannot be read: ${found.reason}`)
    return found.record
  }
  throw new AppError('not_found', `no event begins at line ${line} of ${file}`)
}

function bytesOf(file: string): Buffer {
  try {
    return readBody(file)
  } catch (error) {
    throw new AppError('bad_request', `${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

async function rulesOf(dir: string, wanted: string | undefined, placeholders: string | undefined) {
  const set = await readCachedFolder(dir, { placeholders })
  set.save()
  for (const fault of set.faults) process.stderr.write(`${faultLine(fault)}\n`)
  if (set.faults.length > 0) process.exitCode = 1
  const named = set.rules.filter(({ id, name }) => wanted === undefined || id === wanted || name === wanted)
  // With a folder, the component rules of windows are shown as rules themselves.
  const ruleOf = (part: string) => (wanted === undefined ? undefined : set.rules.find(({ id }) => id === part))
  const found = named.flatMap((rule) => triedOf(rule, ruleOf).map((tried) => ({ ...tried, title: rule.title })))
  if (found.length > 0) return found
  if (named.length > 0) throw new AppError('bad_request', 'a correlation rule cannot be explained by one event')
  throw new AppError('not_found', wanted === undefined ? 'no rules found' : `no rule ${wanted} found`)
}
