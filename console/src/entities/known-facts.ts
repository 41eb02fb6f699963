/** Turns the answers of enrichment providers into lines of text. */

export type KnownFact = {
  readonly name: string
  readonly text: string
  /** The value, if it is a time. */
  readonly at: string | null
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** Leaves out empty fields, and a count of omitted entries that is 0. */
export function knownFacts(data: Readonly<Record<string, unknown>>): readonly KnownFact[] {
  return Object.entries(data)
    .filter(([name, value]) => !isEmpty(value) && !(name === 'left_out' && value === 0))
    .map(([name, value]) => ({
      ...{ name, text: textOf(value) },
      at: typeof value === 'string' && MOMENT.test(value) ? value : null,
    }))
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return value.toLocaleString()
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'object' && value !== null) return recordText(value as Readonly<Record<string, unknown>>)
  return String(value)
}

/** Such as `sysmon (events 13)`: the first text is the name, the rest follows in parentheses. */
function recordText(record: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(record).filter(([, value]) => !isEmpty(value))
  const title = fields.findIndex(([, value]) => typeof value === 'string')
  const rest = fields
    .filter((_, at) => at !== title)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${textOf(value)}`)
    .join(', ')
  const name = title === -1 ? '' : String(fields[title]?.[1])
  return name === '' ? rest : rest === '' ? name : `${name} (${rest})`
}
