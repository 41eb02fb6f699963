import { int, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { AuthConfig } from '../../platform/vault/index.ts'

export type ToolServer = {
  readonly id: string
  /** Its part of the ids of its tools, `mcp.NAME.TOOL`. */
  readonly name: string
  readonly label: string
  readonly url: string
  /** By the header that it goes in, as the vault keeps it. */
  readonly credential: AuthConfig
  /** Tools that may be called. None: the server offers nothing. */
  readonly allowlist: readonly string[]
  /** Time for one request to the server. */
  readonly timeoutSeconds: number
  /** Bytes of the text of a result, as UTF-8. */
  readonly responseBytesMax: number
  readonly enabled: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

export function toToolServer(row: Row): ToolServer {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    label: text(row, 'label'),
    url: text(row, 'url'),
    credential: row.credential as AuthConfig, // JSON that this context wrote
    allowlist: row.tool_allowlist as readonly string[],
    timeoutSeconds: int(row, 'timeout_seconds'),
    responseBytesMax: int(row, 'max_response_bytes'),
    enabled: row.enabled === true,
    createdAt: time(row, 'created_at'),
    updatedAt: time(row, 'updated_at'),
  }
}
