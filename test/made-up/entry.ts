/**
 * The single entry that the made-up stage needs; a real stage has it in `pipeline/topology.ts`, and its topic in
 * `TOPICS`.
 */
import type { StageEntry } from '../../pipeline/contract/topology.ts'
import { CORRELATE, INTAKE } from '../../pipeline/topology.ts'
import { TOPICS, type TopicSpec } from '../../schemas/topics.ts'

export const tallies: TopicSpec = {
  ...{ name: 'svc.tallies', partitions: 1, log: 'pipeline', key: 'none', schema: 'tallies', compacted: false },
}

export const TALLY: StageEntry<unknown> = {
  kind: 'stage',
  name: 'tally',
  inputs: [TOPICS.signals],
  stores: ['spans'],
  outputs: [tallies],
  time: { from: TOPICS.securityEvents, through: [INTAKE.name, CORRELATE.name] },
  load: async () => (await import('./stage.ts')).tallyStage,
}
