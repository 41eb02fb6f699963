/** Tracks the principal of a socket, from its first message until its credential ends. */
import type { FastifyRequest } from 'fastify'
import { CloseCode } from 'graphql-ws'
import type { WebSocket } from 'ws'
import type { Principal } from '../../control/identity/accounts/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { Identify } from '../plugins/identify.ts'

/** The state of one socket. */
export type Socket = {
  readonly socket: WebSocket
  readonly request: FastifyRequest
  /** The socket's principal as last checked; null until its first message proved it. */
  principal: Principal | null
  /** Closes the socket when its credential no longer holds, or holds other permissions. */
  recheck: (() => Promise<void>) | null
  /** Callbacks that end the work of the socket when it closes. */
  readonly ends: Set<() => void>
}

/** Identifies a socket by its credential, and counts its requests as that principal's. */
export type SocketDeps = {
  readonly identify: Identify
  readonly count: (principal: Principal) => Promise<void>
  /**
   * Reserves one of the tenant's sockets and returns the function that releases it; false when the tenant has reached
   * its limit.
   */
  readonly takePlace: (tenant: TenantId) => (() => void) | false
}

/** Names of the headers that a first message may carry instead. */
const CREDENTIALS = ['authorization', 'x-api-key', 'x-tenant-id']

/** False, with the socket closed, when the credential is not good. A socket shows one credential and keeps it. */
export async function admit(seen: Socket, params: object, socketDeps: SocketDeps): Promise<boolean> {
  const { socket } = seen
  try {
    const shown = withHeaders(seen.request, params)
    const principal = await socketDeps.identify(shown)
    await socketDeps.count(principal)
    const leave = socketDeps.takePlace(principal.tenantId)
    if (!leave) throw new AppError('unavailable', 'too many sockets of this tenant')
    seen.ends.add(leave)
    if (socket.readyState !== socket.OPEN) leave() // gone meanwhile: its end was before this
    hold(seen, principal)
    seen.request.server.connectionRoom.proven(seen.request.raw.socket, principal.tenantId)
    seen.recheck = () => recheck(seen, principal, () => socketDeps.identify(shown))
    return true
  } catch (error) {
    close(socket, error)
    return false
  }
}

/** The request that opened the socket, with the credentials of its first message unless it had its own. */
function withHeaders(request: FastifyRequest, params: object): FastifyRequest {
  if (CREDENTIALS.some((name) => request.headers[name] !== undefined)) return request
  const lower = Object.entries(params).map(([name, value]) => [name.toLowerCase(), value] as const)
  const credentials = lower.filter(([name, value]) => CREDENTIALS.includes(name) && typeof value === 'string')
  return Object.create(request, { headers: { value: Object.fromEntries(credentials) } })
}

/** The socket shows its next messages as to this principal, whose field rules may have changed. */
function hold(seen: Socket, principal: Principal): void {
  seen.principal = principal
  seen.request.principal = principal
}

async function recheck(seen: Socket, known: Principal, identify: () => Promise<Principal>): Promise<void> {
  try {
    const principal = await identify()
    const { permissions, tenantId } = principal
    const isSame =
      permissions.size === known.permissions.size && [...permissions].every((name) => known.permissions.has(name))
    if (isSame && tenantId === known.tenantId) hold(seen, principal)
    else seen.socket.close(CloseCode.Forbidden, 'permissions changed')
  } catch (error) {
    close(seen.socket, error)
  }
}

function close(socket: WebSocket, error: unknown): void {
  if (!(error instanceof AppError)) throw error
  if (error.status === 401) socket.close(CloseCode.Unauthorized, error.code)
  else if (error.retryable)
    socket.close(1013, error.code) // 1013: try again later
  else socket.close(CloseCode.Forbidden, error.code)
}
