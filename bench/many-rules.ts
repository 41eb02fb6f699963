/**
 * Makes more rules than exist: many copies of each rule, each with different literals. Exclusions stay unchanged,
 * because a copy that excludes nothing would match nearly every event, which no rule is meant to do.
 */
import type { Expr, Test } from '../detections/plan/expr.ts'
import type { Rule } from '../detections/plan/plan.ts'

export function manyRules(rules: readonly Rule[], times: number): readonly Rule[] {
  const copies = Array.from({ length: times - 1 }, (_, i) => rules.map((rule) => renamed(rule, `q${i}`)))
  return [rules, ...copies].flat()
}

function renamed(rule: Rule, mark: string): Rule {
  const { body } = rule
  if (body.kind !== 'event') return { ...rule, id: rule.id + mark }
  return { ...rule, id: rule.id + mark, body: { ...body, where: renamedExpr(body.where, mark) } }
}

function renamedExpr(expr: Expr, mark: string): Expr {
  switch (expr.kind) {
    case 'and':
    case 'or':
      return { ...expr, of: expr.of.map((part) => renamedExpr(part, mark)) }
    case 'field':
      return { ...expr, test: renamedTest(expr.test, mark) }
    case 'anywhere':
      return { ...expr, test: renamedTest(expr.test, mark) as typeof expr.test }
    default:
      return expr
  }
}

/** The mark is put in the middle, so that the starts and ends stay as frequent as before. */
function renamedTest(test: Test, mark: string): Test {
  if (!(test.op === 'equals' || test.op === 'prefix' || test.op === 'suffix' || test.op === 'contains')) return test
  const middle = test.text.length >> 1
  return { ...test, text: test.text.slice(0, middle) + mark + test.text.slice(middle) }
}
