/** Names of the fields that a question in KQL or SQL has conditions on; those of Lucene's language are `fieldsIn` of `governance`. */
import type { Expr, Test, Value } from '../../../detections/plan/expr.ts'
import { columnFields } from '../../../query/search/fields.ts'
import { tokens } from '../../../stores/clickhouse/sql-lexer.ts'

/** Columns that a KQL condition names; a search of every column is one of the text as received. */
export function fieldsOfCondition(where: Expr): readonly string[] {
  switch (where.kind) {
    case 'const':
      return []
    case 'and':
    case 'or':
      return where.of.flatMap(fieldsOfCondition)
    case 'not':
      return fieldsOfCondition(where.of)
    case 'field':
      return [where.field, ...otherFieldOf(where.test)]
    case 'anywhere':
      return ['raw']
    case 'computed':
      return fieldsOfValue(where.value)
  }
}

const otherFieldOf = (test: Test) => (test.op === 'same' ? [test.field] : [])

function fieldsOfValue(value: Value): readonly string[] {
  if (value.kind === 'ref') return [value.field]
  if (value.kind === 'call') return value.args.flatMap(fieldsOfValue)
  return value.kind === 'list' ? value.of.flatMap(fieldsOfValue) : []
}

/** Columns of `events` by the names of their fields. The time is left out: nearly every statement names it. */
const COLUMNS = new Set(
  columnFields().flatMap(({ name, kind, sql: [column] }) => (column === name && kind !== 'time' ? [name] : [])),
)
const BEGINS_CONDITION = new Set(['WHERE', 'PREWHERE'])
const ENDS_CONDITION = new Set(['SELECT', 'FROM', 'GROUP', 'HAVING', 'ORDER', 'LIMIT', 'UNION', 'WINDOW', 'SETTINGS'])

/**
 * Names of columns of `events` between WHERE and the next clause. They are only counted, so an approximation is enough.
 */
export function fieldsOfSql(sql: string): readonly string[] {
  const found = new Set<string>()
  let isCondition = false
  let isOfEvents = false
  for (const { kind, start, end } of tokens(sql)) {
    if (kind !== 'word' && kind !== 'name') continue
    const text = kind === 'word' ? sql.slice(start, end) : sql.slice(start + 1, end - 1)
    const keyword = kind === 'word' ? text.toUpperCase() : ''
    if (BEGINS_CONDITION.has(keyword)) isCondition = true
    else if (ENDS_CONDITION.has(keyword)) isCondition = false
    else if (isCondition && COLUMNS.has(text)) found.add(text)
    if (text === 'events') isOfEvents = true
  }
  return isOfEvents ? [...found] : []
}
