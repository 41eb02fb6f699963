/** Messages to people in Slack. Source: Slack Web API (`chat.postMessage`). */
import { AppError } from '../../../platform/errors.ts'
import { CALL_MS, fitted } from '../../respond/chat-messages.ts'
import {
  type Executor,
  type ExecutorDeps,
  type ExecutorSettings,
  type MessageButton,
  NotDone,
  type Respond,
} from '../../respond/executor.ts'
import { BYTES_MAX, membersOf, refusal } from '../../respond/over-http.ts'

/** `base_url` is https://slack.com/api with a bot token as the secret, or the address of an incoming web hook. */
const open: Respond['open'] = (settings, deps) => ({
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
  const members = membersOf('Slack', answer.body)
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
export function slackWebHookExecutor({ egress }: Pick<ExecutorDeps, 'egress'>): Executor {
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

export const SLACK_RESPOND: Respond = { vendor: 'slack', capabilities: ['notify'], open }
