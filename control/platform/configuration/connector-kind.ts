/**
 * Connectors as documents. `name` is the connector's. A document names its secrets and holds no values: these are sent
 * beside the documents, and a plan shows which of them differ from the stored ones.
 */
import { Type } from 'typebox'
import { closed, plainText } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import {
  CONNECTOR_LIMITS,
  type Connector,
  changeConnector,
  connectorsOf,
  createConnector,
  deleteConnector,
  openedAuth,
} from '../connectors/index.ts'
import { IDENTIFIER_FIELDS, type Vault, viewAuthConfig } from '../vault/index.ts'
import type { Kind, Sent, Spec } from './kind.ts'
import { placed } from './placed.ts'
import { refusedAt, specOf } from './spec.ts'

/** Values of secrets by connector and field. */
export type SentSecrets = Readonly<Record<string, Readonly<Record<string, string>>>>

const FIELDS = { maxProperties: 30 }
const FIELD = '^[a-z][a-z0-9_]{0,59}$'
const field = Type.String({ pattern: FIELD })
const { intervalSecondsMin, intervalSecondsMax, intervalSecondsDefault } = CONNECTOR_LIMITS
const texts = Type.Record(field, Type.String({ maxLength: 2000 }), FIELDS)
const spec = Type.Object(
  {
    type: plainText(60, 1),
    connector_config: Type.Optional(texts),
    identifiers: Type.Optional(texts),
    secrets: Type.Optional(Type.Array(field, { maxItems: FIELDS.maxProperties, uniqueItems: true })),
    poll_interval_seconds: Type.Optional(Type.Integer({ minimum: intervalSecondsMin, maximum: intervalSecondsMax })),
    enabled: Type.Optional(Type.Boolean()),
  },
  closed,
)
export const sentSecrets = Type.Record(
  plainText(120, 1),
  Type.Record(field, Type.String({ minLength: 1, maxLength: 20_000, writeOnly: true }), FIELDS),
  {
    maxProperties: CONNECTOR_LIMITS.connectors,
    description: 'values of connector secrets, by connector name and field',
  },
)

export const connector: Kind = {
  reads: 'connectors:read',
  writes: 'connectors:write',
  removes: 'connectors:delete',
  present: async (tx) => (await connectorsOf(tx)).map((one) => ({ name: one.name, spec: viewOf(one) })),
  whole: wholeOf,
  async put(call, sent) {
    const known = await byName(call.tx)
    const { tx, vault, reach } = call
    for (const one of sent) {
      const { type, connector_config: config, identifiers, secrets, poll_interval_seconds, enabled } = wholeOf(one)
      const before = known.get(one.name)
      const values = valuesOf(one, secrets, call.secrets[one.name] ?? {}, before)
      const rest = { config, intervalSeconds: poll_interval_seconds, enabled }
      if (before !== undefined && before.type !== type)
        throw refusedAt(one.at, [
          {
            loc: ['type'],
            msg: `is ${before.type}: a connector of another type has another name`,
            type: 'configuration',
          },
        ])
      await placed(one.at, () =>
        before === undefined
          ? createConnector(tx, vault, reach, {
              ...rest,
              name: one.name,
              type,
              authConfig: { ...identifiers, ...values },
            })
          : changeConnector(tx, vault, reach, before.id, {
              ...rest,
              authConfig: { ...withoutThoseLeftOut(before, identifiers, secrets), ...identifiers, ...values },
            }),
      )
    }
  },
  async remove({ tx }, names) {
    const known = await byName(tx)
    for (const name of names) await deleteConnector(tx, known.get(name)?.id ?? '')
  },
}

/** Names of the sent secrets that differ from those that are kept, by connector. A secret that no key opens differs. */
export async function renewedSecrets(
  tx: TenantTx,
  vault: Vault,
  sent: SentSecrets,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const known = await byName(tx)
  return new Map(
    Object.entries(sent).flatMap(([name, values]) => {
      const connector = known.get(name)
      if (connector === undefined) return []
      const kept = openedOrNone(tx, vault, connector)
      const fields = Object.keys(values).filter((one) => values[one] !== kept[one])
      return fields.length === 0 ? [] : [[name, fields.sort()] as const]
    }),
  )
}

function openedOrNone(tx: TenantTx, vault: Vault, connector: Connector): Readonly<Record<string, string>> {
  try {
    return openedAuth(tx, vault, connector, 'compare')
  } catch {
    return {}
  }
}

async function byName(tx: TenantTx): Promise<ReadonlyMap<string, Connector>> {
  return new Map((await connectorsOf(tx)).map((one) => [one.name, one]))
}

function viewOf({ type, authConfig, config, intervalSeconds, enabled }: Connector): Spec {
  const { identifiers, secretsSet } = viewAuthConfig(authConfig)
  const secrets = [...secretsSet].sort()
  return { type, connector_config: config, identifiers, secrets, poll_interval_seconds: intervalSeconds, enabled }
}

function wholeOf(sent: Sent) {
  const { type, connector_config = {}, identifiers = {}, secrets = [], ...rest } = specOf(spec, sent)
  const secret = Object.keys(identifiers).find((name) => !IDENTIFIER_FIELDS.has(name))
  if (secret !== undefined) {
    const msg = `is a secret: name it in secrets, and send its value beside the documents`
    throw refusedAt(sent.at, [{ loc: ['identifiers', secret], msg, type: 'configuration' }])
  }
  const { poll_interval_seconds = intervalSecondsDefault, enabled = true } = rest
  return { type, connector_config, identifiers, secrets: [...secrets].sort(), poll_interval_seconds, enabled }
}

/** Secrets that a document names are sent or kept already. */
function valuesOf(
  { at, name }: Sent,
  secrets: readonly string[],
  values: Readonly<Record<string, string>>,
  before: Connector | undefined,
): Readonly<Record<string, string>> {
  const unnamed = Object.keys(values).find((one) => !secrets.includes(one))
  const kept = before === undefined ? [] : viewAuthConfig(before.authConfig).secretsSet
  const missing = secrets.find((one) => !Object.hasOwn(values, one) && !kept.includes(one))
  const msg =
    unnamed !== undefined
      ? `does not name ${unnamed}, of which a value was sent`
      : missing !== undefined
        ? `names ${missing} of ${name}, which is not kept yet and of which no value was sent`
        : null
  if (msg !== null) throw refusedAt(at, [{ loc: ['secrets'], msg, type: 'configuration' }])
  return values
}

/** Null takes a field away. */
function withoutThoseLeftOut(
  before: Connector,
  identifiers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Readonly<Record<string, null>> {
  const named = new Set([...Object.keys(identifiers), ...secrets])
  return Object.fromEntries(
    Object.keys(before.authConfig)
      .filter((one) => !named.has(one))
      .map((one) => [one, null]),
  )
}
