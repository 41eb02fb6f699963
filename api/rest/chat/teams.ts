/**
 * Routes to which Microsoft Teams sends messages to the bot: an outgoing webhook, which signs the body and may have links
 * alone, and a registered bot, whose cards have buttons that act (decision 0131).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { postBotActivity } from '../../../control/respond/response/index.ts'
import {
  answerChat,
  type BotTokens,
  botTokens,
  type ChatAnswer,
  type ChatCall,
  decideInChat,
  isCommand,
  isFromTeams,
  onThreadEvent,
  tenantOfChat,
} from '../../../control/soc/chat/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ApiDeps } from '../../deps.ts'
import { objectIn } from '../../plugins/text-body.ts'
import { CHAT_AUDITS, CHAT_TAGS, callOf, chatDeps } from './chat-call.ts'

export function teamsRoutes(scope: FastifyInstance, deps: ApiDeps): void {
  const config = { public: true, audit: CHAT_AUDITS } as const
  const tokens = deps.egress === undefined ? null : botTokens(deps.egress, deps.nowMs)
  scope.post(
    '/chat/teams',
    { config, schema: { tags: CHAT_TAGS, hide: true, summary: 'A message to the outgoing webhook of Teams' } },
    async (request) => {
      const body = String(request.body ?? '')
      const message = objectIn(body) as TeamsMessage
      const signature = String(request.headers.authorization ?? '')
      const secret = deps.chat?.teamsSecret ?? null
      if (secret === null) throw new AppError('unavailable', 'CHAT_TEAMS_SECRET is not set: there is no bot in Teams')
      if (!isFromTeams(secret, { body, signature, timestamp: message.timestamp ?? '' }, deps.nowMs()))
        throw new AppError('bad_credential', 'the signature of Teams is missing, wrong or too old')
      return messageWith(await answered(deps, callIn(request, message, signature)), deps.webUrl, linksTo)
    },
  )
  scope.post(
    '/chat/teams/bot',
    {
      config,
      schema: { tags: CHAT_TAGS, hide: true, summary: 'A message to the bot of Teams, or a press on its card' },
    },
    async (request) => {
      const activity = objectIn(String(request.body ?? '')) as TeamsMessage
      await requireBot(deps, tokens, request, activity)
      if (activity.type === 'invoke') return pressed(deps, request, activity)
      if (activity.type === 'message') await reply(deps, request, activity)
      // Everything else, such as the bot being added to a team, is acknowledged: Teams resends what is not.
      return {}
    },
  )
}

async function requireBot(
  { chat }: ApiDeps,
  tokens: BotTokens | null,
  { headers }: FastifyRequest,
  { serviceUrl, channelId }: TeamsMessage,
): Promise<void> {
  const appId = chat?.teamsAppId ?? null
  if (appId === null || tokens === null)
    throw new AppError('unavailable', 'CHAT_TEAMS_APP_ID is not set: there is no registered bot in Teams')
  await tokens.check(appId, String(headers.authorization ?? ''), String(serviceUrl ?? ''))
  if (channelId !== 'msteams') throw new AppError('bad_credential', 'the activity is not of Teams')
}

const callIn = (request: FastifyRequest, message: TeamsMessage, key: string): ChatCall => ({
  ...callOf(
    request,
    'teams',
    message.channelData?.tenant?.id ?? message.conversation?.tenantId ?? null,
    message.from?.aadObjectId ?? null,
  ),
  text: plainOfTeams(message.text ?? ''),
  ...{ requestKey: message.id ?? key, channel: message.conversation?.id?.slice(0, 300) ?? null },
})

const answered = async (deps: ApiDeps, call: ChatCall): Promise<ChatAnswer> =>
  (await commentInTeams(deps, call)) ?? (await answerChat(chatDeps(deps), call))

/** A bot answers with a message of its own, in the conversation that it was asked in. */
async function reply(deps: ApiDeps, request: FastifyRequest, activity: TeamsMessage): Promise<void> {
  const call = callIn(request, activity, String(request.id))
  await post(deps, call, messageWith(await answered(deps, call), deps.webUrl, buttonsThatAct))
}

/**
 * A press decides as the account of the person who pressed. The answer replaces the card for that person, and a message
 * tells the others; a refusal leaves the card as it is.
 * Source: Microsoft Teams, "Universal Actions for Adaptive Cards" (`adaptiveCard/action`).
 */
async function pressed(deps: ApiDeps, request: FastifyRequest, activity: TeamsMessage): Promise<object> {
  const { verb = '', data = {} } = activity.name === 'adaptiveCard/action' ? (activity.value?.action ?? {}) : {}
  const verdict = VERDICTS.get(verb)
  if (verdict === undefined) return invokeAnswer('message', 'This button is not known here.')
  const call = callIn(request, activity, String(request.id))
  const done = await decideInChat(chatDeps(deps), call, String(data.approval ?? ''), verdict)
  if (done.isRefused) return invokeAnswer('message', done.text)
  const { text, attachments } = messageWith(done, deps.webUrl, buttonsThatAct)
  await post(deps, call, { text })
  return invokeAnswer('card', (attachments?.[0] ?? cardOf(done.text, [])).content)
}

const VERDICTS: ReadonlyMap<string, 'approved' | 'denied'> = new Map([
  ['svc_approve', 'approved'],
  ['svc_deny', 'denied'],
])

function invokeAnswer(what: 'card' | 'message', value: unknown): object {
  const type =
    what === 'card' ? 'application/vnd.microsoft.card.adaptive' : 'application/vnd.microsoft.activity.message'
  return { statusCode: 200, type, value }
}

type Message = { readonly text: string; readonly attachments?: readonly { readonly content: object }[] }

/** A failure to post is logged: what was asked has been done, and Teams would ask for it again. */
async function post(
  { pool, vault, egress, log, chat }: ApiDeps,
  { from, channel }: ChatCall,
  message: Message,
): Promise<void> {
  const tenant = await tenantOfChat({ pool, defaultTenant: chat?.defaultTenant ?? null }, from)
  if (tenant === null || egress === undefined || !channel) return
  try {
    const bot = { pool, vault, egress, appId: chat?.teamsAppId ?? '' }
    if (!(await postBotActivity(bot, tenant, { ...message, conversation: channel })))
      log.warn({ tenant }, 'cannot answer in Teams: no executor has the app_id of CHAT_TEAMS_APP_ID')
  } catch (err) {
    log.warn({ err, tenant }, 'cannot answer in Teams')
  }
}

type Buttons = (approvalId: string, webUrl: string) => readonly object[]

function messageWith({ text, approvalId }: ChatAnswer, webUrl: string, buttons: Buttons) {
  if (approvalId === undefined) return { type: 'message', textFormat: 'plain', text }
  const words = `${text}\n\nDecide it: approve ${approvalId} or deny ${approvalId}`
  return {
    type: 'message',
    textFormat: 'plain',
    text: words,
    attachments: [cardOf(words, buttons(approvalId, webUrl))],
  }
}

function cardOf(text: string, actions: readonly object[]) {
  const body = [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] }]
  const content = { type: 'AdaptiveCard', version: '1.4', body, ...(actions.length === 0 ? {} : { actions }) }
  return { contentType: 'application/vnd.microsoft.card.adaptive', content }
}

const CHOICES = [
  { title: 'Approve', verb: 'svc_approve', decide: 'approve', style: 'positive' },
  { title: 'Deny', verb: 'svc_deny', decide: 'deny', style: 'destructive' },
] as const

/**
 * A link for each choice, to the page where the person decides, signed in as themselves: the answer of an outgoing webhook
 * may have no buttons that do more (Source: Microsoft Teams, "Create an outgoing webhook").
 */
const linksTo: Buttons = (approvalId, webUrl) =>
  CHOICES.map(({ title, decide }) => {
    const query = new URLSearchParams({ approval: approvalId, decide })
    return { type: 'Action.OpenUrl', title, url: `${webUrl}/response?${query}` }
  })

/** A press goes to the bot; a client that does not know such buttons has the links. */
const buttonsThatAct: Buttons = (approvalId, webUrl) => {
  const links = linksTo(approvalId, webUrl)
  return CHOICES.map(({ title, verb, style }, at) => {
    return { type: 'Action.Execute', title, verb, style, data: { approval: approvalId }, fallback: links[at] }
  })
}

/**
 * Handles a message to the bot in a thread that follows a case: it becomes a comment unless it is a command; null in
 * any other thread. An outgoing webhook receives only messages that mention it, and neither edits nor deletions.
 */
async function commentInTeams(
  deps: ApiDeps,
  { from, text, channel, requestKey, origin }: ChatCall,
): Promise<ChatAnswer | null> {
  if (!channel || isCommand(text)) return null
  const place = { platform: 'teams', teamId: from.teamId, channel, threadRef: channel } as const
  const event = { place, chatUserId: from.chatUserId, ref: requestKey.slice(0, 200), editRef: null, text, origin }
  const done = await onThreadEvent(chatDeps(deps), { ...event, kind: 'written' })
  if (done.outcome === 'refused') return { text: `The case does not have this: ${done.why}` }
  return done.outcome === 'taken' ? { text: 'The case has it as a comment.' } : null
}

/** Teams writes texts as HTML; the name by which the bot was called is left out. */
function plainOfTeams(html: string): string {
  return html
    .replaceAll(/<at>.*?<\/at>/gs, ' ')
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|li)>/gi, '\n')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/&(nbsp|lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .trim()
    .replace(/^\/svc\b\s*/, '')
}

const ENTITIES: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

type TeamsMessage = {
  readonly type?: string
  readonly name?: string
  readonly id?: string
  readonly text?: string
  readonly timestamp?: string
  readonly from?: { readonly aadObjectId?: string }
  readonly conversation?: { readonly id?: string; readonly tenantId?: string }
  readonly channelData?: { readonly tenant?: { readonly id?: string } }
  readonly channelId?: string
  readonly serviceUrl?: string
  readonly value?: { readonly action?: { readonly verb?: string; readonly data?: { readonly approval?: unknown } } }
}
