import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ClickHouseError } from '@clickhouse/client'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { tenantId } from '../../platform/tenant.ts'
import { answerStream } from './answer-stream.ts'
import { overBounds } from './engine-calls.ts'
import { tenantReader } from './tenant-reader.ts'
import { useEngine } from './test-engine.ts'

const engine = useEngine({ migrated: true })
const TAG = 'abcdefghijklmnop'
const MESSAGE = 'Code: 241. DB::Exception: (total) memory limit exceeded. (MEMORY_LIMIT_EXCEEDED) (version 26.7)\n'
const block = `\r\n__exception__\r\n${TAG}\r\n${MESSAGE}${MESSAGE.length} ${TAG}\r\n__exception__\r\n`

/** The bytes in pieces of the given sizes, and then a connection that is cut, if there is an error to report. */
function cut(bytes: Buffer, sizes: readonly number[], isReset: boolean): Readable {
  return Readable.from(
    (async function* () {
      for (let [at, nth] = [0, 0]; at < bytes.length; nth++) {
        const size = sizes[nth % sizes.length] as number
        yield bytes.subarray(at, at + size)
        at += size
      }
      if (isReset) throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    })(),
    { objectMode: false },
  )
}

async function readAll(stream: Readable): Promise<{ bytes: Buffer; error: unknown }> {
  const parts: Buffer[] = []
  try {
    for await (const part of stream) parts.push(part as Buffer)
  } catch (error) {
    return { bytes: Buffer.concat(parts), error }
  }
  return { bytes: Buffer.concat(parts), error: null }
}

test('gives the bytes before the error, and the error of the engine, however the answer was cut into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (rows, sizes, isReset) => {
        const stream = cut(Buffer.concat([rows, Buffer.from(block)]), sizes, isReset)
        const { bytes, error } = await readAll(answerStream(stream, TAG))
        expect(bytes).toEqual(Buffer.from(rows))
        expect(error).toBeInstanceOf(ClickHouseError)
        expect(error).toMatchObject({ code: '241', type: 'MEMORY_LIMIT_EXCEEDED' })
      },
    ),
  )
})

test('gives an answer without an error as it is, also one that holds parts of such a block', async () => {
  const bytes = Buffer.from(`rows\r\n__exception__\r\nof another tag\r\n__exception__\r\n${TAG}`)
  for (const size of [1, 7, 1000])
    expect(await readAll(answerStream(cut(bytes, [size], false), TAG))).toEqual({ bytes, error: null })
})

test('a connection that is lost without an error of the engine stays that', async () => {
  const { error } = await readAll(answerStream(cut(Buffer.from('rows'), [2], true), TAG))
  expect(error).toMatchObject({ code: 'ECONNRESET' })
})

test('destroying the stream destroys the answer, also while it waits for bytes', async () => {
  const answer = new Readable({ read: () => undefined })
  const stream = answerStream(answer, TAG)
  stream.resume()
  const closed = new Promise((resolve) => answer.once('close', resolve))
  stream.destroy()
  await closed
})

/** 400 MB in 4,000 rows. A text that is the same in all rows would be held once. */
const LONG = `SELECT repeat('x', 99999 + number % 2) AS text FROM numbers(4000)`

test('a statement that reaches its limit after its first rows says which one, instead of that the lake is away', async () => {
  const reader = tenantReader(engine().client, tenantId('acme'), {
    rowsMax: 0,
    resultBytesMax: 100_000_000,
    blockRows: 100,
  })
  const { error } = await readAll(await reader.stream(LONG, 'JSONEachRow'))
  expect(error).not.toBeInstanceOf(AppError)
  expect(overBounds(error)).toMatchObject({ code: 'unavailable', message: expect.stringContaining('needs more') })
})

test('a stream without a limit of bytes of its own may be larger than an answer that is held', async () => {
  const reader = tenantReader(engine().client, tenantId('acme'), { rowsMax: 0 })
  await expect(reader.query(LONG)).rejects.toMatchObject({ code: '396' })
  expect((await buffer(await reader.stream(LONG, 'TSV'))).length).toBe(4000 * 100_000 + 2000)
})
