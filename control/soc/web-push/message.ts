/** Messages to people's browsers: their occasions and their content. */
export const PUSH_TOPICS = ['p0_alert', 'agent_approval', 'oncall_handoff', 'connector_health'] as const
export type PushTopic = (typeof PUSH_TOPICS)[number]
/** Topics of a person who has not chosen. */
export const USUAL_TOPICS: readonly PushTopic[] = ['p0_alert', 'agent_approval', 'oncall_handoff']

export type PushMessage = MessageText & {
  readonly topic: PushTopic
  /** Null: everybody of the tenant who wants the topic. */
  readonly to?: string | null
}

export type MessageText = {
  readonly title: string
  readonly body: string
  /** A later message with the same tag replaces this one; each tag is sent once. */
  readonly tag: string
  /** A path of the console. */
  readonly url: string
  readonly severity: string | null
  readonly alertId?: string | null
  readonly caseId?: string | null
  readonly approvalId?: string | null
}

/** Encrypted, a message has to fit 4,096 bytes (RFC 8291, 4). */
const TITLE_CHARS = 120
const BODY_CHARS = 400

/** The payload that the page's service worker reads. */
export function payloadOf(message: MessageText & { readonly topic: string }): Readonly<Record<string, unknown>> {
  const { topic, tag, url, severity, alertId = null, caseId = null, approvalId = null } = message
  return {
    ...{ title: cut(message.title, TITLE_CHARS), body: cut(message.body, BODY_CHARS) },
    ...{ icon: '/icon.svg', badge: '/icon.svg', tag, topic, severity, url },
    data: {
      ...{ url, responder_url: inResponder(alertId, approvalId), topic, severity },
      ...{ alert_id: alertId, case_id: caseId, approval_id: approvalId },
    },
  }
}

/** The same in the responder app, which a browser opens that has it. */
function inResponder(alertId: string | null, approvalId: string | null): string {
  if (approvalId !== null) return `/responder/approvals/${approvalId}`
  return alertId === null ? '/responder' : `/responder/triage/${alertId}`
}

function cut(text: string, chars: number): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return line.length <= chars ? line : `${line.slice(0, chars - 1).toWellFormed()}…`
}
