/** Users are invited by mail, and let themselves in by the link. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  acceptInvitation,
  type Invited,
  invite,
  inviteAgain,
  prepareInvited,
  tenantOfLink,
} from '../../../control/identity/accounts/index.ts'
import { notify } from '../../../control/soc/notify/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { closed } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork, workIn } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { time, tokensSchema, tokensView, userSchema, userView, uuid } from '../views.ts'

const tags = ['identity']
const inviteBody = named(
  'UserInvite',
  Type.Object(
    {
      email: Type.String({ minLength: 3, maxLength: 254 }),
      username: Type.Optional(
        Type.String({ minLength: 1, maxLength: 120, description: 'the part of the address before @ when left out' }),
      ),
      role: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    },
    closed,
  ),
)
const invitedSchema = named('UserInvited', Type.Object({ user: userSchema, expires_at: time }))
const acceptBody = named(
  'InvitationAccept',
  Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, closed),
)

export const invitationRoutes: Routes = (app, deps) => {
  app.post(
    '/users/invitations',
    {
      config: { permission: 'users:write', ofPerson: true, audit: 'user:invited' },
      schema: {
        ...{ tags, summary: 'Make a user and mail them a link to set a password or register a passkey' },
        description: 'The link works once, within seven days. 503 where no mail server is configured.',
        body: inviteBody,
        response: { 201: invitedSchema },
      },
    },
    async (request, reply) => {
      const webUrl = webUrlOf(deps)
      const prepared = await prepareInvited(deps.slots, principalOf(request), request.body)
      const view = await tenantWork(deps, request, async (tx, note) => {
        const invited = await invite(tx, prepared, deps.nowMs())
        const { id, email, role } = invited.user
        note({ resource: 'user', resourceId: id, changes: { email, role } })
        return mailed(tx, deps, request, invited, webUrl)
      })
      return reply.code(201).send(view)
    },
  )

  app.post(
    '/users/:id/invitation',
    {
      config: { permission: 'users:write', ofPerson: true, audit: 'user:invited' },
      schema: {
        ...{ tags, summary: 'Mail another link to a user who has never signed in; the earlier one ends' },
        params: Type.Object({ id: uuid }),
        response: { 200: invitedSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const invited = await inviteAgain(tx, principalOf(request), request.params.id, deps.nowMs())
        note({ resource: 'user', resourceId: invited.user.id, changes: { again: true } })
        return mailed(tx, deps, request, invited, webUrlOf(deps))
      }),
  )

  app.post(
    '/auth/invitations/accept',
    {
      config: { public: true, provesItself: true, audit: 'user:invitation_accepted' },
      schema: {
        ...{ tags, summary: 'Begin a session by the link of an invitation, to register a passkey', body: acceptBody },
        description: 'A password is set by the same link with POST /auth/password-reset/confirm instead.',
        response: { 200: tokensSchema },
      },
    },
    async (request) => {
      const { tenant, secret } = tenantOfLink(request.body.token)
      const { tokens } = await workIn(deps, request, tenant, async (tx, note) => {
        const accepted = await acceptInvitation(tx, deps, secret)
        note({ resource: 'user', resourceId: accepted.userId })
        return accepted
      })
      return tokensView(tokens)
    },
  )
}

function webUrlOf({ passwordMail }: ApiDeps): string {
  if (!passwordMail) throw new AppError('unavailable', 'no mail is sent here: SVC_SMTP_URL is not set; create the user')
  return passwordMail.webUrl
}

/** Mailed by the sender of notifications, with a receipt. The token stands behind the `#`, which no server sees. */
async function mailed(tx: TenantTx, deps: ApiDeps, request: FastifyRequest, invited: Invited, webUrl: string) {
  const { user, token, expiresAt } = invited
  const by = principalOf(request).email ?? 'An administrator'
  const nowMs = deps.nowMs()
  await notify(
    tx,
    {
      kind: 'invitation',
      title: `You are invited to ${tx.tenantId}`,
      body: [
        `${by} made an account for you, ${user.email}.`,
        'The link lets you set a password or register a passkey. It works once.',
        `It holds until ${expiresAt.toISOString()}.`,
      ].join('\n'),
      ...{ path: '/', secretUrl: `${webUrl}/new-password#token=${token}&invitation=1` },
      ...{ about: { kind: 'user', id: user.id }, dedupeKey: `invitation/${user.id}/${nowMs}` },
    },
    [{ kind: 'users', userIds: [user.id], label: user.email }],
    nowMs,
  )
  return { user: userView(user), expires_at: expiresAt.toISOString() }
}
