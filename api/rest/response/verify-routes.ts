/**
 * Routes behind the buttons of a user verification. A click answers. A preview or a scanner, which follows links
 * without a click, gets a page with a button instead.
 */
import formbody from '@fastify/formbody'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { isLinkPreview } from '../../../control/detect/honeytokens/index.ts'
import {
  answerVerification,
  openVerifyToken,
  type ResponseAction,
  VERIFY_WORDS,
  type VerifyToken,
  verificationOf,
} from '../../../control/respond/response/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { escapeHtml } from '../../../platform/escape-html.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { workIn } from '../../plugins/tenant-work.ts'
import { answerPage, answerWithPages, sendPage } from '../answer-page.ts'
import type { Routes } from '../api-app.ts'

const FORM_BYTES_MAX = 4_096
const querystring = Type.Object({ token: Type.String({ minLength: 1 }) })
const schema = { tags: ['chatops'], querystring, hide: true, produces: ['text/html'] }
const AUDIT = 'action:verification_answered'
export const verifyRoutes: Routes = (app, deps) => {
  app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: FORM_BYTES_MAX })
    answerWithPages(scope, deps.log)
    scope.get(
      '/chatops/verify',
      {
        config: { public: true, audit: AUDIT },
        schema: { ...schema, summary: 'A button of a verification is clicked' },
      },
      async (request, reply) =>
        sendPage(reply, await (isLooker(request) ? look(deps, request) : answer(deps, request))),
    )
    scope.post(
      '/chatops/verify',
      { config: { public: true, audit: AUDIT }, schema: { ...schema, summary: 'A verification is answered' } },
      async (request, reply) => sendPage(reply, await answer(deps, request)),
    )
  })
}

function isLooker({ method, headers }: FastifyRequest): boolean {
  const purpose = `${headers.purpose ?? ''} ${headers['sec-purpose'] ?? ''} ${headers['x-moz'] ?? ''}`
  return method === 'HEAD' || /prefetch|preview/i.test(purpose) || isLinkPreview(headers['user-agent'] ?? '')
}

/** Throws `conflict` when verifications are disabled, and the errors of `openVerifyToken`. */
function tokenOf({ verify, nowMs }: ApiDeps, { query }: FastifyRequest): VerifyToken {
  const secret = verify?.secret ?? null
  if (secret === null) throw new AppError('conflict', 'chatops.verify is switched off: SVC_FEATURE_CHATOPS_VERIFY')
  return openVerifyToken(secret, (query as { token: string }).token, nowMs())
}

async function look(deps: ApiDeps, request: FastifyRequest): Promise<string> {
  const token = tokenOf(deps, request)
  const action = await withTenant(deps.pool, token.tenant, (tx) => verificationOf(tx, token))
  if (action?.status !== 'running') return answerPage('This is over', '<p>It was answered, or its time has passed.</p>')
  const button = '<form method="post"><button>Send this answer</button></form>'
  return answerPage(VERIFY_WORDS[token.choice], `${questionOf(action)}${button}`)
}

async function answer(deps: ApiDeps, request: FastifyRequest): Promise<string> {
  const token = tokenOf(deps, request)
  const action = await workIn(deps, request, token.tenant, async (tx, note) => {
    const answered = await answerVerification(tx, token, deps.nowMs())
    note({ resource: 'action', resourceId: answered.id, changes: { user: token.user, choice: token.choice } })
    return answered
  })
  const words = `<p>Your answer: ${VERIFY_WORDS[token.choice]}. You can close this page.</p>`
  return answerPage('Thank you', `${questionOf(action)}${words}`)
}

/** The question as it was put in the chat. */
const questionOf = ({ parameters }: Pick<ResponseAction, 'parameters'>) =>
  parameters.message ? `<p>${escapeHtml(parameters.message)}</p>` : ''
