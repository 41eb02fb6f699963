/**
 * SQL over operands that each stand in the statement once, however often `sql` mentions them by their names. What stands
 * twice is understood and worked out twice, and operands of operands as often as all of them together. No operand is
 * inside of `sql`, so names may be those that operands use themselves.
 */
export function once(operands: Readonly<Record<string, string>>, sql: string): string {
  const lists = Object.values(operands).map((operand) => `[${operand}]`)
  return `arrayMap((${Object.keys(operands).join(', ')}) -> ${sql}, ${lists.join(', ')})[1]`
}
