/** Operations of a tenant's changes to rules, by the ids that signals show; `*` is all rules. And of placeholders. */
import { Type } from 'typebox'
import { PLACEHOLDER_LIMITS, type Placeholders } from '../../../detections/sigma/placeholders.ts'
import { LIMIT_DEFAULT, LIMIT_MAX, nullable, pageOf, sent } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { authorNames, authorOf } from './authors.ts'
import { deleteOverlay, findOverlay, type Overlay, overlaysPage, putOverlay } from './overlays.ts'
import { placeholdersOf, putPlaceholders } from './placeholders.ts'
import { allowlists, overlaySchema, overlayView, severity, suppressWhen } from './rule-schemas.ts'

const operation = operationsOf<unknown>({ tag: 'detections' })
const RULE = 'as signals show it, or the id of a row that holds one rule; * is all rules'
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 256, description: RULE }) })

const list = operation({
  name: 'rules.overlays',
  summary: 'Overlays, by rule',
  permission: 'rules:read',
  path: 'GET /rules/overlays',
  // The cursor is the id of the last rule seen, as text a URL can hold.
  query: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1500 })),
  }),
  output: pageOf(overlaySchema),
  async run({ tx }, { limit, cursor = '' }) {
    const after = Buffer.from(cursor, 'base64url').toString('utf8').replaceAll('\0', '')
    const found = await overlaysPage(tx, limit + 1, after)
    const authors = found.map(({ author }) => author)
    const nameOf = await authorNames(tx, authors)
    const items = found.slice(0, limit).map((overlay) => overlayView(overlay, nameOf))
    const last = items.at(-1)
    if (found.length <= limit || last === undefined) return { items }
    return { items, nextCursor: Buffer.from(last.ruleId).toString('base64url') }
  },
})

const get = operation({
  name: 'rules.overlay',
  summary: 'The overlay of a rule',
  permission: 'rules:read',
  path: 'GET /rules/:id/overlay',
  params,
  output: overlaySchema,
  run: async ({ tx }, { id }) => shown(tx, await findOverlay(tx, id)),
})

const put = operation({
  name: 'rules.put_overlay',
  summary: 'Set the whole overlay of a rule; takes effect within seconds',
  permission: 'rules:write',
  audit: 'rule:overlay_set',
  path: 'PUT /rules/:id/overlay',
  params,
  bodyBytes: 1 << 20,
  body: sent('OverlayPut', {
    disabled: Type.Optional(Type.Boolean()),
    min_severity: Type.Optional(nullable(severity)),
    suppress_when: Type.Optional(suppressWhen),
    allowlists: Type.Optional(allowlists),
    reason: Type.String({ minLength: 1, maxLength: 2000 }),
  }),
  output: overlaySchema,
  async run({ tx, note, actor }, { id, ...changes }) {
    const { disabled = false, min_severity = null, suppress_when = {}, allowlists = {}, reason } = changes
    const filters = { minSeverity: min_severity, suppressWhen: suppress_when, allowlists }
    note({ resource: 'rule', resourceId: id, changes })
    return shown(tx, await putOverlay(tx, id, { isDisabled: disabled, ...filters, reason }, authorOf(actor)))
  },
})

const remove = operation({
  name: 'rules.delete_overlay',
  summary: 'Remove the overlay of a rule',
  permission: 'rules:write',
  audit: 'rule:overlay_deleted',
  removes: 'records',
  path: 'DELETE /rules/:id/overlay',
  params,
  async run({ tx, note }, { id }) {
    await deleteOverlay(tx, id)
    note({ resource: 'rule', resourceId: id })
  },
})

const { names, nameChars, values, valueChars, bytes } = PLACEHOLDER_LIMITS
const placeholderMembers = {
  placeholders: Type.Record(
    Type.String({ minLength: 1, maxLength: nameChars, description: 'as between percent signs in a rule' }),
    Type.Array(Type.String({ maxLength: valueChars }), { maxItems: values }),
    { maxProperties: names, description: 'values by name' },
  ),
}
const placeholdersSchema = sent('RulePlaceholders', placeholderMembers)
const placeholdersView = (placeholders: Placeholders) => ({ placeholders: Object.fromEntries(placeholders) })

const placeholders = operation({
  name: 'rules.placeholders',
  summary: 'Values of the placeholders in the tenant’s Sigma rules',
  permission: 'rules:read',
  path: 'GET /rules/placeholders',
  output: placeholdersSchema,
  run: async ({ tx }) => placeholdersView(await placeholdersOf(tx)),
})

const setPlaceholders = operation({
  name: 'rules.put_placeholders',
  summary: 'Set all placeholders; takes effect within seconds',
  permission: 'rules:write',
  audit: 'rule:placeholders_set',
  path: 'PUT /rules/placeholders',
  // A character can be six in JSON.
  bodyBytes: 6 * bytes,
  body: placeholdersSchema,
  output: placeholdersSchema,
  async run({ tx, note, actor }, { placeholders }) {
    const counts = Object.fromEntries(Object.entries(placeholders).map(([key, of]) => [key, of.length]))
    note({ resource: 'rule', resourceId: 'placeholders', changes: counts })
    return placeholdersView(await putPlaceholders(tx, placeholders, authorOf(actor)))
  },
})

export const OVERLAY_OPERATIONS = [list, get, put, remove, placeholders, setPlaceholders]

async function shown(tx: TenantTx, overlay: Overlay) {
  return overlayView(overlay, await authorNames(tx, [overlay.author]))
}
