/** The channels that can be followed, and the permission that each needs. */
import { holds, type Permission, type PermissionSet } from '../../control/identity/accounts/index.ts'
import { AppError } from '../../platform/errors.ts'

type ChannelSpec = {
  readonly permission: Permission
  /** Kinds of `entity_changes` that the channel carries, and the `type` of their frames. */
  readonly tells: Readonly<Record<string, string>>
}

/** A new channel needs one line here. */
const SPECS = {
  alerts: {
    permission: 'alerts:read',
    tells: { alert_created: 'alert.fused', alert_updated: 'alert.updated', alert_deleted: 'alert.deleted' },
  },
  cases: { permission: 'cases:read', tells: { case_created: 'case.updated', case_updated: 'case.updated' } },
  anomalies: { permission: 'alerts:read', tells: { anomaly_detected: 'anomaly.detected' } },
  risk: { permission: 'alerts:read', tells: { risk_changed: 'risk.changed' } },
  connectors: { permission: 'connectors:read', tells: { connector_changed: 'connector.changed' } },
  honeytokens: { permission: 'alerts:read', tells: { honeytoken_triggered: 'honeytoken.triggered' } },
  hunts: { permission: 'hunts:read', tells: { hunt_run: 'hunt.run' } },
  searches: { permission: 'lake:query', tells: { search_job: 'search.job' } },
  actions: {
    permission: 'actions:read',
    tells: { action_changed: 'action.changed', approval_changed: 'approval.changed' },
  },
  oncall: { permission: 'cases:read', tells: { oncall_handoff: 'oncall.handoff' } },
  playbooks: { permission: 'playbooks:read', tells: { playbook_run: 'playbook.run' } },
  investigations: { permission: 'cases:read', tells: { investigation_step: 'investigation.step' } },
  // Sent by a timer: see `Hub.beat`.
  insights: { permission: 'reports:read', tells: {} },
} as const satisfies Record<string, ChannelSpec>

export type Channel = keyof typeof SPECS

export const CHANNELS = Object.keys(SPECS) as Channel[]

/** Channel and type of a kind of change. Undefined for a kind of a newer writer that this version does not show. */
export function tellingOf(kind: string): { readonly channel: Channel; readonly type: string } | undefined {
  return TELLINGS.get(kind)
}

const TELLINGS = new Map(
  CHANNELS.flatMap((channel) =>
    Object.entries(SPECS[channel].tells).map(([kind, type]) => [kind, { channel, type }] as const),
  ),
)

/**
 * Parses channel names such as `alerts,insights`; `all` stands for every channel that the permissions allow. Throws
 * `not_found` for an unknown name, `forbidden` for a channel that is not allowed, and when none is.
 */
export function openChannels(names: string, permissions: PermissionSet): ReadonlySet<Channel> {
  const isOpen = (channel: Channel) => holds(permissions, SPECS[channel].permission)
  if (names === 'all') {
    const open = CHANNELS.filter(isOpen)
    if (open.length === 0) throw new AppError('forbidden', 'your permissions allow none of the channels')
    return new Set(open)
  }
  const wanted = names.split(',', CHANNELS.length + 1).map(channelOf)
  const closed = wanted.find((channel) => !isOpen(channel))
  if (closed) throw new AppError('forbidden', `the channel ${closed} needs the permission ${SPECS[closed].permission}`)
  return new Set(wanted)
}

export function holdsAll(permissions: PermissionSet, channels: ReadonlySet<Channel>): boolean {
  return [...channels].every((channel) => holds(permissions, SPECS[channel].permission))
}

/** Permission and types of the frames of each channel, for the document of them. */
export function channelSpecs(): readonly { channel: Channel; permission: Permission; types: readonly string[] }[] {
  return CHANNELS.map((channel) => {
    const { permission, tells } = SPECS[channel]
    return { channel, permission, types: [...new Set(Object.values<string>(tells))] }
  })
}

/** Other names of channels. */
const ALSO: Readonly<Record<string, Channel>> = { agents: 'investigations' }

function channelOf(name: string): Channel {
  const channel = CHANNELS.find((known) => known === name) ?? (Object.hasOwn(ALSO, name) ? ALSO[name] : undefined)
  if (channel === undefined) throw new AppError('not_found', `channels are all, ${CHANNELS.join(', ')}`)
  return channel
}
