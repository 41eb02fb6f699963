import { type Column, column } from '../../../../stores/postgres/table.ts'
import { type GrantableRole, isGrantable } from '../static-roles.ts'

/** The role that a group gives its members. A role that may not be granted gives nothing, as if none was mapped. */
export const MAPPED_ROLE: Column<GrantableRole | null> = {
  ...column.json<GrantableRole | null>(),
  read(row, name) {
    const role = row[name]
    return typeof role === 'string' && isGrantable(role) ? role : null
  },
}
