/** Signs in to a source, and returns a function that adds the credential to a request. */
import { AppError } from '../../platform/errors.ts'
import { type Ask, type PollRequest, type PollResponse, refuseFaults } from './ask.ts'
import { awsSession, refuseAwsFaults } from './aws/aws-session.ts'
import { duoSigned } from './duo.ts'
import { googleToken } from './google.ts'
import type { Places } from './places.ts'
import { signIn } from './sign-in.ts'
import type { PollTable } from './table.ts'

export type Session = {
  /** Throws as `refuseFaults` does, unless the body of a fault holds `accepts`. */
  ask(request: PollRequest, accepts?: string): Promise<PollResponse>
}

type Opened = {
  readonly table: Pick<PollTable, 'auth'>
  readonly secrets: Readonly<Record<string, string>>
  readonly ask: Ask
  readonly nowMs: () => number
}

export async function openSession(input: Opened, places: Places): Promise<Session> {
  const { auth } = input.table
  const signed = await signerOf(input, places)
  const refuse = auth.kind === 'aws' ? refuseAwsFaults : refuseFaults
  return {
    async ask(request, accepts) {
      const answer = await input.ask(signed(request))
      const isAccepted = accepts !== undefined && answer.status === 400 && answer.body.includes(accepts)
      return isAccepted ? answer : refuse(answer)
    },
  }
}

async function signerOf(input: Opened, places: Places): Promise<(request: PollRequest) => PollRequest> {
  const { table, secrets, ask, nowMs } = input
  const { auth } = table
  switch (auth.kind) {
    case 'aws':
      return awsSession(auth.service, secrets, places, ask, nowMs)
    case 'duo':
      return (request) => duoSigned(request, secrets, nowMs())
    case 'google':
      return withHeaders({ authorization: `Bearer ${await googleToken(auth, secrets, places, ask, nowMs())}` })
    default:
      return withHeaders(await signIn(table, secrets, places, ask))
  }
}

function withHeaders(own: Readonly<Record<string, string>>) {
  return (request: PollRequest): PollRequest => ({ ...request, headers: { ...request.headers, ...own } })
}

/** The next page must be of the same origin, because the credential is sent with its request. */
export function sameOrigin(from: string, to: string): string {
  const url = URL.parse(to, from)
  if (url === null || url.origin !== new URL(from).origin)
    throw new AppError('bad_request', 'the next page is of another host: it is not asked for')
  return url.href
}
