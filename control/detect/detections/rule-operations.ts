/** Operations of the catalogue and of a tenant's own rules. Only overlays change rules that come with the product. */
import { Type } from 'typebox'
import { builtInRules, builtInText } from '../../../detections/content/load.ts'
import { assert } from '../../../platform/assert.ts'
import { pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { closed, named, pageOf, sent } from '../../../schemas/wire.ts'
import type { Postgres } from '../../../stores/postgres/pool.ts'
import { type Actor, operationsOf } from '../../platform/acting/index.ts'
import { authorNames, authorOf } from './authors.ts'
import { cataloguePage, catalogueQuery } from './catalogue.ts'
import { checkYara, faultsShown, judgeYaraInTime, type RuleText } from './check-rules.ts'
import { extensionOf } from './extension.ts'
import {
  createRule,
  deleteRule,
  findOwnRule,
  findRule,
  importRules,
  replaceRule,
  setRuleEnabled,
} from './manage-rules.ts'
import { isBuiltIn, setBuiltInEnabled } from './overlays.ts'
import { readTexts } from './read-texts.ts'
import { language, ruleFile, ruleSchema, ruleText, ruleView, severity, stoppedRuleSchema } from './rule-schemas.ts'
import { RULE_VERSIONS, versionsOf } from './rule-store.ts'
import { type LakeOfRules, withStops } from './rules-with-stops.ts'
import { withHead } from './with-head.ts'

type Deps = LakeOfRules & { readonly pool: Postgres }

const operation = operationsOf<Deps>({ tag: 'detections' })
/** Size of a rule's text as JSON, where every character can become six. */
const bodyBytes = 1 << 20
/** Files of one import. */
const FILES_MAX = 500
const IMPORT_BYTES_MAX = 8 << 20
const params = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 256, description: 'of the row, or of a rule' }),
})

const list = operation.outside({
  name: 'rules.list',
  summary: 'Rules: the tenant’s own, newest first, then built-in ones',
  permission: 'rules:read',
  path: 'GET /rules',
  query: catalogueQuery,
  output: pageOf(stoppedRuleSchema),
  async run(call, { limit, cursor, ...filter }) {
    const after = positionOf(cursor)
    const found = await call.read((tx) => cataloguePage(tx, filter, limit + 1, after))
    const { items, ...more } = pageOfPlaced(found, limit)
    return { items: await withStops(call, items), ...more }
  },
})

const create = operation.outside({
  name: 'rules.create',
  summary: 'Create a rule; takes effect within seconds',
  permission: 'rules:write',
  audit: 'rule:created',
  path: 'POST /rules',
  status: 201,
  idempotent: true,
  bodyBytes,
  body: sent('RuleCreate', {
    language,
    text: ruleText,
    file: Type.Optional(ruleFile),
    enabled: Type.Optional(Type.Boolean()),
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: '^[^\\u0000-\\u001f]*$',
        description:
          'title, like the two members below, for an EQL or KQL query or YARA without meta; a Sigma rule contains its own',
      }),
    ),
    severity: Type.Optional(severity),
    techniques: Type.Optional(
      Type.Array(Type.String({ pattern: '^T\\d{4}(\\.\\d{3})?$' }), { maxItems: 32, description: 'of ATT&CK' }),
    ),
  }),
  output: ruleSchema,
  async run({ workOnce, actor, deps }, { language: of, enabled = true, title, severity: level, techniques, ...input }) {
    const text = withHead(of, input.text, { title, severity: level, techniques })
    const isWrapped = text !== input.text && of !== 'yara'
    const withExtension = input.file?.replace(/\.(?:eql|kql)$/i, isWrapped ? '$&.yml' : '$&')
    const file = withExtension ?? `${crypto.randomUUID()}${extensionOf(of, text)}`
    if (of === 'yara') await checkYara({ language: of, file, text })
    const parsed = await read(deps, actor, { language: of, file, text })
    return workOnce(async (tx, note) => {
      const rule = await createRule(tx, parsed, enabled, authorOf(actor))
      note({ resource: 'rule', resourceId: rule.id, changes: { file, title: rule.title, enabled } })
      return ruleView(rule, await authorNames(tx, [rule.changedBy]))
    })
  },
})

const get = operation.outside({
  name: 'rules.get',
  summary: 'One rule with its text',
  permission: 'rules:read',
  path: 'GET /rules/:id',
  params,
  output: named('RuleDetail', Type.Object({ ...stoppedRuleSchema.properties, text: Type.String() })),
  async run(call, { id }) {
    const builtIn = builtInRules().find((rule) => rule.id === id)
    const found = builtIn
      ? { rule: { builtIn }, text: builtInText(builtIn) }
      : await call.read(async (tx) => {
          const own = await findRule(tx, id)
          return { rule: { own }, text: own.text }
        })
    const [shown] = await withStops(call, [found.rule])
    assert(shown !== undefined, 'each rule has a view')
    return { ...shown, text: found.text }
  },
})

const versions = operation.list({
  name: 'rules.versions',
  summary: 'List earlier versions of a rule, newest first',
  permission: 'rules:read',
  path: 'GET /rules/:id/versions',
  params,
  item: RULE_VERSIONS.schema,
  async run({ tx }, { id }) {
    if (isBuiltIn(id)) return []
    const found = await versionsOf(tx, (await findRule(tx, id)).id)
    const authors = found.map(({ changedBy }) => changedBy)
    const nameOf = await authorNames(tx, authors)
    return found.map((one) => ({ ...one, changedBy: nameOf(one.changedBy) }))
  },
  keyOf: ({ version }) => String(version),
})

const replace = operation.outside({
  name: 'rules.replace',
  summary: 'Replace the text of a rule',
  permission: 'rules:write',
  audit: 'rule:updated',
  path: 'PUT /rules/:id',
  params,
  bodyBytes,
  body: sent('RuleReplace', { text: ruleText, file: Type.Optional(ruleFile) }),
  output: ruleSchema,
  async run({ read: lookUp, work, actor, deps }, { id, text, file = null }) {
    const found = await lookUp((tx) => findOwnRule(tx, id))
    const definition = { language: found.language, file: file ?? found.file, text }
    if (found.language === 'yara') await checkYara(definition)
    const { parsed } = await read(deps, actor, definition)
    return work(async (tx, note) => {
      const rule = await replaceRule(tx, id, { text, file, ...(parsed && { parsed }) }, authorOf(actor))
      note({ resource: 'rule', resourceId: rule.id, changes: { file: rule.file, version: rule.version } })
      return ruleView(rule, await authorNames(tx, [rule.changedBy]))
    })
  },
})

const remove = operation({
  name: 'rules.delete',
  summary: 'Delete a rule and its versions',
  permission: 'rules:write',
  audit: 'rule:deleted',
  removes: 'records',
  path: 'DELETE /rules/:id',
  params,
  async run({ tx, note }, { id }) {
    const rule = await deleteRule(tx, id)
    note({ resource: 'rule', resourceId: rule.id, changes: { file: rule.file, title: rule.title } })
  },
})

const switchedSchema = named('RuleSwitched', Type.Object({ id: Type.String(), enabled: Type.Boolean() }))
const SWITCHED = "one of the tenant's own or a built-in one"
const switched = (path: 'POST /rules/:id/enable' | 'POST /rules/:id/disable', isEnabled: boolean) =>
  operation({
    name: isEnabled ? 'rules.enable' : 'rules.disable',
    summary: `${isEnabled ? 'Enable' : 'Disable'} a rule, ${SWITCHED}`,
    permission: 'rules:write',
    audit: isEnabled ? 'rule:enabled' : 'rule:disabled',
    path,
    params,
    output: switchedSchema,
    async run({ tx, note, actor }, { id }) {
      note({ resource: 'rule', resourceId: id })
      if (!isBuiltIn(id))
        return { id: (await setRuleEnabled(tx, id, isEnabled, authorOf(actor))).id, enabled: isEnabled }
      await setBuiltInEnabled(tx, id, isEnabled, authorOf(actor))
      return { id, enabled: isEnabled }
    },
  })

const importMany = operation.outside({
  name: 'rules.import',
  summary: 'Import rule files; faulty rules are reported and left out, the others are imported',
  permission: 'rules:write',
  audit: 'rule:imported',
  path: 'POST /rules/import',
  bodyBytes: IMPORT_BYTES_MAX,
  body: sent('RuleImport', {
    files: Type.Array(Type.Object({ language, file: ruleFile, text: ruleText }, closed), {
      minItems: 1,
      maxItems: FILES_MAX,
    }),
  }),
  output: named(
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
            'imported rules with placeholders that have no value; conditions with them match no event until PUT /rules/placeholders sets them',
        },
      ),
    }),
  ),
  async run({ work, actor, deps }, { files }) {
    const yara = await judgeYaraInTime(files.filter((file) => file.language === 'yara'))
    const others = files.filter((file) => file.language !== 'yara')
    const fit = [...(await readTexts(deps.pool, actor.tenantId, others)), ...yara.sound]
    return work(async (tx, note) => {
      const { created, updated, unchanged, unresolved, ...report } = await importRules(tx, fit, authorOf(actor))
      const faults = [...yara.faults, ...report.faults]
      note({ resource: 'rule', changes: { created, updated, unchanged, faults: faults.length } })
      return { created, updated, unchanged, faults: faultsShown(faults), unresolved }
    })
  },
})

export const CATALOGUE_OPERATIONS = [
  list,
  create,
  get,
  versions,
  replace,
  remove,
  switched('POST /rules/:id/enable', true),
  switched('POST /rules/:id/disable', false),
  importMany,
]

/** Runs before the transaction, because it may take long. */
async function read({ pool }: Deps, { tenantId }: Actor, rule: RuleText): Promise<RuleText> {
  const [parsed = rule] = await readTexts(pool, tenantId, [rule])
  return parsed
}
