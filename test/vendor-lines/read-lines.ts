import { type NormalisedEvent, normalisedEvents } from '../../pipeline/sample/sample-events.ts'

/** The samples were received on this day, by which dates without a year are read. */
export const RECEIVED_MS = Date.UTC(2026, 11, 1)

/** The events of some lines as intake reads them, each with the columns that the tests of lines compare. */
export function readLines(lines: string | Buffer) {
  return Array.from(normalisedEvents(Buffer.from(lines), 'auto', { receivedMs: RECEIVED_MS }), valuesOf)
}

function valuesOf(event: NormalisedEvent) {
  if ('reason' in event) return { reason: event.reason }
  const { row, mapping, event: ocsf } = event
  const info = (ocsf.finding_info ?? {}) as { title?: string; uid?: string; src_url?: string }
  const attacks = (ocsf.attacks ?? []) as readonly { technique?: { uid?: string } }[]
  return {
    ...{ table: mapping?.id ?? '', class: row.classUid, status: row.statusId, severity: row.severityId },
    ...{ user: row.user, target: row.targetUser, host: row.host, code: row.eventCode },
    ...{ src: row.srcIp, srcPort: row.srcPort, dst: row.dstIp, dstPort: row.dstPort, domain: row.domain, url: row.url },
    ...{ hash: row.fileHash, file: row.filePath, command: row.cmdLine },
    ...{ title: info.title, uid: info.uid, link: info.src_url },
    techniques: attacks.flatMap(({ technique }) => technique?.uid ?? []).join(' '),
    time: row.timeMissing === 1 ? '' : new Date(row.timeMs).toISOString(),
    ocsf,
  }
}
