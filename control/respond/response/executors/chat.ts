/**
 * Messages to people in Slack and Microsoft Teams.
 * Source: Slack Web API (`chat.postMessage`), Microsoft Teams documentation (webhooks of Workflows, Adaptive Cards 1.4).
 */
import type { EgressResponse } from '../../../../platform/egress/client.ts'
import { AppError } from '../../../../platform/errors.ts'
import { CALL_MS, fitted, refusal } from './chat-messages.ts'
import { type Executor, type ExecutorDeps, type ExecutorSettings, type MessageButton, NotDone } from './executor.ts'
import { isTeamsBot, postActivity } from './teams-bot.ts'

const BYTES_MAX = 1 << 20

type Maker = (settings: ExecutorSettings, deps: ExecutorDeps) => Executor

/** `base_url` is https://slack.com/api with a bot token as the secret, or the address of an incoming web hook. */
export const slackExecutor: Maker = (settings, deps) => ({
  name: `slack ${settings.name}`,
  isSimulated: false,
  async perform({ id, parameters, target, rationale, buttons = [] }) {
    const text = parameters.message ?? rationale
    if (isWebHook(settings.baseUrl)) {
      await postToWebHook(deps.egress, settings.baseUrl, { text: plainText(text) })
      return { ref: null, detail: 'posted to the web hook' }
    }
    const channel = parameters.channel ?? settings.settings.channel ?? target
    const { ref, posted } = await postMessage(settings, deps, { id, channel, text, actions: slackButtons(buttons) })
    return { ref, detail: `posted to ${posted}` }
  },
  look: async () => 'unknown',
  undo: null,
})

export const slackButtons = (buttons: readonly MessageButton[]) =>
  buttons.map(({ label, action, value }) => ({
    ...{ type: 'button', action_id: action, value, text: { type: 'plain_text', text: label } },
  }))

export const isWebHook = (url: string) => /^\/services\//.test(URL.parse(url)?.pathname ?? '')

type SlackMessage = {
  readonly id: string
  readonly channel: string
  readonly text: string
  /** Buttons under the text. */
  readonly actions?: readonly object[]
  /** The message that it answers in a thread. */
  readonly thread?: string | null
  readonly link?: string | undefined
}

/** `chat.postMessage`. Throws `NotDone` for a refusal: of a channel, or because Slack is busy. */
export async function postMessage(
  settings: ExecutorSettings,
  deps: Pick<ExecutorDeps, 'egress'>,
  { id, channel, text, actions = [], thread = null, link }: SlackMessage,
): Promise<{ readonly ref: string | null; readonly posted: string }> {
  const plain = plainText(text, link)
  const blocks = [
    { type: 'section', text: { type: 'mrkdwn', text: plain, verbatim: true } },
    { type: 'actions', elements: actions },
  ]
  const message = { channel, text: plain, ...(actions.length === 0 ? {} : { blocks }) }
  const { ts, channel: posted } = await slackCall(settings, deps, 'chat.postMessage', {
    ...{ ...message, metadata: metadataOf(id) },
    ...(thread === null ? {} : { thread_ts: thread }),
  })
  return { ref: String(ts ?? '').slice(0, 100) || null, posted: String(posted ?? channel).slice(0, 100) }
}

/** One method of the Web API; a GET without a body. Throws `NotDone` for a refusal, which comes with 200. */
export async function slackCall(
  { baseUrl, secret }: ExecutorSettings,
  { egress }: Pick<ExecutorDeps, 'egress'>,
  method: string,
  body: object | null,
): Promise<Record<string, unknown>> {
  const answer = await egress({
    ...{ url: `${baseUrl.replace(/\/+$/, '')}/${method}`, chosenBy: 'tenant', method: body === null ? 'GET' : 'POST' },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json; charset=utf-8', authorization: `Bearer ${secret ?? ''}` },
    ...{ timeoutMs: CALL_MS, responseBytesMax: BYTES_MAX },
  })
  if (answer.status >= 300) throw refusal('Slack', answer)
  const members = membersOf(answer)
  const { ok, error } = members
  if (ok !== true)
    throw new NotDone(
      LATER.has(String(error)) ? 'unavailable' : 'conflict',
      `Slack answered ${String(error).slice(0, 100)}`,
    )
  return members
}

const LATER: ReadonlySet<string> = new Set(['ratelimited', 'service_unavailable', 'internal_error', 'fatal_error'])
const metadataOf = (id: string) => ({ event_type: 'svc_action', event_payload: { action_id: id } })

/** Nothing in a message mentions or links: what came out of an event may say <!channel>. */
function plainText(text: string, link?: string): string {
  return fitted(text, link).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

async function postToWebHook(egress: ExecutorDeps['egress'], url: string, message: object): Promise<void> {
  const answer = await egress({
    ...{ url, chosenBy: 'tenant', method: 'POST', body: JSON.stringify(message), redirectsMax: 0 },
    ...{ headers: { 'content-type': 'application/json' }, timeoutMs: CALL_MS, responseBytesMax: BYTES_MAX },
  })
  if (answer.status >= 300) throw refusal('Slack', answer)
}

/** `notify_slack`: one request to the webhook that the action names, without a retry. */
export function slackWebHookExecutor({ egress }: ExecutorDeps): Executor {
  return {
    name: 'slack web hook',
    isSimulated: false,
    async perform({ parameters }) {
      const { webhook_url: url = '', channel, message = '' } = parameters
      const body = { text: plainText(message), ...(channel ? { channel } : {}) }
      try {
        await postToWebHook(egress, url, body)
      } catch (error) {
        // Sent once: a step that needs retries sets them itself.
        if (error instanceof AppError) throw new NotDone('conflict', error.message, { cause: error })
        throw error
      }
      return { ref: null, detail: `posted${channel ? ` to ${channel}` : ''}` }
    },
    look: async () => 'unknown',
    undo: null,
  }
}

/** `base_url` is the address of the workflow, and the secret: it has no other. A bot of Teams has `app_id` in its settings. */
export const teamsExecutor: Maker = (settings, deps) => ({
  name: `teams ${settings.name}`,
  isSimulated: false,
  async perform({ parameters, target, rationale, buttons = [] }) {
    const text = parameters.message ?? rationale
    const actions = openUrls(buttons)
    if (isTeamsBot(settings)) {
      const conversation = parameters.channel ?? settings.settings.channel ?? target
      const attachments = actions.length === 0 ? [] : [cardOf({ title: target, text, actions })]
      const ref = await postActivity(settings, deps.egress, { conversation, text, attachments })
      return { ref, detail: `posted to ${conversation}`.slice(0, 300) }
    }
    const status = await postCard(settings, deps, { title: target, text, actions })
    return { ref: null, detail: `answered ${status}` }
  },
  look: async () => 'unknown',
  undo: null,
})

/** A card of a bot has links alone: svc has no endpoint to which Teams reports a press. */
export const openUrls = (buttons: readonly MessageButton[]) =>
  buttons.map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url }))

type Card = {
  readonly title: string
  readonly text: string
  readonly link?: string | undefined
  readonly actions?: readonly object[]
}

/** Throws `NotDone` for a refusal. Gives the status of the answer. A bot posts into its own channel. */
export async function postCard(
  settings: ExecutorSettings,
  { egress }: Pick<ExecutorDeps, 'egress'>,
  card: Card,
): Promise<number> {
  if (isTeamsBot(settings)) {
    const conversation = settings.settings.channel
    if (!conversation) throw new NotDone('conflict', 'the settings of the bot of Teams name no channel')
    await postActivity(settings, egress, { conversation, text: card.text, attachments: [cardOf(card)] })
    return 201
  }
  const { baseUrl } = settings
  const body = JSON.stringify({ type: 'message', attachments: [cardOf(card)] })
  const answer = await egress({
    ...{ url: baseUrl, chosenBy: 'tenant', method: 'POST', body },
    ...{ headers: { 'content-type': 'application/json' }, timeoutMs: CALL_MS, responseBytesMax: BYTES_MAX },
  })
  if (answer.status >= 300) throw refusal('Teams', answer)
  return answer.status
}

export function cardOf({ title, text: message, link, actions = [] }: Card) {
  // A text run is shown as it is; a text block would read markup in it.
  const text = (content: string, weight = 'default') => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: content, weight }],
  })
  const content = {
    type: 'AdaptiveCard',
    version: '1.4',
    body: [text(fitted(title), 'bolder'), text(fitted(message, link))],
  }
  return {
    contentType: 'application/vnd.microsoft.card.adaptive',
    content: actions.length === 0 ? content : { ...content, actions },
  }
}

function membersOf({ body }: EgressResponse): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString())
    if (value !== null && typeof value === 'object') return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new AppError('unavailable', 'Slack answered what is no JSON object')
}
