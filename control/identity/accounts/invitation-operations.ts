/** Operations of invitations: users are invited by mail, and let themselves in by the link. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { closed, named, sent, time } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Actor, holderOf, operationsOf } from '../../platform/acting/index.ts'
import { mailInvitation } from '../../soc/notify/index.ts'
import { acceptInvitation, type Invited, invite, inviteAgain, prepareInvited, tenantOfLink } from './invite-user.ts'
import type { LoginDeps } from './login.ts'
import { tokensSchema, tokensView } from './session-schemas.ts'
import { userSchema, userView } from './user-operations.ts'

type Deps = LoginDeps & { readonly passwordMail?: { readonly webUrl: string } | null | undefined }

const operation = operationsOf<Deps>({ tag: 'identity' })
const invitedSchema = named('UserInvited', Type.Object({ user: userSchema, expires_at: time }))

const inviteOne = operation.outside({
  name: 'users.invite',
  summary: 'Create a user and mail them a link to set a password or register a passkey',
  description: 'The link works once, within seven days. 503 when no mail server is configured.',
  permission: 'users:write',
  ofPerson: true,
  audit: 'user:invited',
  path: 'POST /users/invitations',
  status: 201,
  body: sent('UserInvite', {
    email: Type.String({ minLength: 3, maxLength: 254 }),
    username: Type.Optional(
      Type.String({ minLength: 1, maxLength: 120, description: 'default: the part of the email address before @' }),
    ),
    role: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  }),
  output: invitedSchema,
  async run({ actor, deps, nowMs, work }, input) {
    const webUrl = webUrlOf(deps)
    const prepared = await prepareInvited(deps.slots, holderOf(actor), input)
    return work(async (tx, note) => {
      const invited = await invite(tx, prepared, nowMs)
      const { id, email, role } = invited.user
      note({ resource: 'user', resourceId: id, changes: { email, role } })
      return mailed(tx, actor, invited, { webUrl, nowMs })
    })
  },
})

const again = operation({
  name: 'users.invite_again',
  summary: 'Mail a new link to a user who has never signed in; the earlier link becomes invalid',
  permission: 'users:write',
  ofPerson: true,
  audit: 'user:invited',
  path: 'POST /users/:id/invitation',
  output: invitedSchema,
  async run({ tx, note, actor, deps, nowMs }, { id }) {
    const invited = await inviteAgain(tx, holderOf(actor), id, nowMs)
    note({ resource: 'user', resourceId: invited.user.id, changes: { again: true } })
    return mailed(tx, actor, invited, { webUrl: webUrlOf(deps), nowMs })
  },
})

const accept = operation.public({
  name: 'auth.accept_invitation',
  summary: 'Start a session from the link of an invitation, to register a passkey',
  description: 'To set a password instead, send the same token to POST /auth/password-reset/confirm.',
  provesItself: true,
  audit: 'user:invitation_accepted',
  path: 'POST /auth/invitations/accept',
  body: named('InvitationAccept', Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, closed)),
  output: tokensSchema,
  async run({ deps, workIn }, { token }) {
    const { tenant, secret } = tenantOfLink(token)
    const { tokens } = await workIn(tenant, async (tx, note) => {
      const accepted = await acceptInvitation(tx, deps, secret)
      note({ resource: 'user', resourceId: accepted.userId })
      return accepted
    })
    return tokensView(tokens)
  },
})

export const INVITATION_OPERATIONS = [inviteOne, again, accept]

function webUrlOf({ passwordMail }: Deps): string {
  if (!passwordMail) throw new AppError('unavailable', 'no mail is sent here: SVC_SMTP_URL is not set; create the user')
  return passwordMail.webUrl
}

async function mailed(
  tx: TenantTx,
  actor: Actor,
  invited: Invited,
  mail: { readonly webUrl: string; readonly nowMs: number },
) {
  await mailInvitation(tx, actor.email, invited, mail)
  return { user: userView(invited.user), expires_at: invited.expiresAt }
}
