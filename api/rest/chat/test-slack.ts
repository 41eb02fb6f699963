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
  onPost: () => void
  /** Answered to the next calls in place of what they ask. */
  readonly failures: { status: number; body?: object; headers?: Record<string, string> }[]
}

export function testSlack(): TestSlack {
  let count = 0
  const slack: TestSlack = {
    ...{ messages: [], unfurls: [], ephemerals: [], failures: [], onPost: () => {} },
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
          const message = { ...sent, ts: `1700000000.${String(++count).padStart(6, '0')}` }
          slack.messages.push(message)
          slack.onPost()
          return answered(200, { ok: true, ts: message.ts, channel: sent.channel })
        }
        case '/api/conversations.replies': {
          const ts = searchParams.get('ts')
          const messages = slack.messages.filter((one) => one.thread_ts === ts || one.ts === ts)
          return answered(200, { ok: true, messages })
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
