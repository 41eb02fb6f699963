import { tokens } from './sql-lexer.ts'

/** Splits a SQL file into statements, in order, without their semicolons; leaves out parts that are only comments. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let start = 0
  let hasCode = false
  const cut = (end: number) => {
    if (hasCode) statements.push(sql.slice(start, end).trim())
    start = end + 1
    hasCode = false
  }
  for (const token of tokens(sql)) {
    if (token.kind === 'sign' && sql.charAt(token.start) === ';') cut(token.start)
    else if (token.kind !== 'space' && token.kind !== 'comment') hasCode = true
  }
  cut(sql.length)
  return statements
}
