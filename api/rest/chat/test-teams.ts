/** Microsoft Teams, as far as a bot sees it: its sign-in, messages into conversations, and messages that it signs. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Egress } from '../../../platform/egress/client.ts'

export const TEAMS_SECRET = randomBytes(32).toString('base64')
export const TEAMS_SERVICE = 'https://smba.example/emea/'
export const TEAMS_BOT = { app_id: 'app-1', sign_in_url: 'https://login.example' }

export type TestTeams = {
  readonly egress: Egress
  /** Messages in conversations, and those that a webhook put into its channel. */
  readonly messages: { conversation: string | null; text: string }[]
  readonly signIns: Record<string, string>[]
  /** Bodies of the requests for a conversation with one person, and the activities in those conversations. */
  readonly members: Record<string, unknown>[]
  readonly activities: Record<string, unknown>[]
  /** Answered to the next messages in place of what they ask. */
  readonly failures: { status: number; body?: object; headers?: Record<string, string> }[]
}

export function testTeams(): TestTeams {
  const teams: TestTeams = {
    ...{ messages: [], signIns: [], failures: [], members: [], activities: [] },
    async egress({ url, body, headers = {} }) {
      const answered = (status: number, members: object, more = {}) => {
        return { status, headers: more, body: Buffer.from(JSON.stringify(members)), url }
      }
      const { host, pathname } = new URL(url)
      if (host === 'login.example') {
        const form = Object.fromEntries(new URLSearchParams(String(body)))
        teams.signIns.push(form)
        if (form.client_secret !== 'app secret') return answered(401, { error: 'invalid_client' })
        return answered(200, { token_type: 'Bearer', expires_in: 3599, access_token: 'token-1' })
      }
      const failure = teams.failures.shift()
      if (failure !== undefined) return answered(failure.status, failure.body ?? {}, failure.headers)
      const sent = JSON.parse(String(body))
      const isBot = headers.authorization === 'Bearer token-1'
      if (pathname === '/emea/v3/conversations') {
        if (!isBot) return answered(401, { error: { code: 'Unauthorized' } })
        teams.members.push(sent)
        const [{ id: member }] = sent.members
        return answered(201, { id: `a:${member}` })
      }
      const [, conversation] = /^\/emea\/v3\/conversations\/([^/]+)\/activities$/.exec(pathname) ?? []
      if (conversation === undefined) {
        teams.messages.push({ conversation: null, text: JSON.stringify(sent) })
        return answered(202, {})
      }
      if (!isBot) return answered(401, { error: { code: 'Unauthorized' } })
      teams.activities.push(sent)
      teams.messages.push({ conversation: decodeURIComponent(conversation), text: sent.text })
      return answered(201, { id: `1700000000${teams.messages.length}` })
    },
  }
  return teams
}

/** Body and headers of a message to the outgoing webhook. */
export function teamsMessage(of: { id: string; user: string; html: string; conversation: string }, atMs: number) {
  const payload = JSON.stringify({
    ...{ type: 'message', id: of.id, text: of.html, timestamp: new Date(atMs).toISOString() },
    ...{ from: { aadObjectId: of.user }, conversation: { id: of.conversation } },
    channelData: { tenant: { id: 'M365' } },
  })
  const mac = createHmac('sha256', Buffer.from(TEAMS_SECRET, 'base64')).update(payload).digest('base64')
  return { payload, headers: { 'content-type': 'application/json', authorization: `HMAC ${mac}` } }
}
