/** `tostring`, `toint` and the others: a value that cannot be converted is null. */
import { cast } from '../compare.ts'
import { parsedJson } from '../convert.ts'
import { argument, argumentCount, type FunctionSpec, fn } from '../function-spec.ts'
import { jsonText } from '../json.ts'
import type { KqlType } from '../value.ts'

const to =
  (type: KqlType): FunctionSpec =>
  (call) => {
    argumentCount(call, 1, 2)
    return { ...cast(argument(call, 0), type), name: '' }
  }

/** JSON is parsed; any other text is a dynamic that holds the text. A dynamic stays as it is. */
const parseJson: FunctionSpec = (call) => {
  argumentCount(call, 1, 1)
  const arg = argument(call, 0)
  if (arg.type !== 'string' && arg.type !== 'dynamic') return cast(arg, 'dynamic')
  const { budget } = call.run
  const run: typeof arg.run = (row) => {
    const value = arg.run(row)
    if (typeof value !== 'string') return value
    budget.spend(value.length >> 4)
    return value === '' ? null : parsedJson(value)
  }
  return { type: 'dynamic', constant: arg.constant, name: '', run }
}

export const conversionFunctions: Readonly<Record<string, FunctionSpec>> = {
  tostring: to('string'),
  tobool: to('bool'),
  toboolean: to('bool'),
  toint: to('int'),
  tolong: to('long'),
  toreal: to('real'),
  todouble: to('real'),
  todecimal: to('decimal'),
  todatetime: to('datetime'),
  totimespan: to('timespan'),
  totime: to('timespan'),
  toguid: to('guid'),
  todynamic: parseJson,
  toobject: parseJson,
  parse_json: parseJson,
  parsejson: parseJson,
  dynamic_to_json: fn(['dynamic'], 'string', (value) => jsonText(value)),
  double: to('real'),
  real: to('real'),
  long: to('long'),
  int: to('int'),
  bool: to('bool'),
  string: to('string'),
  decimal: to('decimal'),
  datetime: to('datetime'),
  timespan: to('timespan'),
  time: to('timespan'),
  guid: to('guid'),
}
