/** Operations of templates, and of the fields that a tenant gives its cases. */
import { Type } from 'typebox'
import { closed, named, nullable, oneOf, plainText, sent, time, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { SEVERITIES, tagList } from '../alerts/index.ts'
import { caseFields, createCaseField, FIELD_TYPES, removeCaseField } from './custom-fields.ts'
import { CASE_TITLE_MIN } from './open-case.ts'
import { type CaseTemplate, createTemplate, removeTemplate, templatesPage } from './templates.ts'
import { caseText } from './wire.ts'
import { TASK_CATEGORIES } from './words.ts'

const operation = operationsOf<unknown>({ tag: 'cases' })

const taskMembers = {
  title: plainText(300),
  category: oneOf(TASK_CATEGORIES),
  depends_on: nullable(
    Type.Integer({ minimum: 0, maximum: 98, description: 'position of the task that must be completed first' }),
  ),
  due_minutes: nullable(
    Type.Integer({ minimum: 1, maximum: 525_600, description: 'minutes after the case is opened' }),
  ),
}
const templateMembers = {
  title: plainText(300, CASE_TITLE_MIN),
  description: caseText,
  severity: oneOf(SEVERITIES),
  case_type: nullable(plainText(64)),
  tags: tagList,
}
const taskBody = Type.Object({ ...Type.Partial(Type.Object(taskMembers)).properties, title: taskMembers.title }, closed)
const templateSchema = named(
  'CaseTemplate',
  Type.Object({
    ...{ id: uuid, name: Type.String(), ...templateMembers },
    tasks: Type.Array(Type.Object(taskMembers)),
    created_at: time,
  }),
)
const fieldMembers = {
  key: Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }),
  label: plainText(120),
  type: oneOf(FIELD_TYPES),
}
const options = Type.Array(plainText(120), {
  maxItems: 100,
  uniqueItems: true,
  description: 'options of a select field',
})
const fieldSchema = named('CaseField', Type.Object({ id: uuid, ...fieldMembers, options, created_at: time }))

const list = operation.page({
  name: 'cases.templates',
  summary: 'Templates, newest first',
  permission: 'cases:read',
  path: 'GET /case-templates',
  item: templateSchema,
  async run({ tx }, _, { rows, after }) {
    return (await templatesPage(tx, rows, after)).map((row) => ({ ...row, item: shown(row.item) }))
  },
})

const create = operation({
  name: 'cases.create_template',
  summary: 'Add a template for cases',
  permission: 'soc:write',
  audit: 'case_template:created',
  path: 'POST /case-templates',
  status: 201,
  body: sent('CaseTemplateCreate', {
    name: plainText(120),
    ...Type.Partial(Type.Object(templateMembers)).properties,
    title: templateMembers.title,
    tasks: Type.Optional(Type.Array(taskBody, { maxItems: 100 })),
  }),
  output: templateSchema,
  async run({ tx, note }, { name, tasks = [], ...body }) {
    const document = {
      title: body.title,
      description: body.description ?? null,
      severity: body.severity ?? ('medium' as const),
      case_type: body.case_type ?? null,
      tags: body.tags ?? [],
      tasks: tasks.map(({ title, category = 'other' as const, depends_on = null, due_minutes = null }) => ({
        ...{ title, category, depends_on, due_minutes },
      })),
    }
    const template = await createTemplate(tx, name, document)
    note({ resource: 'case_template', resourceId: template.id, changes: { name } })
    return shown(template)
  },
})

const remove = operation({
  name: 'cases.delete_template',
  summary: 'Remove a template; cases that were opened from it stay',
  permission: 'soc:write',
  audit: 'case_template:deleted',
  removes: 'records',
  path: 'DELETE /case-templates/:template_id',
  run({ tx, note }, { template_id: id }) {
    note({ resource: 'case_template', resourceId: id })
    return removeTemplate(tx, id)
  },
})

const listFields = operation.list({
  name: 'cases.fields',
  summary: 'Custom case fields',
  permission: 'cases:read',
  path: 'GET /case-fields',
  item: fieldSchema,
  run: ({ tx }) => caseFields(tx),
})

const createField = operation({
  name: 'cases.create_field',
  summary: 'Add a custom field to cases',
  permission: 'soc:write',
  audit: 'case_field:created',
  path: 'POST /case-fields',
  status: 201,
  body: sent('CaseFieldCreate', { ...fieldMembers, options: Type.Optional(options) }),
  output: fieldSchema,
  async run({ tx, note }, body) {
    const field = await createCaseField(tx, { ...body, options: body.options ?? [] })
    note({ resource: 'case_field', resourceId: field.id, changes: body })
    return field
  },
})

const removeField = operation({
  name: 'cases.delete_field',
  summary: 'Remove a custom field; values in cases stay',
  permission: 'soc:write',
  audit: 'case_field:deleted',
  removes: 'records',
  path: 'DELETE /case-fields/:field_id',
  run({ tx, note }, { field_id: id }) {
    note({ resource: 'case_field', resourceId: id })
    return removeCaseField(tx, id)
  },
})

function shown({ id, name, document, createdAt }: CaseTemplate) {
  return { id, name, ...document, created_at: createdAt }
}

export const TEMPLATE_OPERATIONS = [list, create, remove, listFields, createField, removeField]
