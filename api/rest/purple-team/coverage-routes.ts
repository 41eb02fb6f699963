/** Routes of ATT&CK coverage, of its findings in exercises, and of how both change. */

import { Type } from 'typebox'
import { driftBetween, purpleCoverage, snapshots, takeSnapshot } from '../../../control/detect/purple-team/index.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { pageOf, pageQuery } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { uuid } from '../views.ts'
import { countsOf, coverageSchema, driftSchema, snapshotSchema, snapshotView, tags } from './views.ts'

const snapshotBody = named('PurpleTeamSnapshotCreate', Type.Object({ note: Type.Optional(plainText(500)) }, closed))

export const purpleCoverageRoutes: Routes = (app, deps) => {
  app.get(
    '/purple-team/coverage',
    {
      config: { permission: 'rules:read' },
      schema: {
        ...{ tags, summary: 'Techniques with the rules that name them, and what their tests said last' },
        response: { 200: coverageSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const techniques = await purpleCoverage(tx)
        return {
          ...countsOf(techniques),
          techniques: techniques.map(({ technique, rules, tests, tested, state, last }) => ({
            ...{ technique_id: technique, rules, tests, tested, status: state },
            last_execution: last && {
              ...{ id: last.executionId, atomic_test_id: last.testId, outcome: last.outcome },
              completed_at: last.endedAt.toISOString(),
            },
          })),
        }
      }),
  )

  app.post(
    '/purple-team/drift/snapshot',
    {
      config: { permission: 'rules:write', audit: 'purple_team:snapshot_taken' },
      schema: {
        ...{ tags, summary: 'Keep the coverage as it is now', body: snapshotBody, response: { 201: snapshotSchema } },
        description: 'The latest 500 are kept.',
      },
    },
    async (request, reply) => {
      const made = await tenantWork(deps, request, async (tx, note) => {
        const taken = await takeSnapshot(tx, principalOf(request).id, request.body.note ?? null)
        note({ resource: 'purple_team_snapshot', resourceId: taken.id })
        return taken
      })
      return reply.code(201).send(snapshotView(made))
    },
  )

  app.get(
    '/purple-team/drift/snapshots',
    {
      config: { permission: 'rules:read' },
      schema: {
        ...{ tags, summary: 'Snapshots of the coverage, newest first', querystring: Type.Object(pageQuery, closed) },
        response: { 200: pageOf(snapshotSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await snapshots(tx), request.query, ({ id }) => id, snapshotView),
      ),
  )

  app.get(
    '/purple-team/drift/diff',
    {
      config: { permission: 'rules:read' },
      schema: {
        ...{ tags, summary: 'What changed between two snapshots' },
        ...{ querystring: Type.Object({ from: uuid, to: uuid }, closed), response: { 200: driftSchema } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const { from, to, added, dropped, changed } = await driftBetween(tx, request.query.from, request.query.to)
        return {
          ...{ from: snapshotView(from), to: snapshotView(to), added: [...added], dropped: [...dropped] },
          changed: changed.map(({ technique, from: was, to: is }) => ({ technique_id: technique, from: was, to: is })),
        }
      }),
  )
}
