/**
 * Checks that observations follow from the events, and that anomalies and baselines equal those of one undisturbed run
 * over the observations.
 */

import { baselineStage } from '../../pipeline/stages/baseline/stage.ts'
import { observationsOf } from '../../pipeline/stages/observe/observations.ts'
import { decodeAnomalies } from '../../schemas/anomaly.ts'
import { decodeObservations, encodeObservations } from '../../schemas/entity-observation.ts'
import { TOPICS, type TopicSpec } from '../../schemas/topics.ts'
import type { SimulatedBackbone } from '../../stream/simulated/backbone.ts'
import type { SimulatedAlerts } from './alerts.ts'
import { compare } from './compare.ts'
import type { SimulatedLake } from './lake.ts'
import { BASELINE } from './node.ts'

export function checkBaselines(
  backbone: SimulatedBackbone,
  lake: SimulatedLake,
  alerts: SimulatedAlerts,
  fail: (text: string) => void,
): void {
  const texts = (all: readonly object[]) => all.map((one) => JSON.stringify(one))
  const records = ({ name: topic }: TopicSpec) =>
    Array.from(
      { length: backbone.partitions(topic) },
      (_, partition) => backbone.partition({ topic, partition }).records,
    )
  const observed = records(TOPICS.entityObservations)
  const expected = records(TOPICS.normalizedEvents).flatMap((own) =>
    own.flatMap(({ value }) => decodeObservations(encodeObservations(observationsOf(value).observations))),
  )
  const found = observed.flatMap((own) => own.flatMap(({ value }) => decodeObservations(value)))
  compare('observations', texts(found), texts(expected), fail)
  const undisturbed = observed.flatMap((own, partition) => {
    const task = baselineStage({ anomalyPartitions: 1, signalPartitions: 1, limits: BASELINE }).open(partition)
    for (const record of own) task.step(record)
    const { outputs } = task.flush()
    return outputs.filter(({ topic }) => topic === TOPICS.anomalies.name)
  })
  const emitted = undisturbed.map(({ value }) => decodeAnomalies(Buffer.concat(value)))
  const written = records(TOPICS.anomalies).flatMap((own) => own.map(({ value }) => decodeAnomalies(value)))
  for (const what of ['anomalies', 'baselines'] as const) {
    const own = emitted.flatMap((one) => one[what])
    compare(what, texts(written.flatMap((one) => one[what])), texts(own), fail)
    const stored = lake.tables[what].map(({ row }) => String(row.row_id))
    compare(
      `${what} in the lake`,
      stored,
      own.map(({ row_id }) => row_id),
      fail,
    )
  }
  const followed = [...alerts.notifiedAnomalies.values()].flatMap((rows) => [...rows])
  const all = emitted.flatMap(({ anomalies }) => anomalies.map(({ row_id }) => row_id))
  compare('anomalies told', followed, all, fail)
}
