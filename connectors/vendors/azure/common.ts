/** Forms that Microsoft's cloud logs share: JSON inside text, a wrapper for diagnostics, tables with capital names. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { always, capture, type Field, is, type RecordShape, type Rows } from '../../mapping/table.ts'

export function product(name: string): Rows {
  return { 'metadata.product.name': is(name), 'metadata.product.vendor_name': is('Microsoft') }
}

/** `/subscriptions/ID/resourceGroups/NAME/providers/TYPE/NAME`, in any case. */
export function cloud(resource: Field | readonly Field[]): Rows {
  return {
    'cloud.provider': always('Azure'),
    'cloud.account.uid': capture(resource, /\/subscriptions\/([^/]{1,64})/i),
  }
}

/** Parses, in place, objects and lists that Log Analytics writes as JSON text. */
export function parseTexts(record: Members, names: readonly string[]): void {
  for (const name of names) {
    const value = record[name]
    if (typeof value !== 'string' || !/^[[{]/.test(value)) continue
    try {
      record[name] = JSON.parse(value)
    } catch {
      // The text only looks like JSON, and stays text.
    }
  }
}

type Spelling = Readonly<Record<Field, readonly Field[]>>

/** The shape of a resource of Microsoft Graph, whose fields stand under `properties` of a diagnostic record. */
export function inProperties(fields: readonly Field[], header: Spelling): RecordShape {
  const names = fields.map((field): [Field, readonly Field[]] => [field, [`properties.${field}`]])
  return {
    name: 'diagnostic',
    is: (record) => isMembers(record.properties) && 'category' in record,
    names: { ...Object.fromEntries(names), ...header },
  }
}

/** The same fields as columns of a Log Analytics table: the first step of each path is capitalised. */
export function asColumns(fields: readonly Field[], others: Spelling, texts: readonly string[]): RecordShape {
  const names = fields.map((field): [Field, readonly Field[]] => [field, [capital(field)]])
  return {
    name: 'table',
    is: (record) => 'TimeGenerated' in record,
    names: { ...Object.fromEntries(names), ...others },
    settle: (record) => parseTexts(record, texts),
  }
}

function capital(field: string): string {
  return field.slice(0, 1).toUpperCase() + field.slice(1)
}

/** Records as Microsoft Graph returns them. */
export const graph: RecordShape = { name: 'graph', is: () => true }

/**
 * Error codes of Entra ID for a step that the user still has to complete, which is not a failure yet: another factor,
 * its registration, a choice of account, a managed device, consent, staying signed in, or signing in again in time.
 */
export const INTERRUPTED = Object.fromEntries(
  [
    ...['16000', '50058', '50072', '50074', '50076', '50078', '50079', '50097', '50125', '50127', '50129', '50140'],
    ...['50158', '50199', '50203', '51006', '65001', '70043', '70044'],
  ].map((code) => [code, 'Other']),
)
