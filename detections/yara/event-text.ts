/**
 * The text of an event against which YARA rules are matched: every text in it, in the order of the record, including
 * those in objects and arrays, each as UTF-8 on a line of its own. Numbers, booleans and field names are not included.
 * A string of a rule that spans two fields would have to contain the line feed between them.
 */
import { YARA_LIMITS } from './limits.ts'

/** Deeper values are ignored; events are refused before they are that deep. */
const DEPTH_MAX = 64

export type EventText = {
  readonly bytes: Uint8Array
  /** False when there was more than `eventBytes`; whole fields beyond it are missing. */
  readonly isWhole: boolean
  /** The path of the field that contains a byte (`a.b.0`); '' beyond the end. */
  fieldAt(offset: number): string
}

type Piece = { readonly field: string; readonly bytes: Buffer }

export function eventText(record: Readonly<Record<string, unknown>>): EventText {
  const pieces: Piece[] = []
  const isWhole = collect(record, '', 0, { left: YARA_LIMITS.eventBytes, pieces })
  const ends: number[] = []
  let end = 0
  for (const piece of pieces) ends.push((end += piece.bytes.length))
  return {
    bytes: Buffer.concat(pieces.map((piece) => piece.bytes)),
    isWhole,
    fieldAt: (offset) => pieces[ends.findIndex((one) => offset < one)]?.field ?? '',
  }
}

type Room = { left: number; readonly pieces: Piece[] }

/** Returns false once there is no room. */
function collect(value: unknown, field: string, depth: number, room: Room): boolean {
  if (typeof value === 'string') return put(value, field, room)
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return true
  return Object.entries(value).every(([key, one]) =>
    collect(one, field === '' ? key : `${field}.${key}`, depth + 1, room),
  )
}

function put(text: string, field: string, room: Room): boolean {
  if (text.length >= room.left) return false
  const bytes = Buffer.from(`${text}\n`, 'utf8')
  room.left -= bytes.length
  if (room.left < 0) return false
  room.pieces.push({ field, bytes })
  return true
}
