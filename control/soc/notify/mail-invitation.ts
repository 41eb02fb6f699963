/** The mail that lets a new person in. */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { notify } from './notify.ts'

type Invited = {
  readonly user: { readonly id: string; readonly email: string }
  readonly token: string
  readonly expiresAt: Date
}

/** Mailed by the sender of notifications, with a receipt. The token stands behind the `#`, which no server sees. */
export async function mailInvitation(
  tx: TenantTx,
  from: string | null,
  { user, token, expiresAt }: Invited,
  { webUrl, nowMs }: { readonly webUrl: string; readonly nowMs: number },
): Promise<void> {
  const lines = [
    `${from ?? 'An administrator'} made an account for you, ${user.email}.`,
    'The link lets you set a password or register a passkey. It works once.',
    `It holds until ${expiresAt.toISOString()}.`,
  ]
  const invitation = {
    kind: 'invitation',
    title: `You are invited to ${tx.tenantId}`,
    body: lines.join('\n'),
    path: '/',
    secretUrl: `${webUrl}/new-password#token=${token}&invitation=1`,
    about: { kind: 'user', id: user.id },
    dedupeKey: `invitation/${user.id}/${nowMs}`,
  } as const
  await notify(tx, invitation, [{ kind: 'users', userIds: [user.id], label: user.email }], nowMs)
}
