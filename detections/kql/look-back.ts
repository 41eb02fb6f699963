/** How far back a condition on time reaches: `TimeGenerated > ago(1d)`, alone or beside others. */
import { constantsOf } from './constants.ts'
import { callOf, type Scope } from './scope.ts'
import type { Tree } from './tree.ts'

export const TIME_COLUMNS: ReadonlySet<string> = new Set(['TimeGenerated', 'Timestamp', 'ingestion_time'])

/** Milliseconds; null when the condition does not limit the time. */
export function lookBackMs(tree: Tree, scope: Scope): number | null {
  const [left, right] = tree.is === 'node' ? tree.of : []
  const [word] = tree.is === 'node' ? tree.words : []
  if (!left || !right) return null
  if (word === 'and') return lookBackMs(left, scope) ?? lookBackMs(right, scope)
  if (!isTime(left) || (word !== '>' && word !== '>=')) return null
  const call = callOf(right)
  const [span] = (call?.name === 'ago' && call.args[0] && constantsOf(call.args[0], scope)) || []
  return typeof span === 'object' && span !== null ? span.spanMs : null
}

/** The time of an event, or of its receipt. */
export function isTime(tree: Tree): boolean {
  return tree.is === 'name' ? TIME_COLUMNS.has(tree.name) : callOf(tree)?.name === 'ingestion_time'
}

/** True when a part of the condition compares the time of an event; it is then left out of the rule. */
export function isAboutTime(tree: Tree): boolean {
  if (tree.is !== 'node') return false
  const parts = callOf(tree)?.args
  if (parts) return parts.some(isAboutTime)
  const [first, second] = tree.of
  return (first !== undefined && second !== undefined && isTime(first)) || tree.of.some(isAboutTime)
}
