import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { arrangedBody, cutText, openBody } from '../../../connectors/formats/body.ts'
import { splitEnvelope } from '../../../connectors/formats/framing.ts'
import type { BatchLimits, FileBatch } from './file-batch.ts'
import { openBatches } from './file-batches.ts'

const dir = mkdtempSync(join(tmpdir(), 'svc-file-batches-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const LIMITS = { bytesMax: 200_000, eventsMax: 50_000 }

async function batchesOf(content: string | Buffer, format = 'auto', limits: BatchLimits = LIMITS) {
  const file = join(dir, 'events')
  writeFileSync(file, content)
  const { batches, sourceFormat } = await openBatches(file, format, limits)
  const read: FileBatch[] = []
  for await (const batch of batches) read.push(batch)
  return { sourceFormat, batches: read }
}

/** The events of a body as intake reads them; a fault is its name. */
function recordsIn({ body, type }: Pick<FileBatch, 'body' | 'type'>, format: string): unknown[] {
  const records: unknown[] = []
  const isList = type === 'application/json'
  const arranged = isList ? body : arrangedBody(body, format)
  const { decode } = openBody(arranged, isList ? 'envelope' : 'lines', format, { receivedMs: 0 })
  const visit = (start: number, end: number) => {
    records.push(decode(start, end))
    return true
  }
  if (!isList) {
    cutText(arranged, format, visit)
    return records
  }
  const split = splitEnvelope(arranged)
  if ('fault' in split) throw new Error(split.fault)
  for (let i = 0; i < split.elements.length; i += 2) visit(split.elements[i] ?? 0, split.elements[i + 1] ?? 0)
  return records
}

const many = (count: number, line: (i: number) => string) => Array.from({ length: count }, (_, i) => line(i))
const pad = 'x'.repeat(120)

const W3C = (fields: string, rows: readonly string[]) => `#Version: 1.0\n#Fields: ${fields}\n${rows.join('\n')}\n`
const CSV = many(12_000, (i) => `2024-05-14T10:00:00Z,u${i},${i % 7 ? pad : `"two\n""lines""\n${i}"`}`)
const XML = (i: number) =>
  `<Event>\n <System>\n  <EventID>${i}</EventID>\n  <Computer>${pad}</Computer>\n </System>\n</Event>`
const AUDIT = (i: number) =>
  `type=SYSCALL msg=audit(1700000000.1:${i}): a="${pad}"\ntype=CWD msg=audit(1700000000.1:${i}): cwd="/"`

const texts: [name: string, format: string, content: string][] = [
  ['lines of JSON', 'auto', many(12_000, (i) => `{"n":${i},"pad":"${pad}"}`).join('\r\n')],
  ['lines of JSON behind a broken one', 'json', `{"a":\n${many(12_000, (i) => `{"n":${i},"p":"${pad}"}`).join('\n')}`],
  ['CSV with line ends in its values', 'csv', `time,user,note\n${CSV.join('\n')}\n`],
  ['CSV that nobody named', 'auto', `time,user,note\n${CSV.join('\n')}\n`],
  [
    'W3C whose columns change on the way',
    'w3c',
    `${W3C(
      'a b',
      many(9000, (i) => `${i} ${pad}`),
    )}${W3C(
      'b c',
      many(9000, (i) => `${pad} ${i}`),
    )}`,
  ],
  [
    'W3C that nobody named',
    'auto',
    W3C(
      'date time s-ip',
      many(9000, (i) => `2024-05-14 ${pad} ${i}`),
    ),
  ],
  [
    'Zeek',
    'zeek-tsv',
    `#separator \\x09\n#path\tconn\n#fields\ta\tb\n${many(9000, (i) => `${i}\t${pad}`).join('\n')}\n`,
  ],
  ['flow logs', 'vpcflow', `srcaddr dstaddr log-status\n${many(9000, (i) => `10.0.0.1 ${i} ${pad}`).join('\n')}\n`],
  ['Windows events over several lines', 'windows-xml', `<Events>\n${many(7000, XML).join('\n')}\n</Events>\n`],
  ['Windows events that nobody named', 'auto', many(7000, XML).join('\n')],
  ['audit records of several lines', 'auditd', many(7000, AUDIT).join('\n')],
  ['syslog', 'auto', many(9000, (i) => `May 14 10:00:00 host sshd[${i}]: ${pad}`).join('\n')],
]

test.each(texts)('%s are the same events in batches as in one body', async (_, format, content) => {
  const { batches, sourceFormat } = await batchesOf(content, format)
  expect(batches.length).toBeGreaterThan(3)
  for (const { body } of batches) expect(body.length).toBeLessThan(LIMITS.bytesMax + 2000)
  const name = sourceFormat === 'auto' ? 'json' : sourceFormat
  const whole = recordsIn({ body: Buffer.from(content), type: 'application/x-ndjson' }, name)
  expect(batches.flatMap((batch) => recordsIn(batch, name))).toEqual(whole)
  expect(batches.reduce((sum, { events }) => sum + events, 0)).toBe(whole.length)
})

const objects = many(12_000, (i) => `{"n":${i},"pad":"${pad}"}`)
const values: [name: string, content: string][] = [
  ['an array over many lines', `[\n${objects.join(',\n')}\n]\n`],
  ['an array on one line', `\ufeff[${objects.join(', ')}]`],
  ['objects over several lines', objects.map((text) => JSON.stringify(JSON.parse(text), null, 2)).join('\n')],
  ['objects without line ends', objects.join('')],
  ['an envelope', `{"connector_id":"x","events":[${objects.join(',')}]}`],
  [
    "a vendor's envelope over several lines",
    JSON.stringify({ Records: objects.map((text) => JSON.parse(text)) }, null, 1),
  ],
]

test.each(values)('%s becomes lists of its events', async (_, content) => {
  const { batches } = await batchesOf(content)
  expect(batches.length).toBeGreaterThan(3)
  const records = batches.flatMap((batch) => recordsIn(batch, 'auto')) as { n: number }[]
  expect(records.map(({ n }) => n)).toEqual(many(12_000, (i) => `${i}`).map(Number))
})

test('a batch has no more events than ingest accepts, however short they are', async () => {
  const lines = await batchesOf('{}\n'.repeat(70), 'json', { bytesMax: 1000, eventsMax: 30 })
  expect(lines.batches.map(({ events }) => events)).toEqual([30, 30, 10])
  const list = await batchesOf(`[${'{},'.repeat(69)}{}]`, 'json', { bytesMax: 1000, eventsMax: 30 })
  expect(list.batches.map(({ events }) => events)).toEqual([30, 30, 10])
})

test('an event that fills more than a request has one of its own, and its neighbours are whole', async () => {
  const big = `{"n":"${'x'.repeat(3_000_000)}"}`
  const { batches } = await batchesOf(`{"n":1}\n${big}\n{"n":2}\n`)
  expect(batches.map(({ body }) => body.toString().trim())).toEqual(['{"n":1}', big, '{"n":2}'])
})

test.each([
  ['nothing', ''],
  ['blank lines', '\n\r\n \n'],
  ['an empty array', '[ ]'],
  ['a header and no rows', '#Version: 1.0\n#Fields: a b\n'],
])('%s is no batch', async (_, content) => {
  expect((await batchesOf(content)).batches).toEqual([])
})

test('one object is one event, on one line or several', async () => {
  for (const content of ['{"a":{"b":1}}', '{\n "a": {\n  "b": 1\n }\n}\n']) {
    const { batches } = await batchesOf(content)
    expect(batches.flatMap((batch) => recordsIn(batch, 'auto'))).toEqual([{ a: { b: 1 } }])
  }
})

test('events before the point where a list breaks are sent before the error is reported', async () => {
  const file = join(dir, 'broken')
  writeFileSync(file, '[{"a":1},{"b":2},{"c":')
  const { batches } = await openBatches(file, 'auto', LIMITS)
  expect((await batches.next()).value).toMatchObject({ body: Buffer.from('[{"a":1},{"b":2}]') })
  await expect(batches.next()).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining('byte 17'),
  })
})

test('a path that is not a file is reported as such', async () => {
  for (const file of [join(dir, 'nothing-here'), dir]) {
    await expect(openBatches(file, 'auto', LIMITS)).rejects.toMatchObject({ code: 'bad_request' })
  }
})
