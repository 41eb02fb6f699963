/** `verifyCluster` against a fake server that answers like a cluster, once healthy and once with each fault. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { openClickhouse } from './client.ts'
import { verifyCluster } from './verify-cluster.ts'

type Answers = Readonly<Record<string, readonly object[] | Error>>

const SOUND: Answers = {
  'system.clusters': [
    { host: 'a', shard: 1, replica: 1 },
    { host: 'b', shard: 1, replica: 2 },
  ],
  'version()': [{ version: '26.7' }, { version: '26.7' }],
  'system.zookeeper': [{ name: 'clickhouse' }],
  getMacro: [
    { shard: '1', replica: 'a' },
    { shard: '1', replica: 'b' },
  ],
  'system.replicas': [{ is_readonly: 0 }, { is_readonly: 0 }],
  'hostName()': [
    { host: 'a', n: '2000' },
    { host: 'b', n: '2000' },
  ],
  'EXPLAIN AST': [{ explain: 'CreateQuery' }],
  'CREATE TABLE': [],
  INSERT: [],
  'DROP TABLE': [],
}

let server: Server | null = null
let requests: { readonly sql: string; readonly url: URL }[] = []
afterEach(() => {
  server?.close()
  server = null
})

/** A fake of the HTTP interface: the first known name in a statement selects the answer. */
async function verified(faults: Answers = {}) {
  requests = []
  const answers: Answers = { ...SOUND, ...faults }
  server = createServer(async (request: IncomingMessage, response) => {
    const sql = await text(request)
    requests.push({ sql, url: new URL(request.url ?? '', 'http://x') })
    const key =
      Object.keys(answers).find((name) => sql.trimStart().startsWith(name)) ??
      Object.keys(answers).find((name) => sql.includes(name))
    const answer = key === undefined ? new Error(`Code: 62. Syntax error: ${sql}`) : answers[key]
    if (answer instanceof Error) {
      response.writeHead(500, { 'x-clickhouse-exception-code': '999' }).end(answer.message)
      return
    }
    response.end(answer?.map((row) => `${JSON.stringify(row)}\n`).join(''))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server?.once('listening', resolve))
  const client = openClickhouse({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  try {
    return await verifyCluster(client, 'svc')
  } finally {
    await client.close()
  }
}

const faultsIn = (findings: Awaited<ReturnType<typeof verified>>) =>
  findings.filter(({ isFault }) => isFault).map(({ check, detail }) => `${check}: ${detail}`)

test('a sound cluster passes every check, with inserts that all replicas must store', async () => {
  const findings = await verified()
  expect(faultsIn(findings)).toEqual([])
  expect(findings.map(({ check }) => check)).toHaveLength(8)
  const inserts = requests.filter(({ sql }) => sql.startsWith('INSERT'))
  expect(inserts.map(({ url }) => url.searchParams.get('insert_deduplication_token'))).toEqual([
    'first',
    'first',
    'second',
  ])
  expect(inserts.map(({ url }) => url.searchParams.get('insert_quorum'))).toEqual(['2', '2', '2'])
  const [table] = requests.flatMap(({ sql }) => /svc_verify_[0-9a-f]{8}/.exec(sql) ?? [])
  expect(requests.some(({ sql }) => sql === `DROP TABLE IF EXISTS ${table} ON CLUSTER 'svc' SYNC`)).toBe(true)
})

test.each<[string, Answers, string]>([
  ['a name that is not there', { 'system.clusters': [] }, 'the server knows no cluster svc'],
  [
    'several shards',
    {
      'system.clusters': [
        { host: 'a', shard: 1, replica: 1 },
        { host: 'b', shard: 2, replica: 1 },
      ],
    },
    '2 shards',
  ],
  ['one replica', { 'system.clusters': [{ host: 'a', shard: 1, replica: 1 }] }, 'nothing is left when it goes'],
  ['a server that is away', { 'version()': [{ version: '26.7' }] }, '1 of 2 answer'],
  ['two versions', { 'version()': [{ version: '26.7' }, { version: '25.8' }] }, 'several versions: 26.7, 25.8'],
  [
    'no Keeper',
    { 'system.zookeeper': new Error('Code: 999. Coordination::Exception: No node') },
    'Coordination::Exception',
  ],
  [
    'the same macros twice',
    {
      getMacro: [
        { shard: '1', replica: 'a' },
        { shard: '1', replica: 'a' },
      ],
    },
    'same {replica}',
  ],
  ['no macros', { getMacro: new Error("Code: 36. No macro 'shard' in config") }, "No macro 'shard'"],
  ['a table that is made on one only', { 'system.replicas': [{ is_readonly: 0 }] }, '1 of 2 have it'],
  ['a replica without a session', { 'system.replicas': [{ is_readonly: 0 }, { is_readonly: 1 }] }, '1 are read-only'],
  ['too many parts', { INSERT: new Error('Code: 252. Too many parts') }, 'Too many parts'],
  [
    'no quorum',
    { INSERT: new Error('Code: 285. Number of alive replicas (1) is less than requested quorum') },
    'quorum',
  ],
  [
    'a token that is not known',
    {
      'hostName()': [
        { host: 'a', n: '3000' },
        { host: 'b', n: '3000' },
      ],
    },
    'a has 3000 rows, not 2000',
  ],
  [
    'a replica that lags',
    {
      'hostName()': [
        { host: 'a', n: '2000' },
        { host: 'b', n: '1000' },
      ],
    },
    'b has 1000 rows, not 2000',
  ],
  ['a partial answer', { 'hostName()': [{ host: 'a', n: '2000' }] }, '1 of 2 have rows'],
  ['an older server', { 'EXPLAIN AST': new Error('Code: 62. Syntax error') }, 'Syntax error'],
  ['a table that stays', { 'DROP TABLE': new Error('Code: 159. Timeout exceeded') }, 'Timeout exceeded'],
])('%s is a fault, in words', async (_, faults, says) => {
  const found = faultsIn(await verified(faults))
  expect(found.join('\n')).toContain(says)
  const isMade = requests.some(({ sql }) => sql.startsWith('CREATE TABLE'))
  expect(
    requests.some(({ sql }) => sql.startsWith('DROP TABLE')),
    'what was made is removed',
  ).toBe(isMade)
})
