/** Calls to engines that are down, hang, are slow, or come back. */
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { openClickhouse } from './client.ts'
import { callEngine, type PulseTimes } from './engine-calls.ts'
import { operatorReader } from './tenant-reader.ts'

const AT_ONCE: PulseTimes = { everyMs: 5, answerMs: 100, restMs: 0 }
const WHILE_IT_RUNS: PulseTimes = { ...AT_ONCE, answerMs: 60_000 }

type Fake = { readonly url: string; pings: number; readonly server: Server }
const fakes: Fake[] = []
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  for (const { server } of fakes.splice(0)) server.closeAllConnections()
})

/** A fake engine that answers pings by `ping` and statements by `statement`. */
async function fake(ping: (response: ServerResponse) => void, statement: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume()
    if (request.url !== '/ping') return statement(response)
    found.pings++
    ping(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  const found: Fake = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pings: 0, server }
  fakes.push(found)
  return found
}

function clientOf({ url }: Pick<Fake, 'url'>, pulse: PulseTimes) {
  const client = openClickhouse({ url, pulse })
  closers.unshift(() => client.close())
  return client
}

const readerOf = (engine: Fake, pulse: PulseTimes) => operatorReader(clientOf(engine, pulse), { timeoutSeconds: 3600 })

const silent = () => {}
const alive = (response: ServerResponse) => void response.end('Ok.\n')
const row = (response: ServerResponse) => void response.end('{"n":1}\n')
const SILENT = { code: 'unavailable', message: 'the lake does not answer', retryAfterSeconds: 5 }

test('a query and a stream end when the engine hangs, whatever their time limit', async () => {
  const reader = readerOf(await fake(silent, silent), AT_ONCE)
  await expect(reader.query('SELECT 1')).rejects.toMatchObject(SILENT)
  await expect(reader.stream('SELECT 1', 'TSV')).rejects.toMatchObject(SILENT)
})

test('an engine that hangs in the middle of an answer ends the stream', async () => {
  const half = (response: ServerResponse) => void response.write('{"n":')
  const reader = readerOf(await fake(silent, half), AT_ONCE)
  await expect(reader.query('SELECT 1')).rejects.toMatchObject(SILENT)
  const stream = await reader.stream('SELECT 1', 'TSV')
  await expect(text(stream)).rejects.toMatchObject(SILENT)
})

test('waits for a slow statement while the engine answers pings', async () => {
  const waiting: ServerResponse[] = []
  const engine = await fake(alive, (response) => void waiting.push(response))
  const answer = readerOf(engine, WHILE_IT_RUNS).query('SELECT 1')
  await expect.poll(() => engine.pings).toBeGreaterThan(5)
  for (const response of waiting) row(response)
  expect(await answer).toEqual([{ n: 1 }])
})

test('a process too busy to read pings does not call the engine down', async () => {
  const engine = await fake(alive, silent)
  const client = clientOf(engine, { ...AT_ONCE, answerMs: 20 })
  const answer = callEngine(client, { timeoutMs: 3_600_000 }, (abort_signal) =>
    client.query({ query: 'SELECT 1', abort_signal }),
  )
  const ended = vi.fn()
  answer.catch(ended)
  for (let round = 0; round < 40; round++) {
    const untilMs = performance.now() + 60
    while (performance.now() < untilMs);
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(ended).not.toHaveBeenCalled()
  for (const socket of fakes) socket.server.closeAllConnections()
  await expect(answer).rejects.toMatchObject(SILENT)
})

test('gives up a statement that exceeds its time limit', async () => {
  const client = clientOf(await fake(alive, silent), WHILE_IT_RUNS)
  const answer = callEngine(client, { timeoutMs: 20 }, (abort_signal) =>
    client.query({ query: 'SELECT 1', abort_signal }),
  )
  await expect(answer).rejects.toMatchObject({ code: 'unavailable', message: 'the lake did not answer in time' })
})

test('an engine that is down, or cuts the connection, is unavailable', async () => {
  const breaks = await fake(alive, (response) => response.socket?.destroy())
  await expect(readerOf(breaks, WHILE_IT_RUNS).query('SELECT 1')).rejects.toMatchObject(SILENT)
  const gone = await fake(alive, row)
  await new Promise((resolve) => gone.server.close(resolve))
  await expect(readerOf(gone, WHILE_IT_RUNS).query('SELECT 1')).rejects.toMatchObject(SILENT)
})

test('repeats a query whose pooled connection the engine had closed', async () => {
  let answered = 0
  const used = new Set<Socket>()
  const engine = await fake(alive, (response) => {
    const socket = response.socket as Socket
    if (used.has(socket)) return void socket.resetAndDestroy()
    used.add(socket)
    answered++
    row(response)
  })
  const reader = readerOf(engine, WHILE_IT_RUNS)
  expect(await reader.query('SELECT 1')).toEqual([{ n: 1 }])
  expect(await reader.query('SELECT 1')).toEqual([{ n: 1 }])
  expect(await text(await reader.stream('SELECT 1', 'TSV'))).toBe('{"n":1}\n')
  expect([answered, used.size]).toEqual([3, 3])
})

test('pings a silent engine again after its rest, and refuses calls at once until then', async () => {
  let isAway = true
  const sockets: Socket[] = []
  const engine = await fake(
    (response) => (isAway ? undefined : alive(response)),
    (response) => {
      sockets.push(response.socket as Socket)
      if (!isAway) row(response)
    },
  )
  const resting = readerOf(engine, { ...AT_ONCE, restMs: 3_600_000 })
  await expect(resting.query('SELECT 1')).rejects.toMatchObject(SILENT)
  const before = sockets.length
  await expect(resting.query('SELECT 1')).rejects.toMatchObject(SILENT)
  expect(sockets).toHaveLength(before)

  const reader = readerOf(engine, { ...AT_ONCE, answerMs: 1_000 })
  await expect(reader.query('SELECT 1')).rejects.toMatchObject(SILENT)
  isAway = false
  expect(await reader.query('SELECT 1')).toEqual([{ n: 1 }])
})

test('an aborted call rejects with the reason of its signal', async () => {
  const reader = readerOf(await fake(alive, silent), WHILE_IT_RUNS)
  const gone = new AbortController()
  const answer = reader.query('SELECT 1', {}, gone.signal)
  const reason = new Error('the client has gone')
  gone.abort(reason)
  await expect(answer).rejects.toBe(reason)
  await expect(reader.query('SELECT 1', {}, gone.signal)).rejects.toBe(reason)
})
