import { withDeadline } from '../../platform/deadline.ts'
import type { Context } from './context.ts'
import type { IngestDeps } from './deps.ts'
import type { IngestLimits } from './limits.ts'
import { json, type Reply } from './reply.ts'

type Health = { readonly status: 'ok' | 'degraded'; readonly subsystems: Readonly<Record<string, 'ok' | 'down'>> }

/** Results are kept this long: the subsystems are checked at most once a second, however often the route is called. */
const KEEP_MS = 1_000

export function healthRoute(deps: IngestDeps, limits: IngestLimits): (context: Context) => Promise<Reply> {
  let kept: { readonly health: Promise<Health>; readonly untilMs: number } | undefined
  return async () => {
    const nowMs = deps.now()
    if (!kept || kept.untilMs <= nowMs) kept = { health: check(deps, limits), untilMs: nowMs + KEEP_MS }
    const health = await kept.health
    return json(health.status === 'ok' ? 200 : 503, health, { 'cache-control': 'no-store' })
  }
}

async function check(deps: IngestDeps, limits: IngestLimits): Promise<Health> {
  const checks = Object.entries(deps.subsystems ?? {})
  const states = await Promise.all(checks.map(([name, probe]) => state(deps, name, probe, limits.lookupTimeoutMs)))
  const subsystems = Object.fromEntries(states)
  return { status: states.every(([, is]) => is === 'ok') ? 'ok' : 'degraded', subsystems }
}

async function state(
  deps: IngestDeps,
  name: string,
  probe: () => Promise<unknown>,
  ms: number,
): Promise<[string, 'ok' | 'down']> {
  try {
    await withDeadline(probe(), ms, () => new Error(`no answer within ${ms} ms`))
    return [name, 'ok']
  } catch (err) {
    deps.log.warn({ err, subsystem: name }, 'a subsystem is down')
    return [name, 'down']
  }
}
