/** Routes of the values that replace `%name%` in a tenant's Sigma rules. */
import { Type } from 'typebox'
import { authorOf, placeholdersOf, putPlaceholders } from '../../../control/detections/index.ts'
import { PLACEHOLDER_LIMITS, type Placeholders } from '../../../detections/sigma/placeholders.ts'
import { named } from '../../plugins/named-schemas.ts'
import { requestActor, tenantWork } from '../../plugins/tenant-work.ts'
import type { Routes } from '../api-app.ts'

const { names, nameChars, values, valueChars, bytes } = PLACEHOLDER_LIMITS
/** A character can be six in JSON. */
const bodyLimit = 6 * bytes
const tags = ['detections']
const list = Type.Array(Type.String({ maxLength: valueChars }), { maxItems: values })
const name = Type.String({ minLength: 1, maxLength: nameChars, description: 'as between percent signs in a rule' })
const schema = named(
  'RulePlaceholders',
  Type.Object(
    { placeholders: Type.Record(name, list, { maxProperties: names, description: 'values by name' }) },
    { additionalProperties: false },
  ),
)

export const placeholderRoutes: Routes = (app, deps) => {
  app.get(
    '/rules/placeholders',
    {
      config: { permission: 'rules:read' },
      schema: {
        tags,
        summary: "What the placeholders of the tenant's Sigma rules stand for",
        response: { 200: schema },
      },
    },
    (request) => tenantWork(deps, request, async (tx) => view(await placeholdersOf(tx))),
  )

  app.put(
    '/rules/placeholders',
    {
      bodyLimit,
      config: { permission: 'rules:write', audit: 'rule:placeholders_set' },
      schema: {
        tags,
        summary: 'Set all placeholders; in force within seconds',
        body: schema,
        response: { 200: schema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { placeholders } = request.body
        const counts = Object.fromEntries(Object.entries(placeholders).map(([key, of]) => [key, of.length]))
        note({ resource: 'rule', resourceId: 'placeholders', changes: counts })
        return view(await putPlaceholders(tx, placeholders, authorOf(requestActor(request))))
      }),
  )
}

function view(placeholders: Placeholders) {
  return { placeholders: Object.fromEntries([...placeholders].map(([key, of]) => [key, [...of]])) }
}
