import {
  BUFFERED_BYTES_MAX,
  INIT_MS,
  RECHECK_MS,
  SOCKETS_MAX,
  TENANT_SOCKETS_MAX,
  TENANT_SUBSCRIPTIONS_MAX,
  WAITING_MAX,
} from './limits.ts'

/** Bounds of the sockets; tests make them small. */
export type SocketOptions = {
  readonly recheckMs: number
  readonly initMs: number
  readonly waitingMax: number
  readonly bufferedBytesMax: number
  readonly socketsMax: number
  readonly tenantSocketsMax: number
  readonly tenantSubscriptionsMax: number
}

export const SOCKET_OPTIONS: SocketOptions = {
  recheckMs: RECHECK_MS,
  initMs: INIT_MS,
  waitingMax: WAITING_MAX,
  bufferedBytesMax: BUFFERED_BYTES_MAX,
  socketsMax: SOCKETS_MAX,
  tenantSocketsMax: TENANT_SOCKETS_MAX,
  tenantSubscriptionsMax: TENANT_SUBSCRIPTIONS_MAX,
}
