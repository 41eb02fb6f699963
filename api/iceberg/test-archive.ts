/** An API over the archive of two tenants, for programs that read it through the catalogue. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { lakeRows, runArchive } from '../../control/platform/archive/index.ts'
import { takeIn } from '../../query/testing.ts'
import { localStore } from '../../stores/iceberg/object-store.ts'
import { CREDENTIAL_KEY, makeAdmin, makeTenant, startTestApi } from '../test-api.ts'
import { secretOfVendedKeys } from './vended-keys.ts'

/** Number of events of `acme`, a fifth of them on each of the first five days of March 2026, in a file each. */
export const EVENTS = 20_000
const NOW_MS = Date.UTC(2026, 2, 10)

export type TestArchive = {
  /** Address of the catalogue. */
  readonly base: string
  /** API key of `acme`, which may query and read the schema of the lake. */
  readonly key: string
  /** For files of the program under test. */
  readonly folder: string
  close(): Promise<void>
}

/** Archives the events of `acme`, from four hosts, and three of `globex`. */
export async function startTestArchive(client: ClickHouseClient): Promise<TestArchive> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-archive-test-'))
  const store = localStore(join(folder, 'archive'))
  const api = await startTestApi({ deps: { archive: { store, secretOf: secretOfVendedKeys(CREDENTIAL_KEY) } } })
  const base = `http://127.0.0.1:${await api.api.listen(0, '127.0.0.1')}/iceberg`
  let key = ''
  for (const name of ['acme', 'globex']) {
    const tenant = await makeTenant(api, name)
    const admin = await makeAdmin(api, tenant)
    if (name === 'acme') {
      const body = { name: 'reader', scopes: ['lake:query', 'lake:read_schema'] }
      key = (await api.ask('POST', 'api-keys', { token: admin, body })).body.key
    }
    const events = Array.from({ length: name === 'acme' ? EVENTS : 3 }, (_, at) =>
      JSON.stringify({
        ...{ Channel: 'Security', EventID: 4625, Hostname: `${name}-${at % 4}`, TargetUserName: `user-${at}` },
        '@timestamp': new Date(Date.UTC(2026, 2, 1 + (at % 5)) + at).toISOString(),
      }),
    )
    await takeIn(client, { tenant: name, format: 'windows', body: events.join('\n'), receivedMs: NOW_MS })
    const deps = { pool: api.owner, store, lake: lakeRows(client), tempFolder: join(folder, 'temp') }
    const means = { ...deps, record: async () => {}, report: () => {}, nowMs: () => NOW_MS }
    await runArchive(means, tenant, NOW_MS)
  }
  return {
    ...{ base, key, folder },
    async close() {
      await api.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
