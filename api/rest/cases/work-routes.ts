/** Routes of the alerts of a case. */
import { Type } from 'typebox'
import { alertsOfCase } from '../../../control/soc/alerts/index.ts'
import { caseActorOf, linkAlerts, lockedCase, unlinkAlerts } from '../../../control/soc/cases/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed } from '../alerts/inputs.ts'
import { alertSchema, alertView } from '../alerts/views.ts'
import type { Routes } from '../api-app.ts'
import { childList } from './child-list.ts'
import { alertIds, caseParams, caseTags as tags } from './inputs.ts'
import { caseSchema, caseView } from './views.ts'

const alertsBody = named('CaseAlerts', Type.Object({ alert_ids: alertIds }, closed))
/** `AlertPage` has facets besides. */
const alertsAnswer = named(
  'CaseAlertPage',
  Type.Object({ items: Type.Array(alertSchema), next_cursor: Type.Optional(Type.String()) }),
)

export const workRoutes: Routes = (app, deps) => {
  childList(app, deps, {
    ...{ path: 'alerts', summary: 'Alerts of a case, newest first', answer: alertsAnswer },
    ...{ load: alertsOfCase, actorOf: () => null, view: alertView },
  })

  for (const [path, summary, audit, work] of [
    ['alerts', 'Put alerts into a case', 'case:alerts_linked', linkAlerts],
    ['alerts/unlink', 'Take alerts out of a case', 'case:alerts_unlinked', unlinkAlerts],
  ] as const)
    app.post(
      `/cases/:id/${path}`,
      {
        config: { permission: 'cases:write', audit },
        schema: { tags, summary, params: caseParams, body: alertsBody, response: { 200: caseSchema } },
      },
      (request) => {
        const { alert_ids: ids } = request.body
        return tenantWork(deps, request, async (tx, note) => {
          const nowMs = deps.nowMs()
          const found = await lockedCase(tx, request.params.id)
          note({ resource: 'case', resourceId: found.id, changes: request.body })
          return caseView(await work(tx, caseActorOf(principalOf(request)), found, ids, nowMs), nowMs)
        })
      },
    )
}
