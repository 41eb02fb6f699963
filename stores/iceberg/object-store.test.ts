/**
 * A folder and a bucket must behave alike; the bucket is moto, an S3 server from PyPI, behind a network with faults.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localStore, type ObjectStore } from './object-store.ts'
import { moto, openMotoBucket, startMoto } from './test-moto.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-object-store-'))
let motoServer: ChildProcess | undefined
let proxy: Server | undefined
/** Faults for the next requests; without faults a request is forwarded. */
const faults: ('503' | 'cut' | 'half')[] = []
let requests = 0
let bucket: ObjectStore

beforeAll(async () => {
  if (moto.missing !== undefined) return
  const { child, port } = await startMoto()
  motoServer = child
  proxy = createServer((incoming, answer) => passOn(incoming, answer, port))
  await new Promise<void>((resolve) => proxy?.listen(0, '127.0.0.1', resolve))
  bucket = await openMotoBucket((proxy.address() as AddressInfo).port)
}, 120_000)
afterAll(() => {
  proxy?.close()
  proxy?.closeAllConnections()
  motoServer?.kill()
  rmSync(folder, { recursive: true, force: true })
})

function passOn(incoming: IncomingMessage, answer: ServerResponse, port: number): void {
  requests++
  // Only an answer with a body can be truncated.
  const fault = faults[0] === 'half' && incoming.method !== 'GET' ? undefined : faults.shift()
  if (fault === 'cut') return void incoming.socket.destroy()
  if (fault === '503') {
    incoming.resume()
    return void answer.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
  }
  const { method, url, headers } = incoming
  const sent = request({ port, method, path: url, headers }, (found) => {
    answer.writeHead(found.statusCode ?? 500, found.headers)
    if (fault !== 'half') return void found.pipe(answer)
    found.once('data', (chunk: Buffer) =>
      answer.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => answer.destroy()),
    )
  })
  incoming.pipe(sent)
}

const PLACES: Readonly<Record<string, () => ObjectStore>> = {
  'a folder': () => localStore(join(folder, 'local')),
  'a bucket': () => bucket,
}

for (const [name, open] of Object.entries(PLACES)) {
  describe.skipIf(name === 'a bucket' && moto.missing !== undefined)(name, () => {
    test('returns stored content, whole and in ranges', async () => {
      const store = open()
      await store.put('acme/events/a.bin', Buffer.from('0123456789'))
      expect((await store.read('acme/events/a.bin')).toString()).toBe('0123456789')
      expect(await store.size('acme/events/a.bin')).toBe(10)
      const part = await (await store.stream('acme/events/a.bin', { first: 2, last: 4 })).toArray()
      expect(Buffer.concat(part).toString()).toBe('234')
    })

    test('accepts files larger than one answer, and empty ones', async () => {
      const store = open()
      const file = join(folder, 'large')
      const bytes = Buffer.alloc(9 << 20, 'x')
      writeFileSync(file, bytes)
      await store.put('acme/large', { file })
      const { file: copy, dispose } = await store.local('acme/large', join(folder, 'copies'))
      expect((await store.read('acme/large')).equals(bytes)).toBe(true)
      expect(copy).not.toBe('')
      await dispose()
      await store.put('acme/empty', Buffer.alloc(0))
      expect((await store.read('acme/empty')).length).toBe(0)
    })

    test('reports missing objects, and forgets removed ones', async () => {
      const store = open()
      expect(await store.size('acme/nothing')).toBeNull()
      await expect(store.read('acme/nothing')).rejects.toMatchObject({ code: 'not_found' })
      await store.put('acme/gone', Buffer.from('x'))
      await store.remove('acme/gone')
      await store.remove('acme/gone')
      expect(await store.size('acme/gone')).toBeNull()
    })

    test('never leaves its own folder', async () => {
      for (const path of ['../x', 'a/../../x', '/etc/passwd', 'a//b', 'a/./b', '', 'a b', 'a%2e'])
        await expect(open().read(path), path).rejects.toMatchObject({ code: 'bad_request' })
    })
  })
}

describe.skipIf(moto.missing !== undefined)('a bucket that is busy, or whose connection is cut', () => {
  test('is retried, and a truncated answer is never taken for a whole one', async () => {
    faults.push('503', 'cut')
    await bucket.put('acme/again', Buffer.from('0123456789'))
    faults.push('503', 'cut', '503')
    expect(await bucket.size('acme/again')).toBe(10)
    faults.push('503', 'half', 'cut')
    expect((await bucket.read('acme/again')).toString()).toBe('0123456789')
    expect(faults).toEqual([])
  })

  test('fails after some retries, with an error that names the file', async () => {
    requests = 0
    faults.push(...Array<'503'>(6).fill('503'))
    await expect(bucket.read('acme/again')).rejects.toMatchObject({ code: 'unavailable' })
    expect(requests).toBe(6)
  })
})
