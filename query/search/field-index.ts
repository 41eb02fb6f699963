/**
 * Indexes of the lake over single fields, created where searches show the need. An index must have exactly the
 * expression that a search of the field compares (`compile.ts`), because only then the engine uses it.
 */
import { createHash } from 'node:crypto'
import type { FieldIndex } from '../../stores/clickhouse/field-indexes.ts'
import { quoteText } from '../../stores/clickhouse/quote.ts'
import { type ColumnField, fieldOf, suggestion } from './fields.ts'
import { pathValues } from './path-values.ts'

export type PlannedIndex = FieldIndex & {
  /** The indexed expression. A list holds all values of the field in an event. */
  readonly expression: string
  readonly type: 'Array(String)' | 'String' | 'UInt'
}

/** Bytes of filter per value, measured as 1.25, for one false positive in a hundred granules. */
export const FILTER_BYTES_PER_VALUE = 1.3
const FILTER = 'bloom_filter(0.01) GRANULARITY 1'

/** Columns with few different values, nearly all of which occur in every granule. */
const FEW_VALUES = new Set([
  ...['class_uid', 'activity_id', 'severity_id', 'severity', 'status_id', 'category_uid', 'type_uid'],
  ...['source', 'source_format', 'mapping', 'time_missing'],
])

/** Columns whose lower-case values the index `names_bloom` holds. */
const NAMES = new Set(['host', 'user', 'target_user', 'process_name', 'parent_name', 'domain'])

/** The index that would speed up a field, or the reason why none would. */
export function plannedIndex(name: string): PlannedIndex | { readonly reason: string } {
  const field = fieldOf(name)
  if (field === null) return { reason: `there is no field ${name}${suggestion(name)}` }
  if (field.kind !== 'path') return indexOfColumn(field)
  const values = pathValues(field, quoteText)
  if (values !== null) return made(name, { expression: values, type: 'Array(String)' })
  return { reason: 'it is made of columns when it is read, of which the engine builds no index' }
}

function indexOfColumn({ name, kind, sql }: ColumnField): PlannedIndex | { readonly reason: string } {
  const [column = '', ...others] = sql
  if (kind === 'text' || kind === 'hash' || kind === 'ip' || NAMES.has(column)) return { reason: 'it has an index' }
  if (kind === 'time' || kind === 'uuid') return { reason: 'the lake is ordered by it, or has an index of it' }
  if (FEW_VALUES.has(name))
    return { reason: 'it has so few values that nearly every part of the lake has each of them' }
  if (others.length > 0 || !/^\w+$/.test(column)) return { reason: 'it is made of other columns when it is read' }
  if (kind === 'number') return made(name, { expression: column, type: 'UInt' })
  return made(name, { expression: `lowerUTF8(${column})`, type: 'String' })
}

function made(field: string, of: Pick<PlannedIndex, 'expression' | 'type'>): PlannedIndex {
  const digest = createHash('sha256').update(field).digest('hex').slice(0, 12)
  return { name: `field_${digest}`, definition: `${of.expression} TYPE ${FILTER}`, ...of }
}
