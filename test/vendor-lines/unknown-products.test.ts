/**
 * Products without a mapping, through intake as they arrive: most of their fields are read, and none is read wrongly.
 */
import { expect, test } from 'vitest'
import { normalisedEvents } from '../../pipeline/sample/sample-events.ts'
import { readStored } from '../../query/stored-event.ts'
import { PRODUCT_LINES, type ProductLine } from './unknown-products.ts'

/** Minimum of 100. */
const CLASSES_MIN = 80
const ENTITIES_MIN = 90

type Members = Readonly<Record<string, unknown>>

const at = (event: Members, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Members | undefined)?.[name], event)

/** The fields that were read, under the names of the expectation. */
function readIn({ line }: ProductLine): Members & { readonly mapping: string } {
  const [found] = normalisedEvents(Buffer.from(`${line}\n`), 'auto')
  if (found === undefined || 'reason' in found) throw new Error(`not read: ${line}`)
  const { event, mapping } = found
  const time = event.time as number | undefined
  const isGuess = JSON.stringify(event.enrichments ?? []).includes('time of receipt')
  return {
    class: event.class_uid,
    user: at(event, 'actor.user.name') ?? at(event, 'user.name'),
    host: at(event, 'device.hostname'),
    src: at(event, 'src_endpoint.ip'),
    target: at(event, 'actor.user.name') === undefined ? undefined : at(event, 'user.name'),
    dst: at(event, 'dst_endpoint.ip'),
    time: time === undefined || isGuess ? undefined : new Date(time).toISOString(),
    mapping: mapping?.id ?? 'text/1',
  }
}

const ENTITIES = ['user', 'target', 'host', 'src', 'dst', 'time'] as const

test('reads class, entities and time of more than a hundred unmapped products, none of them wrongly', () => {
  let classes = 0
  let expected = 0
  let right = 0
  const wrong: string[] = []
  const missing: string[] = []
  for (const line of PRODUCT_LINES) {
    const read = readIn(line)
    if (read.class === line.class) classes++
    else missing.push(`${line.product} [${read.mapping}]: class ${read.class}, not ${line.class}`)
    if (read.class !== 0 && line.class !== read.class)
      wrong.push(`${line.product} [${read.mapping}]: class ${read.class}, not ${line.class}`)
    for (const name of ENTITIES) {
      const [value, wanted] = [read[name], line[name]]
      if (wanted !== undefined) expected++
      if (wanted !== undefined && value === wanted) right++
      else if (wanted !== undefined) missing.push(`${line.product}: ${name} ${value}, not ${wanted}`)
      if (value !== undefined && wanted !== undefined && value !== wanted)
        wrong.push(`${line.product}: ${name} is ${value}`)
      if (value !== undefined && wanted === undefined && !(line.sure ?? []).includes(name))
        wrong.push(`${line.product}: ${name} is ${value}`)
    }
  }
  expect(PRODUCT_LINES.length).toBeGreaterThanOrEqual(120)
  expect(wrong).toEqual([])
  expect((100 * classes) / PRODUCT_LINES.length).toBeGreaterThanOrEqual(CLASSES_MIN)
  expect((100 * right) / expected).toBeGreaterThanOrEqual(ENTITIES_MIN)
})

test('hunts read each stored event of them back as it was stored', () => {
  const lost = PRODUCT_LINES.flatMap(({ product, line }) => {
    const [found] = normalisedEvents(Buffer.from(`${line}\n`), 'auto')
    if (found === undefined || 'reason' in found || found.mapping === null) return []
    const { row, mapping } = found
    const stored = {
      ...{ event_uid: 'u', time_ms: String(row.timeMs), received_ms: String(row.receivedMs), mapping: mapping.id },
      ...{ source_format: row.sourceFormat, class_uid: row.classUid, activity_id: row.activityId },
      ...{ status_id: row.statusId, event_code: row.eventCode, source: '', raw_header: '', text: line, base64: '' },
    }
    return readStored(stored) === null ? [`${product} [${mapping.id}, ${row.classUid}]`] : []
  })
  expect(lost).toEqual([])
})
