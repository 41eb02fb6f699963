/** Arrays (Kusto documentation, Dynamic/array functions). A value that is no array gives null. */
import { cast, order } from '../compare.ts'
import { converted, smallest, textOf, toJson } from '../convert.ts'
import { argument, argumentCount, countOfEntries, type FunctionSpec, fn, fnOf, made } from '../function-spec.ts'
import { RUN_LIMITS } from '../limits.ts'
import type { Run } from '../scope.ts'
import { isArray, type Json, type Value } from '../value.ts'

type List = readonly Json[]
/** Lists that `zip` takes. */
const ZIPPED_MAX = 16

const ofList = (apply: (list: List) => Json): FunctionSpec =>
  fn(['dynamic'], 'dynamic', (value) => (isArray(value) ? apply(value) : null))

/** Any number of values as one list. */
const pack: FunctionSpec = (call) => {
  const { budget } = call.run
  const parts = call.args.map(({ type, run }) => ({ type, run }))
  return made(call.args, 'dynamic', (row): Value => {
    budget.entries(parts.length)
    return parts.map(({ type, run }) => toJson(run(row), type))
  })
}

const concat: FunctionSpec = (call) => {
  argument(call, 0)
  const runs = call.args.map((arg) => cast(arg, 'dynamic').run)
  const { budget } = call.run
  return made(call.args, 'dynamic', (row): Value => {
    const lists = runs.map((run) => run(row)).filter((value) => value !== null)
    if (lists.length === 0 || !lists.every(isArray)) return null
    budget.entries(lists.reduce((sum, list) => sum + list.length, 0))
    // Nested lists are flattened by one level: `array_concat(make_list(x))` makes one list of them.
    const joined = lists.flat(1) as List
    return joined.length > 0 && joined.every(isArray) ? flattened(joined, call.run) : joined
  })
}

function flattened(lists: readonly List[], { budget }: Run): List {
  budget.entries(lists.reduce((sum, list) => sum + list.length, 0))
  return lists.flat(1) as List
}

/** Numbers before texts; both from the lowest, or from the highest. Nulls stand last. */
const sorts = (sign: number): FunctionSpec =>
  fnOf(['dynamic'], 'dynamic', ({ budget }) => (value) => {
    if (!isArray(value)) return null
    budget.entries(value.length)
    const kind = (one: Json): number => (one === null ? 3 : typeof one === 'string' ? 2 : 1)
    return value.toSorted((a, b) => kind(a) - kind(b) || (a === null || b === null ? 0 : sign * order(a, b)))
  })

/** Both ends are inclusive; negative ones count from the end. */
function slice(list: Json, start: bigint, end: bigint): Json {
  if (!isArray(list)) return null
  const [from, to] = [start, end].map((at) => (at < 0n ? list.length + Number(at) : Number(at)))
  return list.slice(Math.max(0, from ?? 0), Math.max(0, (to ?? 0) + 1))
}

function rotated(list: List, by: number): List {
  if (list.length === 0) return list
  const cut = ((by % list.length) + list.length) % list.length
  return [...list.slice(cut), ...list.slice(0, cut)]
}

function shifted(list: List, by: number, fill: Json): List {
  return list.map((_, i) => list[i + by] ?? fill)
}

const moves = (sign: number): FunctionSpec =>
  fn(['dynamic', 'long'], 'dynamic', (list, by) => (isArray(list) ? rotated(list, Number(by) * sign) : null))
/** The filler for the free places is any scalar. */
const shifts =
  (sign: number): FunctionSpec =>
  (call) =>
    fn(
      ['dynamic', 'long', 'dynamic'],
      'dynamic',
      (list, by, fill = null) => (isArray(list) ? shifted(list, Number(by) * sign, fill) : null),
      2,
    )({ ...call, args: call.args.map((arg, i) => (i === 2 ? cast(arg, 'dynamic') : arg)) })

/** Splits at one place, or at each of several. */
function splitAt(list: Json, places: Json): Json {
  if (!isArray(list)) return null
  const indexes = (isArray(places) ? places : [places]).map(Number)
  const cuts = indexes.map((at) => Math.min(list.length, Math.max(0, at < 0 ? list.length + at : at)))
  return [0, ...cuts].map((from, i) => list.slice(from, cuts[i] ?? list.length))
}

const splits: FunctionSpec = (call) => {
  argumentCount(call, 2, 2)
  return fn(['dynamic', 'dynamic'], 'dynamic', splitAt)({ ...call, args: call.args.map((arg) => cast(arg, 'dynamic')) })
}

function sum(list: List): Json {
  const numbers = list.filter((one) => typeof one === 'number' || typeof one === 'bigint')
  if (numbers.length !== list.length) return null
  if (numbers.every((one) => typeof one === 'bigint' || Number.isInteger(one)))
    return smallest(numbers.reduce<bigint>((all, one) => all + BigInt(one), 0n))
  return numbers.reduce<number>((all, one) => all + Number(one), 0)
}

/** Index of the n-th occurrence between two positions; -1 when there is none. */
const indexOf: FunctionSpec = (call) => {
  argumentCount(call, 2, 5)
  const wanted = argument(call, 1)
  const asText = { ...cast(wanted, 'string') }
  const spec = fn(
    ['dynamic', 'string', 'long', 'long', 'long'],
    'long',
    (list, text, start = 0n, length = -1n, occurrence = 1n) => {
      if (!isArray(list)) return null
      const from = start < 0n ? Math.max(0, list.length + Number(start)) : Number(start)
      const to = length < 0n ? list.length : Math.min(list.length, from + Number(length))
      let left = occurrence
      for (let at = from; at < to; at++)
        if (textOf(list[at] ?? null, 'dynamic') === text && --left === 0n) return BigInt(at)
      return -1n
    },
    2,
  )
  return spec({ ...call, args: call.args.map((arg, i) => (i === 1 ? asText : arg)) })
}

const repeat: FunctionSpec = (call) => {
  argumentCount(call, 2, 2)
  const [value, count] = [argument(call, 0), cast(argument(call, 1), 'long')]
  return made(call.args, 'dynamic', (row): Value => {
    const times = count.run(row)
    if (times === null) return null
    const length = countOfEntries(BigInt(Number(times)), RUN_LIMITS.listEntries)
    call.run.budget.entries(length)
    return Array.from({ length }, () => toJson(value.run(row), value.type))
  })
}

const iff: FunctionSpec = (call) => {
  argumentCount(call, 3, 3)
  const [tests, yes, no] = call.args.map((arg) => cast(arg, 'dynamic').run)
  const nth = (value: Value | undefined, i: number): Json =>
    isArray(value) ? (value[i] ?? null) : ((value ?? null) as Json)
  return made(call.args, 'dynamic', (row): Value => {
    const list = tests?.(row) ?? null
    if (!isArray(list)) return null
    const [a, b] = [yes?.(row), no?.(row)]
    return list.map((one, i) => (converted(one, 'dynamic', 'bool') === true ? nth(a, i) : nth(b, i)))
  })
}

const range: FunctionSpec = fnOf(
  ['real', 'real', 'real'],
  'dynamic',
  ({ budget }) =>
    (start, end, step = 1) => {
      if (step === 0 || !Number.isFinite(start) || !Number.isFinite(end)) return null
      const length = Math.max(0, Math.floor((end - start) / step) + 1)
      budget.entries(length)
      return Array.from({ length }, (_, i) => start + i * step)
    },
  2,
)

/** One list of the first elements, one of the second ones: as many as the longest list has, with nulls in the others. */
const zip: FunctionSpec = (call) => {
  argumentCount(call, 2, ZIPPED_MAX)
  const runs = call.args.map((arg) => cast(arg, 'dynamic').run)
  const { budget } = call.run
  return made(call.args, 'dynamic', (row): Value => {
    const lists = runs.map((run) => run(row))
    if (!lists.every(isArray)) return null
    const length = Math.max(...lists.map((list) => list.length))
    budget.entries(length * (lists.length + 1))
    return Array.from({ length }, (_, i) => lists.map((list) => list[i] ?? null))
  })
}

export const arrayFunctions: Readonly<Record<string, FunctionSpec>> = {
  pack_array: pack,
  array_concat: concat,
  array_length: fn(['dynamic'], 'long', (value) => (isArray(value) ? BigInt(value.length) : null)),
  arraylength: fn(['dynamic'], 'long', (value) => (isArray(value) ? BigInt(value.length) : null)),
  array_reverse: ofList((list) => list.toReversed()),
  array_sort_asc: sorts(1),
  array_sort_desc: sorts(-1),
  array_slice: fn(['dynamic', 'long', 'long'], 'dynamic', slice),
  array_split: splits,
  array_sum: fn(['dynamic'], 'real', (list) =>
    isArray(list) ? (converted(sum(list), 'dynamic', 'real') as number | null) : null,
  ),
  array_index_of: indexOf,
  array_rotate_left: moves(1),
  array_rotate_right: moves(-1),
  array_shift_left: shifts(1),
  array_shift_right: shifts(-1),
  array_iff: iff,
  array_iif: iff,
  repeat,
  range,
  zip,
}
