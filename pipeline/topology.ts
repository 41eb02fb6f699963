/**
 * Every stage and sink with its consumer group, inputs, stores and outputs. Consumers, changelogs, lag, drain, the
 * simulated world, the isolation walk and the tables of `docs/server-mode.md` derive from it. An entry's code is loaded
 * only in the process that runs it.
 */

import type { Detector, WindowBook } from '../detections/tenant/detector.ts'
import { STOPPED } from '../detections/tenant/stopped-rules.ts'
import type { WindowLimits } from '../detections/window/window.ts'
import { HONEYTOKEN_RULE } from '../schemas/honeytoken-signal.ts'
import { TOPICS } from '../schemas/topics.ts'
import type { LakePort } from '../stores/clickhouse/lake-port.ts'
import type { OwnEntry, SinkEntry, StageEntry, Topology } from './contract/topology.ts'
import type { ScansOptions } from './scans/run-scans.ts'
import type { AlertsPort } from './sinks/alerts/sink.ts'
import type { AnomaliesPort } from './sinks/anomalies/sink.ts'
import type { TouchesPort } from './sinks/touches/sink.ts'
import type { BaselineConfig } from './stages/baseline/stage.ts'
import type { FuseConfig } from './stages/fuse/stage.ts'
import type { IntakeConfig } from './stages/intake/stage.ts'

/** Parts of the process that entries may use; each entry takes what it needs. */
export type Parts = {
  readonly partitions: (topic: string) => number
  readonly rules: Detector & WindowBook
  readonly lake: LakePort
  readonly scans: Omit<ScansOptions, 'signalPartitions'>
  readonly intake: Pick<IntakeConfig, 'eventBytesMax' | 'dedupe' | 'intel' | 'decoys' | 'learned'>
  readonly windows?: WindowLimits
  readonly alerts: AlertsPort
  readonly anomalies: AnomaliesPort
  readonly touches: TouchesPort
  readonly fuse?: Pick<FuseConfig, 'weightsOf' | 'limits'>
  readonly baseline?: Pick<BaselineConfig, 'resetMs' | 'limits'>
}

const { securityEvents, normalizedEvents, signals, alertDrafts, ruleMatches, deadLetters, schemaDrift, ledger } = TOPICS
const { entityObservations, anomalies } = TOPICS

export const INTAKE: StageEntry<Pick<Parts, 'partitions' | 'rules' | 'intake'>> = {
  kind: 'stage',
  name: 'intake',
  inputs: [securityEvents],
  stores: ['dedupe', 'schemas'],
  outputs: [normalizedEvents, ruleMatches, signals, deadLetters, schemaDrift, ledger],
  load: async () => {
    const { intakeStage } = await import('./stages/intake/stage.ts')
    return ({ partitions, rules, intake }) =>
      intakeStage({
        ...intake,
        detector: rules,
        partitions: partitions(normalizedEvents.name),
        signalPartitions: partitions(signals.name),
        matchPartitions: partitions(ruleMatches.name),
      })
  },
}

export const CORRELATE: StageEntry<Pick<Parts, 'partitions' | 'rules' | 'windows'>> = {
  kind: 'stage',
  name: 'correlate',
  inputs: [ruleMatches],
  time: { from: securityEvents, through: [INTAKE.name] },
  stores: ['windows'],
  outputs: [signals],
  load: async () => {
    const { correlateStage } = await import('./stages/correlate/stage.ts')
    return ({ partitions, rules, windows }) =>
      correlateStage({
        book: rules,
        signalPartitions: partitions(signals.name),
        ...(windows ? { limits: windows } : {}),
      })
  },
}

export const YARA: OwnEntry<Pick<Parts, 'partitions' | 'scans'>> = {
  kind: 'own',
  name: 'yara',
  inputs: [normalizedEvents],
  stores: [],
  outputs: [signals],
  load: async () => {
    const { runScans } = await import('./scans/run-scans.ts')
    return ({ partitions, scans }) => {
      const options = { ...scans, signalPartitions: partitions(signals.name) }
      return (driver, stop) => runScans(driver, options, stop)
    }
  },
}

export const OBSERVE: StageEntry<Pick<Parts, 'partitions'>> = {
  kind: 'stage',
  name: 'observe',
  inputs: [normalizedEvents],
  stores: [],
  outputs: [entityObservations],
  load: async () => {
    const { observeStage } = await import('./stages/observe/stage.ts')
    return ({ partitions }) => observeStage({ partitions: partitions(entityObservations.name) })
  },
}

export const BASELINE: StageEntry<Pick<Parts, 'partitions' | 'baseline'>> = {
  kind: 'stage',
  name: 'baseline',
  inputs: [entityObservations],
  stores: ['habits'],
  outputs: [anomalies, signals],
  load: async () => {
    const { baselineStage } = await import('./stages/baseline/stage.ts')
    return ({ partitions, baseline }) =>
      baselineStage({
        ...baseline,
        anomalyPartitions: partitions(anomalies.name),
        signalPartitions: partitions(signals.name),
      })
  },
}

export const RECORD: StageEntry<Pick<Parts, 'partitions'>> = {
  kind: 'stage',
  name: 'record',
  inputs: [TOPICS.entityChanges],
  stores: ['ids'],
  outputs: [signals],
  load: async () => {
    const { recordStage } = await import('./stages/record/stage.ts')
    return ({ partitions }) => recordStage({ signalPartitions: partitions(signals.name) })
  },
}

export const LAKE: SinkEntry<Pick<Parts, 'lake'>> = {
  kind: 'sink',
  name: 'lake',
  inputs: [normalizedEvents, signals, ledger, deadLetters, schemaDrift, anomalies],
  stores: [],
  outputs: [ledger],
  load: async () => {
    const { lakeSink } = await import('./sinks/lake/sink.ts')
    return ({ lake }) => lakeSink(lake)
  },
}

export const FUSE: StageEntry<Pick<Parts, 'partitions' | 'fuse'>> = {
  kind: 'stage',
  name: 'fuse',
  inputs: [signals],
  stores: ['stories'],
  outputs: [alertDrafts],
  load: async () => {
    const { fuseStage } = await import('./stages/fuse/stage.ts')
    return ({ partitions, fuse }) =>
      fuseStage({
        ...fuse,
        draftPartitions: partitions(alertDrafts.name),
        // A touch of a decoy creates an alert directly, without fusion.
        isStory: (ruleId) => !ruleId.startsWith(STOPPED) && HONEYTOKEN_RULE.honeytokenOf(ruleId) === null,
      })
  },
}

export const ALERTS: SinkEntry<Pick<Parts, 'alerts'>> = {
  kind: 'sink',
  name: 'alerts',
  inputs: [alertDrafts],
  stores: [],
  outputs: [],
  load: async () => {
    const { alertsSink } = await import('./sinks/alerts/sink.ts')
    return ({ alerts }) => alertsSink(alerts)
  },
}

export const ANOMALIES: SinkEntry<Pick<Parts, 'anomalies'>> = {
  kind: 'sink',
  name: 'anomalies',
  inputs: [anomalies],
  stores: [],
  outputs: [],
  load: async () => {
    const { anomaliesSink } = await import('./sinks/anomalies/sink.ts')
    return ({ anomalies: port }) => anomaliesSink(port)
  },
}

export const TOUCHES: SinkEntry<Pick<Parts, 'touches'>> = {
  kind: 'sink',
  name: 'touches',
  inputs: [signals],
  stores: [],
  outputs: [],
  load: async () => {
    const { touchesSink } = await import('./sinks/touches/sink.ts')
    return ({ touches }) => touchesSink(touches)
  },
}

export const TOPOLOGY: Topology<Parts> = {
  fromOutside: [securityEvents, TOPICS.entityChanges, TOPICS.control],
  entries: [INTAKE, CORRELATE, YARA, OBSERVE, BASELINE, RECORD, FUSE, LAKE, ALERTS, ANOMALIES, TOUCHES],
}
