/**
 * Messages to people in Slack and Microsoft Teams.
 * Source: Slack Web API (`chat.postMessage`), Microsoft Teams documentation (webhooks of Workflows, Adaptive Cards 1.4).
 */
import type { EgressResponse } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Executor, type ExecutorDeps, type ExecutorSettings, type Job, NotDone } from './executor.ts'

const TIMEOUT_MS = 20_000
const BYTES_MAX = 1 << 20
const TEXT_MAX = 3000

type Maker = (settings: ExecutorSettings, deps: ExecutorDeps) => Executor

/** `base_url` is https://slack.com/api, the secret a bot token with chat:write. */
export const slackExecutor: Maker = (settings, { egress }) => ({
  name: `slack ${settings.name}`,
  isSimulated: false,
  async perform({ id, parameters, target, rationale }) {
    const channel = parameters.channel ?? settings.settings.channel ?? target
    const body = JSON.stringify({ channel, text: plainText(parameters.message ?? rationale), metadata: metadataOf(id) })
    const answer = await egress({
      ...{ url: `${settings.baseUrl.replace(/\/+$/, '')}/chat.postMessage`, chosenBy: 'tenant', method: 'POST', body },
      headers: { 'content-type': 'application/json; charset=utf-8', authorization: `Bearer ${settings.secret ?? ''}` },
      ...{ timeoutMs: TIMEOUT_MS, responseBytesMax: BYTES_MAX },
    })
    if (answer.status >= 300) throw refusal('Slack', answer)
    const { ok, ts, error, channel: posted } = membersOf(answer)
    // A refusal comes with 200.
    if (ok !== true)
      throw new NotDone(
        LATER.has(String(error)) ? 'unavailable' : 'conflict',
        `Slack answered ${String(error).slice(0, 100)}`,
      )
    return {
      ref: String(ts ?? '').slice(0, 100) || null,
      detail: `posted to ${String(posted ?? channel).slice(0, 100)}`,
    }
  },
  look: async () => 'unknown',
  undo: null,
})

const LATER: ReadonlySet<string> = new Set(['ratelimited', 'service_unavailable', 'internal_error', 'fatal_error'])
const metadataOf = (id: string) => ({ event_type: 'svc_action', event_payload: { action_id: id } })

/** Nothing in a message mentions or links: what came out of an event may say <!channel>. */
function plainText(text: string): string {
  return text.slice(0, TEXT_MAX).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** `base_url` is the address of the workflow, and the secret: it has no other. */
export const teamsExecutor: Maker = (settings, { egress }) => ({
  name: `teams ${settings.name}`,
  isSimulated: false,
  async perform({ parameters, target, rationale }) {
    const body = JSON.stringify({ type: 'message', attachments: [cardOf(parameters.message ?? rationale, target)] })
    const answer = await egress({
      ...{ url: settings.baseUrl, chosenBy: 'tenant', method: 'POST', body },
      ...{ headers: { 'content-type': 'application/json' }, timeoutMs: TIMEOUT_MS, responseBytesMax: BYTES_MAX },
    })
    if (answer.status >= 300) throw refusal('Teams', answer)
    return { ref: null, detail: `answered ${answer.status}` }
  },
  look: async () => 'unknown',
  undo: null,
})

function cardOf(message: string, target: Job['target']) {
  // A text run is shown as it is; a text block would read markup in it.
  const text = (content: string, weight = 'default') => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: content.slice(0, TEXT_MAX), weight }],
  })
  return {
    contentType: 'application/vnd.microsoft.card.adaptive',
    content: { type: 'AdaptiveCard', version: '1.4', body: [text(target, 'bolder'), text(message)] },
  }
}

function refusal(who: string, { status, headers }: EgressResponse): AppError {
  const later = status === 429 || status >= 500
  const wait = Number(headers['retry-after'])
  const retry = later && wait > 0 ? { retryAfterSeconds: Math.min(wait, 3600) } : {}
  return new NotDone(later ? 'unavailable' : 'conflict', `${who} answered ${status}`, retry)
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
