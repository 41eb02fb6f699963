/** Routes to which Slack and Teams send messages to the bot and presses on its buttons. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  answerChat,
  type ChatAnswer,
  type ChatCall,
  type ChatDeps,
  decideInChat,
  isFromSlack,
  isFromTeams,
} from '../../../control/chat/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ApiDeps } from '../../deps.ts'
import type { Routes } from '../api-app.ts'

const BODY_BYTES_MAX = 64 << 10
const TEXT_MAX = 3_000
const tags = ['chat']
const AUDITS = [
  ...['chat:account_linked', 'investigation:started', 'action:requested', 'approval:approved', 'approval:denied'],
]

export const chatRoutes: Routes = (app, deps) => {
  app.register(async (scope) => {
    // The body stays as it came: the signature is over the bytes.
    const asText = (_: unknown, body: unknown, done: (error: null, body: unknown) => void) => done(null, body)
    const options = { parseAs: 'string', bodyLimit: BODY_BYTES_MAX } as const
    scope.removeContentTypeParser(['application/json'])
    scope.addContentTypeParser(['application/x-www-form-urlencoded', 'application/json'], options, asText)
    slackRoutes(scope, deps)
    teamsRoute(scope, deps)
  })
}

function slackRoutes(scope: FastifyInstance, deps: ApiDeps): void {
  const config = { public: true, audit: AUDITS } as const
  scope.post(
    '/chat/slack/commands',
    { config, schema: { tags, hide: true, summary: 'A slash command of Slack' } },
    async (request) => {
      const form = slackForm(deps, request)
      const answer = await answerChat(chatDeps(deps), {
        ...callOf(request, 'slack', form.get('team_id'), form.get('user_id')),
        text: form.get('text') ?? '',
        requestKey: form.get('trigger_id') ?? String(request.headers['x-slack-signature']),
      })
      return slackMessage(answer)
    },
  )
  scope.post(
    '/chat/slack/interactions',
    { config, schema: { tags, hide: true, summary: 'A press on a button in Slack' } },
    async (request) => {
      const payload = jsonOf(slackForm(deps, request).get('payload') ?? '') as Interaction
      const [{ action_id: action = '', value = '' } = {}] = payload.actions ?? []
      const verdict = action === 'svc_approve' ? 'approved' : action === 'svc_deny' ? 'denied' : null
      if (verdict === null) return {} // a button that is a link, which Slack reports as well
      const call = {
        ...callOf(request, 'slack', payload.team?.id ?? null, payload.user?.id ?? null),
        ...{ text: '', requestKey: payload.trigger_id ?? value },
      }
      const message = slackMessage(await decideInChat(chatDeps(deps), call, value, verdict))
      await replaceCard(deps, payload.response_url, message)
      return message
    },
  )
}

function teamsRoute(scope: FastifyInstance, deps: ApiDeps): void {
  scope.post(
    '/chat/teams',
    {
      config: { public: true, audit: AUDITS },
      schema: { tags, hide: true, summary: 'A message to the outgoing webhook of Teams' },
    },
    async (request) => {
      const body = String(request.body ?? '')
      const said = jsonOf(body) as TeamsMessage
      const signature = String(request.headers.authorization ?? '')
      const secret = deps.chat?.teamsSecret ?? null
      if (secret === null) throw new AppError('unavailable', 'CHAT_TEAMS_SECRET is not set: there is no bot in Teams')
      if (!isFromTeams(secret, { body, signature, timestamp: said.timestamp ?? '' }, deps.nowMs()))
        throw new AppError('bad_credential', 'this is not signed by Teams, or too old')
      const { text, approvalId } = await answerChat(chatDeps(deps), {
        ...callOf(request, 'teams', said.channelData?.tenant?.id ?? null, said.from?.aadObjectId ?? null),
        // The text begins with the name by which the bot was called.
        text: (said.text ?? '')
          .replaceAll(/<at>.*?<\/at>/gs, ' ')
          .replaceAll(/&nbsp;/g, ' ')
          .replace(/^\s*\/svc\b/, ''),
        requestKey: said.id ?? signature,
      })
      const how = approvalId === undefined ? '' : `\n\nDecide it: approve ${approvalId} or deny ${approvalId}`
      return { type: 'message', textFormat: 'plain', text: `${text}${how}` }
    },
  )
}

type Interaction = {
  readonly team?: { readonly id?: string }
  readonly user?: { readonly id?: string }
  readonly actions?: readonly { readonly action_id?: string; readonly value?: string }[]
  readonly response_url?: string
  readonly trigger_id?: string
}
type TeamsMessage = {
  readonly id?: string
  readonly text?: string
  readonly timestamp?: string
  readonly from?: { readonly aadObjectId?: string }
  readonly channelData?: { readonly tenant?: { readonly id?: string } }
}

function jsonOf(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value
  } catch {
    // Said below.
  }
  throw new AppError('bad_request', 'the body is no JSON object')
}

function slackForm({ chat, nowMs }: ApiDeps, { body, headers }: FastifyRequest): URLSearchParams {
  const secret = chat?.slackSecret ?? null
  if (secret === null) throw new AppError('unavailable', 'CHAT_SIGNING_SECRET is not set: there is no bot in Slack')
  const text = String(body ?? '')
  const signature = String(headers['x-slack-signature'] ?? '')
  const timestamp = String(headers['x-slack-request-timestamp'] ?? '')
  if (!isFromSlack(secret, { body: text, signature, timestamp }, nowMs()))
    throw new AppError('bad_credential', 'this is not signed by Slack, or too old')
  return new URLSearchParams(text)
}

function callOf(
  { ip, id }: FastifyRequest,
  platform: 'slack' | 'teams',
  teamId: string | null,
  chatUserId: string | null,
): Pick<ChatCall, 'from' | 'origin'> {
  if (!teamId || !chatUserId || teamId.length > 100 || chatUserId.length > 100)
    throw new AppError('bad_request', 'it does not say who writes from which workspace')
  return { from: { platform, teamId, chatUserId }, origin: { ip, requestId: String(id) } }
}

function chatDeps({ pool, audit, sealer, chat, nowMs }: ApiDeps): ChatDeps {
  return { pool, audit, sealer, nowMs, defaultTenant: chat?.defaultTenant ?? null, webUrl: chat?.webUrl ?? null }
}

/** Everybody in the channel sees a card; only the caller sees any other answer. */
function slackMessage({ text, approvalId }: ChatAnswer) {
  const escaped = text.slice(0, TEXT_MAX).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  if (approvalId === undefined) return { response_type: 'ephemeral', text: escaped }
  const button = (action_id: string, label: string, style: string) => {
    return { type: 'button', action_id, value: approvalId, style, text: { type: 'plain_text', text: label } }
  }
  const blocks = [
    { type: 'section', text: { type: 'mrkdwn', text: escaped, verbatim: true } },
    {
      type: 'actions',
      elements: [button('svc_approve', 'Approve', 'primary'), button('svc_deny', 'Deny', 'danger')],
    },
  ]
  return { response_type: 'in_channel', text: escaped, blocks }
}

const SLACK_HOOKS = 'https://hooks.slack.com/'

/** Shows the outcome of the press to the channel; a failure to show it changes nothing. */
async function replaceCard({ egress, log }: ApiDeps, url: string | undefined, message: object): Promise<void> {
  if (egress === undefined || !url?.startsWith(SLACK_HOOKS)) return
  const body = JSON.stringify({ ...message, replace_original: false, response_type: 'in_channel' })
  const headers = { 'content-type': 'application/json' }
  await egress({ url, chosenBy: 'tenant', method: 'POST', headers, body, timeoutMs: 2_000, redirectsMax: 0 }).catch(
    (err: unknown) => log.warn({ err }, 'cannot show a decision in Slack'),
  )
}
