/** The kinds of notifications. */
export type KindRules = {
  readonly about: string
  /** Every channel of a person at once, at any hour; else the first that works, outside of quiet hours. */
  readonly isUrgent: boolean
  /** Several of them may become one message with a count. */
  readonly isDigestible: boolean
  /** True when deputies of its receivers get it too. */
  readonly reachesDeputies: boolean
}

const kind = (about: string, isUrgent: boolean, isDigestible = true): KindRules => ({
  ...{ about, isUrgent, isDigestible, reachesDeputies: false },
})
const duty = (about: string, isUrgent: boolean): KindRules => ({ ...kind(about, isUrgent), reachesDeputies: true })

export const NOTIFICATION_KINDS = {
  escalation: duty('a case that nobody has taken', true),
  sla_breach: kind('a case that missed its target', false),
  sla_forecast: kind('a case that will likely miss its target', false),
  approval: duty('a decision that is waited for', true),
  oncall_handoff: duty('a shift that begins', false),
  mention: kind('a comment that names you', false),
  assignment: kind('a case that is yours now', false),
  case_handoff: duty('cases that are handed to you', false),
  connector_health: kind('a connector that fails', false),
  source_health: kind('a source that fell silent', false),
  coverage_drift: kind('a technique that was detected and is not any more', false),
  honeytoken: kind('a honeytoken that was touched', true),
  report: kind('a report that is ready', false, false),
  invitation: kind('an account made for you', true, false),
  password_reset: kind('a link to set a new password', true, false),
  phone_code: kind('a code that verifies your phone', true, false),
  test: kind('a message to try a channel', true, false),
} as const satisfies Readonly<Record<string, KindRules>>
export type NotificationKind = keyof typeof NOTIFICATION_KINDS
export const KIND_NAMES = Object.keys(NOTIFICATION_KINDS) as readonly NotificationKind[]

/** Kinds without named receivers: a person gets them by mail or chat when their preferences list them. */
export const BROADCAST_KINDS = [
  ...([
    'approval',
    'sla_breach',
    'sla_forecast',
    'connector_health',
    'source_health',
    'honeytoken',
    'coverage_drift',
  ] as const),
] as const
export type BroadcastKind = (typeof BROADCAST_KINDS)[number]
