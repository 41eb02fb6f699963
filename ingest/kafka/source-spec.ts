/** The file of `SVC_KAFKA_SOURCES`: topics of customers' own Kafka, with their tenants. */
import fs from 'node:fs'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { parse } from 'yaml'
import { isSourceFormat } from '../../connectors/source-formats.ts'
import { AppError } from '../../platform/errors.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'

const NAME = { pattern: '^[A-Za-z0-9._-]{1,64}$' }
const FILE = { minLength: 1, maxLength: 4096 }

const Source = Type.Object(
  {
    tenant: Type.String(),
    /** Connector id of the events. */
    source: Type.String(NAME),
    source_format: Type.Optional(Type.String()),
    brokers: Type.Array(Type.String({ pattern: '^[^\\s:]+:[0-9]{1,5}$' }), { minItems: 1, maxItems: 50 }),
    topics: Type.Array(Type.String({ pattern: '^[A-Za-z0-9._-]{1,249}$' }), { minItems: 1, maxItems: 100 }),
    /** Consumer group: readers in the same group share the partitions. */
    group: Type.String({ minLength: 1, maxLength: 249 }),
    /** Where a group without a position begins. */
    from: Type.Optional(Type.Union([Type.Literal('beginning'), Type.Literal('end')])),
    tls: Type.Optional(
      Type.Union([
        Type.Boolean(),
        Type.Object(
          {
            ca_file: Type.Optional(Type.String(FILE)),
            cert_file: Type.Optional(Type.String(FILE)),
            key_file: Type.Optional(Type.String(FILE)),
          },
          { additionalProperties: false },
        ),
      ]),
    ),
    sasl: Type.Optional(
      Type.Object(
        {
          mechanism: Type.Union([Type.Literal('plain'), Type.Literal('scram-sha-256'), Type.Literal('scram-sha-512')]),
          username: Type.String({ minLength: 1, maxLength: 256 }),
          /** The password is only ever in this file; a line end at its end is ignored. */
          password_file: Type.String(FILE),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
const Sources = Type.Array(Source, { maxItems: 200 })

export type KafkaSource = {
  readonly tenant: TenantId
  readonly source: string
  readonly sourceFormat: string
  readonly brokers: readonly string[]
  readonly topics: readonly string[]
  readonly group: string
  readonly fromBeginning: boolean
  readonly tls: { readonly ca?: Buffer; readonly cert?: Buffer; readonly key?: Buffer } | null
  readonly sasl: { readonly mechanism: string; readonly username: string; readonly password: string } | null
}

/** Throws `bad_config` with the location of the fault, but never with content of a password file. */
export function kafkaSources(file: string): readonly KafkaSource[] {
  const written = documentIn(file)
  const [fault] = Value.Errors(Sources, written)
  if (fault) throw wrong(`${file}${fault.instancePath || '/'} ${fault.message}`)
  const sources = Value.Decode(Sources, written).map((one, at) => sourceOf(one, `${file}/${at}`))
  const places = sources.map(({ tenant, source }) => `${tenant} ${source}`)
  const twice = places.find((place, at) => places.indexOf(place) !== at)
  if (twice !== undefined) throw wrong(`${file}: ${twice} is named twice`)
  return sources
}

function sourceOf(one: Type.Static<typeof Source>, where: string): KafkaSource {
  const { tenant, source, brokers, topics, group, from = 'end', tls = false, sasl } = one
  const format = (one.source_format ?? 'auto').toLowerCase()
  if (!isSourceFormat(format)) throw wrong(`${where}/source_format: ${format} is not known`)
  const owner = tenantOf(tenant, where)
  const files = typeof tls === 'boolean' ? {} : tls
  return {
    ...{ tenant: owner, source, sourceFormat: format, brokers, topics, group, fromBeginning: from === 'beginning' },
    tls: tls === false ? null : tlsOf(files),
    sasl:
      sasl === undefined
        ? null
        : { ...{ mechanism: sasl.mechanism, username: sasl.username }, password: passwordIn(sasl.password_file) },
  }
}

function tenantOf(text: string, where: string): TenantId {
  try {
    return tenantId(text)
  } catch {
    throw wrong(`${where}/tenant: ${text} is no id of a tenant`)
  }
}

function tlsOf(files: { ca_file?: string; cert_file?: string; key_file?: string }) {
  return {
    ...(files.ca_file === undefined ? {} : { ca: contentOf(files.ca_file) }),
    ...(files.cert_file === undefined ? {} : { cert: contentOf(files.cert_file) }),
    ...(files.key_file === undefined ? {} : { key: contentOf(files.key_file) }),
  }
}

const passwordIn = (file: string) =>
  contentOf(file)
    .toString('utf8')
    .replace(/\r?\n$/, '')

function documentIn(file: string): unknown {
  const text = contentOf(file).toString('utf8')
  try {
    return parse(text, { maxAliasCount: 0 })
  } catch (error) {
    throw wrong(`${file}: ${(error as Error).message.split('\n', 1)[0]}`)
  }
}

function contentOf(file: string): Buffer {
  try {
    return fs.readFileSync(file)
  } catch (cause) {
    throw new AppError('bad_config', `SVC_KAFKA_SOURCES: ${file} cannot be read`, { cause })
  }
}

function wrong(what: string): AppError {
  return new AppError('bad_config', `SVC_KAFKA_SOURCES: ${what}`)
}
