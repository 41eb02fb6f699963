/** The specification of scalar functions: parameter types, result type, and code. */
import { refuse } from '../fault.ts'
import { overrun } from './budget.ts'
import { cast } from './compare.ts'
import { type Expr, folded, type Run, type Scope } from './scope.ts'
import { isNumber, isWhole, type KqlType, type ScalarTypes, type Value } from './value.ts'

export type Call = {
  readonly name: string
  readonly args: readonly Expr[]
  readonly at: number
  readonly scope: Scope
  readonly run: Run
}

export type FunctionSpec = (call: Call) => Expr

/** Functions whose column is named after their first argument. */
export const NAMED_BY_ARGUMENT = new Set([
  ...['split', 'tostring', 'tohex', 'todynamic', 'toobject', 'tolong', 'toint', 'toreal', 'todouble', 'todatetime'],
  ...['totimespan', 'totime', 'tobool', 'toboolean', 'todecimal', 'toguid', 'parse_csv', 'parsejson', 'parse_json'],
  ...['parse_xml', 'format_datetime', 'format_timespan', 'startofday', 'bin', 'floor', 'bin_at', 'round', 'ceiling'],
  ...['binary_and', 'binary_or', 'binary_xor', 'binary_not', 'binary_shift_left', 'binary_shift_right', 'pow', 'sqrt'],
  ...['log', 'log2', 'log10', 'exp', 'exp2', 'exp10', 'cos', 'sin', 'tan', 'acos', 'asin', 'atan', 'abs', 'rand'],
  ...['format_bytes', 'bitset_count_ones', 'column_ifexists', 'columnifexists'],
])

type Args<P extends readonly KqlType[]> = { -readonly [K in keyof P]: ScalarTypes[P[K]] }

/**
 * A function of non-null values; it returns null when an argument is null. The first `needed` parameters are required;
 * the others may be undefined, and `apply` has defaults for them.
 */
export function fn<const P extends readonly KqlType[], R extends KqlType>(
  params: P,
  type: R,
  apply: (...args: Args<P>) => ScalarTypes[R] | null,
  needed: number = params.length,
): FunctionSpec {
  return (call) => {
    const { args, name, at } = call
    if (args.length < needed || args.length > params.length)
      refuse(at, `${name} takes ${countOf(needed, params.length)}`)
    const runs = args.map((arg, i) => argumentOfType(arg, params[i] ?? 'dynamic', call).run)
    const budget = call.run.budget
    return made(args, type, (row) => {
      const values: Value[] = []
      for (const run of runs) {
        const value = run(row)
        if (value === null) return null
        values.push(value)
      }
      const result = apply(...(values as Args<P>))
      return typeof result === 'string' ? budget.text(result) : result
    })
  }
}

const countOf = (min: number, max: number): string => (min === max ? `${min} arguments` : `${min} to ${max} arguments`)

/** Like `fn`, for functions that also need the run: its clock, its bounds, its random numbers. */
export function fnOf<const P extends readonly KqlType[], R extends KqlType>(
  params: P,
  type: R,
  apply: (run: Run) => (...args: Args<P>) => ScalarTypes[R] | null,
  needed: number = params.length,
): FunctionSpec {
  return (call) => fn(params, type, apply(call.run), needed)(call)
}

/** The empty text replaces null in a result of type string. */
export function made(args: readonly Expr[], type: KqlType, run: Expr['run']): Expr {
  const constant = args.every((arg) => arg.constant)
  const whole = type === 'string' ? (row: Parameters<Expr['run']>[0]) => run(row) ?? '' : run
  return folded({ type, constant, name: '', run: whole })
}

/**
 * Converts an argument to a parameter's type: whole numbers are widened, dynamics are read, and every value has a text.
 */
export function argumentOfType(arg: Expr, type: KqlType, { name, at }: Pick<Call, 'name' | 'at'>): Expr {
  const isClose =
    arg.type === type ||
    arg.type === 'dynamic' ||
    type === 'string' ||
    (type === 'dynamic' && arg.type === 'string') ||
    (isNumber(arg.type) && isNumber(type) && !(arg.type === 'decimal' && isWhole(type))) ||
    (arg.type === 'string' && (type === 'datetime' || type === 'timespan'))
  return isClose ? cast(arg, type) : refuse(at, `${name} needs a ${type} here, not a ${arg.type}`)
}

export function argument(call: Call, index: number): Expr {
  return call.args[index] ?? refuse(call.at, `${call.name} needs more arguments`)
}

export function argumentCount({ args, name, at }: Call, min: number, max: number): void {
  if (args.length < min || args.length > max) refuse(at, `${name} takes ${countOf(min, max)}`)
}

/** A count from a query, as a JavaScript number. */
export function countOfEntries(count: bigint, max: number): number {
  if (count > BigInt(max)) overrun(`a text or list would have more than ${max} entries`)
  return count < 0n ? 0 : Number(count)
}
