import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { AuthConfig } from '../../platform/vault/index.ts'

export const TOOL_SERVERS = tableInCamelCase('ToolServer', {
  id: column.text(),
  /** Its part of the ids of its tools, `mcp.NAME.TOOL`. */
  name: column.text(),
  label: column.text(),
  url: column.text(),
  /** By the header that it goes in, as the vault keeps it. */
  credential: column.json<AuthConfig>(),
  /** Tools that may be called. None: the server offers nothing. */
  allowlist: column.from('tool_allowlist', column.texts()),
  /** Time for one request to the server. */
  timeout_seconds: column.int(),
  /** Bytes of the text of a result, as UTF-8. */
  response_bytes_max: column.from('max_response_bytes', column.int()),
  enabled: column.bool(),
  created_at: column.time(),
  updated_at: column.time(),
})
export type ToolServer = RowOf<typeof TOOL_SERVERS>
