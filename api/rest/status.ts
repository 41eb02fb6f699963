import { Type } from 'typebox'
import { IMPLICIT_PRIVATE_SUFFIXES } from '../../platform/egress/air-gap.ts'
import { openHealth } from '../../platform/health.ts'
import type { AirgapStatus, ApiDeps } from '../deps.ts'
import { named } from '../plugins/named-schemas.ts'
import type { ApiApp } from './api-app.ts'

/** Dependencies of the status routes of every service, not of the API alone. */
type StatusDeps = Pick<ApiDeps, 'subsystems' | 'figures' | 'disabled' | 'airgap' | 'log' | 'nowMs'>

/** Hosts that are reached without an entry in the allow-list while the air gap is on. */
const PRIVATE_SUFFIXES = [...IMPLICIT_PRIVATE_SUFFIXES, 'localhost']
const POLICY =
  'With the air gap on, connections go to private, link-local and loopback addresses, to single-label hosts, to hosts ' +
  'with a private suffix, and to the allow-list with its subdomains. Everything else is refused before a socket opens.'

const airgapSchema = named(
  'AirgapStatus',
  Type.Object({
    enabled: Type.Boolean(),
    allowlist: Type.Array(Type.String()),
    implicit_private_suffixes: Type.Array(Type.String()),
    policy: Type.String(),
  }),
)
const healthSchema = named(
  'Health',
  Type.Object({
    status: Type.String({ description: 'ok or degraded' }),
    subsystems: Type.Record(Type.String(), Type.String({ description: 'ok or down' })),
    figures: Type.Record(Type.String(), Type.Record(Type.String(), Type.Number()), {
      description: 'measurements of a subsystem',
    }),
    disabled: Type.Array(Type.String({ description: 'switched off by an SVC_DISABLE_* flag' })),
    airgap: airgapSchema,
  }),
)
const open = { config: { public: true, unlimited: true, anyQuery: true } } as const
const tags = ['status']

export function statusRoutes(app: ApiApp, deps: StatusDeps): void {
  const { subsystems: checks, figures, disabled, airgap, nowMs, log } = deps
  const health = openHealth({ checks, figures, nowMs, log })
  for (const url of ['/health', '/healthz']) {
    app.get(
      url,
      {
        ...open,
        schema: { tags, summary: 'Per-subsystem status', response: { '2xx': healthSchema, 503: healthSchema } },
      },
      async (_, reply) => {
        const found = await health()
        const body = { ...found, disabled: [...disabled].sort(), airgap: airgapView(airgap) }
        return reply.code(found.status === 'ok' ? 200 : 503).send(body)
      },
    )
  }
  app.get(
    '/airgap/status',
    {
      config: { public: true },
      schema: { tags, summary: 'Allowed outbound destinations', response: { 200: airgapSchema } },
    },
    async () => airgapView(airgap),
  )
}

export function metricsRoute(app: ApiApp, { metrics }: Pick<ApiDeps, 'metrics'>): void {
  app.get('/metrics', { ...open, schema: { hide: true } }, async (_, reply) => {
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

function airgapView({ enabled, allowlist }: AirgapStatus) {
  return { enabled, allowlist: [...allowlist], implicit_private_suffixes: PRIVATE_SUFFIXES, policy: POLICY }
}
