/**
 * Pages behind links in messages. A link lets in every bearer: a look changes nothing but the receipt, because mail
 * scanners follow every link, and only a press on the button of the page answers.
 */
import formbody from '@fastify/formbody'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { answerByLink, type DeliveredQuestion, lookAtAnswer } from '../../../control/soc/delivery/index.ts'
import { openAnswerToken } from '../../../control/soc/notify/index.ts'
import { escapeHtml } from '../../../platform/escape-html.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { workIn } from '../../plugins/tenant-work.ts'
import { answerPage, answerWithPages, sendPage } from '../answer-page.ts'
import type { Routes } from '../api-app.ts'

const FORM_BYTES_MAX = 4_096
const params = Type.Object({ token: Type.String() })
const schema = { tags: ['notifications'], params, hide: true, produces: ['text/html'] }

export const answerRoutes: Routes = (app, deps) => {
  app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: FORM_BYTES_MAX })
    answerWithPages(scope, deps.log)
    scope.get(
      '/answers/:token',
      { config: { public: true }, schema: { ...schema, summary: 'The page behind a link in a message' } },
      async (request, reply) => sendPage(reply, await look(deps, request)),
    )
    scope.post(
      '/answers/:token',
      {
        config: { public: true, audit: 'case:acknowledged' },
        schema: { ...schema, summary: 'Acknowledge by the link in a message' },
      },
      async (request, reply) => sendPage(reply, await acknowledge(deps, request)),
    )
  })
}

const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token

async function look(deps: ApiDeps, request: FastifyRequest): Promise<string> {
  const { tenant, deliveryId } = openAnswerToken(deps.sealer, tokenOf(request), deps.nowMs())
  const question = await withTenant(deps.pool, tenant, (tx) => lookAtAnswer(tx, deliveryId, deps.nowMs()))
  if (question.isAnswered) return answerPage(question.title, '<p>This was acknowledged by this link.</p>')
  return answerPage(question.title, questionOf(question))
}

function questionOf({ answer, path }: DeliveredQuestion): string {
  const open = `<p><a href="${escapeHtml(path)}">Open it in the console</a></p>`
  return answer === 'acknowledge'
    ? `<form method="post"><button>Acknowledge</button></form><p>The escalation stops.</p>${open}`
    : open
}

async function acknowledge(deps: ApiDeps, request: FastifyRequest): Promise<string> {
  const { tenant, deliveryId } = openAnswerToken(deps.sealer, tokenOf(request), deps.nowMs())
  const { delivery, isNew } = await workIn(deps, request, tenant, async (tx, note) => {
    const done = await answerByLink(tx, deliveryId, deps.nowMs())
    const { user, receiver } = done.delivery
    const about = { resource: 'case', resourceId: done.case.id, changes: { by: 'link', receiver } }
    note(done.isNew ? { ...about, ...(user === null ? {} : { user }) } : null)
    return done
  })
  return answerPage(
    delivery.title,
    isNew ? '<p>Acknowledged. The escalation has stopped.</p>' : '<p>Somebody has acknowledged this already.</p>',
  )
}
