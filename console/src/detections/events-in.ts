export type PastedEvent = Record<string, unknown>
export type PastedEvents = { readonly events: PastedEvent[]; readonly fault: string | null }

/** Reads pasted events: one JSON object, a list of objects, or one object on each line. */
export function eventsIn(text: string, most: number): PastedEvents {
  if (text.trim() === '') return { events: [], fault: null }
  const read = parsed(text)
  if ('fault' in read) return { events: [], fault: read.fault }
  const events = Array.isArray(read.value) ? read.value : [read.value]
  if (events.length > most) return { events: [], fault: `at most ${most} events at once` }
  if (!events.every(isObject)) return { events: [], fault: 'each event is a JSON object' }
  return { events, fault: null }
}

const isObject = (value: unknown): value is PastedEvent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * With one event on each line, reports the line of a fault; parsing the text as a whole would always fail at its second
 * line.
 */
function parsed(text: string): { readonly value: unknown } | { readonly fault: string } {
  const whole = parsedJson(text)
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if ('value' in whole || lines.length < 2 || 'fault' in parsedJson(lines[0] ?? '')) return whole
  const each = lines.map(parsedJson)
  const at = each.findIndex((one) => 'fault' in one)
  const faulty = each[at]
  if (faulty !== undefined && 'fault' in faulty) return { fault: `line ${at + 1}: ${faulty.fault}` }
  return { value: each.flatMap((one) => ('value' in one ? [one.value] : [])) }
}

function parsedJson(text: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
