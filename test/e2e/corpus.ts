/**
 * Compares the stored events of real files with counts made without the platform: `SVC_CORPORA=DIR npm run e2e:corpus`.
 * DIR holds *.ndjson or *.ndjson.br, one JSON event on each line. Exits with status 1 if one number differs.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { total } from '../../services/cli/ledger-change.ts'
import { testConfig } from './config.ts'
import { Instance } from './instance.ts'

const TENANT = 'corpus'
const CONNECTOR = 'corpus'

/** Counts of the files, made line by line without any code of the platform. */
type Counted = { lines: number; bytes: number; readonly distinct: Set<string>; readonly broken: Set<string> }

const folder = testConfig().corpora
if (folder === null) console.log('SKIPPED: e2e:corpus: SVC_CORPORA names no folder of event files')
else process.exitCode = await run(folder)

async function run(dir: string): Promise<number> {
  const files = fs.readdirSync(dir).filter((name) => /\.ndjson(\.br)?$/.test(name))
  if (files.length === 0) throw new Error(`${dir} holds no *.ndjson or *.ndjson.br`)
  const instance = await Instance.start()
  const counted: Counted = { lines: 0, bytes: 0, distinct: new Set(), broken: new Set() }
  try {
    const token = await instance.token(TENANT)
    const startedAt = performance.now()
    for (const name of files.sort()) await sendOne(instance, token, path.join(dir, name), counted)
    const seconds = (performance.now() - startedAt) / 1000
    return await compare(instance, counted, files.length, seconds)
  } finally {
    await instance.remove()
  }
}

async function sendOne(instance: Instance, token: string, file: string, counted: Counted): Promise<void> {
  const plain = path.join(path.dirname(instance.dir), 'events.ndjson')
  const decoder = file.endsWith('.br') ? [createBrotliDecompress()] : []
  await pipeline([fs.createReadStream(file), ...decoder, fs.createWriteStream(plain)])
  await count(plain, counted)
  await instance.svc('send', plain, '--format', 'json', '--connector', CONNECTOR, '--tenant-token', token)
  process.stderr.write(`${path.basename(file)}: ${counted.lines} lines so far\n`)
}

async function count(file: string, counted: Counted): Promise<void> {
  for await (const line of createInterface({ input: fs.createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    counted.lines++
    counted.bytes += Buffer.byteLength(line) + 1
    const print = createHash('sha256').update(line).digest('base64')
    ;(isObject(line) ? counted.distinct : counted.broken).add(print)
  }
}

function isObject(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

async function compare(instance: Instance, counted: Counted, files: number, seconds: number): Promise<number> {
  const rows = await instance.ledger(TENANT)
  const ledger = total(rows)
  const sql = /* sql */ `SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(raw)) AS texts FROM events`
  const [lake] = await instance.rows<{ rows: number; texts: number }>(sql, TENANT)
  const [letters] = await instance.rows<{ n: number }>(
    /* sql */ `SELECT toUInt32(uniqExact(raw)) AS n FROM dead_letters WHERE reason != 'bad_json'`,
    TENANT,
  )
  const { lines, bytes, distinct, broken } = counted
  const facts = { files, lines, bytes, distinct: distinct.size, broken: broken.size, seconds: Math.round(seconds) }
  console.log(JSON.stringify({ ...facts, ledger, reasons: rows[0]?.reasons, lake, letters: letters?.n }))
  const faults = [
    ...(ledger.received === lines ? [] : [`${lines} lines were sent, ${ledger.received} received`]),
    ...(ledger.in_flight === 0 ? [] : [`${ledger.in_flight} are neither here nor there`]),
    ...(lake?.rows === ledger.stored ? [] : [`the ledger says ${ledger.stored} stored, the lake has ${lake?.rows}`]),
    ...(lake?.texts === lake?.rows ? [] : ['a text is stored more than once']),
    ...((lake?.rows ?? 0) + (letters?.n ?? 0) === distinct.size
      ? []
      : [`${distinct.size} different events were sent, ${lake?.rows} are stored and ${letters?.n} refused`]),
  ]
  for (const fault of faults) process.stderr.write(`BROKEN: ${fault}\n`)
  return faults.length === 0 ? 0 : 1
}
