/** Routes called by the phone provider: receipts, the script of a call and the pressed key, and replies to texts. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  answerByLink,
  calledAbout,
  deliveryOfCode,
  isFromProvider,
  notePhoneStatus,
  PHONE_NUMBER,
  spoken,
} from '../../../control/soc/delivery/index.ts'
import { openPhoneToken } from '../../../control/soc/notify/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { workIn } from '../../plugins/tenant-work.ts'
import { formIn, takeBodiesAsText } from '../../plugins/text-body.ts'
import type { Routes } from '../api-app.ts'

const BODY_BYTES_MAX = 16 << 10
const params = Type.Object({ token: Type.String({ maxLength: 600 }) })
const schema = { tags: ['notifications'], hide: true, produces: ['text/xml'] }
/** Replies of one number within a minute, right or wrong: a code has six digits. */
const REPLIES_A_MINUTE = 5

export const phoneRoutes: Routes = (app, deps) => {
  app.register(async (scope) => {
    takeBodiesAsText(scope, ['application/x-www-form-urlencoded'], BODY_BYTES_MAX)
    scope.post(
      '/phone/status/:token',
      { config: { public: true }, schema: { ...schema, params, summary: 'What became of a text or a call' } },
      (request, reply) => answered(reply, () => status(deps, request)),
    )
    scope.post(
      '/phone/voice/:token',
      { config: { public: true }, schema: { ...schema, params, summary: 'What a call says' } },
      (request, reply) => answered(reply, () => voice(deps, request)),
    )
    scope.post(
      '/phone/digits/:token',
      {
        config: { public: true, audit: 'case:acknowledged' },
        schema: { ...schema, params, summary: 'A key that was pressed in a call' },
      },
      (request, reply) => answered(reply, () => digits(deps, request)),
    )
    scope.post(
      '/phone/sms',
      { config: { public: true, audit: 'case:acknowledged' }, schema: { ...schema, summary: 'A reply to a text' } },
      (request, reply) => answered(reply, () => replied(deps, request)),
    )
  })
}

async function answered(reply: FastifyReply, work: () => Promise<string>): Promise<string> {
  const twiml = await work()
  reply.type('text/xml; charset=utf-8')
  return twiml
}

const EMPTY = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'
const message = (text: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Response><Message>${text}</Message></Response>`

/** Throws `unavailable` without a provider, and `bad_credential` for an invalid signature. */
function formOf({ phone }: ApiDeps, request: FastifyRequest): URLSearchParams {
  if (phone == null)
    throw new AppError('unavailable', 'SVC_TWILIO_AUTH_TOKEN is not set: calls and text messages are unavailable')
  const body = String(request.body ?? '')
  const signature = String(request.headers['x-twilio-signature'] ?? '')
  if (!isFromProvider(phone.authToken, signature, `${phone.apiUrl}${request.url}`, new URLSearchParams(body)))
    throw new AppError('bad_credential', 'the signature of the phone provider is missing or wrong')
  return formIn(body)
}

function linkOf({ sealer, nowMs }: ApiDeps, { params: sent }: FastifyRequest) {
  return openPhoneToken(sealer, (sent as { token: string }).token, nowMs())
}

const FAILED: ReadonlySet<string> = new Set(['failed', 'undelivered', 'busy', 'no-answer', 'canceled'])
const DELIVERED: ReadonlySet<string> = new Set(['delivered', 'read', 'in-progress', 'completed'])

async function status(deps: ApiDeps, request: FastifyRequest): Promise<string> {
  const form = formOf(deps, request)
  const { tenant, deliveryId } = linkOf(deps, request)
  const word = form.get('MessageStatus') ?? form.get('CallStatus') ?? ''
  if (!FAILED.has(word) && !DELIVERED.has(word)) return EMPTY
  const code = form.get('ErrorCode')
  const reason = `the phone provider says ${word}${code === null ? '' : ` (${code})`}`
  const to = FAILED.has(word) ? ({ status: 'failed', reason } as const) : ({ status: 'delivered' } as const)
  await withTenant(deps.pool, tenant, (tx) => notePhoneStatus(tx, deps, deliveryId, to, deps.nowMs()))
  return EMPTY
}

const NOTHING = 'This is about nothing any more.'

async function voice(deps: ApiDeps, request: FastifyRequest): Promise<string> {
  formOf(deps, request)
  const { tenant, deliveryId } = linkOf(deps, request)
  const found = await withTenant(deps.pool, tenant, (tx) => calledAbout(tx, deliveryId))
  if (found === null) return spoken(NOTHING, null)
  const title = found.more === 0 ? found.title : `${found.title}, and ${found.more} more`
  if (found.isAnswered) return spoken(`${title}. It was acknowledged already.`, null)
  return spoken(`${title}. Nobody has taken this case.`, request.url.replace('/phone/voice/', '/phone/digits/'))
}

async function digits(deps: ApiDeps, request: FastifyRequest): Promise<string> {
  const form = formOf(deps, request)
  const { tenant, deliveryId } = linkOf(deps, request)
  if (form.get('Digits') !== '1') return spoken('Nothing was changed. Goodbye.', null)
  return spoken(await acknowledged(deps, request, tenant, deliveryId, 'by a key in a call'), null)
}

async function replied(deps: ApiDeps, request: FastifyRequest): Promise<string> {
  const form = formOf(deps, request)
  const number = form.get('From') ?? ''
  if (!PHONE_NUMBER.test(number)) return EMPTY
  const { count } = await deps.windows.count(`phone:${number}`)
  if (count > REPLIES_A_MINUTE) return message('Too many answers. Try again in a minute.')
  const [code] = /\b\d{6}\b/.exec(form.get('Body') ?? '') ?? []
  const found = code === undefined ? null : await deliveryOfCode(deps.pool, number, code, deps.nowMs())
  if (found === null) return message('This acknowledges nothing. Reply with the six digits of the message.')
  return message(await acknowledged(deps, request, found.tenant, found.deliveryId, 'by a reply to a text'))
}

async function acknowledged(
  deps: ApiDeps,
  request: FastifyRequest,
  tenant: TenantId,
  deliveryId: string,
  how: string,
): Promise<string> {
  try {
    return await workIn(deps, request, tenant, async (tx, note) => {
      const { case: acknowledgedCase, isNew } = await answerByLink(tx, deliveryId, deps.nowMs(), how)
      note({ resource: 'case', resourceId: acknowledgedCase.id, changes: { is_new: isNew, by: how } })
      return 'Acknowledged. The escalation stops.'
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'gone') return 'It was acknowledged already.'
    // The case was deleted or became part of another one, while the phone rang.
    if (error.code === 'not_found' || error.code === 'conflict') return NOTHING
    throw error
  }
}
