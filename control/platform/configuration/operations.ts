/** A tenant's configuration as documents: planned, applied in one transaction, and read back. */

import { Type } from 'typebox'
import { type ReachSettings, reachOf } from '../../../platform/egress/reach.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { closed, named, nullable, oneOf, pageOf, pageQuery, plainText } from '../../../schemas/wire.ts'
import { type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { judgeYaraInTime, lockRules, type RuleText, readTexts } from '../../detect/detections/index.ts'
import type { PrincipalCache } from '../../identity/accounts/index.ts'
import { type Actor, type MutationDeps, operationsOf, perform, requirePermission, type Work } from '../acting/index.ts'
import { refuseWhenHeld } from '../governance/index.ts'
import type { Vault } from '../vault/index.ts'
import { type SentSecrets, sentSecrets } from './connector-kind.ts'
import type { Applying, Sent } from './kind.ts'
import { KIND, KINDS, type KindName } from './kinds.ts'
import { type Change, type Document, type Plan, planOf } from './plan.ts'
import { ruleFaults, ruleText } from './rule-kinds.ts'

/** Roles that change hold at once in this process; in others within `FRESH_MS`, as every change of a role. */
type Deps = Means & { readonly principals: Pick<PrincipalCache, 'forget'> }

/** The caller's means to apply documents. */
export type Means = ReachSettings & { readonly pool: Postgres; readonly vault: Vault }

const operation = operationsOf<Deps>()

/** Enough for the maximum number of rules of a tenant and of all other documents. */
export const DOCUMENTS_MAX = 12_000
export const DOCUMENTS_BYTES_MAX = 24 << 20
/** Names of changes that the audit log keeps of one request; beyond them it has counts. */
const NAMES_MAX = 200

const anySpec = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true })
export const documentSchema = named(
  'ConfigurationDocument',
  Type.Object(
    {
      kind: oneOf(KINDS),
      name: plainText(300, 1),
      spec: anySpec,
    },
    closed,
  ),
)
const sentDocuments = {
  documents: Type.Array(documentSchema, { minItems: 1, maxItems: DOCUMENTS_MAX }),
  prune: Type.Optional(
    Type.Boolean({ description: 'remove resources that no document names, of the kinds included in the documents' }),
  ),
  connector_secrets: Type.Optional(sentSecrets),
}
const changeSchema = named(
  'ConfigurationChange',
  Type.Object({
    kind: oneOf(KINDS),
    name: Type.String(),
    change: oneOf(['create', 'update', 'delete'] as const),
    before: nullable(anySpec),
    after: nullable(anySpec),
  }),
)
export const planView = named(
  'ConfigurationPlan',
  Type.Object({
    changes: Type.Array(changeSchema),
    unchanged: Type.Integer(),
    digest: Type.String({ description: 'digest to send to apply, which refuses when something changed since' }),
  }),
)

const KINDS_TEXT =
  'Rules are identified by their file, overlays by their rule id, playbooks and hunts by their name, SLA targets by their severity, roles and connectors by their name; placeholders and branding are one document each, of that name. A connector document names the secrets that are set; send their values in `connector_secrets`.'

const list = operation({
  name: 'configuration.list',
  summary: 'Export the tenant’s own configuration of a kind as documents',
  description: KINDS_TEXT,
  permission: 'rules:read',
  path: 'GET /configuration',
  query: Type.Object({ ...pageQuery, kind: oneOf(KINDS) }, closed),
  output: pageOf(documentSchema),
  async run({ tx, actor }, { kind, ...page }) {
    requirePermission(actor, KIND[kind].reads)
    const present = await KIND[kind].present(tx)
    const documents = present.map((one) => ({ kind, ...one })).sort((a, b) => (a.name < b.name ? -1 : 1))
    return pageOfList(documents, page, ({ name }) => name)
  },
})

const plan = operation({
  name: 'configuration.plan',
  summary: 'Plan the changes of configuration documents without applying them',
  description: KINDS_TEXT,
  permission: 'rules:read',
  path: 'POST /configuration/plan',
  isRead: true,
  bodyBytes: DOCUMENTS_BYTES_MAX,
  body: named('ConfigurationPlanned', Type.Object(sentDocuments, closed)),
  output: planView,
  async run({ tx, actor, deps }, { documents, prune = false, connector_secrets: values = {} }) {
    return shown(await planOf({ tx, actor, sentSecrets: { values, vault: deps.vault } }, documents, prune))
  },
})

const apply = operation.outside({
  name: 'configuration.apply',
  summary: 'Apply configuration documents to the tenant in one transaction',
  description: `${KINDS_TEXT} Each kind that changes needs its own permission too.`,
  permission: 'rules:write',
  audit: 'configuration:applied',
  path: 'POST /configuration/apply',
  bodyBytes: DOCUMENTS_BYTES_MAX,
  body: named(
    'ConfigurationApply',
    Type.Object(
      {
        ...sentDocuments,
        digest: Type.Optional(Type.String({ description: 'digest of the plan to apply' })),
      },
      closed,
    ),
  ),
  output: planView,
  async run({ actor, nowMs, deps, work }, { connector_secrets: secrets = {}, ...sent }) {
    const found = await applied({ actor, nowMs, deps, secrets }, sent, work)
    if (found.changes.some(({ kind }) => kind === 'role'))
      deps.principals.forget(({ tenantId }) => tenantId === actor.tenantId)
    return found
  },
})

type Applied = {
  readonly documents: readonly Document[]
  readonly prune?: boolean
  readonly digest?: string | undefined
}

type ApplyingTo = {
  readonly actor: Actor
  readonly nowMs: number
  readonly deps: Means
  readonly secrets: SentSecrets
}

async function applied(
  { actor, nowMs, deps, secrets }: ApplyingTo,
  { documents, prune = false, digest }: Applied,
  work: <T>(inside: Work<T>) => Promise<T>,
) {
  const { pool, vault } = deps
  const read = await readRules(pool, actor, documents, prune)
  return work(async (tx, note) => {
    await lockConfiguration(tx)
    const found = await planOf({ tx, actor, sentSecrets: { values: secrets, vault } }, documents, prune)
    if (digest !== undefined && digest !== found.digest)
      throw new AppError('conflict', 'something changed since the plan was made: plan again')
    await carryOut({ tx, actor, nowMs, vault, reach: reachOf(deps), secrets }, found, read)
    note(found.changes.length === 0 ? null : { resource: 'configuration', changes: summary(found) })
    return shown(found)
  })
}

/**
 * Serialises applies with each other and with changes of rules, so that each plan is compared with the result of the
 * one before.
 */
async function lockConfiguration(tx: TenantTx): Promise<void> {
  await tx.run(/* sql */ `SELECT pg_advisory_xact_lock(hashtextextended('configuration/' || svc_tenant(), 0))`)
  await lockRules(tx)
}

/** The same as `configuration.apply`, for an actor of another context, without secrets. Throws `forbidden`. */
export function applyDocuments(deps: MutationDeps & Means, actor: Actor, nowMs: number, sent: Applied) {
  const action = { needs: 'rules:write', records: ['configuration:applied'] } as const
  requirePermission(actor, action.needs)
  const to = { actor, nowMs, deps, secrets: {} }
  return applied(to, sent, (inside) => perform(deps, actor, action, inside))
}

export const CONFIGURATION_OPERATIONS = [list, plan, apply]

/** Parses changed rules before the transaction, so that parsing delays no other writer. */
async function readRules(
  pool: Postgres,
  actor: Actor,
  documents: readonly Document[],
  prune: boolean,
): Promise<ReadonlyMap<string, RuleText>> {
  const { changes } = await withTenant(pool, actor.tenantId, (tx) => planOf({ tx, actor }, documents, prune))
  const sent = changes.flatMap((change) => (change.kind === 'rule' && change.sent ? [change.sent] : []))
  if (sent.length === 0) return new Map()
  const texts = sent.map((one) => ruleText(one))
  const yara = await judgeYaraInTime(texts.filter(({ language }) => language === 'yara'))
  if (yara.faults.length > 0) throw ruleFaults(sent, yara.faults)
  const others = await readTexts(
    pool,
    actor.tenantId,
    texts.filter(({ language }) => language !== 'yara'),
  )
  return new Map([...others, ...yara.sound].map((one) => [one.file, one]))
}

async function carryOut(call: Applying, { changes }: Plan, read: ReadonlyMap<string, RuleText>): Promise<void> {
  const ofKind = Map.groupBy(changes, ({ kind }) => kind)
  for (const [kind, own] of ofKind) {
    const { writes, removes = writes } = KIND[kind]
    for (const { change } of own) requirePermission(call.actor, change === 'delete' ? removes : writes)
  }
  // A text that moved to another file has its ids free again before it is written there.
  for (const kind of KINDS.toReversed()) {
    const names = (ofKind.get(kind) ?? []).flatMap(({ change, name }) => (change === 'delete' ? [name] : []))
    if (names.length === 0) continue
    await refuseWhenHeld(call.tx, [])
    await KIND[kind].remove(call, names)
  }
  for (const kind of KINDS) {
    const sent = sentOf(ofKind.get(kind) ?? [], kind, read)
    if (sent.length > 0) await KIND[kind].put(call, sent)
  }
}

function sentOf(changes: readonly Change[], kind: KindName, read: ReadonlyMap<string, RuleText>): readonly Sent[] {
  const sent = changes.flatMap((change) => change.sent ?? [])
  return kind === 'rule' ? sent.map((one) => ({ ...one, read: read.get(one.name) })) : sent
}

function shown({ changes, unchanged, digest }: Plan) {
  return { changes: changes.map(({ sent: _, ...change }) => change), unchanged, digest }
}

function summary({ changes, digest }: Plan) {
  const counts = Object.fromEntries(
    [...Map.groupBy(changes, ({ kind, change }) => `${kind}:${change}`)].map(([name, all]) => [name, all.length]),
  )
  return {
    counts,
    digest,
    changes: changes.slice(0, NAMES_MAX).map(({ kind, name, change }) => `${change} ${kind} ${name}`),
  }
}
