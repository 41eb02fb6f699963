/** Functions of lists and objects; what is common to all functions stands in `functions.ts`. */
import { exactJson } from '../../platform/exact-json.ts'
import { foldCase } from './fold.ts'
import type { FunctionSpec } from './function-spec.ts'
import { codePoints, hasTerm } from './functions-text.ts'
import { areEqual, TEXT_MAX, toNumber, toScalar, toText, truth } from './scalar.ts'
import { work } from './work.ts'

const whole = (min: number, max: number, apply: (args: readonly unknown[]) => unknown): FunctionSpec => ({
  kind: 'whole',
  min,
  max,
  apply,
})

export const LIST_FUNCTIONS: Readonly<Record<string, FunctionSpec>> = {
  /** length(a): code points of a text, elements of a list. */
  length: whole(1, 1, ([value]) => length(value)),
  /** arrayContains(list, a, ...): whether any element equals any of the others; a value not a list is a list of one. */
  arrayContains: whole(2, 1024, ([list, ...sought]) => arrayContains(list, sought)),
  /** arrayElement(list, i): the element at a position from zero; unknown outside. Of a value not a list, 0 is itself. */
  arrayElement: whole(2, 2, ([list, index]) => arrayElement(list, index)),
  /** jsonText(a): the JSON text of an object or a list, the text of all else, '' of null. */
  jsonText: whole(1, 1, ([value]) => jsonText(value)),
  /**
   * searchJson(a, how, folded, every, text, ...): whether `jsonText` holds any of the texts, or every one, in any case
   * when folded; how: startsWith, endsWith, contains or hasTerm.
   */
  searchJson: whole(5, 1024, searchJson),
  /** member(object, name): the value of an object, or of each object of a list, under a name. */
  member: whole(2, 2, ([object, name]) => (typeof name === 'string' ? memberOf(object, name) : null)),
}

function jsonText(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return toText(toScalar(value)) ?? ''
  const text = exactJson(value)
  work.spend(text.length)
  return text.length > TEXT_MAX ? null : text
}

const FINDS: ReadonlyMap<unknown, (text: string, part: string) => boolean> = new Map([
  ['startsWith', (text: string, part: string) => text.startsWith(part)],
  ['endsWith', (text: string, part: string) => text.endsWith(part)],
  ['contains', (text: string, part: string) => text.includes(part)],
  ['hasTerm', hasTerm],
])

function searchJson([value, how, isFolded, isEvery, ...parts]: readonly unknown[]): boolean | null {
  const text = jsonText(value)
  const finds = FINDS.get(how)
  if (text === null || finds === undefined) return null
  const fold = isFolded === true ? foldCase : (one: string) => one
  const within = fold(text)
  const isFound = (part: unknown) => {
    work.read(within.length)
    const sought = toText(toScalar(part))
    return sought !== null && finds(within, fold(sought))
  }
  return isEvery === true ? parts.every(isFound) : parts.some(isFound)
}

function length(value: unknown): number | null {
  if (Array.isArray(value)) return value.length
  const text = toText(toScalar(value))
  return text === null ? null : codePoints(text)
}

function arrayContains(list: unknown, sought: readonly unknown[]): boolean | null {
  if (list === null || list === undefined) return null
  const elements: readonly unknown[] = Array.isArray(list) ? list : [list]
  if (elements.length === 0) return false
  return truth(sought.flatMap((one) => elements.map((element) => areEqual(toScalar(element), toScalar(one)))))
}

function arrayElement(list: unknown, index: unknown): unknown {
  const at = toNumber(toScalar(index))
  if (at === null || !Number.isInteger(at)) return null
  return Array.isArray(list) ? (list[at] ?? null) : at === 0 ? (list ?? null) : null
}

/** Own members only: a rule must not see what JavaScript puts into every object. */
export function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    const found = value.map((element) => memberOf(element, name)).filter((one) => one !== null && one !== undefined)
    return found.length === 0 ? null : found
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
  return (value as Record<string, unknown>)[name] ?? null
}
