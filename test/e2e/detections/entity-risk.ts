/**
 * Sends weak signals of one host, hours apart, to a whole installation: each becomes a weak alert, and together they
 * become one more alert.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { tenantId } from '../../../platform/tenant.ts'
import type { Instance } from '../instance.ts'
import { openFollower } from '../realtime-follower.ts'
import { until } from '../until.ts'

export function entityRisk(shared: () => Instance): void {
  describe('the risk of an entity', () => {
    const HOUR_MS = 3_600_000
    const TENANT = tenantId('risk')
    const RULE = [
      ...['title: Weak sign', 'id: 5e0a6c0e-3f57-4c07-9a39-0d1d5b1f7a10', 'logsource: { category: process_creation }'],
      ...['detection:', '  tool: { Image|endswith: weak.exe }', '  condition: tool', 'level: medium'],
    ].join('\n')

    let instance: Instance
    beforeAll(async () => {
      instance = shared()
    })

    test('events become signals, signals weak alerts, and their risk one alert, whatever is killed meanwhile', async () => {
      const token = await instance.token(TENANT)
      const people = await openFollower(instance, ['risk', 'calm'])
      await people.post('risk', '/rules', { language: 'sigma', text: RULE })
      const followed = await people.follow('risk')
      const other = await people.follow('calm')
      const send = async (hoursAgo: number, host: string, n: number) => {
        const event = {
          ...{
            class_uid: 1007,
            activity_id: 1,
            type_uid: 100701,
            severity_id: 1,
            time: Date.now() - hoursAgo * HOUR_MS,
          },
          ...{ metadata: { version: '1.8.0', product: { name: 'p' }, uid: `${host}-${n}` } },
          ...{ device: { hostname: host, type_id: 0 }, process: { name: 'weak.exe', file: { path: 'C:\\weak.exe' } } },
        }
        const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` }
        const url = `${instance.ingestUrl}/v1/ingest?connector_id=risk&source_format=ocsf`
        const answer = await fetch(url, { method: 'POST', headers, body: `${JSON.stringify(event)}\n` })
        expect(answer.status).toBe(202)
      }
      const weak = () => followed.titles().filter((title) => title.includes('Weak sign')).length
      let probes = 0
      await until('the rule is in force', async () => {
        await send(1, `probe-${probes}`, probes++)
        return weak() > 0
      })
      for (let n = 0; n < 8; n++) {
        await send(2 * n, 'db-1', n)
        const pid = instance.file().children.api // This process evaluates the risk of entities.
        if (n === 4 && pid) process.kill(pid, 'SIGKILL')
      }
      await instance.drained()
      type Item = { id: string; title: string; rule_id: string; metadata: { entity_risk?: { alert_count: number } } }
      const risen = async (tenant: string) => {
        const { items } = (await people.get(tenant, '/alerts?limit=200')) as { items: Item[] }
        return items.filter(({ rule_id }) => rule_id?.startsWith('svc-entity-risk:'))
      }
      await until('the alert of the risk', async () => (await risen('risk').catch(() => [])).length > 0)
      // Later events do not change the alert.
      await send(0, 'db-1', 9)
      await instance.drained()
      await until('the risk with it', async () => {
        const { alert_count } = (await people.get('risk', '/entity-risk/db-1')) as { alert_count: number }
        return alert_count >= 8
      })
      const [one, ...more] = await risen('risk')
      expect([one?.rule_id, more]).toEqual(['svc-entity-risk:host:db-1', []])
      expect(one?.title).toBe('Risk of host db-1 passed its threshold without a strong alert')
      expect(await risen('calm')).toEqual([])
      for (const { socket } of [followed, other]) socket.terminate()
    })
  })
}
