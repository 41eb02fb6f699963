/** `parse-kv`: columns for keys of a text, with the values that stand beside them (Kusto documentation, parse-kv operator). */
import { refuse } from '../../fault.ts'
import type { Tree } from '../../tree.ts'
import type { Budget } from '../budget.ts'
import { scopeOver } from '../columns.ts'
import { cast } from '../compare.ts'
import { converted } from '../convert.ts'
import { delimitedPairs, type KvPair, type Quote, wordPairs } from '../kv-pairs.ts'
import { compileExpression, constantValue, over, type Scope } from '../scope.ts'
import { type Column, nothing, type Value } from '../value.ts'
import { schemaOf } from './make.ts'
import { extended } from './project.ts'
import { type Operator, part } from './spec.ts'

type Pairs = (text: string) => Iterable<KvPair>

/** Length of a delimiter, which is compared at each position of a text. */
const DELIMITER_MAX = 100

export const parseKv: Operator = (tree, input, scope) => {
  const [subject] = tree.of
  const schema = part(tree, 'RowSchema')
  if (!subject || !schema)
    return refuse(tree.at, 'parse-kv needs an expression and a list of keys: parse-kv Text as (key:type)')
  const text = cast(compileExpression(subject, scopeOver(scope, input)), 'string').run
  const columns = schemaOf(schema)
  const pairs = pairsOf(part(tree, 'ParseKvWithClause')?.of ?? [], columns, scope, tree.at)
  const { budget } = scope.run
  let current: ReadonlyMap<string, string> = new Map()
  const made = columns.map(({ name, type }) => ({
    name,
    expr: { type, name, constant: false, run: () => columnValue(current.get(name), type) },
  }))
  return extended(input, made, (make) => {
    return function* () {
      for (const row of input.rows()) {
        const pairsText = String(text(row) ?? '')
        budget.spend(1 + columns.length + pairsText.length)
        current = firstOfEach(pairs(pairsText))
        yield make(row)
      }
    }
  })
}

function columnValue(text: string | undefined, type: Column['type']): Value {
  return text === undefined ? nothing(type) : converted(text, 'string', type)
}

/** The first value of a repeated key counts. */
function firstOfEach(pairs: Iterable<KvPair>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of pairs) if (!found.has(key)) found.set(key, value)
  return found
}

const NAMES = ['pair_delimiter', 'kv_delimiter', 'quote', 'escape', 'greedy', 'regex']

function pairsOf(settings: readonly Tree[], columns: readonly Column[], scope: Scope, at: number): Pairs {
  const parsedSettings = settings.map((setting) => settingOf(setting, scope))
  const all = (name: string): readonly Value[] =>
    parsedSettings.flatMap((one) => (one.name === name ? [one.value] : []))
  const text = (name: string): string | null => {
    const [value, again] = all(name)
    if (value === undefined) return null
    return typeof value === 'string' && value !== '' && again === undefined
      ? value
      : refuse(at, `parse-kv needs one text for ${name}`)
  }
  const quoting = { quotes: all('quote').map((one) => quoteOf(one, at)), escapes: escapesOf(all('escape'), at) }
  const [pair, kv, regex] = [text('pair_delimiter'), text('kv_delimiter'), text('regex')]
  if (Math.max(pair?.length ?? 0, kv?.length ?? 0) > DELIMITER_MAX)
    refuse(at, `a delimiter of parse-kv has at most ${DELIMITER_MAX} characters`)
  const [greedy = null] = all('greedy')
  if (regex !== null) {
    if (parsedSettings.length > 1) refuse(at, 'parse-kv with regex cannot have other settings')
    return matchedPairs(regex, scope.run.budget, at)
  }
  if (pair !== null && kv !== null) {
    const delimiters = { ...quoting, pair, kv, isGreedy: greedy === true }
    return (one) => delimitedPairs(one, delimiters)
  }
  if (pair !== null || kv !== null || greedy !== null)
    refuse(at, 'parse-kv needs both pair_delimiter and kv_delimiter; greedy can only be used with them')
  const keys = new Set(columns.map(({ name }) => name))
  return (one) => wordPairs(one, keys, quoting)
}

function settingOf(tree: Tree, scope: Scope): { readonly name: string; readonly value: Value } {
  const [named, value] = tree.is === 'node' ? tree.of : []
  const name = named?.is === 'name' ? named.name : ''
  if (!value || !NAMES.includes(name)) return refuse(tree.at, `parse-kv has no setting ${name.slice(0, 40)}`)
  return { name, value: constantValue(compileExpression(value, over(scope, null)), value.at, name) }
}

function quoteOf(value: Value, at: number): Quote {
  const [open, close = open, more] = typeof value === 'string' ? value : ''
  if (open === undefined || close === undefined || more !== undefined || open.length > 1 || close.length > 1)
    return refuse(at, 'the quote of parse-kv must be one or two characters')
  return { open, close }
}

function escapesOf(values: readonly Value[], at: number): ReadonlySet<string> {
  for (const value of values)
    if (typeof value !== 'string' || value.length !== 1) refuse(at, 'the escape of parse-kv must be one character')
  return new Set(values.map(String))
}

function matchedPairs(source: string, budget: Budget, at: number): Pairs {
  const regex = budget.regex(source) ?? refuse(at, 'this is not a valid pattern for parse')
  if (regex.groupCount !== 2) refuse(at, 'the regex of parse-kv must have two groups: key and value')
  return function* (text) {
    for (const { groups } of regex.all(text)) {
      budget.spend(1)
      yield [(groups[1] ?? '').trim(), (groups[2] ?? '').trim()]
    }
  }
}
