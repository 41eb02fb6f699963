import { expect, test } from 'vitest'
import { encodeSignals, type Signal } from '../../../schemas/signal.ts'
import { touchesSink } from './sink.ts'

const signal = (tenant: string, rule: string): Signal => ({
  ...{
    signal_id: '00000000-0000-8000-8000-000000000000',
    tenant_id: tenant,
    rule_id: rule,
    rule_title: '',
    language: 'x',
  },
  ...{ severity_id: 1, time_ms: 0, received_ms: 0, source: '', class_uid: 0, host: '', user: '', src_ip: '' },
  ...{ event_uids: [], techniques: [], tactics: [], matched: [{ field: 'honeytoken:', value: '' }] },
})
const record = (...signals: Signal[]) => {
  return { topic: 'svc.signals', partition: 0, offset: 0, timestampMs: 0, key: '', value: encodeSignals(signals) }
}

test('writes signals of decoys by tenant and skips other signals', async () => {
  const written: [string, string[]][] = []
  const sink = touchesSink({
    async write(tenant, signals) {
      written.push([tenant, signals.map(({ rule_id }) => rule_id)])
    },
  })
  const records = [
    record(signal('acme', 'honeytoken:1'), signal('acme', 'rule'), signal('globex', 'honeytoken:2')),
    record(signal('acme', 'honeytoken:3')),
    record(signal('acme', 'a rule about honeytoken:')),
  ]
  expect(await sink.write(records, 'token', false)).toEqual([])
  expect(written).toEqual([
    ['acme', ['honeytoken:1', 'honeytoken:3']],
    ['globex', ['honeytoken:2']],
  ])
  expect(records.map((one) => sink.weigh(one))).toEqual([2, 1, 1])
})

test('rejects when the store refuses', async () => {
  const sink = touchesSink({ write: () => Promise.reject(new Error('away')) })
  await expect(sink.write([record(signal('acme', 'honeytoken:1'))], 'token', false)).rejects.toThrow('away')
})
