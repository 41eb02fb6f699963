import { int } from '../../../stores/postgres/columns.ts'
import type { Column } from '../../../stores/postgres/table.ts'
import { oneOf } from '../../../schemas/wire.ts'
import { SEVERITIES, type Severity, severityOfRank } from './words.ts'

/** A severity, stored as its rank from 1 to 5. */
export const SEVERITY_COLUMN: Column<Severity> = {
  read: (row, name) => severityOfRank(int(row, name)),
  schema: oneOf(SEVERITIES),
}
