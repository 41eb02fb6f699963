import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import {
  type Honeytoken,
  honeytokens,
  honeytokensByIds,
  requireHoneytoken,
  type TokenStatus,
  type Touch,
  touchesPage,
} from '../../control/detect/honeytokens/index.ts'
import { assert } from '../../platform/assert.ts'
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
    read(async (tx) => (await touchesPage(tx, tokenId ?? null, limit ?? EVENTS_DEFAULT, null)).map(({ item }) => item)),
  'Mutation.createHoneytoken': created,
  'Mutation.revokeHoneytoken': revoked,
  'Subscription.honeytokenTriggered': triggered,
  'Honeytoken.tokenType': ({ tokenType }: Honeytoken) => tokenType.toUpperCase(),
  'Honeytoken.status': ({ status }: Honeytoken) => status.toUpperCase(),
  'Honeytoken.createdAt': ({ createdAt }: Honeytoken) => createdAt.toISOString(),
  'Honeytoken.lastTouched': ({ lastTouched }: Honeytoken) => lastTouched?.toISOString() ?? null,
  'HoneytokenEvent.honeytoken': async ({ honeytokenId }: ShownTouch, _: unknown, { read }: GraphqlContext) =>
    (await read((tx) => honeytokensByIds(tx, [honeytokenId])))[0] ?? null,
  'HoneytokenEvent.triggeredAt': ({ triggeredAt }: ShownTouch) => triggeredAt.toISOString(),
}

type EventsArgs = { readonly tokenId?: string | null; readonly limit?: number | null }
const EVENTS_DEFAULT = 100

async function created(
  _: unknown,
  { input }: { readonly input: object },
  { invoke, read }: GraphqlContext,
  info: Parameters<Resolve>[3],
): Promise<Honeytoken> {
  const { id } = await invoke(info, input)
  return read((tx) => requireHoneytoken(tx, String(id)))
}

async function revoked(
  _: unknown,
  { id }: { readonly id: string },
  { invoke, read }: GraphqlContext,
  info: Parameters<Resolve>[3],
): Promise<Honeytoken> {
  await invoke(info, { id })
  return read((tx) => requireHoneytoken(tx, id))
}

function triggered(_: unknown, __: unknown, { follow, principal: { tenantId } }: GraphqlContext) {
  return followed(follow, ['honeytoken_triggered'], ({ tenantId: whose, document }) => () => {
    assert(whose === tenantId, 'a touch is published to its own tenant')
    assert(documentCheck.Check(document), 'a published touch has the fields that are shown')
    const shown = {
      ...{ id: document.id, honeytokenId: document.honeytoken_id, sourceIp: document.source_ip },
      ...{ userAgent: document.user_agent, threatScore: document.threat_score, alertId: document.alert_id },
      ...{ classification: document.classification, triggeredAt: new Date(document.triggered_at) },
    }
    return shown
  })
}
