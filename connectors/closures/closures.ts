/**
 * Findings that analysts closed in the product that found them. They are read like a poll: each vendor has a table of
 * the request and of the places of the analysts' words. This code opens no connection itself.
 */

import { newestOf } from '../polling/events.ts'
import { type PollInput, pollPages } from '../polling/poll.ts'
import { at, type PollTable } from '../polling/table.ts'
import type { ClosureTable, Label } from './closure-table.ts'

export type Closure = {
  readonly externalId: string
  readonly closedAtMs: number
  /** Null if the vendor does not name the analyst. */
  readonly closedBy: string | null
  /** As the vendor writes it. Null for a finding that was closed without a reason. */
  readonly word: string | null
  /** Null for a word that is neither a true nor a false positive. */
  readonly label: Label | null
}

export type ClosurePage = {
  readonly closures: readonly Closure[]
  /** The vendor's time up to which findings were read; the next request starts from it. Null for an empty page. */
  readonly newestMs: number | null
}

const ID_CHARS = 500

/** Oldest first. Throws as `pollPages` does. */
export async function* readClosures(
  table: ClosureTable,
  input: Omit<PollInput, 'table'>,
): AsyncGenerator<ClosurePage, void, undefined> {
  const poll: PollTable = { ...table.source, ...table.poll }
  for await (const { events } of pollPages({ ...input, table: poll })) {
    const closures = events.flatMap((event) => closureIn(table, event) ?? [])
    yield { closures, newestMs: newestOf(poll, events) }
  }
}

/** The vendor's id of a finding, from the event as it was polled. Null if it has none. */
export function findingId({ polledId }: ClosureTable, event: unknown): string | null {
  return textAt(event, polledId)?.slice(0, ID_CHARS) ?? null
}

function closureIn(table: ClosureTable, event: unknown): Closure | null {
  const externalId = textAt(event, table.id)
  const closedAtMs = newestOf({ time: table.closedAt }, [event])
  if (externalId === null || closedAtMs === null) return null
  const word = table.word === null ? null : textAt(event, table.word)
  return {
    ...{ externalId: externalId.slice(0, ID_CHARS), closedAtMs, word: word?.slice(0, 200) ?? null },
    closedBy: table.closedBy === null ? null : (textAt(event, table.closedBy)?.slice(0, 200) ?? null),
    label: word === null ? null : (table.labels[word.toLowerCase()] ?? null),
  }
}

function textAt(event: unknown, path: string): string | null {
  const found = at(event, path)
  if (typeof found === 'number') return String(found)
  return typeof found === 'string' && found !== '' ? found : null
}
