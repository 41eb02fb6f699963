import { expect, test } from 'vitest'
import { encodeAnomalies } from '../../../schemas/anomaly.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import { lakePort } from '../../../stores/clickhouse/lake-port.ts'
import { rows, useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { idOf } from '../../signal-id.ts'
import { lakeSink } from './sink.ts'

const engine = useEngine({ migrated: true })

test('anomalies and baselines of one record are written to their tables, each once', async () => {
  const now = Date.now()
  const of = { tenant_id: 'acme', entity_type: 'user', entity: "o'neil", metric: 'logons', received_ms: now } as const
  const numbers = { mean: 1.5, stddev: 0.25, samples: 336, time_ms: now }
  const anomaly = {
    ...{ ...of, ...numbers, row_id: idOf('row'), anomaly_id: idOf('anomaly'), event_uid: idOf('event') },
    ...{ observed: 1e-3, z_score: -4.5, tail_probability: 1e-9, severity_id: 5, items: ["it's", 'b'] },
  }
  const value = encodeAnomalies({ anomalies: [anomaly], baselines: [{ ...of, ...numbers, row_id: idOf('baseline') }] })
  const record = { topic: TOPICS.anomalies.name, partition: 0, offset: 0, timestampMs: now, key: '', value }
  const sink = lakeSink(lakePort(engine().client))
  for (const mayBeThere of [false, true]) await sink.write([record], 'token', mayBeThere)
  const sql = 'SELECT entity, observed, mean, z_score, tail_probability, items, severity_id FROM anomalies'
  expect(await rows(engine().client, sql)).toEqual([
    {
      ...{ entity: "o'neil", observed: 1e-3, mean: 1.5, z_score: -4.5, tail_probability: 1e-9 },
      ...{ items: ["it's", 'b'], severity_id: 5 },
    },
  ])
  const usual = 'SELECT entity, mean, stddev, samples FROM baselines'
  expect(await rows(engine().client, usual)).toEqual([{ entity: "o'neil", mean: 1.5, stddev: 0.25, samples: 336 }])
})
