/** New passwords for users who lost theirs: by an administrator, and by mail where a mail server is configured. */
import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import {
  finishReset,
  makeOneTimePassword,
  openPasswordLink,
  PASSWORD_MAX,
  PASSWORD_RESET_MS,
  prepareReset,
  resetPassword,
} from '../../../control/identity/accounts/index.ts'
import type { Outgoing } from '../../../control/soc/delivery/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { escapeHtml } from '../../../platform/escape-html.ts'
import { closed } from '../../../schemas/wire.ts'
import { openAfterAnswer } from '../../plugins/after-answer.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork, workIn } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { time, uuid } from '../views.ts'

const tags = ['identity']
const userId = Type.Object({ id: uuid })
const oneTimePassword = named(
  'OneTimePassword',
  Type.Object({
    password: Type.String({ description: 'shown now and never again; it opens one sign-in' }),
    password_expires_at: time,
  }),
)
const requested = named('PasswordResetRequested', Type.Object({}))
const requestBody = named(
  'PasswordResetRequest',
  Type.Object(
    {
      email: Type.String({ minLength: 3, maxLength: 254 }),
      tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 63 })),
    },
    closed,
  ),
)
const confirmBody = named(
  'PasswordResetConfirm',
  Type.Object(
    {
      token: Type.String({ minLength: 1, maxLength: 200 }),
      new_password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX }),
    },
    closed,
  ),
)

export const passwordResetRoutes: Routes = (app, deps) => {
  const afterAnswer = openAfterAnswer(deps.log)
  app.addHook('onClose', () => afterAnswer.drained())

  app.post(
    '/users/:id/password-reset',
    {
      config: { permission: 'users:write', ofPerson: true, audit: 'user:password_reset' },
      schema: {
        ...{ tags, summary: 'Give a user a one-time password', params: userId, response: { 200: oneTimePassword } },
        description:
          'The sessions of the user end. The password works for a day and opens one sign-in, in which its owner chooses another.',
      },
    },
    async (request) => {
      const { id } = request.params
      const principal = principalOf(request)
      const made = await makeOneTimePassword(deps.slots)
      const expiresAt = await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'user', resourceId: id })
        return resetPassword(tx, principal, id, made, deps.nowMs())
      })
      deps.principals.forget((one) => one.userId === id && one.kind === 'user')
      return { password: made.password, password_expires_at: expiresAt.toISOString() }
    },
  )

  app.post(
    '/auth/password-reset',
    {
      config: { public: true },
      schema: {
        ...{
          tags,
          summary: 'Ask for a link to set a new password',
          body: requestBody,
          response: { 202: requested },
        },
        description: 'The answer is the same whether there is such a user. 503 where no mail server is configured.',
      },
    },
    async (request, reply) => {
      const { passwordMail } = deps
      if (!passwordMail)
        throw new AppError('unavailable', 'no mail is sent here: an administrator gives a new password')
      const { email, tenant = null } = request.body
      // Done once the answer is out: the work of it would tell that the account exists.
      afterAnswer.run(reply, 'the mail of a password reset', async () => {
        const link = await openPasswordLink(deps, email, tenant)
        if (link === null) return
        const url = `${passwordMail.webUrl}/new-password#token=${link.token}`
        const sent = await passwordMail.mailer.send(email.trim(), mailOf(link.tenant, url))
        if ('reason' in sent)
          deps.log.warn(
            { tenant: link.tenant, user: link.userId, reason: sent.reason },
            'a password reset was not mailed',
          )
      })
      return reply.code(202).send({})
    },
  )

  app.post(
    '/auth/password-reset/confirm',
    {
      config: { public: true, provesItself: true, audit: 'user:password_reset' },
      schema: {
        ...{ tags, summary: 'Set a new password with the token of a mailed link', body: confirmBody },
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { token, new_password: next } = request.body
      const prepared = await prepareReset(deps, { token, next })
      await workIn(deps, request, prepared.tenant, async (tx, note) => {
        note({ resource: 'user', resourceId: prepared.userId })
        await finishReset(tx, prepared, deps.nowMs())
      })
      deps.principals.forget((one) => one.userId === prepared.userId && one.kind === 'user')
      return reply.code(204).send(null)
    },
  )
}

/** The token stands behind the `#`: no server, proxy or access log sees it. */
function mailOf(tenant: string, url: string): Outgoing {
  const lines = [
    `Somebody asked for a new password for your account in ${tenant}.`,
    `This link sets one, once, within ${PASSWORD_RESET_MS / 60_000} minutes:`,
    url,
    'If it was not you, nothing has to be done: your password stays as it is.',
  ]
  const html = lines.map(
    (line) => `<p>${line === url ? `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>` : escapeHtml(line)}</p>`,
  )
  const about = { thread: null, senderName: null, replyTo: null }
  return {
    id: randomUUID(),
    subject: 'A new password',
    text: `${lines.join('\n\n')}\n`,
    html: html.join('\n'),
    ...about,
  }
}
