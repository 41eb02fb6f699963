/** Slack, as far as a bot sees it: methods of its Web API, and requests that it signs. */
import { createHmac } from 'node:crypto'
import type { Egress } from '../../../platform/egress/client.ts'

export const SLACK_SECRET = 'signing secret of the app'
export const SLACK_API = 'https://slack.example/api'

export type SlackMessage = { ts: string; channel: string; text: string; thread_ts?: string; metadata?: object }

export type TestSlack = {
  readonly egress: Egress
  readonly messages: SlackMessage[]
  readonly unfurls: Record<string, unknown>[]
  readonly ephemerals: Record<string, unknown>[]
  /** Called after a message was taken, before the answer. */
  onPost: () => void | Promise<void>
  /** Replies of a thread in one page. */
  pageSize: number
  /** Answered to the next calls in place of what they ask. */
  readonly failures: { status: number; body?: object; headers?: Record<string, string> }[]
}

export function testSlack(nowMs: () => number): TestSlack {
  let count = 0
  const slack: TestSlack = {
    ...{ messages: [], unfurls: [], ephemerals: [], failures: [], onPost: () => {}, pageSize: 200 },
    async egress({ url, body, headers = {} }) {
      const answered = (status: number, members: object, more = {}) => {
        return { status, headers: more, body: Buffer.from(JSON.stringify(members)), url }
      }
      const failure = slack.failures.shift()
      if (failure !== undefined) return answered(failure.status, failure.body ?? {}, failure.headers)
      if (headers.authorization !== 'Bearer xoxb-1') return answered(200, { ok: false, error: 'invalid_auth' })
      const { pathname, searchParams } = new URL(url)
      const sent = body === undefined ? {} : JSON.parse(String(body))
      switch (pathname) {
        case '/api/chat.postMessage': {
          const message = { ...sent, ts: `${Math.floor(nowMs() / 1000)}.${String(++count).padStart(6, '0')}` }
          slack.messages.push(message)
          await slack.onPost()
          return answered(200, { ok: true, ts: message.ts, channel: sent.channel })
        }
        case '/api/conversations.replies': {
          const ts = searchParams.get('ts')
          const oldest = Number(searchParams.get('oldest') ?? 0)
          const all = slack.messages.filter(
            (one) => one.ts === ts || (one.thread_ts === ts && Number(one.ts) >= oldest),
          )
          const from = Number(searchParams.get('cursor') ?? 0)
          const next = from + Math.min(slack.pageSize, Number(searchParams.get('limit')))
          const response_metadata = { next_cursor: next < all.length ? String(next) : '' }
          return answered(200, { ok: true, messages: all.slice(from, next), response_metadata })
        }
        case '/api/chat.unfurl':
          slack.unfurls.push(sent)
          return answered(200, { ok: true })
        case '/api/chat.postEphemeral':
          slack.ephemerals.push(sent)
          return answered(200, { ok: true })
        default:
          return answered(200, { ok: false, error: 'unknown_method' })
      }
    },
  }
  return slack
}

/** Headers of a request of Slack. */
export function slackHeaders(payload: string, atMs: number, type: string): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1000))
  const mac = createHmac('sha256', SLACK_SECRET).update(`v0:${timestamp}:${payload}`).digest('hex')
  return { 'content-type': type, 'x-slack-signature': `v0=${mac}`, 'x-slack-request-timestamp': timestamp }
}
