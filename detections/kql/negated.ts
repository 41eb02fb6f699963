/**
 * `not` of a condition. The language knows three truth values where a plan knows two: an order, a network and whatever is
 * computed of nothing is null, and so is `not` of it (Kusto documentation, Null values). Texts and equality are never null.
 */
import { and, type Expr, not, or, type Test } from '../plan/expr.ts'

export function negated(expr: Expr): Expr {
  switch (expr.kind) {
    case 'const':
      return { kind: 'const', value: !expr.value }
    case 'and':
      return or(...expr.of.map(negated))
    case 'or':
      return and(...expr.of.map(negated))
    case 'not':
      return expr.of
    case 'computed':
      return { kind: 'computed', value: { kind: 'call', name: 'not', args: [expr.value] } }
    case 'field':
      return negatedTest(expr.field, expr.test)
    case 'anywhere':
      return not(expr)
  }
}

const OPPOSITE = { lt: 'gte', lte: 'gt', gt: 'lte', gte: 'lt' } as const
/** The network of all addresses that the network functions accept. */
const ADDRESSES = '0.0.0.0/0'

function negatedTest(field: string, test: Test): Expr {
  const holds = (one: Test): Expr => ({ kind: 'field', field, test: one })
  if (test.op === 'compare') return holds({ ...test, how: OPPOSITE[test.how] })
  if (test.op === 'cidr') return and(holds({ op: 'cidr', network: ADDRESSES }), not(holds(test)))
  return not(holds(test))
}
