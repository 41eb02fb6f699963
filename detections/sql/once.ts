/**
 * SQL over operands that each stand in the statement once, however often `sql` mentions them by their names. The engine
 * parses and computes a repeated operand twice, and nested repeats multiply. No operand is inside of `sql`, so names
 * may be those that operands use themselves.
 */
export function once(operands: Readonly<Record<string, string>>, sql: string): string {
  const lists = Object.values(operands).map((operand) => `[${operand}]`)
  return `arrayMap((${Object.keys(operands).join(', ')}) -> ${sql}, ${lists.join(', ')})[1]`
}
