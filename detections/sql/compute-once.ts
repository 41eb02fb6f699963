/**
 * SQL in which each operand is computed once, however often `sql` mentions its name. The engine parses and computes a
 * repeated operand twice, and nested repeats multiply. Operands are defined outside of `sql`, so they may use the same
 * names themselves.
 */
export function once(operands: Readonly<Record<string, string>>, sql: string): string {
  const lists = Object.values(operands).map((operand) => `[${operand}]`)
  return `arrayMap((${Object.keys(operands).join(', ')}) -> ${sql}, ${lists.join(', ')})[1]`
}
