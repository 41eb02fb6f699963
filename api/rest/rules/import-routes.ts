/** Many rules at once, and the list of what comes with the product. */
import { Type } from 'typebox'
import { faultsShown, importRules, judgeYaraInTime, readTexts } from '../../../control/detections/index.ts'
import { builtInRules } from '../../../detections/content/load.ts'
import { LIMIT_DEFAULT, LIMIT_MAX, pageOf } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { nameOf } from './rule-routes.ts'
import { builtInWithStops } from './stopped.ts'
import { builtInSchema, language, ruleFile, ruleText } from './views.ts'

/** Files of one request. */
const FILES_MAX = 500
const BODY_BYTES_MAX = 8 << 20
const tags = ['detections']
const closed = { additionalProperties: false }
const importBody = Type.Object(
  {
    files: Type.Array(Type.Object({ language, file: ruleFile, text: ruleText }, closed), {
      minItems: 1,
      maxItems: FILES_MAX,
    }),
  },
  closed,
)
const reportSchema = Type.Object({
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  faults: Type.Array(
    Type.Object({ file: Type.String(), line: Type.Integer(), column: Type.Integer(), reason: Type.String() }),
  ),
  unresolved: Type.Array(Type.Object({ file: Type.String(), line: Type.Integer(), names: Type.Array(Type.String()) }), {
    description:
      'rules that were taken with placeholders that have no value, so that what they are asked in holds for no event: PUT /rules/placeholders gives them some',
  }),
})
const builtInQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
  cursor: Type.Optional(Type.String({ pattern: '^\\d{1,6}$' })),
})

export const importRoutes: Routes = (app, deps) => {
  app.post(
    '/rules/import',
    {
      bodyLimit: BODY_BYTES_MAX,
      config: { permission: 'rules:write', audit: 'rule:imported' },
      schema: {
        tags,
        summary: 'Import rule files; what is wrong in them is named and left out, and the other rules are taken',
        body: importBody,
        response: { 200: reportSchema },
      },
    },
    async (request) => {
      const { files } = request.body
      const yara = await judgeYaraInTime(files.filter((file) => file.language === 'yara'))
      const others = files.filter((file) => file.language !== 'yara')
      const fit = [...(await readTexts(deps.pool, principalOf(request).tenantId, others)), ...yara.sound]
      return tenantWork(deps, request, async (tx, note) => {
        const report = await importRules(tx, fit, nameOf(principalOf(request)))
        const { created, updated, unchanged } = report
        const unresolved = report.unresolved.map(({ names, ...place }) => ({ ...place, names: [...names] }))
        const faults = [...yara.faults, ...report.faults]
        note({ resource: 'rule', changes: { created, updated, unchanged, faults: faults.length } })
        return { created, updated, unchanged, faults: faultsShown(faults), unresolved }
      })
    },
  )

  app.get(
    '/rules/builtin',
    {
      config: { permission: 'rules:read' },
      schema: {
        tags,
        summary: 'The rules that come with the product',
        querystring: builtInQuery,
        response: { 200: pageOf(builtInSchema) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query
      const from = Number(cursor ?? 0)
      const rules = builtInRules()
      const items = await builtInWithStops(deps, request, rules.slice(from, from + limit))
      return from + limit < rules.length ? { items, next_cursor: String(from + limit) } : { items }
    },
  )
}
