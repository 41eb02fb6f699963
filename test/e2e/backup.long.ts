/**
 * Makes a backup of an installation that is receiving events, kills the installation, and restores the backup
 * elsewhere.
 */
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Instance } from './instance.ts'
import { isAlive, until } from './until.ts'

let instances: Instance[] = []
afterEach(async () => {
  for (const instance of instances) await instance.remove()
  instances = []
})

test('an event acknowledged before a backup is in it once, and the installation loses nothing by the backup', async () => {
  const instance = await Instance.start()
  instances.push(instance)
  const token = await instance.token('acme')
  const acknowledged: number[] = []
  let isPushing = true
  const pushing = (async () => {
    for (let n = 0; isPushing; n++) if (await push(instance.ingestUrl, token, n)) acknowledged.push(n)
  })()
  await until('some events', () => acknowledged.length > 200)
  const before = [...acknowledged]
  const backup = path.join(path.dirname(instance.dir), 'backup')
  expect(await instance.svc('backup', backup)).toMatch(/the instance was paused for \d+\.\d s/)
  isPushing = false
  await pushing
  expect(await storedOnce(instance)).toEqual(new Set(acknowledged))
  const pids = instance.pids()
  await instance.end('SIGKILL')
  await until('its processes to be gone', () => !pids.some(isAlive))

  fs.rmSync(instance.dir, { recursive: true })
  expect(await instance.svc('restore', backup, '--check')).toContain('the ledger balances')
  await instance.restart()
  expect([...(await storedOnce(instance))]).toEqual(expect.arrayContaining(before))
  expect(await push(instance.ingestUrl, token, acknowledged.length + 1)).toBe(true)
})

async function push(url: string, token: string, n: number): Promise<boolean> {
  const { status } = await fetch(`${url}/v1/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ connector_id: 'c', events: [{ n }] }),
  })
  return status === 202
}

/** The ids of the stored events; fails if one is stored twice. */
async function storedOnce(instance: Instance): Promise<Set<number>> {
  const ledger = await instance.ledger('acme')
  const rows = await instance.rows<{ n: number }>("SELECT JSONExtractInt(raw, 'n') AS n FROM events")
  expect(rows.length).toBe(ledger.reduce((sum, { stored }) => sum + Number(stored), 0))
  const found = new Set(rows.map(({ n }) => Number(n)))
  expect(found.size).toBe(rows.length)
  return found
}
