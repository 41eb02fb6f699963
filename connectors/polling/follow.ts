/** Follows a page that lists no events, only the keys with which they are requested. */
import { AppError } from '../../platform/errors.ts'
import { readAnswer } from './ask.ts'
import { eventsOf, newestOf, type PolledPage } from './events.ts'
import { filled, type Places } from './places.ts'
import { type Session, sameOrigin } from './session.ts'
import { at, type Follow, type PollTable } from './table.ts'

export async function* followed(
  table: PollTable,
  follow: Follow,
  places: Places,
  session: Session,
  listed: readonly unknown[],
): AsyncGenerator<PolledPage> {
  if (follow.kind === 'ids') yield* byIds(table, follow, places, session, listed)
  else yield* byAddress(table, follow, filled(table.request.url, places), session, listed)
}

async function* byIds(
  table: PollTable,
  follow: Extract<Follow, { kind: 'ids' }>,
  places: Places,
  session: Session,
  listed: readonly unknown[],
): AsyncGenerator<PolledPage> {
  for (let from = 0; from < listed.length; from += follow.perRequest) {
    const ids = listed.slice(from, from + follow.perRequest)
    const body = JSON.stringify(
      Object.fromEntries(Object.entries(follow.body).map(([name, value]) => [name, value === '{ids}' ? ids : value])),
    )
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const answer = await session.ask({ method: 'POST', url: filled(follow.url, places), headers, body })
    const events = eventsOf({ events: follow.events }, readAnswer(answer.body))
    yield { events, newestMs: newestOf(table, events) }
  }
}

async function* byAddress(
  table: PollTable,
  follow: Extract<Follow, { kind: 'addresses' }>,
  text: string,
  session: Session,
  listed: readonly unknown[],
): AsyncGenerator<PolledPage> {
  for (const one of listed) {
    const address = at(one, follow.address)
    if (typeof address !== 'string')
      throw new AppError('unavailable', `what the source lists has no address at ${follow.address}`)
    const url = sameOrigin(text, address)
    const answer = await session.ask({ method: 'GET', url, headers: { accept: 'application/json' } })
    yield { events: eventsOf({ events: '' }, readAnswer(answer.body)), newestMs: newestOf(table, [one]) }
  }
}
