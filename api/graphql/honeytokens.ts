import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import {
  createHoneytoken,
  HONEYTOKEN_LIMITS,
  type Honeytoken,
  honeytokens,
  honeytokensByIds,
  revokeHoneytoken,
  type TokenStatus,
  type TokenType,
  type Touch,
  touches,
} from '../../control/detect/honeytokens/index.ts'
import { assert } from '../../platform/assert.ts'
import { invalid } from '../../platform/invalid-input.ts'
import { isMembers } from '../../platform/members.ts'
import { followed, type GraphqlContext } from './context.ts'
import type { Resolve, Resolvers } from './schema.ts'

/** Fields of a touch that the query interface shows. */
type ShownTouch = Pick<
  Touch,
  'id' | 'honeytokenId' | 'sourceIp' | 'userAgent' | 'threatScore' | 'classification' | 'alertId' | 'triggeredAt'
>

const nullableText = Type.Union([Type.String(), Type.Null()])
const documentCheck = Compile(
  Type.Object({
    id: Type.String(),
    honeytoken_id: Type.String(),
    source_ip: Type.String(),
    user_agent: nullableText,
    threat_score: Type.Integer(),
    classification: Type.String(),
    alert_id: nullableText,
    triggered_at: Type.String({ format: 'date-time' }),
  }),
)

export const honeytokenResolvers: Resolvers = {
  'Query.honeytokens': (_: unknown, { status }: { status?: string | null }, { read }: GraphqlContext) =>
    read((tx) => honeytokens(tx, status == null ? null : (status.toLowerCase() as TokenStatus))),
  'Query.honeytokenEvents': (_: unknown, { tokenId, limit }: EventsArgs, { read }: GraphqlContext) =>
    read((tx) => touches(tx, tokenId ?? null, limit ?? EVENTS_DEFAULT)),
  'Mutation.createHoneytoken': created,
  'Mutation.revokeHoneytoken': revoked,
  'Subscription.honeytokenTriggered': triggered,
  'Honeytoken.tokenType': ({ type }: Honeytoken) => type.toUpperCase(),
  'Honeytoken.status': ({ status }: Honeytoken) => status.toUpperCase(),
  'Honeytoken.createdAt': ({ createdAt }: Honeytoken) => createdAt.toISOString(),
  'Honeytoken.lastTouched': ({ lastTouched }: Honeytoken) => lastTouched?.toISOString() ?? null,
  'HoneytokenEvent.honeytoken': async ({ honeytokenId }: ShownTouch, _: unknown, { read }: GraphqlContext) =>
    (await read((tx) => honeytokensByIds(tx, [honeytokenId])))[0] ?? null,
  'HoneytokenEvent.triggeredAt': ({ triggeredAt }: ShownTouch) => triggeredAt.toISOString(),
}

type EventsArgs = { readonly tokenId?: string | null; readonly limit?: number | null }
const EVENTS_DEFAULT = 100

type Input = {
  readonly name: string
  readonly tokenType: string
  readonly description?: string | null
  readonly ttlDays?: number | null
  readonly metadata?: unknown
}

function created(
  _: unknown,
  { input }: { readonly input: Input },
  { change, principal, deps }: GraphqlContext,
  info: Parameters<Resolve>[3],
): Promise<Honeytoken> {
  const { name, tokenType, description = null, ttlDays = null, metadata = {} } = input
  if (name.trim() === '' || name.length > 256) throw invalid('input.name', 'has 1 to 256 characters')
  if (ttlDays !== null && !(ttlDays >= 1 && ttlDays <= HONEYTOKEN_LIMITS.ttlDaysMax))
    throw invalid('input.ttlDays', `is 1 to ${HONEYTOKEN_LIMITS.ttlDaysMax}`)
  if (metadata !== null && !isMembers(metadata)) throw invalid('input.metadata', 'is an object')
  const type = tokenType.toLowerCase() as TokenType
  return change(info, async (tx, note) => {
    const newToken = { name, type, description, ttlDays, metadata: metadata ?? {}, createdBy: principal.id }
    const made = await createHoneytoken(tx, newToken, deps.nowMs())
    note({ resource: 'honeytoken', resourceId: made.id, changes: { name, token_type: type } })
    return made
  })
}

function revoked(
  _: unknown,
  { id }: { readonly id: string },
  { change }: GraphqlContext,
  info: Parameters<Resolve>[3],
): Promise<Honeytoken> {
  return change(info, async (tx, note) => {
    const token = await revokeHoneytoken(tx, id)
    note({ resource: 'honeytoken', resourceId: token.id, changes: { status: 'revoked' } })
    return token
  })
}

function triggered(_: unknown, __: unknown, { follow, principal: { tenantId } }: GraphqlContext) {
  return followed(follow, ['honeytoken_triggered'], ({ tenantId: whose, document }) => () => {
    assert(whose === tenantId, 'a touch is told to its own tenant')
    assert(documentCheck.Check(document), 'a touch is told with what is shown of it')
    const shown = {
      ...{ id: document.id, honeytokenId: document.honeytoken_id, sourceIp: document.source_ip },
      ...{ userAgent: document.user_agent, threatScore: document.threat_score, alertId: document.alert_id },
      ...{ classification: document.classification, triggeredAt: new Date(document.triggered_at) },
    }
    return shown
  })
}
