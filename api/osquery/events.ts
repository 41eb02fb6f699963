/** Log lines of osquery as events: an event a row, in the form of its event log, whichever form the host writes. */

import type { KnownNode } from '../../control/detect/osquery/index.ts'
import { isMembers } from '../../platform/members.ts'

type Members = Readonly<Record<string, unknown>>

/** Rows of one batch of differences or one snapshot. */
const ROWS_MAX = 20_000

/**
 * Results come as one event a row (`action`, `columns`), as one line with all added and removed rows (`diffResults`),
 * or as a snapshot. The host name is that of the enrolment, because the one in a line can be forged.
 */
export function resultEvents(node: KnownNode, lines: readonly unknown[]): { events: Members[]; leftOut: number } {
  const rows = lines.flatMap((line) => (isMembers(line) ? rowsOf(line) : [null]))
  const all = rows.flatMap((row) => (row === null ? [] : [{ ...row, ...namesOf(node) }]))
  const events = all.slice(0, ROWS_MAX)
  return { events, leftOut: rows.length - events.length }
}

/** Null for a row that is no object. */
function rowsOf(line: Members): (Members | null)[] {
  const { diffResults, snapshot, columns, ...head } = line
  const rowOf = (action: unknown) => (row: unknown) => (isMembers(row) ? { ...head, action, columns: row } : null)
  if (columns !== undefined && columns !== null) return [rowOf(head.action ?? 'added')(columns)]
  if (Array.isArray(snapshot)) return snapshot.map(rowOf('snapshot'))
  const differences = isMembers(diffResults) ? diffResults : {}
  return (['removed', 'added'] as const).flatMap((action) => {
    const rows = differences[action]
    return (Array.isArray(rows) ? rows : []).map(rowOf(action))
  })
}

const SEVERITIES = ['INFO', 'WARNING', 'ERROR', 'FATAL']

/** Lines of the host's own log, as rows of a query that is named `osquery_status`. */
export function statusEvents(node: KnownNode, lines: readonly unknown[]): { events: Members[]; leftOut: number } {
  const events = lines.filter(isMembers).map((line) => {
    const { severity, message, filename, line: at, version, unixTime, calendarTime, decorations } = line
    const level = SEVERITIES[Number(severity)] ?? String(severity)
    return {
      ...{ name: 'osquery_status', action: 'status', unixTime, calendarTime, decorations, ...namesOf(node) },
      columns: { severity: level, message, filename, line: at, version },
    }
  })
  return { events, leftOut: lines.length - events.length }
}

function namesOf({ hostIdentifier, hostname }: KnownNode): Members {
  return { hostIdentifier: hostname ?? hostIdentifier, osquery_host_identifier: hostIdentifier }
}
