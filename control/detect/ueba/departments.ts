/** The people in the department of a user, as a directory provisions them. */
import { text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'

export type Department = { readonly name: string; readonly members: readonly string[] }

const MEMBERS_MAX = 500

/** Names as in the baselines: in lower case; an e-mail address by its part before the @. */
const PLACED = /* sql */ `
  SELECT split_part(u.username_folded, '@', 1) AS entity,
    s.attributes -> 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User' ->> 'department' AS department
  FROM scim_users AS s JOIN users AS u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
  WHERE s.deleted_at IS NULL`

/** Null: the directory names no department of theirs, or two people go by this name in different ones. */
export async function departmentOf(tx: TenantTx, entity: string): Promise<Department | null> {
  const named = await tx.many(
    (row) => text(row, 'department'),
    /* sql */ `SELECT DISTINCT department FROM (${PLACED}) AS placed WHERE entity = $1 AND coalesce(department, '') <> ''`,
    [entity],
  )
  const [name] = named
  if (named.length !== 1 || name === undefined) return null
  const members = await tx.many(
    (row) => text(row, 'entity'),
    /* sql */ `
      SELECT DISTINCT entity FROM (${PLACED}) AS placed WHERE department = $1 AND entity <> $2 ORDER BY entity LIMIT $3`,
    [name, entity, MEMBERS_MAX],
  )
  return { name, members }
}
