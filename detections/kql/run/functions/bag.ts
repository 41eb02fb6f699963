/** Property bags (Kusto documentation, Dynamic/array functions). */
import { refuse } from '../../fault.ts'
import { cast } from '../compare.ts'
import { converted, toJson } from '../convert.ts'
import { memberOf } from '../dynamic-access.ts'
import { argument, argumentCount, type FunctionSpec, fn, made } from '../function-spec.ts'
import { parseJson } from '../json.ts'
import { constantValue } from '../scope.ts'
import { isArray, isBag, type Json, typeNamed, type Value } from '../value.ts'

type Bag = { readonly [key: string]: Json | undefined }

/** Names and values alternate. A pair with an empty name is dropped. */
const pack: FunctionSpec = (call) => {
  if (call.args.length % 2 !== 0 || call.args.length === 0)
    refuse(call.at, `${call.name} needs pairs of a name and a value`)
  const { budget } = call.run
  const pairs = call.args.flatMap((key, i) => {
    const value = call.args[i + 1]
    return i % 2 === 0 && value ? [{ key: cast(key, 'string').run, value }] : []
  })
  return made(call.args, 'dynamic', (row): Value => {
    budget.entries(pairs.length)
    const made = pairs.map(({ key, value }) => [String(key(row) ?? ''), toJson(value.run(row), value.type)] as const)
    return Object.fromEntries(made.filter(([key]) => key !== ''))
  })
}

/** All columns of the row; with true, none that is null or empty. */
const packAll: FunctionSpec = (call) => {
  const [flag] = call.args
  const skips = flag ? constantValue(cast(flag, 'bool'), call.at, 'the flag that leaves out nulls') === true : false
  const columns = call.scope.row?.columns ?? []
  const { budget } = call.run
  const run = (row: readonly Value[]): Value => {
    budget.entries(columns.length)
    const all = columns.map(({ name, type }, i) => [name, toJson(row[i] ?? null, type)] as const)
    return Object.fromEntries(skips ? all.filter(([, value]) => !isNothing(value)) : all)
  }
  return { type: 'dynamic', constant: false, name: '', run }
}

function isNothing(value: Json): boolean {
  if (value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** For a key with several values the first is kept. */
const merge: FunctionSpec = (call) => {
  argument(call, 0)
  const runs = call.args.map((arg) => cast(arg, 'dynamic').run)
  const { budget } = call.run
  return made(call.args, 'dynamic', (row): Value => {
    const merged = new Map<string, Json>()
    for (const run of runs) {
      const bag = run(row)
      if (!isBag(bag)) continue
      for (const [key, value] of Object.entries(bag))
        if (!merged.has(key)) merged.set(key, (value as Json | undefined) ?? null)
    }
    budget.entries(merged.size)
    return Object.fromEntries(merged)
  })
}

function removed(bag: Json, keys: Json): Json {
  if (!isBag(bag) || !isArray(keys)) return null
  const gone = new Set(keys.map((key) => String(key)))
  return Object.fromEntries(Object.entries(bag).filter(([key]) => !gone.has(key)))
}

function zipped(keys: Json, values: Json): Json {
  if (!isArray(keys) || !isArray(values)) return null
  return Object.fromEntries(keys.map((key, i) => [String(key), values[i] ?? null]))
}

/** Steps of `$.a.b[0]` or `$["a b"]`. Null when the path is not valid. */
function stepsOf(path: string): readonly (string | number)[] | null {
  const steps: (string | number)[] = []
  const step = /\.([A-Za-z_@][\w@-]*)|\[(-?\d+)\]|\[(["'])(.*?)\3\]/gy
  step.lastIndex = path.startsWith('$') ? 1 : -1
  if (step.lastIndex < 0) return null
  while (step.lastIndex < path.length) {
    const match = step.exec(path)
    if (!match) return null
    steps.push(match[2] === undefined ? (match[1] ?? match[4] ?? '') : Number(match[2]))
  }
  return steps
}

function follow(value: Json, path: string): Json {
  const steps = stepsOf(path)
  if (steps === null) return null
  return steps.reduce<Json>((at, step) => {
    if (typeof step === 'string') return memberOf(at, step)
    return isArray(at) ? (at.at(step) ?? null) : null
  }, value)
}

/** The last argument may be the result type, as in `typeof(long)`. */
const extractJson: FunctionSpec = (call) => {
  argumentCount(call, 2, 3)
  const [path, text] = [cast(argument(call, 0), 'string').run, cast(argument(call, 1), 'string').run]
  const named = call.args[2] ? typeNamed(String(constantValue(call.args[2], call.at, 'a type'))) : 'string'
  const type = named ?? refuse(call.at, 'unknown type')
  return made(call.args, type, (row) => {
    const found = follow(parseJson(String(text(row) ?? '')) ?? null, String(path(row) ?? ''))
    return found === null ? null : converted(found, 'dynamic', type)
  })
}

const setKey: FunctionSpec = (call) => {
  const value = argument(call, 2)
  const json = { ...cast(value, 'dynamic') }
  const spec = fn(['dynamic', 'string', 'dynamic'], 'dynamic', (bag, key, one) =>
    isBag(bag) ? { ...bag, [key]: one } : null,
  )
  return spec({ ...call, args: [argument(call, 0), argument(call, 1), json] })
}

export const bagFunctions: Readonly<Record<string, FunctionSpec>> = {
  bag_pack: pack,
  pack,
  pack_dictionary: pack,
  pack_all: packAll,
  bag_merge: merge,
  bag_keys: fn(['dynamic'], 'dynamic', (bag) => (isBag(bag) ? Object.keys(bag) : null)),
  bag_has_key: fn(['dynamic', 'string'], 'bool', (bag, key) => isBag(bag) && Object.hasOwn(bag as Bag, key)),
  bag_remove_keys: fn(['dynamic', 'dynamic'], 'dynamic', removed),
  bag_set_key: setKey,
  bag_zip: fn(['dynamic', 'dynamic'], 'dynamic', zipped),
  extractjson: extractJson,
  extract_json: extractJson,
}
