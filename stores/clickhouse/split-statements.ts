import { tokens } from './sql-lexer.ts'

/** The statements of a SQL file, in order, without the semicolons between them; a part of comments only is left out. */
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
