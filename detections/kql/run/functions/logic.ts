/** Choices and questions about values: `iff`, `case`, `coalesce`, `isnull`, `isempty`, `min_of`. */
import { refuse } from '../../fault.ts'
import { cast, commonType, order } from '../compare.ts'
import { argument, argumentCount, type Call, type FunctionSpec, made } from '../function-spec.ts'
import { constantValue, type Expr } from '../scope.ts'
import { isBag, isNumber, type KqlType, type Row, type Value } from '../value.ts'

/** A common type of the expressions; texts and dynamics absorb the others. */
function typeOfAll(exprs: readonly Expr[], at: number): KqlType {
  return exprs
    .map(({ type }) => type)
    .reduce((all, type) => {
      if (all === type) return all
      if (all === 'dynamic' || type === 'dynamic') return 'dynamic'
      if (isNumber(all) && isNumber(type)) return commonType(all, type) ?? 'real'
      return all === 'string' || type === 'string'
        ? 'string'
        : refuse(at, `the values have different types, ${all} and ${type}`)
    })
}

const choose: FunctionSpec = (call) => {
  argumentCount(call, 3, 3)
  const [test, yes, no] = [argument(call, 0), argument(call, 1), argument(call, 2)]
  const type = typeOfAll([yes, no], call.at)
  const [holds, a, b] = [cast(test, 'bool').run, cast(yes, type).run, cast(no, type).run]
  return made(call.args, type, (row) => (holds(row) === true ? a(row) : b(row)))
}

const chooseMany: FunctionSpec = (call) => {
  if (call.args.length < 3 || call.args.length % 2 === 0)
    refuse(call.at, 'case needs pairs of a condition and a value, then a default value')
  const results = call.args.filter((_, i) => i % 2 === 1 || i === call.args.length - 1)
  const type = typeOfAll(results, call.at)
  const runs = results.map((result) => cast(result, type).run)
  const tests = call.args
    .filter((_, i) => i % 2 === 0 && i < call.args.length - 1)
    .map((test) => cast(test, 'bool').run)
  return made(call.args, type, (row) => {
    const found = tests.findIndex((test) => test(row) === true)
    return runs[found < 0 ? runs.length - 1 : found]?.(row) ?? null
  })
}

/** For texts the first that is not empty. */
const coalesce: FunctionSpec = (call) => {
  argument(call, 0)
  const type = typeOfAll(call.args, call.at)
  const runs = call.args.map((arg) => cast(arg, type).run)
  const isThere = (value: Value): boolean => value !== null && value !== ''
  return made(call.args, type, (row) => {
    for (const run of runs) {
      const value = run(row)
      if (isThere(value)) return value
    }
    return null
  })
}

const asks =
  (test: (value: Value, type: KqlType) => boolean): FunctionSpec =>
  (call) => {
    argumentCount(call, 1, 1)
    const { run, type } = argument(call, 0)
    return made(call.args, 'bool', (row) => test(run(row), type))
  }

const isEmpty = (value: Value): boolean => value === null || value === ''

const extreme =
  (sign: number): FunctionSpec =>
  (call) => {
    argument(call, 0)
    const type = typeOfAll(call.args, call.at)
    const runs = call.args.map((arg) => cast(arg, type).run)
    return made(call.args, type, (row) => {
      const values = runs.map((run) => run(row)).filter((value) => value !== null)
      return values.reduce<Value>((best, one) => (best === null || order(one, best) * sign > 0 ? one : best), null)
    })
  }

const not: FunctionSpec = (call) => {
  argumentCount(call, 1, 1)
  const { run } = cast(argument(call, 0), 'bool')
  return made(call.args, 'bool', (row) => {
    const value = run(row)
    return value === null ? null : value !== true
  })
}

/** A column whose name is only known here; the second argument when it does not exist. */
const columnIfExists: FunctionSpec = (call) => {
  argumentCount(call, 2, 2)
  const name = String(constantValue(argument(call, 0), call.at, 'the name of a column'))
  const columns = call.scope.row?.columns ?? []
  const at = columns.findIndex((column) => column.name === name)
  const column = columns[at]
  if (!column) return argument(call, 1)
  return { type: column.type, constant: false, name, run: (row: Row) => row[at] ?? null }
}

function typeName(value: Value, type: KqlType): string {
  if (type !== 'dynamic') return type
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isBag(value)) return 'dictionary'
  if (typeof value === 'number') return Number.isInteger(value) ? 'long' : 'double'
  return typeof value === 'boolean' ? 'bool' : typeof value === 'bigint' ? 'long' : 'string'
}

const getType: FunctionSpec = (call) => {
  const { run, type } = argument(call, 0)
  return made(call.args, 'string', (row) => typeName(run(row), type))
}

const assertion: FunctionSpec = (call: Call) => {
  const held = constantValue(cast(argument(call, 0), 'bool'), call.at, 'the condition of assert')
  if (held !== true)
    refuse(call.at, String(constantValue(argument(call, 1), call.at, 'the message of assert')).slice(0, 200))
  return argument(call, 0)
}

const scalar: FunctionSpec = (call) => argument(call, 0)

export const logicFunctions: Readonly<Record<string, FunctionSpec>> = {
  iff: choose,
  iif: choose,
  case: chooseMany,
  coalesce,
  isnull: asks((value) => value === null),
  isnotnull: asks((value) => value !== null),
  notnull: asks((value) => value !== null),
  isempty: asks(isEmpty),
  isnotempty: asks((value) => !isEmpty(value)),
  notempty: asks((value) => !isEmpty(value)),
  min_of: extreme(-1),
  max_of: extreme(1),
  not,
  column_ifexists: columnIfExists,
  columnifexists: columnIfExists,
  gettype: getType,
  assert: assertion,
  toscalar: scalar,
}
