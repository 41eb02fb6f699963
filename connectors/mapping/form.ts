/**
 * The leaves that no column holds, as a form and the values that go into it. The form is JSON members with holes, the
 * same text for all events of a profile that have the same leaves, so the lake keeps it once; only the values differ.
 * SQL's column `ocsf_members` fills forms in the same way (`stores/clickhouse/migrations/0004-events-forms.sql`).
 *
 * A hole is the separator, a letter for the conversion of the value, and three digits for its number:
 *
 *     "process":{"uid":␁t000,"file":{"path":␁t001,"name":␁b001}},"count":␁j002
 */

import { codeAt } from '../../platform/code-at.ts'
import { parseEventTime } from '../../platform/event-time.ts'
import { basename, jsonText } from './transforms.ts'

/** JSON has no raw control characters, so a form has it only in holes. Values with it are written without a form. */
export const SEPARATOR = '\u0001'

/** Forms of one profile that are cached; a full cache is cleared. Senders decide which leaves an event has. */
const FORMS_MAX = 1024
const DIGITS = 3
export const VALUES_MAX = 10 ** DIGITS
/** Texts of separators; the index is their number. */
export const SEPARATORS: readonly string[] = Array.from({ length: VALUES_MAX + 1 }, (_, count) =>
  SEPARATOR.repeat(count),
)

/**
 * `text` is quoted, `json` is inserted as it is, `base` is the base name of a text, `when` is the event's own time as
 * ISO 8601.
 */
export type HoleKind = 'text' | 'json' | 'base' | 'when'

export function hole(kind: HoleKind, value: number): string {
  return `${SEPARATOR}${kind.charAt(0)}${String(value).padStart(DIGITS, '0')}`
}

/** Members of an event as JSON, without the outer braces. */
export function membersOf(form: string, values: readonly unknown[], timeMs: number): string {
  const [start = '', ...pieces] = form.split(SEPARATOR)
  return pieces.reduce((members, piece) => {
    const value = String(values[Number(piece.slice(1, 1 + DIGITS))] ?? '')
    return members + filled(piece.charAt(0), value, timeMs) + piece.slice(1 + DIGITS)
  }, start)
}

function filled(kind: string, value: string, timeMs: number): string {
  if (kind === 'j') return value
  if (kind === 'b') return jsonText(basename(value))
  return kind === 'w' ? JSON.stringify(new Date(timeMs).toISOString()) : jsonText(value)
}

/** Number of conditions in one key: the bits of an integer that a double holds. */
export const KEY_BITS = 52

/** Forms of one profile, by the conditions that hold. */
export class Forms {
  readonly #make: (isTrue: (condition: number) => boolean) => string
  readonly #known = new Map<number | string, string>()

  constructor(make: (isTrue: (condition: number) => boolean) => string) {
    this.#make = make
  }

  /** Takes a number of `KEY_BITS`, or several between slashes. */
  of(key: number | string): string {
    return this.#known.get(key) ?? this.#add(key)
  }

  #add(key: number | string): string {
    const masks = String(key).split('/').map(Number)
    const form = this.#make((condition) => {
      const mask = masks[Math.floor(condition / KEY_BITS)] ?? 0
      return Math.floor(mask / 2 ** (condition % KEY_BITS)) % 2 === 1
    })
    if (this.#known.size >= FORMS_MAX) this.#known.clear()
    this.#known.set(key, form)
    return form
  }
}

const SPACE = 0x20
const ISO_LENGTH = '2000-01-01T00:00:00.000Z'.length
/** Years have four digits, and the lake's times do not go much beyond this year. */
const ISO_MS_MAX = Date.UTC(2200, 0)
/** The positions of letters and marks in the form, and these characters. */
const ISO_MARKS: readonly (readonly [number, number])[] = [...'2000-01-01T00:00:00.000Z'].flatMap((mark, at) =>
  /\d/.test(mark) ? [] : [[at, codeAt(mark, 0)] as const],
)

/**
 * True when the text is the time exactly as `Date.toISOString` writes it: then nothing is lost when only the time is
 * kept. For each time there is one such text, except for 24:00 and leap seconds.
 */
export function isIsoOf(text: string, timeMs: number): boolean {
  if (text.length !== ISO_LENGTH || !(timeMs >= 0 && timeMs < ISO_MS_MAX)) return false
  for (const [at, mark] of ISO_MARKS) if (codeAt(text, at) !== mark) return false
  // A second with two digits and a space before the Z parses to the same time, so it is excluded.
  const isOdd = codeAt(text, 22) === SPACE || text.startsWith('24', 11) || text.startsWith('60', 17)
  return !isOdd && parseEventTime(text) === timeMs
}
