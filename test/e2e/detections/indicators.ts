/**
 * Threat intelligence in a whole instance: imports a file, pushes an event with one of its values, and expects a
 * signal.
 */
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Instance } from '../instance.ts'
import { until } from '../until.ts'

export function indicators(shared: () => Instance): void {
  describe('indicators', () => {
    const TENANT = 'intel'

    let instance: Instance
    let token = ''

    beforeAll(async () => {
      instance = shared()
      token = await instance.token(TENANT)
    })

    async function push(...events: object[]): Promise<void> {
      const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` }
      const body = events.map((event) => `${JSON.stringify(event)}\n`).join('')
      const url = `${instance.ingestUrl}/v1/ingest?connector_id=dns&source_format=json`
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(202)
      await instance.drained()
    }

    type Row = { rule_id: string; host: string; value: string; source: string }
    const signals = () =>
      instance.rows<Row>(
        `SELECT rule_id, host, matched.value[indexOf(matched.field, 'indicator.value')] AS value,
       matched.value[indexOf(matched.field, 'indicator.source')] AS source
     FROM signals WHERE language = 'intel' ORDER BY rule_id`,
      )

    test('an import is asked of what was seen, and matches what comes after it', async () => {
      await push({ host: 'h1', dest_ip: '192.0.2.77', n: 1 })
      expect(await instance.svc('intel', 'seen', '192.0.2.77', '--tenant', TENANT)).toMatch(
        /^ip 192\.0\.2\.77: 1 events, first /,
      )
      expect(await instance.svc('intel', 'seen', '192.0.2.0/24', '--tenant', TENANT)).toContain('dns: 1')
      expect(await signals()).toEqual([])

      const file = path.join(instance.dir, 'list.csv')
      fs.writeFileSync(file, 'type,value,severity\nip,192.0.2.0/24,high\nnonsense,x,low\n')
      const { code, stdout, stderr } = await instance.run('intel', 'import', file, '--tenant', TENANT)
      expect([code, stdout]).toEqual([0, `1 indicators of ${file} (csv), 1 entries skipped\n`])
      expect(stderr).toContain('list.csv:3: unknown kind nonsense')

      let n = 1
      await until('an event matches', async () => {
        await push({ host: 'h2', dest_ip: '192.0.2.78', n: ++n })
        return (await signals()).length > 0
      })
      expect((await signals())[0]).toEqual({
        ...{ rule_id: 'intel:cidr', host: 'h2', value: '192.0.2.0/24', source: 'list.csv' },
      })
    })
  })
}
