/** Finds operators that compute columns which a later condition reads: they are part of that condition. */
import { columnsIn } from './compile-summary.ts'
import type { Tree, TreeNode } from './tree.ts'

/** `parse-where` is itself a condition. A column that only feeds another one is needed when that one is. */
export function columnsNeeded(operators: readonly Tree[]): ReadonlySet<Tree> {
  const names = new Set<string>()
  const needed = new Set<Tree>()
  for (const operator of [...operators].reverse()) {
    if (operator.is !== 'node' || !isNeeded(operator, names)) continue
    needed.add(operator)
    for (const name of columnsIn(operator)) names.add(name)
  }
  return needed
}

function isNeeded(operator: TreeNode, names: ReadonlySet<string>): boolean {
  switch (operator.type) {
    case 'FilterOperator':
    case 'ParseWhereOperator':
      return true
    case 'ExtendOperator':
    case 'ProjectRenameOperator':
      return operator.of.every((part) =>
        columnsIn(part)
          .slice(0, 1)
          .some((name) => names.has(name)),
      )
    case 'ParseOperator':
      // The first part is the parsed expression.
      return operator.of
        .slice(1)
        .flatMap(columnsIn)
        .some((name) => names.has(name))
    default:
      return false
  }
}
