/** Templates, and the fields that a tenant gives its cases. */

import { type Static, Type } from 'typebox'
import { SEVERITIES } from '../../../control/soc/alerts/index.ts'
import {
  CASE_TITLE_MIN,
  type CaseField,
  type CaseTemplate,
  caseFields,
  createCaseField,
  createTemplate,
  FIELD_TYPES,
  removeCaseField,
  removeTemplate,
  TASK_CATEGORIES,
  templatesPage,
} from '../../../control/soc/cases/index.ts'
import { pageOfList, pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { pageOf, pageQuery } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { closed, oneOf, plainText, tagList } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'
import { description, caseTags as tags } from './inputs.ts'

const list = Type.Object(pageQuery, closed)
const taskMembers = {
  title: plainText(300),
  category: oneOf(TASK_CATEGORIES),
  depends_on: nullable(Type.Integer({ minimum: 0, maximum: 98, description: 'place of the task that goes before' })),
  due_minutes: nullable(Type.Integer({ minimum: 1, maximum: 525_600, description: 'after the case is opened' })),
}
const templateMembers = {
  title: plainText(300, CASE_TITLE_MIN),
  description,
  severity: oneOf(SEVERITIES),
  case_type: nullable(plainText(64)),
  tags: tagList,
}
const templateBody = named(
  'CaseTemplateCreate',
  Type.Object(
    {
      name: plainText(120),
      ...Type.Partial(Type.Object(templateMembers)).properties,
      title: templateMembers.title,
      tasks: Type.Optional(
        Type.Array(
          Type.Object({ ...Type.Partial(Type.Object(taskMembers)).properties, title: taskMembers.title }, closed),
          { maxItems: 100 },
        ),
      ),
    },
    closed,
  ),
)
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
const options = Type.Array(plainText(120), { maxItems: 100, uniqueItems: true, description: 'of a select' })
const fieldBody = named('CaseFieldCreate', Type.Object({ ...fieldMembers, options: Type.Optional(options) }, closed))
const fieldSchema = named('CaseField', Type.Object({ id: uuid, ...fieldMembers, options, created_at: time }))

export const templateRoutes: Routes = (app, deps) => {
  app.get(
    '/case-templates',
    {
      config: { permission: 'cases:read' },
      schema: {
        tags,
        summary: 'Templates, newest first',
        querystring: list,
        response: { 200: pageOf(templateSchema) },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) =>
        pageOfPlaced(await templatesPage(tx, limit + 1, after), limit, templateView),
      )
    },
  )

  app.post(
    '/case-templates',
    {
      config: { permission: 'settings:write', audit: 'case_template:created' },
      schema: { tags, summary: 'Add a template for cases', body: templateBody, response: { 201: templateSchema } },
    },
    async (request, reply) => {
      const { name, tasks = [], ...body } = request.body
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
      const view = await tenantWork(deps, request, async (tx, note) => {
        const template = await createTemplate(tx, name, document)
        note({ resource: 'case_template', resourceId: template.id, changes: { name } })
        return templateView(template)
      })
      return reply.code(201).send(view)
    },
  )

  app.delete(
    '/case-templates/:template_id',
    {
      config: { permission: 'settings:write', audit: 'case_template:deleted', removes: 'records' },
      schema: {
        tags,
        summary: 'Remove a template; cases that were opened from it stay',
        params: Type.Object({ template_id: uuid }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'case_template', resourceId: request.params.template_id })
        await removeTemplate(tx, request.params.template_id)
      })
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/case-fields',
    {
      config: { permission: 'cases:read' },
      schema: {
        tags,
        summary: 'Fields of the tenant’s own',
        querystring: list,
        response: { 200: pageOf(fieldSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await caseFields(tx), request.query, ({ id }) => id, fieldView),
      ),
  )

  app.post(
    '/case-fields',
    {
      config: { permission: 'settings:write', audit: 'case_field:created' },
      schema: { tags, summary: 'Give cases another field', body: fieldBody, response: { 201: fieldSchema } },
    },
    async (request, reply) => {
      const { body } = request
      const view = await tenantWork(deps, request, async (tx, note) => {
        const field = await createCaseField(tx, { ...body, options: body.options ?? [] })
        note({ resource: 'case_field', resourceId: field.id, changes: body })
        return fieldView(field)
      })
      return reply.code(201).send(view)
    },
  )

  app.delete(
    '/case-fields/:field_id',
    {
      config: { permission: 'settings:write', audit: 'case_field:deleted', removes: 'records' },
      schema: {
        tags,
        summary: 'Take a field away; what cases have in it stays',
        params: Type.Object({ field_id: uuid }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'case_field', resourceId: request.params.field_id })
        await removeCaseField(tx, request.params.field_id)
      })
      return reply.code(204).send(null)
    },
  )
}

function templateView({ id, name, document, createdAt }: CaseTemplate): Static<typeof templateSchema> {
  const { tags, tasks, ...members } = document
  const copied = { tags: [...tags], tasks: tasks.map((task) => ({ ...task })) }
  return { id, name, ...members, ...copied, created_at: createdAt.toISOString() }
}

function fieldView({ id, key, label, type, options, createdAt }: CaseField): Static<typeof fieldSchema> {
  return { id, key, label, type, options: [...options], created_at: createdAt.toISOString() }
}
