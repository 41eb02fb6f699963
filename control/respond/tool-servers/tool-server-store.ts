import { assert } from '../../../platform/assert.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { TOOL_SERVERS, type ToolServer } from './tool-server.ts'

/** By name. */
export function toolServersOf(tx: TenantTx): Promise<ToolServer[]> {
  return tx.many(TOOL_SERVERS.read, /* sql */ `SELECT ${TOOL_SERVERS.columns} FROM tool_servers ORDER BY name`)
}

export function toolServerByName(tx: TenantTx, name: string): Promise<ToolServer | null> {
  return tx.maybeOne(TOOL_SERVERS.read, /* sql */ `SELECT ${TOOL_SERVERS.columns} FROM tool_servers WHERE name = $1`, [
    name,
  ])
}

export function lockToolServer(tx: TenantTx, id: string): Promise<ToolServer | null> {
  return tx.maybeOne(
    TOOL_SERVERS.read,
    /* sql */ `SELECT ${TOOL_SERVERS.columns} FROM tool_servers WHERE id = $1 FOR UPDATE`,
    [id],
  )
}

export type Saved = Omit<ToolServer, 'id' | 'createdAt' | 'updatedAt'>

/** Without its credential, which is sealed for the id that it gets. Null for a name that is taken. */
export function insertToolServer(tx: TenantTx, saved: Saved): Promise<ToolServer | null> {
  const sql = /* sql */ `
    INSERT INTO tool_servers (name, label, url, tool_allowlist, timeout_seconds, max_response_bytes, enabled)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING ${TOOL_SERVERS.columns}`
  const { name, label, url, allowlist, timeoutSeconds, responseBytesMax, enabled } = saved
  return tx.maybeOne(TOOL_SERVERS.read, sql, [name, label, url, allowlist, timeoutSeconds, responseBytesMax, enabled])
}

export async function updateToolServer(tx: TenantTx, id: string, saved: Saved): Promise<ToolServer> {
  const sql = /* sql */ `
    UPDATE tool_servers SET name = $2, label = $3, url = $4, credential = $5, tool_allowlist = $6, timeout_seconds = $7,
      max_response_bytes = $8, enabled = $9, updated_at = clock_timestamp()
    WHERE id = $1 RETURNING ${TOOL_SERVERS.columns}`
  const { name, label, url, credential, allowlist, timeoutSeconds, responseBytesMax, enabled } = saved
  const changed = await tx.maybeOne(TOOL_SERVERS.read, sql, [
    ...[id, name, label, url, JSON.stringify(credential)],
    ...[allowlist, timeoutSeconds, responseBytesMax, enabled],
  ])
  assert(changed !== null, 'a locked tool server is there to be changed')
  return changed
}

export async function deleteToolServerRow(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(/* sql */ `DELETE FROM tool_servers WHERE id = $1`, [id])) === 1
}
