import { type Static, Type } from 'typebox'
import {
  type SubmitLabels,
  type SubmitLimits,
  submitAlert,
  tagList,
  takeEvents,
  tooLarge,
} from '../../../control/soc/alerts/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { closed, named, nullable, plainText, uuid } from '../../../schemas/wire.ts'
import { keyOf } from '../../plugins/idempotency.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import type { Routes } from '../api-app.ts'
import { submitLimits } from './config.ts'

const envelope = Type.Object(
  {
    events: Type.Array(Type.Unknown(), { description: 'OCSF events' }),
    rule_id: Type.Optional(plainText(200)),
    connector_id: Type.Optional(plainText(200)),
    connector_type: Type.Optional(plainText(64)),
    source_format: Type.Optional(plainText(64)),
    title: Type.Optional(plainText(300)),
    description: Type.Optional(plainText(20_000)),
    severity: Type.Optional(plainText(20)),
    tags: Type.Optional(tagList),
  },
  closed,
)
/** A single event is an object without `events`, so that an invalid envelope is not taken for an event. */
const single = Type.Object({ events: Type.Optional(Type.Never()) }, { additionalProperties: true })
const submitBody = named('EventSubmit', Type.Union([envelope, Type.Array(Type.Unknown()), single]))
const submitted = named(
  'EventsSubmitted',
  Type.Object({
    id: uuid,
    alert_id: uuid,
    status: Type.String(),
    severity: Type.String(),
    title: Type.String(),
    accepted: Type.Integer({ description: 'events' }),
    rejected: Type.Integer({ description: 'events' }),
    errors: Type.Array(Type.String(), { description: 'reasons of the rejected events of this request' }),
    timestamp_clamped: nullable(
      Type.Integer({ description: 'number of events whose time was adjusted to the accepted window' }),
    ),
  }),
)
type Envelope = Static<typeof envelope>

/** Room for the labels around the events, and for white space between them. */
const ENVELOPE_BYTES = 65_536
const ERRORS_MAX = 20

/**
 * Declared by hand, because an operation cannot have a list as body, a required header, two success statuses, or a
 * limit whose error names its setting.
 */
export function submitRoute(limits: SubmitLimits = submitLimits()): Routes {
  return (app, deps) => {
    app.post(
      '/alerts/submit',
      {
        config: {
          permission: 'alerts:write',
          audit: 'alert:submitted',
          developmentOperator: true,
          takesEvents: true,
          idempotent: true,
        },
        bodyLimit: limits.totalBytesMax + ENVELOPE_BYTES,
        errorHandler: (error) => {
          throw error.statusCode === 413 ? bodyTooLarge(limits) : error
        },
        preValidation: async ({ headers }) => {
          if (headers['x-tenant-id'] === undefined) throw new AppError('bad_request', 'X-Tenant-ID is needed')
        },
        schema: {
          tags: ['alerts'],
          summary: 'Create one alert from a batch of events: a single event, a list, or an object that holds `events`',
          headers: Type.Object({
            'x-tenant-id': Type.String({ description: 'tenant of the credential' }),
            'idempotency-key': Type.Optional(Type.String({ description: '1 to 128 of A-Z, a-z, 0-9 and . _ : / -' })),
          }),
          body: submitBody,
          response: { 200: submitted, 201: submitted },
        },
      },
      async (request, reply) => {
        const idempotencyKey = keyOf(request)
        const { events, ...labels } = envelopeOf(request.body)
        const acceptedEvents = takeEvents(events, limits)
        const submission = { accepted: acceptedEvents, labels: labelsOf(labels), idempotencyKey, limits }
        const { alert, isNew } = await tenantWork(deps, request, async (tx, note) => {
          const done = await submitAlert(tx, submission, deps.nowMs())
          const { event_count: accepted } = done.alert.metadata
          note(done.isNew ? { resource: 'alert', resourceId: done.alert.id, changes: { accepted } } : null)
          return done
        })
        const count = (name: string) => Number(alert.metadata[name] ?? 0)
        return reply.code(isNew ? 201 : 200).send({
          ...{ id: alert.id, alert_id: alert.id, status: alert.status, severity: alert.severity, title: alert.title },
          accepted: count('event_count'),
          rejected: count('events_rejected'),
          errors: acceptedEvents.rejections.slice(0, ERRORS_MAX),
          timestamp_clamped: alert.metadata.timestamp_clamped === undefined ? null : count('timestamp_clamped'),
        })
      },
    )
  }
}

function bodyTooLarge({ totalBytesMax }: SubmitLimits): AppError {
  return tooLarge(`SVC_SUBMIT_MAX_TOTAL_BYTES: the body is larger than ${totalBytesMax} bytes of events can be`)
}

function envelopeOf(body: Static<typeof submitBody>): Envelope {
  if (Array.isArray(body)) return { events: body }
  return Object.hasOwn(body, 'events') ? (body as Envelope) : { events: [body] }
}

function labelsOf(envelope: Omit<Envelope, 'events'>): SubmitLabels {
  const { rule_id, connector_id, connector_type, source_format, ...rest } = envelope
  return {
    ...rest,
    ruleId: rule_id,
    connectorId: connector_id,
    connectorType: connector_type,
    sourceFormat: source_format,
  }
}
