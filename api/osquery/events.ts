/** Log lines of osquery as events: an event a row, in the form of its event log, whichever form the host writes. */

import type { KnownNode } from '../../control/osquery/index.ts'
import { isMembers } from '../../platform/members.ts'

type Members = Readonly<Record<string, unknown>>

/** Rows of one batch of differences or one snapshot. */
const ROWS_MAX = 20_000

/**
 * Results come as an event a row (`action`, `columns`), as one line with all rows that came and went (`diffResults`), or
 * as a snapshot. The host's name is that of its enrolment: what a line says of it is not believed.
 */
export function resultEvents(node: KnownNode, lines: readonly unknown[]): { events: Members[]; leftOut: number } {
  const all = lines.filter(isMembers).flatMap((line) => rowsOf(line).map((row) => ({ ...row, ...namesOf(node) })))
  return {
    events: all.slice(0, ROWS_MAX),
    leftOut: lines.length - lines.filter(isMembers).length + Math.max(0, all.length - ROWS_MAX),
  }
}

function rowsOf(line: Members): Members[] {
  const { diffResults, snapshot, columns, ...head } = line
  if (isMembers(columns)) return [{ ...head, action: head.action ?? 'added', columns }]
  if (Array.isArray(snapshot))
    return snapshot.filter(isMembers).map((row) => ({ ...head, action: 'snapshot', columns: row }))
  const differences = isMembers(diffResults) ? diffResults : {}
  return (['removed', 'added'] as const).flatMap((action) => {
    const rows = differences[action]
    return (Array.isArray(rows) ? rows : []).filter(isMembers).map((row) => ({ ...head, action, columns: row }))
  })
}

const SEVERITIES = ['INFO', 'WARNING', 'ERROR', 'FATAL']

/** Lines of the host's own log, as rows of a query that is named `osquery_status`. */
export function statusEvents(node: KnownNode, lines: readonly unknown[]): Members[] {
  return lines.filter(isMembers).map((line) => {
    const { severity, message, filename, line: at, version, unixTime, calendarTime, decorations } = line
    const level = SEVERITIES[Number(severity)] ?? String(severity)
    return {
      ...{ name: 'osquery_status', action: 'status', unixTime, calendarTime, decorations, ...namesOf(node) },
      columns: { severity: level, message, filename, line: at, version },
    }
  })
}

function namesOf({ hostIdentifier, hostname }: KnownNode): Members {
  return { hostIdentifier: hostname ?? hostIdentifier, osquery_host_identifier: hostIdentifier }
}
