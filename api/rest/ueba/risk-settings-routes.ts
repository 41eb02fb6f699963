/** Routes of the settings that decide when an entity's risk becomes an alert of its own. */
import { type Static, Type } from 'typebox'
import {
  putRiskSettings,
  RISK_DEFAULTS,
  type RiskSettings,
  riskSettings,
  THRESHOLD,
  WINDOW_HOURS,
} from '../../../control/risk/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'

const tags = ['entity-risk']
const enabled = Type.Boolean({ description: `as shipped: ${RISK_DEFAULTS.enabled}` })
const threshold = Type.Integer({
  minimum: THRESHOLD.min,
  maximum: THRESHOLD.max,
  description: `the risk that is told, of 100; as shipped ${RISK_DEFAULTS.threshold}`,
})
const window_hours = Type.Integer({
  minimum: WINDOW_HOURS.min,
  maximum: WINDOW_HOURS.max,
  description: `alerts of so many hours count; as shipped ${RISK_DEFAULTS.windowHours}`,
})
const settingsSchema = named('RiskSettings', Type.Object({ enabled, threshold, window_hours }))
const settingsBody = named('RiskSettingsPut', Type.Object({ enabled, threshold, window_hours }, closed))

export const riskSettingsRoutes: Routes = (app, deps) => {
  app.get(
    '/ueba/risk-settings',
    {
      config: { permission: 'settings:read' },
      schema: {
        ...{ tags, summary: 'When the risk of an entity becomes an alert of its own' },
        response: { 200: settingsSchema },
      },
    },
    (request) => tenantWork(deps, request, async (tx) => settingsView(await riskSettings(tx))),
  )

  app.put(
    '/ueba/risk-settings',
    {
      config: { permission: 'settings:write', audit: 'entity_risk:settings_set' },
      schema: {
        ...{ tags, summary: 'Set it; entities are judged anew by it at once' },
        ...{ body: settingsBody, response: { 200: settingsSchema } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { enabled, threshold, window_hours: windowHours } = request.body
        await putRiskSettings(tx, { enabled, threshold, windowHours }, principalOf(request).id)
        note({ resource: 'entity_risk', changes: request.body })
        return settingsView(await riskSettings(tx))
      }),
  )
}

function settingsView({ enabled, threshold, windowHours }: RiskSettings): Static<typeof settingsSchema> {
  return { enabled, threshold, window_hours: windowHours }
}
