/**
 * Messages to people in Microsoft Teams.
 * Source: Microsoft Teams documentation (webhooks of Workflows, Adaptive Cards 1.4).
 */
import { CALL_MS, fitted } from '../../respond/chat-messages.ts'
import {
  type ExecutorDeps,
  type ExecutorSettings,
  type MessageButton,
  NotDone,
  type Respond,
} from '../../respond/executor.ts'
import { BYTES_MAX, refusal } from '../../respond/over-http.ts'
import { isTeamsBot, postActivity } from './teams-bot.ts'

/** `base_url` is the address of the workflow, and the secret: it has no other. A bot of Teams has `app_id` in its settings. */
const open: Respond['open'] = (settings, deps) => ({
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

export const TEAMS_RESPOND: Respond = { vendor: 'teams', capabilities: ['notify'], open }
