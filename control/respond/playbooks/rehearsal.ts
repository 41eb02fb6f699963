/**
 * A dry run: no request is sent, so the results of its steps are unknown. Conditions on them are not treated as false:
 * a step is rehearsed as if its condition held, both branches of a condition are walked, and a value is shown as its
 * path.
 */
import { type Context, valueAt } from './context.ts'
import type { PlaybookRun } from './run.ts'
import { type Lookup, lookupIn } from './template.ts'

/** True when only a real run would know the value at a path. */
export function isOpen({ dryRun, state }: PlaybookRun, path: string): boolean {
  if (!dryRun) return false
  const [root, name = ''] = path.split('.')
  if (root === 'vars') return !Object.hasOwn(state.vars, name)
  if (root !== 'steps') return false
  return !Object.hasOwn(state.steps, name) || state.steps[name]?.outcome === 'dry_run'
}

/** Looks up values for steps; in a rehearsal `[path]` stands for a value that only a real run would have. */
export function lookupOf(run: PlaybookRun, context: Context): Lookup {
  const look = lookupIn(context)
  return run.dryRun ? (path) => look(path) ?? (isOpen(run, path) ? `[${path}]` : valueAt(context, path)) : look
}

/** True when a text that was filled in holds a value that is open. */
export function holdsOpen(text: string): boolean {
  return /\[(?:steps|vars|item)\b/.test(text)
}

/**
 * The next step of a rehearsal: when a branch ends, or joins rehearsed steps, it continues with the next open branch.
 */
export function nextRehearsed(
  at: string | null,
  otherWays: readonly string[],
  isDone: (id: string) => boolean,
): { readonly at: string | null; readonly otherWays: readonly string[] } {
  if (at !== null && !isDone(at)) return { at, otherWays }
  const open = otherWays.filter((id) => !isDone(id))
  return { at: open[0] ?? null, otherWays: open.slice(1) }
}
