/** A legal hold in a whole installation: the lake is told of it, and still knows it after a restart. */
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { openClickhouse } from '../../../stores/clickhouse/client.ts'
import { heldTenants } from '../../../stores/clickhouse/retention.ts'
import type { Instance } from '../instance.ts'
import { until } from '../until.ts'

export function legalHold(shared: () => Instance): void {
  describe('a legal hold', () => {
    const TENANT = 'held'

    let instance: Instance

    beforeAll(async () => {
      instance = shared()
    })

    async function inTheLake() {
      const client = openClickhouse({ url: instance.file().clickhouseUrl })
      return heldTenants(client).finally(() => client.close())
    }

    test('a hold that is placed is kept by the lake, also over a restart', async () => {
      const email = 'lead@held.example'
      const password = (await instance.svc('admin', 'bootstrap', '--email', email, '--tenant', TENANT)).trim()
      const ask = async (path: string, token?: string, body?: object) => {
        const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
        const sent = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
        return (await fetch(`${instance.apiUrl}/api/v1${path}`, sent)).json() as Promise<{ access_token: string }>
      }
      const token = (await ask('/auth/login', undefined, { email, password, tenant: TENANT })).access_token
      const hold = { name: 'Case of May', matter_ref: 'M-1', subject_kind: 'host', subject_value: 'web-1' }
      expect(await ask('/governance/legal-holds', token, hold)).toMatchObject({
        subject_value: 'web-1',
        kept_since: null,
      })
      await until('the lake keeps what is held', async () => (await inTheLake()).includes(TENANT as never))
      await until('the hold says so', async () => {
        await delay(1_000) // people may ask a hundred times a minute
        const { items } = (await ask('/governance/legal-holds', token)) as unknown as {
          items: { kept_since: unknown }[]
        }
        return items[0]?.kept_since !== null
      })
      await instance.end('SIGTERM')
      await instance.restart()
      expect(await inTheLake()).toEqual([TENANT])
    })
  })
}
