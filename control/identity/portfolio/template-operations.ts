/** Operations of templates: kept in the home tenant, and applied to many tenants after the differences were shown. */
import { Type } from 'typebox'
import { noSuch } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { closed, named, nullable, oneOf, pageOf, pageQuery, plainText } from '../../../schemas/wire.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type Actor, idOf, operationsOf, requirePermission } from '../../platform/acting/index.ts'
import {
  applyDocuments,
  DOCUMENTS_BYTES_MAX,
  DOCUMENTS_MAX,
  type Document,
  documentSchema,
  KIND,
  KINDS,
  type Means,
  planOf,
  planView,
} from '../../platform/configuration/index.ts'
import { entrancesOf, inEach, inTenant, notRead, PORTFOLIO_LIMITS, type PortfolioDeps } from './each-tenant.ts'
import { deleteTemplate, putTemplate, requireTemplate, TEMPLATES, templates } from './template-store.ts'

const operation = operationsOf<PortfolioDeps & Means>()

const list = operation({
  name: 'organisation.templates',
  summary: 'The provider’s templates of rules, playbooks, targets and branding',
  permission: 'settings:read',
  path: 'GET /organisation/templates',
  query: Type.Object(pageQuery, closed),
  output: pageOf(TEMPLATES.schema),
  run: async ({ tx }, page) => pageOfList(await templates(tx), page, ({ id }) => id),
})

const put = operation({
  name: 'organisation.put_template',
  summary: 'Save a template, replacing one of the same name',
  description:
    'The documents are sent, or copied from this tenant’s own configuration of the kinds in `from_this_tenant`.',
  permission: 'settings:write',
  audit: 'organisation_template:kept',
  path: 'PUT /organisation/templates',
  bodyBytes: DOCUMENTS_BYTES_MAX,
  body: named(
    'OrganisationTemplatePut',
    Type.Object(
      {
        name: plainText(200),
        description: Type.Optional(nullable(plainText(2000))),
        documents: Type.Optional(Type.Array(documentSchema, { maxItems: DOCUMENTS_MAX })),
        from_this_tenant: Type.Optional(Type.Array(oneOf(KINDS), { uniqueItems: true, maxItems: KINDS.length })),
      },
      closed,
    ),
  ),
  output: TEMPLATES.schema,
  async run({ tx, actor, note }, { name, description = null, documents = [], from_this_tenant: kinds = [] }) {
    const all: Document[] = [...documents]
    for (const kind of kinds) {
      requirePermission(actor, KIND[kind].reads)
      all.push(...(await KIND[kind].present(tx)).map((one) => ({ kind, ...one })))
    }
    if (all.length === 0) throw invalid('documents', 'a template has at least one document')
    if (all.length > DOCUMENTS_MAX) throw invalid('documents', `a template has at most ${DOCUMENTS_MAX} documents`)
    // Throws 422 for documents that are invalid in any tenant.
    await planOf({ tx, actor }, all, false)
    const made = await putTemplate(tx, { name, description, documents: all, updated_by: idOf(actor) })
    note({ resource: 'organisation_template', resourceId: made.id, changes: { name, documents: all.length } })
    return made
  },
})

const remove = operation({
  name: 'organisation.delete_template',
  summary: 'Delete a template; documents already applied stay',
  permission: 'settings:write',
  audit: 'organisation_template:deleted',
  removes: 'records',
  path: 'DELETE /organisation/templates/:template_id',
  async run({ tx, note }, { template_id: id }) {
    note({ resource: 'organisation_template', resourceId: id })
    if (!(await deleteTemplate(tx, id))) throw noSuch('template')
  },
})

const notReadSchema = Type.Array(Type.Object({ tenant_id: Type.String(), reason: Type.String() }))
const tenantText = plainText(63)

const plan = operation.outside({
  name: 'organisation.plan_template',
  summary: 'Plan the changes of a template in each tenant without applying them',
  description: 'Each tenant is read with the rights of its delegation, and the read is recorded in its audit log.',
  permission: 'settings:read',
  ofPerson: true,
  isRead: true,
  path: 'POST /organisation/templates/:template_id/plan',
  body: named(
    'OrganisationTemplatePlanned',
    Type.Object(
      {
        tenants: Type.Optional(
          Type.Array(tenantText, {
            maxItems: PORTFOLIO_LIMITS.tenants,
            uniqueItems: true,
            description: 'default: all tenants under delegation',
          }),
        ),
        prune: Type.Optional(
          Type.Boolean({
            description: 'remove resources that the template does not name, of the kinds it includes',
          }),
        ),
      },
      closed,
    ),
  ),
  output: named(
    'OrganisationTemplatePlan',
    Type.Object({
      items: Type.Array(
        Type.Object({
          tenant_id: Type.String(),
          tenant_name: Type.String(),
          ...planView.properties,
        }),
      ),
      not_read: notReadSchema,
      tenants_left_off: Type.Boolean(),
    }),
  ),
  async run({ actor, deps, nowMs }, { template_id: id, tenants, prune = false }) {
    const { entrances, leftOff } = await entrancesOf(deps, actor, nowMs, tenants ?? null)
    const { documents } = await templateOf(deps, actor, id)
    const action = { needs: 'rules:read', action: 'organisation_template:planned', nowMs } as const
    const reads = await inEach(entrances, (entrance) =>
      inTenant(deps, entrance, action, async (tx, { name }) => ({
        ...{ tenant_id: entrance.tenant as string, tenant_name: name },
        ...(await planOf({ tx, actor: entrance.actor }, documents, prune)),
      })),
    )
    return {
      items: reads.flatMap((one) => ('value' in one ? [one.value] : [])),
      not_read: [...notRead(reads), ...without(tenants ?? [], reads)],
      tenants_left_off: leftOff,
    }
  },
})

const apply = operation.outside({
  name: 'organisation.apply_template',
  summary: 'Apply a template to tenants, with one transaction for each',
  description: 'Send the digest of the plan: a tenant with changes since the plan is left unchanged and reported.',
  permission: 'settings:write',
  ofPerson: true,
  audit: 'organisation_template:applied',
  path: 'POST /organisation/templates/:template_id/apply',
  body: named(
    'OrganisationTemplateApply',
    Type.Object(
      {
        tenants: Type.Array(
          Type.Object({ tenant_id: tenantText, digest: Type.String({ pattern: '^[0-9a-f]{64}$' }) }, closed),
          { minItems: 1, maxItems: PORTFOLIO_LIMITS.tenants },
        ),
        prune: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
  ),
  output: named(
    'OrganisationTemplateApplied',
    Type.Object({
      items: Type.Array(Type.Object({ tenant_id: Type.String(), changes: Type.Integer() })),
      not_applied: notReadSchema,
    }),
  ),
  async run({ actor, deps, nowMs, work }, { template_id: id, tenants, prune = false }) {
    const digests = new Map(tenants.map((one) => [one.tenant_id, one.digest]))
    const { entrances } = await entrancesOf(deps, actor, nowMs, [...digests.keys()])
    const { documents, name: template } = await templateOf(deps, actor, id)
    const action = { needs: 'rules:write', action: 'organisation_template:applied', nowMs } as const
    const reads = await inEach(entrances, async (entrance) => {
      await inTenant(deps, entrance, action, async () => undefined)
      const sent = { documents, prune, digest: digests.get(entrance.tenant) }
      const { changes } = await applyDocuments(deps, entrance.actor, nowMs, sent)
      return { tenant_id: entrance.tenant as string, changes: changes.length }
    })
    const items = reads.flatMap((one) => ('value' in one ? [one.value] : []))
    await work(async (_, note) => {
      const changes = { name: template, tenants: items.map((one) => one.tenant_id) }
      note({ resource: 'organisation_template', resourceId: id, changes })
    })
    return { items, not_applied: [...notRead(reads), ...without([...digests.keys()], reads)] }
  },
})

export const TEMPLATE_OPERATIONS = [list, put, remove, plan, apply]

async function templateOf(deps: PortfolioDeps, actor: Actor, id: string) {
  return withTenant(deps.pool, actor.tenantId, (tx) => requireTemplate(tx, id))
}

/** Tenants that are wanted and gave no delegation. */
function without(wanted: readonly string[], reads: readonly { readonly entrance: { readonly tenant: string } }[]) {
  const known = new Set(reads.map(({ entrance }) => entrance.tenant))
  return wanted.filter((one) => !known.has(one)).map((tenant_id) => ({ tenant_id, reason: 'no delegation into it' }))
}
