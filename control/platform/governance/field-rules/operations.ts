/** Operations of field rules. */
import { Type } from 'typebox'
import { AppError, noSuch } from '../../../../platform/errors.ts'
import { InvalidInput, invalid } from '../../../../platform/invalid-input.ts'
import { pageOfList } from '../../../../platform/paging.ts'
import { closed, named, oneOf, pageOf, pageQuery, plainText } from '../../../../schemas/wire.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { GRANTABLE_ROLES, NEVER_GRANTED, roleNames } from '../../../identity/accounts/index.ts'
import { idOf, operationsOf } from '../../acting/index.ts'
import { GOVERNANCE_LIMITS } from '../limits.ts'
import { FIELD_RULES, RULED_RESOURCES, TREATMENTS } from './field-rule.ts'
import { deleteFieldRule, fieldRules, insertFieldRule, updateFieldRule } from './field-rule-store.ts'

const operation = operationsOf<unknown>()
const roles = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 50,
  description: 'roles that see the value; empty: none',
})
const PATH = /^[^.\s][^.]*(\.[^.]+){0,31}$/
const notFound = (id: string) => noSuch('field rule', id)

const list = operation({
  name: 'field_rules.list',
  summary: 'Field rules',
  permission: 'settings:read',
  path: 'GET /governance/field-rules',
  query: Type.Object(pageQuery, closed),
  output: pageOf(FIELD_RULES.schema),
  run: async ({ tx }, page) => pageOfList(await fieldRules(tx), page, ({ id }) => id),
})

const create = operation({
  name: 'field_rules.create',
  summary: 'Hide a field from all but some roles',
  description:
    'The value is replaced in every answer: redact gives [redacted], mask keeps the last characters behind bullets, hash gives sha256: and digits of the digest, omit leaves the field out. withheld_fields of an answer names the hidden fields.',
  permission: 'settings:write',
  audit: 'field_rule:created',
  path: 'POST /governance/field-rules',
  status: 201,
  body: named(
    'FieldRuleCreate',
    Type.Object(
      {
        resource: oneOf(RULED_RESOURCES),
        field_path: plainText(300),
        visible_to_roles: roles,
        treatment: oneOf(TREATMENTS),
        enabled: Type.Optional(Type.Boolean({ default: true })),
      },
      closed,
    ),
  ),
  output: FIELD_RULES.schema,
  async run({ tx, actor, note }, { enabled = true, ...sent }) {
    if (!PATH.test(sent.field_path)) throw invalid('field_path', 'is names of members with dots between them')
    await requireRoles(tx, sent.visible_to_roles)
    if ((await fieldRules(tx)).length >= GOVERNANCE_LIMITS.fieldRules)
      throw new AppError('conflict', `a tenant has at most ${GOVERNANCE_LIMITS.fieldRules} field rules`)
    const rule = await insertFieldRule(tx, { ...sent, enabled, created_by: idOf(actor) })
    if (rule === null) throw new AppError('conflict', `${sent.resource} has a rule of ${sent.field_path} already`)
    note({ resource: 'field_rule', resourceId: rule.id, changes: { ...sent, enabled } })
    return rule
  },
})

const change = operation({
  name: 'field_rules.change',
  summary: 'Change the roles that see a field, how it is hidden, or whether the rule is active',
  permission: 'settings:write',
  audit: 'field_rule:changed',
  path: 'PATCH /governance/field-rules/:id',
  body: named(
    'FieldRuleChange',
    Type.Object(
      {
        visible_to_roles: Type.Optional(roles),
        treatment: Type.Optional(oneOf(TREATMENTS)),
        enabled: Type.Optional(Type.Boolean()),
      },
      { ...closed, minProperties: 1 },
    ),
  ),
  output: FIELD_RULES.schema,
  async run({ tx, note }, { id, ...sent }) {
    await requireRoles(tx, sent.visible_to_roles ?? [])
    const rule = await updateFieldRule(tx, id, sent)
    if (rule === null) throw notFound(id)
    note({ resource: 'field_rule', resourceId: id, changes: sent })
    return rule
  },
})

const remove = operation({
  name: 'field_rules.delete',
  summary: 'Delete a field rule, which shows the field to everybody again',
  permission: 'settings:write',
  audit: 'field_rule:deleted',
  removes: 'access',
  path: 'DELETE /governance/field-rules/:id',
  async run({ tx, note }, { id }) {
    const rule = await deleteFieldRule(tx, id)
    if (rule === null) throw notFound(id)
    const { resource, field_path } = rule
    note({ resource: 'field_rule', resourceId: id, changes: { resource, field_path } })
  },
})

export const FIELD_RULE_OPERATIONS = [list, create, change, remove]

/** A name that no role has would hide the field from everybody without a word. */
async function requireRoles(tx: TenantTx, wanted: readonly string[]): Promise<void> {
  const known = new Set<string>([...GRANTABLE_ROLES, ...NEVER_GRANTED, ...(await roleNames(tx))])
  const unknown = wanted.filter((role) => !known.has(role))
  if (unknown.length === 0) return
  const msg = `there is no role ${unknown.join(', ')}`
  throw new InvalidInput({ loc: ['body', 'visible_to_roles'], msg, type: 'value_error' })
}
