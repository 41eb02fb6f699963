/**
 * Routes to which Slack and Teams send messages to the bot and button clicks. They are written by hand, because the
 * caller is authenticated by the vendor's signature over the raw body.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { postToPerson, unfurl } from '../../../control/respond/response/index.ts'
import {
  acknowledgeInChat,
  answerChat,
  type ChatAnswer,
  decideInChat,
  isFromSlack,
  onThreadEvent,
  previews,
  type ThreadEvent,
} from '../../../control/soc/chat/index.ts'
import { ACKNOWLEDGE_BUTTON } from '../../../control/soc/delivery/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ApiDeps } from '../../deps.ts'
import { formIn, objectIn, takeBodiesAsText } from '../../plugins/text-body.ts'
import type { Routes } from '../api-app.ts'
import { CHAT_AUDITS, CHAT_TAGS, callOf, chatDeps, overChat } from './chat-call.ts'
import { teamsRoutes } from './teams.ts'

const BODY_BYTES_MAX = 64 << 10
const TEXT_MAX = 3_000

export const chatRoutes: Routes = (app, deps) => {
  app.register(async (scope) => {
    takeBodiesAsText(scope, ['application/x-www-form-urlencoded', 'application/json'], BODY_BYTES_MAX)
    slackRoutes(scope, deps)
    teamsRoutes(scope, deps)
  })
}

function slackRoutes(scope: FastifyInstance, deps: ApiDeps): void {
  const config = { public: true, audit: CHAT_AUDITS } as const
  scope.post(
    '/chat/slack/commands',
    { config, schema: { tags: CHAT_TAGS, hide: true, summary: 'A slash command of Slack' } },
    async (request) => {
      const form = slackForm(deps, request)
      const answer = await answerChat(chatDeps(deps), {
        ...callOf(request, 'slack', form.get('team_id'), form.get('user_id')),
        ...{ text: form.get('text') ?? '', channel: form.get('channel_id') },
        requestKey: form.get('trigger_id') ?? String(request.headers['x-slack-signature']),
      })
      return slackMessage(answer)
    },
  )
  scope.post(
    '/chat/slack/interactions',
    { config, schema: { tags: CHAT_TAGS, hide: true, summary: 'A press on a button in Slack' } },
    async (request) => {
      const payload = objectIn(slackForm(deps, request).get('payload') ?? '') as Interaction
      const [{ action_id: action = '', value = '' } = {}] = payload.actions ?? []
      const verdict = action === 'svc_approve' ? 'approved' : action === 'svc_deny' ? 'denied' : null
      const isAcknowledged = action === ACKNOWLEDGE_BUTTON
      if (verdict === null && !isAcknowledged) return {} // a button that is a link, which Slack reports as well
      const call = {
        ...callOf(request, 'slack', payload.team?.id ?? null, payload.user?.id ?? null),
        ...{ text: '', requestKey: payload.trigger_id ?? value },
      }
      const done =
        verdict === null
          ? await acknowledgeInChat(chatDeps(deps), call, value)
          : await decideInChat(chatDeps(deps), call, value, verdict)
      const message = slackMessage(done)
      await replaceCard(deps, payload.response_url, message)
      return message
    },
  )
  scope.post(
    '/chat/slack/events',
    { config, schema: { tags: CHAT_TAGS, hide: true, summary: 'An event of Slack: a message in a thread, a link' } },
    async (request) => {
      requireSlack(deps, request)
      const sent = objectIn(String(request.body ?? '')) as SlackCallback
      if (sent.type === 'url_verification') return { challenge: String(sent.challenge ?? '').slice(0, 300) }
      if (sent.type === 'event_callback') await onSlackEvent(deps, request, sent)
      // Everything else is acknowledged too, because Slack resends requests that are not answered with 200.
      return {}
    },
  )
}

/** Source: Slack Events API (`message`, `message_changed`, `message_deleted`, `link_shared`). */
async function onSlackEvent(deps: ApiDeps, request: FastifyRequest, sent: SlackCallback): Promise<void> {
  const { event, team_id: teamId } = sent
  if (event === undefined || teamId === undefined) return
  if (event.type === 'link_shared') return showPreviews(deps, request, teamId, event)
  const message = event.type === 'message' ? messageOf(event) : null
  if (message === null) return
  const { origin } = callOf(request, 'slack', teamId, message.chatUserId)
  const { threadRef, ...rest } = message
  const place = { platform: 'slack', teamId, channel: event.channel ?? '', threadRef } as const
  const { chatUserId, ref } = rest
  const done = await onThreadEvent(chatDeps(deps), { ...rest, place, origin })
  if (done.outcome !== 'refused') return
  const text = `The case does not have this: ${done.why}`
  const from = { platform: 'slack', teamId, chatUserId } as const
  await overChat(deps, from, (way, egress) =>
    postToPerson(way, egress, { channel: place.channel, user: chatUserId, thread: threadRef || ref, text }),
  )
}

type Written = Pick<ThreadEvent, 'chatUserId' | 'ref' | 'kind' | 'text' | 'editRef'> & { readonly threadRef: string }

/** A message of a person in a thread; null for other events and for messages of programs, our bot included. */
function messageOf(event: SlackEvent): Written | null {
  const [kind, message] =
    event.subtype === 'message_changed'
      ? (['edited', event.message] as const)
      : event.subtype === 'message_deleted'
        ? (['deleted', event.previous_message] as const)
        : (['written', event] as const)
  const { ts, thread_ts: threadRef, user, bot_id, app_id, subtype, text = '', edited } = message ?? {}
  const isOfPerson = bot_id === undefined && app_id === undefined && (kind !== 'written' || MESSAGES.has(subtype ?? ''))
  if (!isOfPerson || !ts || !user || !threadRef || threadRef === ts) return null
  const editRef = kind === 'edited' ? (edited?.ts ?? null) : null
  return { kind, ref: ts, threadRef, chatUserId: user, text: plainOf(text), editRef }
}

/** Subtypes of messages that people write; the others report joins and the like. */
const MESSAGES: ReadonlySet<string> = new Set(['', 'file_share', 'thread_broadcast', 'me_message'])

/** Slack writes links, people and channels between < and >, and escapes these in texts. */
function plainOf(text: string): string {
  return text
    .replaceAll(/<([@#!])([^>|]*)(?:\|([^>]*))?>/g, (_, mark, id, name) => `${mark === '!' ? '@' : mark}${name ?? id}`)
    .replaceAll(/<([^>|]+)(?:\|[^>]*)?>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** A failure to show previews changes nothing. */
async function showPreviews(
  deps: ApiDeps,
  request: FastifyRequest,
  teamId: string,
  { user, channel, message_ts: ts, unfurl_id: id, source, links = [] }: SlackEvent,
): Promise<void> {
  const { from, origin } = callOf(request, 'slack', teamId, user ?? null)
  const urls = links.flatMap(({ url }) => (typeof url === 'string' ? [url] : []))
  const found = await previews(chatDeps(deps), from, urls, origin)
  if (found.length === 0) return
  const place = id && source ? { unfurl_id: id, source } : { channel: channel ?? '', ts: ts ?? '' }
  const block = (text: string) => ({ type: 'section', text: { type: 'plain_text', text: text.slice(0, TEXT_MAX) } })
  const unfurls = Object.fromEntries(
    found.map(({ url, title, text }) => [url, { blocks: [block(title), block(text)] }] as const),
  )
  await overChat(deps, from, (way, egress) => unfurl(way, egress, place, unfurls))
}

type SlackMessageEvent = {
  readonly ts?: string
  readonly thread_ts?: string
  readonly user?: string
  readonly bot_id?: string
  readonly app_id?: string
  readonly subtype?: string
  readonly text?: string
  /** Present on a message that its author changed. */
  readonly edited?: { readonly ts?: string }
}
type SlackEvent = SlackMessageEvent & {
  readonly type?: string
  readonly channel?: string
  readonly message?: SlackMessageEvent
  readonly previous_message?: SlackMessageEvent
  readonly message_ts?: string
  readonly unfurl_id?: string
  readonly source?: string
  readonly links?: readonly { readonly url?: unknown }[]
}
type SlackCallback = {
  readonly type?: string
  readonly challenge?: unknown
  readonly team_id?: string
  readonly event?: SlackEvent
}

type Interaction = {
  readonly team?: { readonly id?: string }
  readonly user?: { readonly id?: string }
  readonly actions?: readonly { readonly action_id?: string; readonly value?: string }[]
  readonly response_url?: string
  readonly trigger_id?: string
}
function slackForm(deps: ApiDeps, request: FastifyRequest): URLSearchParams {
  requireSlack(deps, request)
  return formIn(String(request.body ?? ''))
}

/** Throws `bad_credential` for what Slack did not sign, or long ago. */
function requireSlack({ chat, nowMs }: ApiDeps, { body, headers }: FastifyRequest): void {
  const secret = chat?.slackSecret ?? null
  if (secret === null) throw new AppError('unavailable', 'CHAT_SIGNING_SECRET is not set: there is no bot in Slack')
  const text = String(body ?? '')
  const signature = String(headers['x-slack-signature'] ?? '')
  const timestamp = String(headers['x-slack-request-timestamp'] ?? '')
  if (!isFromSlack(secret, { body: text, signature, timestamp }, nowMs()))
    throw new AppError('bad_credential', 'the signature of Slack is missing, wrong or too old')
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
