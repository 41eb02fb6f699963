/** Operations that give new passwords to users who lost theirs: by an administrator, and by mail. */
import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { escapeHtml } from '../../../platform/escape-html.ts'
import type { Log } from '../../../platform/log.ts'
import { named, sent, time } from '../../../schemas/wire.ts'
import { holderOf, operationsOf } from '../../platform/acting/index.ts'
import type { Mailer, Outgoing } from '../../soc/delivery/index.ts'
import type { LoginDeps } from './login.ts'
import { PASSWORD_MAX } from './passwords.ts'
import type { PrincipalCache } from './principal-cache.ts'
import {
  finishReset,
  makeOneTimePassword,
  openPasswordLink,
  PASSWORD_RESET_MS,
  prepareReset,
  resetPassword,
} from './reset-password.ts'

type Deps = LoginDeps & {
  readonly principals: PrincipalCache
  readonly log: Log
  readonly passwordMail?: { readonly mailer: Mailer; readonly webUrl: string } | null | undefined
}

const operation = operationsOf<Deps>({ tag: 'identity' })

const reset = operation.outside({
  name: 'users.reset_password',
  summary: 'Set a one-time password for a user',
  description:
    'The sessions of the user end. The password is valid for one day and one sign-in, in which the user chooses a new one.',
  permission: 'users:write',
  ofPerson: true,
  audit: 'user:password_reset',
  path: 'POST /users/:id/password-reset',
  output: named(
    'OneTimePassword',
    Type.Object({
      password: Type.String({ description: 'one-time password, shown only once; valid for one sign-in' }),
      password_expires_at: time,
    }),
  ),
  async run({ actor, deps, nowMs, work }, { id }) {
    const made = await makeOneTimePassword(deps.slots)
    const password_expires_at = await work((tx, note) => {
      note({ resource: 'user', resourceId: id })
      return resetPassword(tx, holderOf(actor), id, made, nowMs)
    })
    deps.principals.forget((one) => one.userId === id && one.kind === 'user')
    return { password: made.password, password_expires_at }
  },
})

const request = operation.public({
  name: 'auth.request_password_reset',
  summary: 'Request a link to set a new password',
  description: 'The answer is the same whether or not the user exists. 503 when no mail server is configured.',
  recordsNothing: true,
  path: 'POST /auth/password-reset',
  status: 202,
  body: sent('PasswordResetRequest', {
    email: Type.String({ minLength: 3, maxLength: 254 }),
    tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 63 })),
  }),
  output: named('PasswordResetRequested', Type.Object({})),
  async run({ deps, afterResponse }, { email, tenant = null }) {
    const { passwordMail, log } = deps
    if (!passwordMail) throw new AppError('unavailable', 'no mail is sent here: an administrator gives a new password')
    // Done after the answer: its duration would tell the caller that the account exists.
    afterResponse('the mail of a password reset', async () => {
      const link = await openPasswordLink(deps, email, tenant)
      if (link === null) return
      const url = `${passwordMail.webUrl}/new-password#token=${link.token}`
      const result = await passwordMail.mailer.send(email.trim(), mailOf(link.tenant, url))
      if ('reason' in result)
        log.warn({ tenant: link.tenant, user: link.userId, reason: result.reason }, 'cannot mail a password reset')
    })
    return {}
  },
})

const confirm = operation.public({
  name: 'auth.confirm_password_reset',
  summary: 'Set a new password with the token of a mailed link',
  provesItself: true,
  audit: 'user:password_reset',
  path: 'POST /auth/password-reset/confirm',
  body: sent('PasswordResetConfirm', {
    token: Type.String({ minLength: 1, maxLength: 200 }),
    new_password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX }),
  }),
  async run({ deps, nowMs, workIn }, { token, new_password: next }) {
    const prepared = await prepareReset(deps, { token, next })
    await workIn(prepared.tenant, async (tx, note) => {
      note({ resource: 'user', resourceId: prepared.userId })
      await finishReset(tx, prepared, nowMs)
    })
    deps.principals.forget((one) => one.userId === prepared.userId && one.kind === 'user')
  },
})

export const PASSWORD_RESET_OPERATIONS = [reset, request, confirm]

/** The token is behind the `#`, so no server, proxy or access log sees it. */
function mailOf(tenant: string, url: string): Outgoing {
  const lines = [
    `Somebody asked for a new password for your account in ${tenant}.`,
    `This link sets one, once, within ${PASSWORD_RESET_MS / 60_000} minutes:`,
    url,
    'If it was not you, nothing has to be done: your password stays as it is.',
  ]
  const shown = (line: string) =>
    line === url ? `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>` : escapeHtml(line)
  return {
    id: randomUUID(),
    subject: 'A new password',
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${shown(line)}</p>`).join('\n'),
    repliesTo: null,
    senderName: null,
    replyTo: null,
  }
}
