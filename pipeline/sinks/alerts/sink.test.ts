import { expect, test } from 'vitest'
import { type AlertDraft, encodeAlertDrafts } from '../../../schemas/alert-draft.ts'
import { alertsSink } from './sink.ts'

const draft = (tenant: string, version: number): AlertDraft => {
  return { tenant_id: tenant, alert_id: 'a', version, absorbs: [], document: '{}' }
}
const record = (offset: number, ...drafts: AlertDraft[]) => {
  return { topic: 'svc.alert_drafts', partition: 0, offset, timestampMs: 0, key: '', value: encodeAlertDrafts(drafts) }
}

test('writes each tenant’s drafts of a range in one call, in order', async () => {
  const written: [string, number[]][] = []
  const sink = alertsSink({
    async write(tenant, drafts) {
      written.push([tenant, drafts.map(({ version }) => version)])
    },
  })
  const records = [record(0, draft('acme', 1), draft('bolt', 2)), record(1, draft('acme', 3))]
  expect(await sink.write(records, 'token', false)).toEqual([])
  expect(written).toEqual([
    ['acme', [1, 3]],
    ['bolt', [2]],
  ])
  expect(sink.weigh(records[0] as ReturnType<typeof record>)).toBe(2)
})

test('rejects when the store refuses', async () => {
  const sink = alertsSink({ write: () => Promise.reject(new Error('away')) })
  await expect(sink.write([record(0, draft('acme', 1))], 'token', false)).rejects.toThrow('away')
})
