import { Type } from 'typebox'
import {
  DISPOSITIONS,
  type SimilarAlert,
  type SimilarAlerts,
  similarAlerts,
} from '../../../control/soc/alerts/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import type { Routes } from '../api-app.ts'
import { nullable } from '../views.ts'
import { alertId, closed, oneOf, tags } from './inputs.ts'
import { alertSchema, alertView } from './views.ts'

const similarSchema = named(
  'SimilarAlerts',
  Type.Object({
    of_its_kind: Type.Object(
      {
        total: Type.Integer(),
        is_whole: Type.Boolean({ description: 'false: there are more, and the newest were counted' }),
        verdicts: Type.Array(Type.Object({ verdict: nullable(oneOf(DISPOSITIONS)), count: Type.Integer() })),
      },
      { description: 'other alerts of the same rule, or without one of the same source and title' },
    ),
    items: Type.Array(
      Type.Object({
        alert: alertSchema,
        score: Type.Number({ description: 'what both have as a part of what either has: 0 to 1' }),
        shared: Type.Array(Type.String(), { description: 'rule:…, technique:…, host:…, user:…, ip:…' }),
      }),
    ),
  }),
)
const query = Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }) }, closed)

export const similarRoute: Routes = (app, deps) => {
  app.get(
    '/alerts/:id/similar',
    {
      config: { permission: 'alerts:read' },
      schema: {
        ...{ tags, summary: 'What became of alerts of its kind, and which share the most with it' },
        ...{ params: alertId, querystring: query, response: { 200: similarSchema } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        similarView(await similarAlerts(tx, request.params.id, request.query.limit)),
      ),
  )
}

function similarView({ ofItsKind: { total, isWhole, verdicts }, alerts }: SimilarAlerts) {
  return {
    of_its_kind: { total, is_whole: isWhole, verdicts: [...verdicts] },
    items: alerts.map(({ alert, score, shared }: SimilarAlert) => {
      return { alert: alertView(alert), score, shared: [...shared] }
    }),
  }
}
