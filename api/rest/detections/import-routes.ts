/** Many rules at once. */

import { Type } from 'typebox'
import { authorOf, faultsShown, importRules, judgeYaraInTime, readTexts } from '../../../control/detections/index.ts'
import { closed } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { requestActor, tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { language, ruleFile, ruleText } from './views.ts'

/** Files of one request. */
const FILES_MAX = 500
const BODY_BYTES_MAX = 8 << 20
const tags = ['detections']
const importBody = named(
  'RuleImport',
  Type.Object(
    {
      files: Type.Array(Type.Object({ language, file: ruleFile, text: ruleText }, closed), {
        minItems: 1,
        maxItems: FILES_MAX,
      }),
    },
    closed,
  ),
)
const reportSchema = named(
  'RuleImportReport',
  Type.Object({
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    faults: Type.Array(
      Type.Object({ file: Type.String(), line: Type.Integer(), column: Type.Integer(), reason: Type.String() }),
    ),
    unresolved: Type.Array(
      Type.Object({ file: Type.String(), line: Type.Integer(), names: Type.Array(Type.String()) }),
      {
        description:
          'rules that were taken with placeholders that have no value, so that what they are asked in holds for no event: PUT /rules/placeholders gives them some',
      },
    ),
  }),
)

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
        const report = await importRules(tx, fit, authorOf(requestActor(request)))
        const { created, updated, unchanged } = report
        const unresolved = report.unresolved.map(({ names, ...place }) => ({ ...place, names: [...names] }))
        const faults = [...yara.faults, ...report.faults]
        note({ resource: 'rule', changes: { created, updated, unchanged, faults: faults.length } })
        return { created, updated, unchanged, faults: faultsShown(faults), unresolved }
      })
    },
  )
}
