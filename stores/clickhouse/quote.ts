/**
 * Quotes a string literal of ClickHouse SQL. Only `\` and `'` can end or change the literal; every other character
 * stands for itself.
 */
export function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** A quoted name (table, column, database) of ClickHouse SQL. */
export function quoteName(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}
