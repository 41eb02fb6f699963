/**
 * Compiles computed conditions to SQL. A value is a list of leaves (`leaves.ts`), with one element for a single value,
 * or a truth: 1, 0 or NULL for unknown, which the engine's AND, OR and NOT combine as the plan does. A function without
 * an SQL form is refused by name, and the matcher judges its rows.
 */
import { quoteText } from '../../stores/clickhouse/quote.ts'
import type { Value } from '../plan/expr.ts'
import type { Scalar } from '../plan/scalar.ts'
import type { Bindings } from './bindings.ts'
import { once } from './compute-once.ts'
import { allNullSql, hasText, LEAF_FUNCTIONS, leafTruth, textOf } from './leaf-functions.ts'
import { compilePattern } from './pattern-functions.ts'
import { exactly, type Truth, UNKNOWN } from './truth.ts'

export type Scope = {
  readonly bindings: Bindings
  readonly leaves: (field: string) => string
  readonly refuse: (reason: string) => void
}

type Term = { readonly is: 'truth' | 'leaves'; readonly sql: string }
/** Why it has no SQL form. */
type Refused = { readonly refused: string }

const truth = (sql: string): Term => ({ is: 'truth', sql })
const leaves = (sql: string): Term => ({ is: 'leaves', sql })
const NULL = leaves(`['z']`)

/** The plan cuts a list of more than 4096 combinations; SQL combines at most this many lists. */
const SPREAD_ARGUMENTS_MAX = 3
/** Size of one expression, which grows with its number of calls; larger ones are not sent to the engine. */
const CHARACTERS_MAX = 256 << 10

export function compileComputed(value: Value, scope: Scope): Truth {
  const term = compile(value, scope)
  if (!('refused' in term)) return exactly(scope.bindings.computed(`ifNull(${asTruth(term)}, 0)`))
  scope.refuse(term.refused)
  return UNKNOWN
}

function compile(value: Value, scope: Scope): Term | Refused {
  if (value.kind === 'literal') return literal(value.value)
  if (value.kind === 'ref') return leaves(scope.leaves(value.field))
  if (value.kind === 'list') return { refused: 'a list cannot be used as a value' }
  const args: Term[] = []
  const pattern = compilePattern(value.name, value.args.slice(1))
  for (const arg of pattern ? value.args.slice(0, 1) : value.args) {
    const term = compile(arg, scope)
    if ('refused' in term) return term
    args.push(term)
  }
  if (pattern) return 'refused' in pattern ? pattern : leaves(spread(args, pattern.sql))
  const term = compileCall(value.name, args)
  return 'sql' in term && term.sql.length > CHARACTERS_MAX ? { refused: 'the expression has too many parts' } : term
}

function literal(value: Scalar): Term | Refused {
  if (value === null) return NULL
  if (typeof value === 'string' && !value.isWellFormed())
    return { refused: 'the text contains half of a surrogate pair' }
  const kind = typeof value === 'string' ? 's' : typeof value === 'boolean' ? 'b' : 'n'
  return leaves(`[${quoteText(`${kind}${String(value)}`)}]`)
}

function compileCall(name: string, args: readonly Term[]): Term | Refused {
  const [first = NULL, ...others] = args
  switch (name) {
    case 'and':
      return truth(`(${args.map(asTruth).join(' AND ')})`)
    case 'or':
      return truth(`(${args.map(asTruth).join(' OR ')})`)
    case 'not':
      return truth(`NOT (${asTruth(first)})`)
    case 'isNull':
      return truth(once({ l: asLeaves(first) }, allNullSql('l')))
    case 'coalesce':
      return leaves(coalesce(args.map(asLeaves)))
    case 'case':
      return leaves(choice(args))
    case 'length':
      return leaves(lengthOf(asLeaves(first)))
    case 'arrayContains':
      return truth(contains(asLeaves(first), others.map(asLeaves)))
  }
  const apply = LEAF_FUNCTIONS.get(name)
  if (!apply) return { refused: `the function ${name} has no SQL form` }
  if (args.length > SPREAD_ARGUMENTS_MAX) return { refused: `${name} of more than ${SPREAD_ARGUMENTS_MAX} values` }
  return leaves(spread(args, apply))
}

/** A function of leaves, applied to each combination. */
function spread(args: readonly Term[], apply: (...leaf: string[]) => string): string {
  const [first, ...others] = args
  if (first === undefined || others.length === 0) return `arrayMap(x -> ${apply('x')}, ${asLeaves(first ?? NULL)})`
  const names = ['x', 'y', 'w'].slice(0, args.length)
  const each = names.reduceRight(
    (sql, name, at) => {
      const mapped = `arrayMap(${name} -> ${sql}, ${name}s)`
      return at === args.length - 1 ? mapped : `arrayFlatten(${mapped})`
    },
    apply(...names),
  )
  return once(Object.fromEntries(args.map((arg, at) => [`${names[at]}s`, asLeaves(arg)])), each)
}

function asLeaves({ is, sql }: Term): string {
  return is === 'leaves' ? sql : `[${leafTruth(sql)}]`
}

/** A list is true when any of its elements is, and unknown when it has elements and all are unknown. */
function asTruth({ is, sql }: Term): string {
  if (is === 'truth') return sql
  return once({ l: sql }, `multiIf(hasAny(l, ['btrue', 'strue']), 1, ${allNullSql('l')}, NULL, 0)`)
}

function coalesce(all: readonly string[]): string {
  const isKnown = `l -> l NOT IN (['u'], ['z'])`
  return once({ all: `[${all.join(', ')}]` }, `if(arrayExists(${isKnown}, all), arrayFirst(${isKnown}, all), ['z'])`)
}

/** A condition that is unknown is not chosen. */
function choice(args: readonly Term[]): string {
  const pairs = args.slice(0, args.length - (args.length % 2))
  const last = args.length % 2 === 1 ? args.at(-1) : undefined
  const choices = pairs.map((one, i) => (i % 2 === 0 ? asTruth(one) : asLeaves(one)))
  return `multiIf(${choices.join(', ')}, ${asLeaves(last ?? NULL)})`
}

function lengthOf(list: string): string {
  const ofOne = `if(${hasText('l[1]')}, concat('n', toString(lengthUTF8(${textOf('l[1]')}))), 'z')`
  return once({ l: list }, `[if(length(l) = 1, ${ofOne}, concat('n', toString(length(l))))]`)
}

function contains(list: string, sought: readonly string[]): string {
  const equals = LEAF_FUNCTIONS.get('equals')
  const single = `arrayMap(l -> if(length(l) = 1, l[1], 'z'), [${sought.join(', ')}])`
  const pairs = `arrayFlatten(arrayMap(x -> arrayMap(y -> ${equals?.('x', 'y')}, ys), xs))`
  return once({ xs: list, ys: single }, `if(xs IN (['u'], ['z']), NULL, ${asTruth(leaves(pairs))})`)
}
