import { Type } from 'typebox'
import { withDeadline } from '../../platform/deadline.ts'
import type { AirgapStatus, ApiDeps } from '../deps.ts'
import type { ApiApp, Routes } from './api-app.ts'

/** A subsystem that says nothing for so long is down. */
const CHECK_MS = 5_000
/** One answer serves everybody who asks within this time, so that probes cannot load what they probe. */
const CHECKED_MS = 1_000

/** Hosts that are reached without an entry in the allow-list while the air gap is on. */
const PRIVATE_SUFFIXES = ['.local', '.internal', '.lan', '.intranet', '.corp', '.home', '.localdomain', 'localhost']
const POLICY =
  'With the air gap on, connections go to private, link-local and loopback addresses, to single-label hosts, to hosts ' +
  'with a private suffix, and to the allow-list with its subdomains. Everything else is refused before a socket opens.'

const airgapSchema = Type.Object({
  enabled: Type.Boolean(),
  allowlist: Type.Array(Type.String()),
  implicit_private_suffixes: Type.Array(Type.String()),
  policy: Type.String(),
})
const healthSchema = Type.Object({
  status: Type.String({ description: 'ok or degraded' }),
  subsystems: Type.Record(Type.String(), Type.String({ description: 'ok or down' })),
  disabled: Type.Array(Type.String({ description: 'switched off by an SVC_DISABLE_* flag' })),
  airgap: airgapSchema,
})
const open = { config: { public: true, unlimited: true } } as const
const tags = ['status']

export const statusRoutes: Routes = (app, deps) => {
  const health = healthOf(deps)
  for (const url of ['/health', '/healthz']) {
    app.get(
      url,
      {
        ...open,
        schema: { tags, summary: 'Per-subsystem status', response: { '2xx': healthSchema, 503: healthSchema } },
      },
      async (_, reply) => {
        const found = await health()
        return reply.code(found.status === 'ok' ? 200 : 503).send(found)
      },
    )
  }
  app.get(
    '/airgap/status',
    {
      config: { public: true },
      schema: { tags, summary: 'Where connections may go', response: { 200: airgapSchema } },
    },
    async () => airgapView(deps.airgap),
  )
}

export function metricsRoute(app: ApiApp, { metrics }: ApiDeps): void {
  app.get('/metrics', { ...open, schema: { hide: true } }, async (_, reply) => {
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

function airgapView({ enabled, allowlist }: AirgapStatus) {
  return { enabled, allowlist: [...allowlist], implicit_private_suffixes: PRIVATE_SUFFIXES, policy: POLICY }
}

function healthOf({ subsystems, disabled, airgap, nowMs }: ApiDeps) {
  let last: { readonly atMs: number; readonly states: Promise<Record<string, string>> } | undefined
  return async () => {
    if (!last || nowMs() - last.atMs >= CHECKED_MS) last = { atMs: nowMs(), states: checkAll(subsystems) }
    const states = await last.states
    const status = Object.values(states).includes('down') ? 'degraded' : 'ok'
    return { status, subsystems: states, disabled: [...disabled].sort(), airgap: airgapView(airgap) }
  }
}

async function checkAll(subsystems: ApiDeps['subsystems']): Promise<Record<string, string>> {
  const checks = Object.entries(subsystems).map(async ([name, check]) => {
    const late = () => new Error('no answer in time')
    const state = await withDeadline(check(), CHECK_MS, late).then(
      () => 'ok',
      () => 'down',
    )
    return [name, state] as const
  })
  return Object.fromEntries(await Promise.all(checks))
}
