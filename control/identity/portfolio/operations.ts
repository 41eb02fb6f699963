/** Operations of a provider's person over all tenants that gave it a delegation. */
import { Type } from 'typebox'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { closed, named, nullable, oneOf, pageQuery, plainText, time, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { USAGE_DAYS_MAX } from '../../platform/usage/index.ts'
import { SEVERITIES } from '../../soc/alerts/index.ts'
import { PORTFOLIO_LIMITS } from './each-tenant.ts'
import { FIGURES, type FigureDeps, PORTFOLIO_SORTS, portfolioOf, usageOfAll } from './figures.ts'
import { onboard } from './onboard-operation.ts'
import { organisationQueue, QUEUE_KINDS } from './queue.ts'
import { TEMPLATE_OPERATIONS } from './template-operations.ts'

const operation = operationsOf<FigureDeps>()

const AUDITED =
  'Each tenant is read with the rights of its delegation, under its field rules, and the read is recorded in its audit log.'

const notReadSchema = Type.Array(Type.Object({ tenant_id: Type.String(), reason: Type.String() }), {
  description: 'tenants for which the answer is empty or incomplete',
})
const leftOff = Type.Boolean({
  description: `true when delegations reach more than ${PORTFOLIO_LIMITS.tenants} tenants; the answer covers the first ${PORTFOLIO_LIMITS.tenants} by id`,
})

const queueItem = named(
  'OrganisationQueueItem',
  Type.Object({
    tenant_id: Type.String(),
    tenant_name: Type.String(),
    delegation_id: uuid,
    kind: oneOf(QUEUE_KINDS),
    id: uuid,
    number: nullable(Type.String({ description: 'case number' })),
    title: Type.String(),
    severity: oneOf(SEVERITIES),
    status: Type.String(),
    priority: Type.Integer({
      description: 'priority of the alert; for a case, the priority of an alert with its severity',
    }),
    assigned_to_id: nullable(uuid),
    assigned_to: nullable(Type.String({ description: 'name of the owner; a delegate with the organisation' })),
    waiting_since: time,
    due_at: nullable(time),
    is_overdue: nullable(Type.Boolean({ description: 'null: no due time' })),
    withheld_fields: Type.Array(Type.String(), { description: 'fields hidden by the field rules of the tenant' }),
  }),
)

const queue = operation.outside({
  name: 'organisation.queue',
  summary: 'Open alerts and cases of all tenants under delegation: highest priority first, then the oldest',
  description: AUDITED,
  permission: 'signed_in',
  ofPerson: true,
  path: 'GET /organisation/queue',
  query: Type.Object(
    {
      ...pageQuery,
      kind: Type.Optional(oneOf(QUEUE_KINDS)),
      severity: Type.Optional(plainText(100)),
      tenant: Type.Optional(plainText(4000)),
      unassigned: Type.Optional(Type.Boolean({ description: 'only unassigned ones' })),
    },
    closed,
  ),
  output: named(
    'OrganisationQueue',
    Type.Object({
      items: Type.Array(queueItem),
      next_cursor: Type.Optional(Type.String()),
      tenants_read: Type.Integer(),
      not_read: notReadSchema,
      tenants_left_off: leftOff,
    }),
  ),
  run({ actor, deps, nowMs }, { kind, severity, tenant, unassigned = false, ...page }) {
    const severities = listed(severity)?.map((word) => {
      const found = SEVERITIES.find((one) => one === word)
      if (found === undefined)
        throw new InvalidInput({
          loc: ['query', 'severity'],
          msg: `is of ${SEVERITIES.join(', ')}`,
          type: 'value_error',
        })
      return found
    })
    const filter = { kind, severities, tenants: listed(tenant), isUnassigned: unassigned }
    return organisationQueue(deps, actor, filter, page, nowMs)
  },
})

const figure = nullable(Type.Integer())
const portfolio = operation.outside({
  name: 'organisation.portfolio',
  summary: 'Health, work and ingest of the tenants under delegation',
  description: `${AUDITED} By a figure the highest comes first, and tenants without the figure last; every tenant under delegation, at most ${PORTFOLIO_LIMITS.tenants}, is then read for each page.`,
  permission: 'signed_in',
  ofPerson: true,
  path: 'GET /organisation/portfolio',
  query: Type.Object(
    { ...pageQuery, sort: Type.Optional(oneOf(PORTFOLIO_SORTS, { description: 'default: id' })) },
    closed,
  ),
  output: named(
    'OrganisationPortfolio',
    Type.Object({
      items: Type.Array(
        named(
          'PortfolioTenant',
          Type.Object({
            tenant_id: Type.String(),
            tenant_name: Type.String(),
            delegation_id: uuid,
            role: Type.String(),
            expires_at: time,
            ...(Object.fromEntries(FIGURES.map((name) => [name, figure])) as Record<
              (typeof FIGURES)[number],
              typeof figure
            >),
            not_measured: Type.Record(Type.String(), Type.String(), {
              description: 'figures without a value, with the reason for each',
            }),
          }),
        ),
      ),
      next_cursor: Type.Optional(Type.String()),
      not_read: notReadSchema,
      tenants_left_off: leftOff,
    }),
  ),
  run: ({ actor, deps, nowMs }, query) => portfolioOf(deps, actor, query, nowMs),
})

const counts = Type.Record(Type.String(), Type.Number())
const date = Type.String({ format: 'date' })
const usage = operation.outside({
  name: 'organisation.usage',
  summary: 'Usage of each tenant under delegation, and their total',
  description: AUDITED,
  permission: 'signed_in',
  ofPerson: true,
  path: 'GET /organisation/usage',
  query: Type.Object(
    {
      start: Type.Optional(Type.String({ format: 'date', description: 'default: 30 days before end' })),
      end: Type.Optional(Type.String({ format: 'date', description: `${USAGE_DAYS_MAX} days at most` })),
    },
    closed,
  ),
  output: named(
    'OrganisationUsage',
    Type.Object({
      start: date,
      end: date,
      items: Type.Array(
        Type.Object({
          tenant_id: Type.String(),
          tenant_name: Type.String(),
          totals: counts,
          now: counts,
          unmeasured: Type.Array(Type.Object({ meter: Type.String(), reason: Type.String() })),
        }),
      ),
      totals: Type.Record(Type.String(), Type.Number(), { description: 'totals over the listed tenants' }),
      is_whole: Type.Boolean({ description: 'false: a tenant is missing, or a figure is not measured' }),
      not_read: notReadSchema,
      tenants_left_off: leftOff,
    }),
  ),
  run: ({ actor, deps, nowMs }, days) => usageOfAll(deps, actor, days, nowMs),
})

export const PORTFOLIO_OPERATIONS = [queue, portfolio, usage, ...TEMPLATE_OPERATIONS, onboard]

function listed(text: string | undefined): readonly string[] | undefined {
  return text
    ?.split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
