import { expect, test } from 'vitest'
import type { PollRequest, PollResponse } from '../polling/ask.ts'
import { CONNECTOR_TYPES, connectorType } from '../vendor-apis.ts'
import type { ClosureTable } from './closure-table.ts'
import { type Closure, findingId, readClosures } from './closures.ts'

const SINCE_MS = Date.UTC(2026, 0, 31, 8)
const UNTIL_MS = SINCE_MS + 3_600_000
const AT = '2026-01-31T08:30:00.000Z'

/**
 * For each vendor: a closed finding as the vendor returns it, the same finding as it is polled, and the expected
 * result.
 */
const SAMPLES: Readonly<Record<string, { answer: unknown; polled: unknown; closure: Omit<Closure, 'closedAtMs'> }>> = {
  splunk: {
    answer: {
      result: {
        rule_id: 'A@@notable@@1',
        status: '5',
        time: Date.parse(AT) / 1000,
        user: 'ana',
        disposition: 'disposition:3',
      },
    },
    polled: { event_id: 'A@@notable@@1', _time: AT },
    closure: { externalId: 'A@@notable@@1', closedBy: 'ana', word: 'disposition:3', label: 'false_positive' },
  },
  sentinel: {
    answer: {
      value: [
        { name: 'guid-1', properties: { status: 'Closed', classification: 'BenignPositive', lastModifiedTimeUtc: AT } },
      ],
    },
    polled: { name: 'guid-1', properties: { status: 'New' } },
    closure: { externalId: 'guid-1', closedBy: null, word: 'BenignPositive', label: 'benign_true_positive' },
  },
  elastic: {
    answer: {
      hits: {
        hits: [
          {
            _source: {
              'kibana.alert.uuid': 'uuid-1',
              'kibana.alert.workflow_status': 'closed',
              'kibana.alert.workflow_status_updated_at': AT,
            },
          },
        ],
      },
    },
    polled: { 'kibana.alert.uuid': 'uuid-1' },
    closure: { externalId: 'uuid-1', closedBy: null, word: null, label: null },
  },
  qradar: {
    answer: [{ id: 7, status: 'CLOSED', close_time: Date.parse(AT), closing_user: 'ana', closing_reason_id: 3 }],
    polled: { id: 7, status: 'OPEN' },
    closure: { externalId: '7', closedBy: 'ana', word: '3', label: 'true_positive' },
  },
  'defender-xdr': {
    answer: { value: [{ id: 'da1', classification: 'truePositive', resolvedDateTime: AT, lastUpdateDateTime: AT }] },
    polled: { id: 'da1', status: 'new' },
    closure: { externalId: 'da1', closedBy: null, word: 'truePositive', label: 'true_positive' },
  },
}

test('each source with a reader of closures has a sample here', () => {
  const read = CONNECTOR_TYPES.flatMap(({ poll, closures }) => (closures === undefined ? [] : [poll.type]))
  expect(read.sort()).toEqual(Object.keys(SAMPLES).sort())
})

async function read(table: ClosureTable, answer: unknown) {
  const requests: PollRequest[] = []
  const ask = async (request: PollRequest): Promise<PollResponse> => {
    requests.push(request)
    const isSignIn = request.url.includes('/oauth2/')
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(isSignIn ? { access_token: 't' } : answer)) }
  }
  const own = (names: readonly { name: string }[]) =>
    Object.fromEntries(names.map(({ name }) => [name, name.endsWith('_url') ? 'https://vendor.example' : 'acme']))
  const { secrets, settings } = table.source
  const input = { secrets: own(secrets), settings: own(settings), sinceMs: SINCE_MS, untilMs: UNTIL_MS, ask }
  const closures: Closure[] = []
  for await (const page of readClosures(table, { ...input, nowMs: () => UNTIL_MS })) closures.push(...page.closures)
  return { closures, last: requests.at(-1) }
}

test.each(Object.entries(SAMPLES))('%s: what was closed, by whom, with which word', async (type, sample) => {
  const table = connectorType(type)?.closures as ClosureTable
  const { closures, last } = await read(table, sample.answer)
  expect(closures).toEqual([{ ...sample.closure, closedAtMs: Date.parse(AT) }])
  expect(findingId(table, sample.polled)).toBe(sample.closure.externalId)
  const sent = decodeURIComponent(`${last?.url ?? ''} ${last?.body ?? ''}`.replaceAll('+', ' '))
  expect(sent).not.toMatch(/\{[a-z_]+\}/)
  for (const ms of [SINCE_MS, UNTIL_MS])
    expect(
      [new Date(ms).toISOString(), String(ms), String(ms / 1000)].some((text) => sent.includes(text)),
      sent,
    ).toBe(true)
})

test.each([[{}], [{ id: 7 }], [{ close_time: 1 }], [null], ['text']])('%j is not a closure', async (event) => {
  const { closures } = await read(connectorType('qradar')?.closures as ClosureTable, [event])
  expect(closures).toEqual([])
})
