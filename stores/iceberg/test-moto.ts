/** A bucket of moto, an S3 server from PyPI. */
import { type ChildProcess, spawn } from 'node:child_process'
import { pino } from 'pino'
import { openEgress } from '../../platform/egress/client.ts'
import { pythonWith } from '../../test/python.ts'
import type { ObjectStore } from './object-store.ts'
import { s3Store } from './s3-store.ts'

// moto's extra `server` installs dependencies of other AWS services, most of 240 MB.
export const moto = pythonWith('moto', '5.2.5', 'moto.server, flask_cors', ['moto[s3]==5.2.5', 'flask', 'flask-cors'])
if (moto.missing !== undefined) console.warn(`SKIPPED: moto: ${moto.missing}`)

export const testEgress = openEgress({
  airGap: { enabled: false, allowlist: [] },
  allowPrivate: false,
  log: pino({ level: 'silent' }),
})

/** Resolves with the port as soon as the server prints it. */
export function startMoto(): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(moto.path ?? '', ['-m', 'moto.server', '-p', '0'], { stdio: ['ignore', 'pipe', 'pipe'] })
  return new Promise((resolve, reject) => {
    let detail = ''
    const read = (chunk: Buffer) => {
      detail += chunk
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(detail)?.[1]
      if (port !== undefined) resolve({ child, port: Number(port) })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(detail)))
  })
}

/** Creates the bucket `lake` at the address of the server, or of a proxy in front of it. */
export async function openMotoBucket(port: number): Promise<ObjectStore> {
  const url = `http://127.0.0.1:${port}/lake`
  const keys = { accessKeyId: 'a', secretAccessKey: 'b' }
  await testEgress({ url, method: 'PUT', chosenBy: 'operator' })
  const place = { url: `${url}/some/prefix`, region: 'us-east-1', keys }
  return s3Store(place, { egress: testEgress, pauseMs: () => 1 })
}
