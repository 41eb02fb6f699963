import { int, type Row, text } from './columns.ts'
import type { Tx } from './pool.ts'

/** A tenant table without the required row security, and the reason. */
export type Breach = { readonly table: string; readonly reason: string }

/** Tables of tenants: those with a `tenant_id`, and the tenants themselves. */
const BREACHES = /* sql */ `
  WITH tenant_tables AS (
    SELECT c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity, r.rolname AS owner, r.rolbypassrls OR r.rolsuper AS above
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_roles r ON r.oid = c.relowner
    WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' AND c.relkind IN ('r', 'p')
      AND (c.relname = 'tenants' OR EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped))
  )
  SELECT relname AS table, 'row security is not enabled' AS reason FROM tenant_tables WHERE NOT relrowsecurity
  UNION ALL SELECT relname, 'row security is not forced' FROM tenant_tables WHERE NOT relforcerowsecurity
  UNION ALL SELECT relname, 'owned by svc_app' FROM tenant_tables WHERE owner = 'svc_app'
  UNION ALL SELECT relname, 'its owner bypasses row security' FROM tenant_tables WHERE above
  UNION ALL
  SELECT t.relname, 'policy ' || p.polname || ' for svc_app does not read svc_tenant()'
  FROM tenant_tables t JOIN pg_policy p ON p.polrelid = t.oid
  WHERE (0 = ANY (p.polroles) OR 'svc_app'::regrole::oid = ANY (p.polroles))
    AND coalesce(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) NOT LIKE '%svc_tenant()%'
  ORDER BY 1, 2`

export function tenancyBreaches(tx: Tx): Promise<Breach[]> {
  return tx.many((row) => ({ table: text(row, 'table'), reason: text(row, 'reason') }), BREACHES)
}

/** Rights that would put a role above row security, or make it an owner: each entry is a fault. */
export async function roleBreaches(tx: Tx): Promise<string[]> {
  const sql = /* sql */ `
    SELECT rolname AS role, rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb AS above,
      (SELECT count(*) FROM pg_class c WHERE c.relowner = r.oid) AS relations,
      (SELECT count(*) FROM pg_auth_members m WHERE m.member = r.oid) AS memberships
    FROM pg_roles r WHERE rolname IN ('svc_app', 'svc_operator') ORDER BY 1`
  const faults = (row: Row) => [
    ...(row.above ? [`${text(row, 'role')} has rights above row security`] : []),
    ...(int(row, 'relations') > 0 ? [`${text(row, 'role')} owns tables`] : []),
    ...(int(row, 'memberships') > 0 ? [`${text(row, 'role')} is a member of another role`] : []),
  ]
  return (await tx.many(faults, sql)).flat()
}
