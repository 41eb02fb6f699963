/** What every topic holds, as rows of tenants. */
import { decodeAlertChange } from '../../schemas/alert-change.ts'
import { decodeAlertDrafts } from '../../schemas/alert-draft.ts'
import { decodeAvro } from '../../schemas/avro.ts'
import { decodeDrift } from '../../schemas/drift.ts'
import { decodeEventBatch } from '../../schemas/event-batch.ts'
import { decodeNormalizedEvents } from '../../schemas/normalized-events.ts'
import { decodeRuleMatches } from '../../schemas/rule-matches.ts'
import { decodeSignals } from '../../schemas/signal.ts'
import type { TOPICS } from '../../schemas/topics.ts'

/** `text`: everything of the row that a sender or a person wrote. */
export type TopicRow = { readonly tenant: string; readonly text: string }

export type TopicWalk = {
  /** The tenant in a key. Null: a record has rows of several tenants and no key. */
  readonly tenantIn: ((key: string) => string | undefined) | null
  readonly rows: (value: Buffer) => readonly TopicRow[]
}

type OfTenant = { readonly tenant_id: string }
const row = <R extends OfTenant>(of: R): TopicRow => ({ tenant: of.tenant_id, text: JSON.stringify(of) })
/** The tenant comes first: no name of one has a space or a slash. */
const byKey = (key: string) => key.split(/[ /]/, 1)[0]
type Letter = OfTenant & { readonly raw: Buffer }

/** By the name in `TOPICS`: a topic that is not here fails the walk. */
export const TOPIC_WALKS: Readonly<Record<keyof typeof TOPICS, TopicWalk>> = {
  securityEvents: {
    tenantIn: byKey,
    rows(value) {
      const { tenantId, connectorId, body } = decodeEventBatch(value)
      return [{ tenant: tenantId, text: `${connectorId} ${body}` }]
    },
  },
  normalizedEvents: {
    tenantIn: null,
    rows(value) {
      const { counts, block } = decodeNormalizedEvents(value)
      const rows = counts.map(({ tenantId, source }) => ({ tenant: tenantId, text: source }))
      const [only, ...others] = new Set(counts.map(({ tenantId }) => tenantId))
      // The columns of a block of one tenant hold nobody else's; the walk over the lake looks at each row of the others.
      return only !== undefined && others.length === 0 ? [...rows, { tenant: only, text: block.toString() }] : rows
    },
  },
  signals: { tenantIn: null, rows: (value) => decodeSignals(value).map(row) },
  alertDrafts: { tenantIn: null, rows: (value) => decodeAlertDrafts(value).map(row) },
  ruleMatches: { tenantIn: null, rows: (value) => decodeRuleMatches(value).feeds.map(row) },
  deadLetters: {
    tenantIn: byKey,
    rows(value) {
      const letter = decodeAvro<Letter>('dead-letter', value)
      return [{ tenant: letter.tenant_id, text: `${JSON.stringify({ ...letter, raw: '' })} ${letter.raw}` }]
    },
  },
  schemaDrift: { tenantIn: null, rows: (value) => decodeDrift(value).map(row) },
  ledger: {
    tenantIn: null,
    rows: (value) => decodeAvro<{ entries: OfTenant[] }>('ledger-entries', value).entries.map(row),
  },
  fusedAlerts: { tenantIn: byKey, rows: (value) => [row(decodeAlertChange(value))] },
  // The key is kind, tenant and id.
  control: {
    tenantIn: (key) => key.split('/')[1],
    rows: (value) => [row(decodeAvro<OfTenant>('control-change', value))],
  },
}
