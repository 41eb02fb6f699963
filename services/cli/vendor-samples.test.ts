/** Lines of many vendors through intake as they arrive: class, entities, addresses with ports, outcome and time of each. */
import { expect, test } from 'vitest'
import { type NormalisedEvent, normalisedEvents } from '../../pipeline/sample/sample-events.ts'
import { MORE_VENDOR_SAMPLES } from './more-vendor-samples.ts'
import { VENDOR_SAMPLES } from './vendor-samples.ts'

function valuesOf(event: NormalisedEvent) {
  if ('reason' in event) return { reason: event.reason }
  const { row, mapping, event: ocsf } = event
  const info = (ocsf.finding_info ?? {}) as { title?: string; uid?: string; src_url?: string }
  const attacks = (ocsf.attacks ?? []) as readonly { technique?: { uid?: string } }[]
  return {
    ...{ table: mapping?.id ?? '', class: row.classUid, status: row.statusId, user: row.user, target: row.targetUser },
    ...{ host: row.host, src: row.srcIp, srcPort: row.srcPort, dst: row.dstIp, dstPort: row.dstPort },
    ...{ domain: row.domain, url: row.url, hash: row.fileHash, file: row.filePath, command: row.cmdLine },
    ...{ title: info.title, uid: info.uid, link: info.src_url },
    techniques: attacks.flatMap(({ technique }) => technique?.uid ?? []).join(' '),
    time: row.timeMissing === 1 ? '' : new Date(row.timeMs).toISOString(),
  }
}

/** Times without a year are read by the day of receipt. */
const isYearless = (body: string) => /^(?:<\d{1,3}>)?(?:\w{1,32}: ){0,2}[A-Z][a-z]{2} [ \d]\d \d\d:/m.test(body)
const monthAndDay = (time: unknown) => String(time).slice(5)

test.each([...VENDOR_SAMPLES, ...MORE_VENDOR_SAMPLES])('%s', (_, body, events) => {
  const read = Array.from(normalisedEvents(Buffer.from(`${body}\n`), 'auto'), valuesOf)
  expect(read).toHaveLength(events.length)
  for (const [i, expected] of events.entries()) {
    const { time, ...others } = expected
    expect(read[i]).toMatchObject(others)
    if (time === undefined) continue
    const found = (read[i] as { time?: string }).time
    if (isYearless(body)) expect(monthAndDay(found)).toBe(monthAndDay(time))
    else expect(found).toBe(time)
  }
})
