/**
 * Reads a feed page by page into a sink. A server that hangs, answers for ever, repeats a page or breaks the protocol
 * ends the sync with an error that names the fault; pages read before stay.
 */

import { inPieces } from '../../../../intel/read/in-pieces.ts'
import { readMisp } from '../../../../intel/read/misp.ts'
import { readIndicators } from '../../../../intel/read/read-file.ts'
import type { Sink } from '../../../../intel/read/reading.ts'
import { offer, refuse } from '../../../../intel/read/reading.ts'
import { kindNamed } from '../../../../intel/read/rows.ts'
import { readStix } from '../../../../intel/read/stix.ts'
import type { Egress, EgressResponse } from '../../../../platform/egress/client.ts'
import { AppError } from '../../../../platform/errors.ts'
import { hash32 } from '../../../../platform/hash.ts'
import { isMembers } from '../../../../platform/members.ts'
import { storable, storableText } from '../../../../platform/storable.ts'
import { inTurns } from '../../../../platform/turns.ts'
import type { Feed, SyncLimits } from './feed.ts'

export type Pull = {
  readonly feed: Pick<Feed, 'type' | 'url' | 'config' | 'position' | 'isShared'>
  /** Unsealed; null for none. */
  readonly apiKey: string | null
  readonly egress: Egress
  readonly limits: SyncLimits
  readonly nowMs: () => number
  readonly sink: Sink
  /** After each page; rejects when the sync has to end. */
  readonly onPage: () => Promise<void>
}

const TAXII_TYPE = 'application/taxii+json;version=2.1'
/** The media type of TAXII 2.0. */
const STIX_TYPE = 'application/vnd.oasis.stix+json; version=2.0'
const TAXII_PAGE = 1_000
const MISP_PAGE = 50

/** Resolves with the position that the next sync continues from; null: from the beginning. */
export async function pullFeed(pull: Pull): Promise<string | null> {
  const pages = new Pages(pull)
  switch (pull.feed.type) {
    case 'taxii':
      return pullTaxii(pull, pages)
    case 'misp':
      return pullMisp(pull, pages)
    case 'otx':
      return pullOtx(pull, pages)
    default:
      return pullFile(pull, pages)
  }
}

/** Asks for pages within the limits. */
class Pages {
  readonly #pull: Pull
  readonly #endMs: number
  readonly #seen = new Set<string>()
  #pages = 0

  constructor(pull: Pull) {
    this.#pull = pull
    this.#endMs = pull.nowMs() + pull.limits.totalMs
  }

  async ask(
    request: { url: string; method?: string; headers?: Record<string, string>; body?: string },
    expected: readonly number[] = [200],
  ) {
    const { egress, limits, nowMs } = this.#pull
    const leftMs = this.#endMs - nowMs()
    if (leftMs <= 0) throw new AppError('unavailable', `not done after ${limits.totalMs / 1000} s`)
    if (++this.#pages > limits.pages) throw new AppError('unavailable', `more than ${limits.pages} pages`)
    const answer = await egress({
      ...request,
      chosenBy: 'tenant',
      timeoutMs: Math.min(limits.answerMs, leftMs),
      responseBytesMax: limits.answerBytes,
    })
    if (!expected.includes(answer.status))
      throw new AppError('unavailable', `the source answered with status ${answer.status}`)
    return answer
  }

  /** A server that repeats a page would never end. */
  refuseRepeat(page: string): void {
    if (this.#seen.has(page)) throw new AppError('unavailable', 'the source gives a page again that it gave before')
    this.#seen.add(page)
  }
}

/**
 * A server of TAXII 2.1 names the next page. One that only says that there is more is asked again from the moment of its
 * last object; a millisecond earlier, because several objects may have the same moment.
 */
async function pullTaxii({ feed, apiKey, sink, onPage }: Pull, pages: Pages): Promise<string | null> {
  const base = feed.url.replace(/\/+$/, '').replace(/\/(?:objects|manifest)$/, '')
  const { collection } = feed.config
  const objects = `${base}${collection ? `/collections/${encodeURIComponent(collection)}` : ''}/objects/`
  const ask = taxiiAsker(pages, authorization(feed.config.username, apiKey))
  let next: string | null = null
  let since = feed.position
  let position = feed.position
  for (;;) {
    const query = new URLSearchParams({ limit: String(TAXII_PAGE), 'match[type]': 'indicator' })
    if (since !== null) query.set('added_after', since)
    if (next !== null) query.set('next', next)
    const answer = await ask(`${objects}?${query}`)
    const envelope = jsonOf(answer)
    if (!isMembers(envelope)) throw new AppError('unavailable', 'the source answered with no TAXII envelope')
    if (Array.isArray(envelope.objects)) await inTurns(readStix(envelope, sink))
    position = later(position, momentHeader(answer, 'x-taxii-date-added-last'))
    await onPage()
    const isMore = envelope.more === true || envelope.more === 'true'
    if (!isMore) return position
    next = typeof envelope.next === 'number' ? String(envelope.next) : textOf(envelope.next)
    if (next === '') {
      const from = position === null ? null : new Date(Date.parse(position) - 1).toISOString()
      if (from === null || later(since, from) === since)
        throw new AppError('unavailable', 'the source announces more pages without a link to the next')
      since = from
      next = null
    } else pages.refuseRepeat(next)
    // Some servers invent a new `next` each time and return the same page.
    const text = answer.body.toString('latin1').replace(JSON.stringify(envelope.next ?? ''), '')
    pages.refuseRepeat(`=${hash32(text)}/${answer.body.length}`)
  }
}

/** Servers of version 2.0 refuse the type of 2.1, and answer a part of a list with 206. */
function taxiiAsker(pages: Pages, authorized: Record<string, string>) {
  let accept = TAXII_TYPE
  return async (url: string): Promise<EgressResponse> => {
    const answer = await pages.ask({ url, headers: { accept, ...authorized } }, [200, 206, 406])
    if (answer.status !== 406) return answer
    if (accept === STIX_TYPE) throw new AppError('unavailable', 'the source answered with status 406')
    accept = STIX_TYPE
    return pages.ask({ url, headers: { accept, ...authorized } }, [200, 206])
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The later of two moments. */
function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return Date.parse(other) > Date.parse(one) ? other : one
}

async function pullMisp({ feed, apiKey, sink, onPage, nowMs }: Pull, pages: Pages): Promise<string | null> {
  const url = `${feed.url.replace(/\/+$/, '')}/events/restSearch`
  const headers = { accept: 'application/json', 'content-type': 'application/json', authorization: apiKey ?? '' }
  const startedS = String(Math.floor(nowMs() / 1000))
  for (let page = 1; ; page++) {
    // Later syncs also need objects that are no longer indicators: deleted, or no longer for detection.
    const since = feed.position === null ? { to_ids: 1 } : { timestamp: feed.position, deleted: [0, 1] }
    const body = JSON.stringify({ returnFormat: 'json', limit: MISP_PAGE, page, ...since })
    const answer = await pages.ask({ url, method: 'POST', headers, body })
    const found = jsonOf(answer)
    const events = isMembers(found) && Array.isArray(found.response) ? found.response : null
    if (events === null) throw new AppError('unavailable', 'the source answered with no list of MISP events')
    if (events.length === 0) return startedS
    pages.refuseRepeat(`${hash32(answer.body.toString('latin1'))}/${answer.body.length}`)
    // Indicators that a tenant pushed to the MISP of the operator are not for the other tenants.
    if (!(await inTurns(readMisp(found, sink, { withoutPushed: feed.isShared }))))
      refuse(sink, 'no MISP event and no warning list', '')
    await onPage()
    if (events.length < MISP_PAGE) return startedS
  }
}

async function pullOtx({ feed, apiKey, sink, onPage, nowMs }: Pull, pages: Pages): Promise<string | null> {
  const headers = { accept: 'application/json', 'x-otx-api-key': apiKey ?? '' }
  const started = new Date(nowMs()).toISOString()
  const first = new URL(`${feed.url.replace(/\/+$/, '')}/api/v1/pulses/subscribed`)
  first.searchParams.set('limit', '50')
  if (feed.position !== null) first.searchParams.set('modified_since', feed.position)
  let url = first.href
  for (;;) {
    pages.refuseRepeat(url)
    const found = jsonOf(await pages.ask({ url, headers }))
    if (!isMembers(found) || !Array.isArray(found.results))
      throw new AppError('unavailable', 'the source answered with no list of pulses')
    for (const pulse of found.results) await inTurns(readPulse(pulse, sink))
    await onPage()
    if (typeof found.next !== 'string' || found.next === '') return started
    // The key goes where the operator of the feed was named, and nowhere else.
    const next = URL.parse(found.next, url)
    if (next?.origin !== first.origin) throw new AppError('unavailable', 'the next page is on another server')
    url = next.href
  }
}

function* readPulse(pulse: unknown, sink: Sink): Generator<void, void> {
  if (!isMembers(pulse) || !Array.isArray(pulse.indicators)) return refuse(sink, 'a pulse without indicators', '')
  for (const one of pulse.indicators) {
    yield
    const kind = isMembers(one) && typeof one.type === 'string' ? kindNamed(one.type) : undefined
    if (!isMembers(one) || typeof one.indicator !== 'string') refuse(sink, 'an entry that is no indicator', '')
    else if (one.is_active === 0 || one.is_active === false)
      refuse(sink, 'no longer active at its source', one.indicator)
    else if (kind === undefined)
      refuse(sink, `indicators of type ${String(one.type).slice(0, 40)} are not matched`, one.indicator)
    else
      offer(sink, {
        kind,
        value: one.indicator,
        ...(typeof pulse.name === 'string' ? { tags: [storableText(pulse.name.slice(0, 200))] } : {}),
      })
  }
}

/** A list at an address: always whole. */
async function pullFile({ feed, apiKey, sink, onPage }: Pull, pages: Pages): Promise<null> {
  const answer = await pages.ask({ url: feed.url, headers: authorization(feed.config.username, apiKey) })
  const format = feed.type === 'csv' ? 'csv' : feed.type === 'stix' ? 'stix' : undefined
  await readIndicators(inPieces(answer.body), format, sink)
  await onPage()
  return null
}

function authorization(username: string | undefined, apiKey: string | null): Record<string, string> {
  if (apiKey === null) return {}
  if (username === undefined) return { authorization: `Bearer ${apiKey}` }
  return { authorization: `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}` }
}

function jsonOf({ body }: EgressResponse): unknown {
  try {
    return storable(JSON.parse(body.toString('utf8')))
  } catch (cause) {
    throw new AppError('unavailable', 'the source answered with something that is not JSON', { cause })
  }
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/** A moment in RFC 3339, as TAXII asks for it (section 3.1). */
function momentHeader({ headers }: EgressResponse, name: string): string | null {
  const value = headers[name]
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(ms)) return null
  // Some servers send a date in words, which they would refuse as a parameter.
  return typeof value === 'string' && RFC_3339.test(value) ? value.slice(0, 100) : new Date(ms).toISOString()
}
