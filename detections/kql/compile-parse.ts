/** `parse` in a rule: each column is a group of one regular expression over the text. */

import { valueFault } from '../plan/evaluate.ts'
import type { Value } from '../plan/expr.ts'
import { compileValue } from './compile-value.ts'
import { refuse } from './fault.ts'
import { KQL_LIMITS } from './limits.ts'
import { cutOf, parseKind, patternOf } from './parse-pattern.ts'
import type { Scope } from './scope.ts'
import type { TreeNode } from './tree.ts'

/** The columns of `parse`, and the text with the pattern that it must fit for `parse-where`. */
export function compileParse(tree: TreeNode, scope: Scope) {
  const [subject, ...parts] = tree.of
  if (!subject) return refuse(tree.at, 'parse needs an expression to parse')
  const kind = parseKind(textOf(tree, 'kind') ?? 'simple', tree.at)
  const cuts = parts.map(cutOf)
  const pattern = patternOf(cuts, kind, textOf(tree, 'flags') ?? '')
  const text = compileValue(subject, scope)
  const names = cuts.flatMap((cut) => (cut.is === 'column' ? [cut.name] : []))
  if (names.length > KQL_LIMITS.cuts) refuse(tree.at, `parse cuts out more than ${KQL_LIMITS.cuts} columns`)
  const columns = names.map((name, i): readonly [string, Value] => {
    const args: readonly Value[] = [text, { kind: 'literal', value: pattern }, { kind: 'literal', value: i + 1 }]
    return [name, { kind: 'call', name: 'extract', args }]
  })
  scope.expansion.regex(pattern, tree.at)
  const fits: Value = { kind: 'call', name: 'regex', args: [text, { kind: 'literal', value: pattern }] }
  const fault = valueFault(fits)
  if (fault !== null) refuse(tree.at, fault)
  return { columns, fits }
}

function textOf(tree: TreeNode, name: string): string | null {
  const value = tree.settings.get(name)
  return value?.is === 'name' ? value.name : value?.is === 'literal' ? value.text : null
}
