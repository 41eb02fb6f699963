/** Orders tasks: a task is indented below the one that it waits for. */
type Ordered = { readonly id: string; readonly depends_on_task_id: string | null }

const DEPTH_MAX = 6

/** Lists each task once, even if tasks wait for one another in a circle. */
export function inOrder<T extends Ordered>(tasks: readonly T[]): { readonly task: T; readonly depth: number }[] {
  const ids = new Set(tasks.map(({ id }) => id))
  const below = Map.groupBy(tasks, ({ depends_on_task_id: other }) => (other !== null && ids.has(other) ? other : ''))
  const placed = new Set<string>()
  const rows: { task: T; depth: number }[] = []
  const place = (task: T, depth: number): void => {
    if (placed.has(task.id)) return
    placed.add(task.id)
    rows.push({ task, depth: Math.min(depth, DEPTH_MAX) })
    for (const next of below.get(task.id) ?? []) place(next, depth + 1)
  }
  for (const task of below.get('') ?? []) place(task, 0)
  for (const task of tasks) place(task, 0)
  return rows
}
