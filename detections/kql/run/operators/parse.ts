/** `parse` and `parse-where`: columns cut out of a text by the texts around them. */
import { refuse } from '../../fault.ts'
import { type Cut, cutOf, parseKind, patternOf } from '../../parse-pattern.ts'
import type { TreeNode } from '../../tree.ts'
import { scopeOver } from '../columns.ts'
import { cast } from '../compare.ts'
import { converted } from '../convert.ts'
import { compileExpression, type Relation, type Scope } from '../scope.ts'
import { settingText } from '../user-function.ts'
import { nothing, type Value } from '../value.ts'
import { extended } from './project.ts'
import type { Operator } from './spec.ts'

type Column = Cut & { readonly is: 'column' }

export const parse: Operator = (tree, input, scope) => parsed(tree, input, scope, false)
export const parseWhere: Operator = (tree, input, scope) => parsed(tree, input, scope, true)

function parsed(tree: TreeNode, input: Relation, scope: Scope, mustMatch: boolean): Relation {
  const [subject, ...pattern] = tree.of
  if (!subject) return refuse(tree.at, 'parse needs an expression to parse')
  const text = cast(compileExpression(subject, scopeOver(scope, input)), 'string').run
  const cuts = pattern.map(cutOf)
  const columns = cuts.filter((cut): cut is Column => cut.is === 'column')
  const read = reader(tree, cuts, columns, scope)
  const { budget } = scope.run
  let current: readonly Value[] | null = null
  const made = columns.map(({ name, type }, i) => ({
    name,
    expr: {
      type,
      name,
      constant: false,
      run: () => (current === null ? nothing(type) : (current[i] ?? nothing(type))),
    },
  }))
  return extended(input, made, (make) => {
    return function* () {
      for (const row of input.rows()) {
        const subject = String(text(row) ?? '')
        budget.search(subject)
        current = read(subject)
        if (current !== null || !mustMatch) yield make(row)
      }
    }
  })
}

type Reader = (text: string) => readonly Value[] | null

/** Unless `relaxed`, all columns are null when one type does not fit. */
function reader(tree: TreeNode, cuts: readonly Cut[], columns: readonly Column[], scope: Scope): Reader {
  const kind = parseKind(settingText(tree, 'kind') ?? 'simple', tree.at)
  const source = patternOf(cuts, kind, settingText(tree, 'flags') ?? '')
  const regex = scope.run.budget.regex(source) ?? refuse(tree.at, 'this is not a valid pattern for parse')
  return (text) => {
    const groups = regex.groups(text)
    if (groups === null) return null
    const values = columns.map(({ type }, i) => converted(groups[i + 1] ?? '', 'string', type))
    const isWrong = (value: Value, i: number): boolean => value === null && columns[i]?.type !== 'string'
    return kind !== 'relaxed' && values.some(isWrong) ? null : values
  }
}
