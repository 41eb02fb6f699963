import fc from 'fast-check'
import { expect, test } from 'vitest'
import { START_MS, type TestEngine, useEngine } from './test-engine.ts'

const engine = useEngine({ migrated: true })
const timeout = START_MS
/** A time of receipt so late that retention never deletes the row. */
const FAR = '2090-01-01 00:00:00'

type Event = Record<string, unknown>

/** Stores the events unchanged and returns the text of `ocsf` of each as bytes. */
async function ocsfOf({ client }: TestEngine, events: readonly Event[]): Promise<Buffer[]> {
  await client.command({ query: 'TRUNCATE TABLE events' })
  await client.insert({
    table: 'events',
    values: events.map((event, i) => ({ pid: i + 1, ingest_time: FAR, ...event })),
    format: 'JSONEachRow',
    clickhouse_settings: { input_format_json_throw_on_bad_escape_sequence: 0 },
  })
  const { stream } = await client.exec({ query: 'SELECT hex(ocsf) FROM events ORDER BY pid FORMAT TSV' })
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
    .toString()
    .trim()
    .split('\n')
    .map((line) => Buffer.from(line, 'hex'))
}

/** Strict: bytes that are not UTF-8 throw too. */
function parse(bytes: Buffer | undefined): Event {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Event
}

test('a statement with the OCSF event stays small when the engine writes out its parts', { timeout }, async () => {
  const { client } = engine()
  const plan = await client.query({ query: 'EXPLAIN QUERY TREE SELECT ocsf FROM events', format: 'JSONEachRow' })
  expect((await plan.json()).length, 'it was 18,500 lines, and took a second').toBeLessThan(4000)
})

test('columns become the members that OCSF 1.8.0 has for them', { timeout }, async () => {
  const [process, dns, registry, bare] = (
    await ocsfOf(engine(), [
      {
        tenant_id: 'acme',
        event_uid: '11111111-2222-3333-4444-555555555555',
        time: '2026-01-02 03:04:05.678',
        ingest_time: '2090-01-02 03:04:06.000',
        class_uid: 1007,
        activity_id: 1,
        severity_id: 3,
        status_id: 1,
        source: 'win-1',
        source_format: 'windows_event',
        event_code: '4688',
        host: 'pc-1',
        user: 'bob',
        target_user: 'eve',
        process_name: 'cmd.exe',
        parent_name: 'explorer.exe',
        pid: 44,
        cmd_line: 'cmd /c "dir \\x"',
        file_path: 'C:\\Windows\\cmd.exe',
        file_hash: 'd41d8cd98f00b204e9800998ecf8427e',
        src_ip: '::ffff:10.1.2.3',
        src_port: 1234,
        dst_ip: '2001:db8::1',
        message: 'hello',
        mapping: 'generic/2',
        ocsf_rest: '"metadata":{"product":{"vendor_name":"Microsoft"}},"count":2',
        raw: '{"EventID":4688}',
      },
      { pid: 50, class_uid: 4003, domain: 'evil.example', raw: 'plain text', ocsf_rest: '"rcode_id":3' },
      { pid: 51, class_uid: 201001, reg_path: 'HKLM\\Run', process_name: 'a', user: 'u', file_path: '/etc/x' },
      { pid: 52, mapping: 'ocsf', raw: '{"class_uid":3002,"own":true}' },
    ])
  ).map(parse)
  expect(process).toEqual({
    class_uid: 1007,
    category_uid: 1,
    activity_id: 1,
    type_uid: 100701,
    severity_id: 3,
    severity: 'Medium',
    status_id: 1,
    time: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    metadata: {
      version: '1.8.0',
      uid: '11111111-2222-3333-4444-555555555555',
      tenant_uid: 'acme',
      logged_time: Date.UTC(2090, 0, 2, 3, 4, 6),
      event_code: '4688',
      log_provider: 'win-1',
      product: { name: 'windows_event', vendor_name: 'Microsoft' },
    },
    message: 'hello',
    device: { hostname: 'pc-1' },
    actor: { user: { name: 'bob' } },
    process: {
      name: 'cmd.exe',
      pid: 44,
      cmd_line: 'cmd /c "dir \\x"',
      file: {
        type_id: 0,
        path: 'C:\\Windows\\cmd.exe',
        name: 'cmd.exe',
        hashes: [{ algorithm_id: 1, value: 'd41d8cd98f00b204e9800998ecf8427e' }],
      },
      parent_process: { name: 'explorer.exe' },
    },
    user: { name: 'eve' },
    src_endpoint: { ip: '10.1.2.3', port: 1234 },
    dst_endpoint: { ip: '2001:db8::1' },
    count: 2,
    unmapped: { EventID: 4688 },
  })
  expect(dns).toMatchObject({
    query: { hostname: 'evil.example' },
    rcode_id: 3,
    raw_data: 'plain text',
    category_uid: 4,
  })
  expect(dns).not.toHaveProperty('dst_endpoint')
  expect(registry).toMatchObject({
    category_uid: 1,
    reg_key: { path: 'HKLM\\Run' },
    actor: { user: { name: 'u' }, process: { name: 'a', pid: 51 } },
    file: { path: '/etc/x', name: 'x' },
  })
  expect(bare).toEqual({ class_uid: 3002, own: true })
})

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    '"',
    '\\',
    '\u0000',
    '\n\n',
    '\u2028',
    '😀',
    '\ud800',
    '{"a":1}',
    '{"a":"\\ud800"}',
    '{',
    '}',
    '{"a":1},{',
    '","x":1',
  ),
  fc.json(),
)

const event = fc.record({
  tenant_id: odd,
  class_uid: fc.constantFrom(0, 1001, 1004, 1007, 3002, 4001, 4002, 4003, 201001, 201002),
  severity_id: fc.nat(255),
  status_id: fc.nat(2),
  time: fc.integer({ min: 0, max: 4_000_000_000 }),
  ...Object.fromEntries(
    [
      'source',
      'source_format',
      'event_code',
      'host',
      'user',
      'target_user',
      'process_name',
      'parent_name',
      'domain',
      'cmd_line',
    ]
      .concat(['file_path', 'file_hash', 'url', 'reg_path', 'message', 'raw', 'ocsf_rest'])
      .map((name) => [name, odd]),
  ),
  mapping: fc.constantFrom('ocsf', 'generic/2'),
  src_ip: fc.oneof(
    fc.ipV4().map((ip) => `::ffff:${ip}`),
    fc.ipV6(),
    fc.constant('::'),
  ),
  dst_port: fc.nat(65535),
})

test('it is valid JSON for any columns', { timeout }, async () => {
  const check = async (events: readonly Event[]) => {
    const texts = await ocsfOf(engine(), events)
    expect(texts.length).toBe(events.length)
    for (const text of texts) expect(parse(text)).toBeTypeOf('object')
  }
  await fc.assert(fc.asyncProperty(fc.array(event, { minLength: 40, maxLength: 80 }), check), {
    numRuns: 12,
    endOnFailure: true,
  })
})

test('bytes that are not UTF-8 become U+FFFD', { timeout }, async () => {
  const { client } = engine()
  await client.command({ query: 'TRUNCATE TABLE events' })
  const bytes = `unhex('C328A0FF22EDA0807DF0')`
  await client.command({
    query: `INSERT INTO events (ingest_time, host, cmd_line, raw, ocsf_rest) SELECT '${FAR}', ${bytes}, ${bytes}, concat('{"a":"', ${bytes}, '"}'), ${bytes}`,
  })
  const { stream } = await client.exec({ query: 'SELECT hex(ocsf) FROM events FORMAT TSV' })
  let hex = ''
  for await (const part of stream) hex += String(part)
  const event = parse(Buffer.from(hex.trim(), 'hex'))
  expect(event.device).toEqual({ hostname: expect.stringContaining('\ufffd') })
  expect(event).toHaveProperty('raw_data')
})
