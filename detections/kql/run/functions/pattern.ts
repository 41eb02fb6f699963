/** Functions with regular expressions: RE2, whose time is linear in the text. */
import { refuse } from '../../fault.ts'
import { type Budget, overrun } from '../budget.ts'
import { cast } from '../compare.ts'
import { converted } from '../convert.ts'
import { argument, argumentCount, type Call, type FunctionSpec, fnOf, made } from '../function-spec.ts'
import { RUN_LIMITS } from '../limits.ts'
import type { Match, Regex } from '../regex.ts'
import { constantValue } from '../scope.ts'
import { isArray, type Json, typeNamed, type Value } from '../value.ts'

/** Refuses an invalid constant pattern, at its position. */
function checked(call: Call, index: number, spec: FunctionSpec): ReturnType<FunctionSpec> {
  const pattern = argument(call, index)
  const isBad = pattern.constant && call.run.budget.regex(String(pattern.run([]))) === null
  if (isBad) refuse(call.at, 'this is not a valid RE2 regular expression')
  return spec(call)
}

const withPattern =
  (index: number, spec: FunctionSpec): FunctionSpec =>
  (call) => {
    argument(call, index)
    return checked(call, index, spec)
  }

function all(budget: Budget, pattern: string, text: string): readonly Match[] {
  budget.search(text)
  const matches: Match[] = []
  for (const match of budget.regex(pattern)?.all(text) ?? []) {
    budget.spend(2)
    if (matches.length >= RUN_LIMITS.listEntries) overrun(`a pattern matches more than ${RUN_LIMITS.listEntries} times`)
    matches.push(match)
  }
  return matches
}

function groupsOf(budget: Budget, pattern: string, text: string): readonly (string | null)[] | null {
  budget.search(text)
  return budget.regex(pattern)?.groups(text) ?? null
}

/** The last argument may be the result type, as in `typeof(long)`. */
const extract: FunctionSpec = (call) => {
  argumentCount(call, 3, 4)
  const [pattern, group, source] = [0, 1, 2].map((i) => argument(call, i))
  const typed = call.args[3] ? typeNamed(String(constantValue(call.args[3], call.at, 'a type'))) : 'string'
  const type = typed ?? refuse(call.at, 'unknown type')
  const [of, nth, text] = [
    cast(pattern ?? argument(call, 0), 'string'),
    cast(group ?? argument(call, 1), 'long'),
    source,
  ]
  const from = cast(text ?? argument(call, 2), 'string')
  const { budget } = call.run
  return made(call.args, type, (row) => {
    const groups = groupsOf(budget, String(of.run(row) ?? ''), String(from.run(row) ?? ''))
    return converted(groups?.[Number(nth.run(row))] ?? '', 'string', type)
  })
}

/** For each match its only group as a text, or several as a list. Groups may be selected by index or name. */
const extractAll: FunctionSpec = (call) => {
  argumentCount(call, 2, 3)
  const hasGroups = call.args.length === 3
  const [pattern, source] = [cast(argument(call, 0), 'string'), cast(argument(call, hasGroups ? 2 : 1), 'string')]
  const wanted = hasGroups ? constantValue(cast(argument(call, 1), 'dynamic'), call.at, 'the groups') : null
  const { budget } = call.run
  return made(call.args, 'dynamic', (row): Value => {
    const patternText = String(pattern.run(row) ?? '')
    const matches = all(budget, patternText, String(source.run(row) ?? ''))
    if (matches.length === 0) return null
    budget.entries(matches.length)
    const places = isArray(wanted) ? wanted.map((one) => placeOf(budget.regex(patternText), one)) : null
    return matches.map((match) => picked(match, places))
  })
}

const placeOf = (regex: Regex | null, group: Json): number =>
  (typeof group === 'string' ? regex?.place(group) : undefined) ?? Number(group)

function picked({ groups }: Match, wanted: readonly number[] | null): Json {
  const own = wanted ?? (groups.length > 1 ? groups.map((_, i) => i).slice(1) : [0])
  const texts = own.map((i) => groups[i] ?? '')
  return texts.length === 1 ? (texts[0] ?? '') : texts
}

/** `\1` in the replacement is a group, `\0` the whole match. */
function replacedBy(budget: Budget, text: string, pattern: string, by: string): string {
  const parts: string[] = []
  let from = 0
  let length = 0
  for (const { start, end, groups } of all(budget, pattern, text)) {
    const made = by.replace(/\\(\d)/g, (_, digit: string) => groups[Number(digit)] ?? '')
    length += made.length
    if (length > RUN_LIMITS.textChars) overrun(`a text has more than ${RUN_LIMITS.textChars} characters`)
    parts.push(text.slice(from, start), made)
    from = end
  }
  return parts.join('') + text.slice(from)
}

const ESCAPE = /[\\^$.|?*+()[\]{}#\s-]/g

/** Number of occurrences of a text in another; overlapping ones count for texts and not for patterns. */
function countOf(budget: Budget, text: string, wanted: string, kind: string): bigint {
  if (kind === 'regex') return BigInt(all(budget, wanted, text).length)
  let found = 0n
  if (wanted === '') return found
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) found++
  return found
}

const trims = (before: boolean, after: boolean): FunctionSpec =>
  withPattern(
    0,
    fnOf(['string', 'string'], 'string', ({ budget }) => (pattern, text) => {
      let cut = text
      budget.search(text)
      if (before) cut = cut.slice(budget.regex(`^(?:${pattern})`)?.groups(cut)?.[0]?.length ?? 0)
      const tail = after ? budget.regex(`(?:${pattern})$`)?.groups(cut)?.[0] : undefined
      return tail ? cut.slice(0, cut.length - tail.length) : cut
    }),
  )

const replaceRegex = withPattern(
  1,
  fnOf(
    ['string', 'string', 'string'],
    'string',
    ({ budget }) =>
      (text, pattern, by) =>
        replacedBy(budget, text, pattern, by),
  ),
)

export const patternFunctions: Readonly<Record<string, FunctionSpec>> = {
  extract: withPattern(0, extract),
  extract_all: withPattern(0, extractAll),
  replace_regex: replaceRegex,
  /** The older name, with the pattern first. */
  replace: (call) => {
    argumentCount(call, 3, 3)
    return replaceRegex({ ...call, args: [argument(call, 2), argument(call, 0), argument(call, 1)] })
  },
  countof: fnOf(
    ['string', 'string', 'string'],
    'long',
    ({ budget }) =>
      (text, wanted, kind = 'normal') =>
        countOf(budget, text, wanted, kind),
    2,
  ),
  trim: trims(true, true),
  trim_start: trims(true, false),
  trim_end: trims(false, true),
  regex_quote: fnOf(['string'], 'string', () => (text) => text.replace(ESCAPE, '\\$&')),
}
