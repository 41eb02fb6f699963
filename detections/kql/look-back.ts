/** How far back a condition on time reaches: `TimeGenerated > ago(1d)`, alone or beside others. */
import { constantsOf } from './constants.ts'
import { callOf, type Scope } from './scope.ts'
import type { Tree } from './tree.ts'

export const TIME_COLUMNS: ReadonlySet<string> = new Set(['TimeGenerated', 'Timestamp', 'ingestion_time'])

/** Milliseconds; null when the condition says nothing of it. */
export function lookBackMs(tree: Tree, scope: Scope): number | null {
  const [left, right] = tree.is === 'node' ? tree.of : []
  const [word] = tree.is === 'node' ? tree.words : []
  if (!left || !right) return null
  if (word === 'and') return lookBackMs(left, scope) ?? lookBackMs(right, scope)
  const isTime = left.is === 'name' ? TIME_COLUMNS.has(left.name) : callOf(left)?.name === 'ingestion_time'
  if (!isTime || (word !== '>' && word !== '>=')) return null
  const call = callOf(right)
  const [span] = (call?.name === 'ago' && call.args[0] && constantsOf(call.args[0], scope)) || []
  return typeof span === 'object' && span !== null ? span.spanMs : null
}
