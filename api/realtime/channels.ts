/** What can be followed, and who may. */
import { holds, type Permission, type PermissionSet } from '../../control/identity/index.ts'
import { AppError } from '../../platform/errors.ts'

const PERMISSIONS = {
  alerts: 'alerts:read',
  cases: 'cases:read',
  agents: 'cases:read',
  insights: 'reports:read',
} as const satisfies Record<string, Permission>

export type Channel = keyof typeof PERMISSIONS

export const CHANNELS = Object.keys(PERMISSIONS) as Channel[]

/**
 * The channels of a text such as `alerts,cases` that these permissions open; `all` is each of them that is open. Throws
 * `not_found` for a name that is none, `forbidden` for a channel that is not open, and when there is none at all.
 */
export function openChannels(names: string, permissions: PermissionSet): ReadonlySet<Channel> {
  const isOpen = (channel: Channel) => holds(permissions, PERMISSIONS[channel])
  if (names === 'all') {
    const open = CHANNELS.filter(isOpen)
    if (open.length === 0) throw new AppError('forbidden', 'you may follow none of the channels')
    return new Set(open)
  }
  const wanted = names.split(',', CHANNELS.length + 1).map(channelOf)
  const closed = wanted.find((channel) => !isOpen(channel))
  if (closed) throw new AppError('forbidden', `the channel ${closed} needs the permission ${PERMISSIONS[closed]}`)
  return new Set(wanted)
}

export function holdsAll(permissions: PermissionSet, channels: ReadonlySet<Channel>): boolean {
  return [...channels].every((channel) => holds(permissions, PERMISSIONS[channel]))
}

function channelOf(name: string): Channel {
  const channel = CHANNELS.find((known) => known === name)
  if (channel === undefined) throw new AppError('not_found', `channels are all, ${CHANNELS.join(', ')}`)
  return channel
}
