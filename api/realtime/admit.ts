/** Admits the bearer of a stream: checks the page's origin, the ticket, the session behind it, and the channels. */
import type { FastifyRequest } from 'fastify'
import {
  type IdentifyDeps,
  identifyKnownKey,
  identifyService,
  identifySession,
  type Principal,
} from '../../control/identity/accounts/index.ts'
import type { HiddenFields } from '../../control/platform/governance/index.ts'
import { AppError, noSuch } from '../../platform/errors.ts'
import { sourceOf } from '../../platform/http/source-address.ts'
import { type Channel, openChannels } from './channels.ts'
import type { RealtimeDeps } from './deps.ts'
import { clientOfStream } from './hop-client.ts'
import { type Bearer, readTicket, refusedTicket } from './ticket.ts'

export type Admitted = {
  readonly bearer: Bearer
  readonly channels: ReadonlySet<Channel>
  readonly hidden: HiddenFields
  /** Time at which the credential ends by itself. */
  readonly expiresMs: number | null
  /** The channel names of the request, unparsed. */
  readonly channel: string
  readonly cursor: string | null
}

const NAMES_LENGTH_MAX = 100

/** False once an address has connected too often in a minute. */
export async function mayConnect({ windows, limits }: RealtimeDeps, request: FastifyRequest): Promise<boolean> {
  const { ip } = clientOfStream(request)
  return (await windows.count(`realtime:${sourceOf(ip)}`)).count <= limits.connectsPerMinute
}

/**
 * Throws `forbidden` for a page of another origin and for channels that may not be followed, `no_credential`,
 * `bad_credential` for a ticket that is not good, or not any more, and `unavailable`.
 */
export async function admit(
  deps: RealtimeDeps,
  request: FastifyRequest,
  channel: string,
  cursor: string | null,
): Promise<Admitted> {
  if (deps.disabled.has('realtime')) throw new AppError('unavailable', 'realtime is switched off in this installation')
  requireOrigin(deps, request)
  if (channel.length > NAMES_LENGTH_MAX) throw noSuch('channel')
  const raw = queryOf(request, 'token')
  if (raw === null) throw new AppError('no_credential', 'a ticket is needed: POST /api/v1/realtime/ticket')
  const ticket = await readTicket(deps.identify.keys, raw, deps.nowMs())
  const { id, expiresMs: ticketEndMs, ...bearer } = ticket
  const { permissions, hidden, expiresMs } = await identifyBearer(deps.identify, bearer)
  const channels = openChannels(channel, permissions)
  // Last: a caller that is refused for another reason has not used the ticket up.
  if (!(await deps.used.use(id, ticketEndMs))) throw refusedTicket()
  return { bearer, channels, hidden, expiresMs, channel, cursor }
}

/**
 * The bearer's present principal. Throws `bad_credential` or `forbidden` once the session, key or tenant is not valid.
 */
export async function identifyBearer(
  deps: IdentifyDeps,
  { kind, tenant, subject, session, keyId }: Bearer,
): Promise<Principal> {
  if (kind === 'service') return identifyService(deps, tenant)
  if (session === null) return identifyKnownKey(deps, tenant, subject)
  if ((await deps.keys.current()).key.id !== keyId) throw refusedTicket() // a rotated key ends the sessions under it
  return identifySession(deps, { tenant, session, subject, expiresMs: Number.POSITIVE_INFINITY })
}

/** A parameter that occurs exactly once. */
export function queryOf(request: FastifyRequest, name: string): string | null {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Programs send no origin. A page of another site could use a ticket that leaked into its hands. */
function requireOrigin({ corsOrigins }: RealtimeDeps, request: FastifyRequest): void {
  const { origin } = request.headers
  if (origin === undefined || corsOrigins.includes(origin)) return
  const isOwn = URL.canParse(origin) && new URL(origin).host === clientOfStream(request).host
  if (!isOwn) throw new AppError('forbidden', 'pages of this origin may not connect')
}
