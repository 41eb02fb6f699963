import { appearanceOf, replaceBranding } from '../../../control/identity/branding/index.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import type { Routes } from '../api-app.ts'
import { logoRoutes } from './logo-routes.ts'
import { appearanceSchema, appearanceView, brandingBody, fieldsOf, tags } from './views.ts'

export const brandingRoutes: Routes = (app, deps) => {
  app.get(
    '/branding',
    {
      config: { permission: 'signed_in' },
      schema: { tags, summary: 'How the product looks in this tenant', response: { 200: appearanceSchema } },
    },
    (request) => tenantWork(deps, request, async (tx) => appearanceView(await appearanceOf(tx))),
  )

  app.put(
    '/branding',
    {
      config: { permission: 'settings:write', audit: 'branding:updated', removes: 'records' },
      schema: {
        tags,
        summary: 'Replace how the product looks; empty fields fall back, and with all of them empty the logo goes too',
        body: brandingBody,
        response: { 200: appearanceSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'branding', resourceId: tx.tenantId, changes: request.body })
        return appearanceView(await replaceBranding(tx, fieldsOf(request.body)))
      }),
  )

  logoRoutes(app, deps)
}
