/**
 * Routes rules by OCSF class. An EQL category requires a class, which vendors' records do not contain, but the row
 * does. So the class is added to the log source here: `class:1007` is a category of every event of that class, and a
 * rule over processes is only evaluated on these. An event without a class (0) is judged by its own `event.category`,
 * as the rule says.
 */

import type { EventLogSource } from '../../schemas/event-view.ts'
import { and, type Expr } from '../plan/expr.ts'
import type { EventBody } from '../plan/plan.ts'

const categoryOf = (classUid: number): string => `class:${classUid}`

/** Returns bodies that replace the body in a matcher; at most one of them matches an event. */
export function routedByClass(body: EventBody): readonly EventBody[] {
  const parts = body.where.kind === 'and' ? body.where.of : [body.where]
  const category = parts.find((part) => classesOf(part) !== null)
  if (category === undefined || body.logSource.category !== null) return [body]
  const others = parts.filter((part) => part !== category)
  const rest: Expr = others.length === 0 ? { kind: 'const', value: true } : and(...others)
  const inClass = (classUid: number, where: Expr): EventBody => ({
    ...body,
    logSource: { ...body.logSource, category: categoryOf(classUid) },
    where,
  })
  const classes = [...(classesOf(category) ?? [])].filter((classUid) => classUid !== 0)
  return [...classes.map((classUid) => inClass(classUid, rest)), inClass(0, body.where)]
}

/**
 * The classes that a condition written by `detections/eql/categories.ts` names; null for any other condition, also for
 * a category without a class: that is tested on every event.
 */
export function classesOf(expr: Expr): ReadonlySet<number> | null {
  const parts = expr.kind === 'or' ? expr.of : [expr]
  const [name, ...classes] = parts
  if (name?.kind !== 'field' || name.field !== 'event.category' || name.test.op !== 'equals') return null
  const found = classes.map((part) =>
    part.kind === 'field' && part.field === 'class_uid' && part.test.op === 'number' ? Number(part.test.value) : null,
  )
  return found.length === 0 || found.includes(null) ? null : new Set(found.filter((value) => value !== null))
}

/** Classes per log source; an event of a further class is matched without its class. */
const CLASSES_MAX = 64
const withClasses = new WeakMap<EventLogSource, Map<number, EventLogSource>>()

/** The same object for each log source and class, because matchers recognise log sources by the object. */
export function inClass(source: EventLogSource, classUid: number): EventLogSource {
  let known = withClasses.get(source)
  if (known === undefined) withClasses.set(source, (known = new Map()))
  const found = known.get(classUid)
  if (found !== undefined) return found
  if (known.size >= CLASSES_MAX) return source
  const made = { ...source, categories: [...source.categories, categoryOf(classUid)] }
  known.set(classUid, made)
  return made
}
