/**
 * The AsyncAPI 3.0 document of the messages that the platform sends by itself: frames of streams, records of topics,
 * and the webhook of touched honeytokens. Format: https://www.asyncapi.com/docs/reference/specification/v3.0.0
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOPICS, type TopicSpec } from '../schemas/topics.ts'
import { channelSpecs } from './realtime/channels.ts'

/** Path of the committed document. `npx svc asyncapi --out schemas/asyncapi/asyncapi.json` writes it. */
export const ASYNCAPI_FILE = join(import.meta.dirname, '../schemas/asyncapi/asyncapi.json')
const AVRO = join(import.meta.dirname, '../schemas/avro')

export function asyncapiText(): string {
  return `${JSON.stringify(asyncapiDocument(), null, 2)}\n`
}

function asyncapiDocument() {
  const streams = channelSpecs()
  const topics = Object.entries(TOPICS) as [string, TopicSpec][]
  const types = [...new Set(streams.flatMap((stream) => stream.types))]
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'svc',
      version: '1.0.0',
      description:
        'Streams for people and programs, topics for consumers inside of an installation, and web hooks. The REST API has a document of its own.',
      license: { name: 'Proprietary' },
    },
    defaultContentType: 'application/json',
    servers: {
      streams: {
        host: 'localhost:8000',
        protocol: 'ws',
        description:
          'A ticket of `POST /api/v1/realtime/ticket` or an access token opens it; `/sse` has the same frames as Server-Sent Events.',
      },
      brokers: { host: 'localhost:9092', protocol: 'kafka', description: 'Of an installation in server mode.' },
    },
    channels: Object.fromEntries([
      ...streams.map((stream) => [`stream-${stream.channel}`, streamChannel(stream)]),
      ...topics.map(([, topic]) => [topic.name, topicChannel(topic)]),
      ['honeytoken-webhook', webhookChannel()],
    ]),
    operations: Object.fromEntries([
      ...streams.map(({ channel }) => [`follow-${channel}`, sends(`stream-${channel}`)]),
      ...topics.map(([, { name }]) => [`produce-${name}`, sends(name)]),
      ['call-honeytoken-webhook', sends('honeytoken-webhook')],
    ]),
    components: {
      messages: {
        ...Object.fromEntries(types.map((type) => [type, changeMessage(type)])),
        ...Object.fromEntries(STREAM_MESSAGES.map((message) => [message.name, message])),
      },
    },
  }
}

const sends = (channel: string) => ({ action: 'send', channel: { $ref: `#/channels/${channel}` } })
const messageRefs = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }]))

type Stream = ReturnType<typeof channelSpecs>[number]

function streamChannel({ channel, permission, types }: Stream) {
  const clock = channel === 'insights' ? ['insights_updated'] : []
  return {
    address: `/ws/${channel}`,
    description: `Needs \`${permission}\`. \`/ws/all\` and \`/ws/A,B\` are several channels in one stream; \`?cursor=\` resumes after the frame with that cursor.`,
    servers: [{ $ref: '#/servers/streams' }],
    messages: messageRefs([...types, ...clock, 'connected', 'reset', 'heartbeat']),
  }
}

const time = { type: 'string', format: 'date-time' }
const cursor = { type: 'string', description: 'where the stream is after this frame' }

const AT = '2026-03-01T09:30:00.000Z'
const CURSOR = 'MTczOTk5OjQy'

/** `example`: the members beside the type, as a client gets them. */
function frame(name: string, summary: string, members: Record<string, object>, example: Record<string, unknown>) {
  const properties = { type: { const: name }, ...members }
  return {
    ...{ name, summary, payload: { type: 'object', required: Object.keys(properties), properties } },
    examples: [{ name, payload: { type: name, ...example } }],
  }
}

const STREAM_MESSAGES = [
  frame(
    'connected',
    'The first frame',
    { tenantId: { type: 'string' }, channel: { type: 'string' }, cursor },
    { tenantId: 'acme', channel: 'alerts,cases', cursor: CURSOR },
  ),
  frame(
    'reset',
    'The cursor that was shown leads nowhere: ask for what came in between',
    { reason: { enum: ['unknown_cursor', 'too_old'] }, cursor },
    { reason: 'too_old', cursor: CURSOR },
  ),
  frame('heartbeat', 'Nothing came for a while', { timestamp: time, cursor }, { timestamp: AT, cursor: CURSOR }),
  frame(
    'insights_updated',
    'Figures of dashboards are to be asked again',
    { reason: { const: 'tick' }, timestamp: time },
    { reason: 'tick', timestamp: AT },
  ),
]

function changeMessage(type: string) {
  const payload = { type: 'object', description: 'the entity after the change, less what field rules hide' }
  const id = '01a226c4-659e-7000-b4a1-a35aabeefa13'
  return frame(
    type,
    `A change: ${type.replaceAll(/[._]/g, ' ')}`,
    { payload, timestamp: time, cursor },
    { payload: { id, tenant_id: 'acme' }, timestamp: AT, cursor: CURSOR },
  )
}

function topicChannel({ name, key, schema, partitions, compacted }: TopicSpec) {
  return {
    address: name,
    servers: [{ $ref: '#/servers/brokers' }],
    bindings: {
      kafka: {
        topic: name,
        partitions,
        topicConfiguration: { 'cleanup.policy': [compacted ? 'compact' : 'delete'] },
        bindingVersion: '0.5.0',
      },
    },
    messages: {
      [schema]: {
        name: schema,
        contentType: 'avro/binary',
        summary: 'Avro in single-object encoding',
        bindings: {
          kafka: { key: { type: 'string', description: key }, schemaIdLocation: 'payload', bindingVersion: '0.5.0' },
        },
        payload: {
          schemaFormat: 'application/vnd.apache.avro+json;version=1.9.0',
          schema: JSON.parse(readFileSync(join(AVRO, `${schema}.avsc`), 'utf8')) as unknown,
        },
      },
    },
  }
}

function webhookChannel() {
  const text = { type: 'string' }
  return {
    address: null,
    description: 'A POST to `ALERT_WEBHOOK_URL` for each touch, tried again with a growing pause until a 2xx answers.',
    messages: {
      touch: {
        name: 'honeytoken.triggered',
        contentType: 'application/json',
        headers: {
          type: 'object',
          properties: { 'x-svc-signature': { ...text, description: 'sha256= and the HMAC-SHA256 of the body in hex' } },
        },
        payload: {
          type: 'object',
          required: [
            ...['event', 'honeytoken_id', 'tenant_id', 'token_type', 'token_name', 'trigger_id', 'source_ip'],
            'triggered_at',
          ],
          properties: {
            event: { const: 'honeytoken.triggered' },
            ...{ honeytoken_id: { ...text, format: 'uuid' }, tenant_id: text, token_type: text, token_name: text },
            ...{ trigger_id: { ...text, format: 'uuid' }, source_ip: { type: ['string', 'null'] }, triggered_at: time },
          },
        },
        examples: [
          {
            name: 'touched',
            headers: { 'x-svc-signature': `sha256=${'0'.repeat(64)}` },
            payload: {
              ...{
                event: 'honeytoken.triggered',
                honeytoken_id: '8bb3ef4e-77c1-4ea3-a137-bc783f7020c0',
                tenant_id: 'acme',
              },
              ...{ token_type: 'url', token_name: 'Finance share', trigger_id: '4c044ec3-c488-4b97-bdbb-86c769945019' },
              ...{ source_ip: '203.0.113.9', triggered_at: AT },
            },
          },
        ],
      },
    },
  }
}
