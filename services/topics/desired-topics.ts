/** The desired state of the brokers: topics with their counts and settings, and the grants of the user. */
import { changelogsOf, consumersOf, countsOf, topicsOf } from '../../pipeline/contract/topology.ts'
import { TOPOLOGY } from '../../pipeline/topology.ts'
import { RETENTION_BYTES } from '../../stream/kafka/options.ts'
import { topicSettings } from '../../stream/kafka/topic-settings.ts'

export type WantedTopic = {
  /** Name without the prefix of the installation. */
  readonly name: string
  readonly partitions: number
  readonly isCompacted: boolean
  /** Topics of a changelog; the widest of them sets its number of partitions. */
  readonly asWideAs: readonly string[]
  readonly settings: Readonly<Record<string, string>>
}

/** `wide` is the number of partitions of `security.events`. */
export function wantedTopics(wide?: number): readonly WantedTopic[] {
  const counts = countsOf(TOPOLOGY, 'kafka', wide)
  const countOf = (topic: string) => counts[topic] ?? 1
  const own = topicsOf(TOPOLOGY).map(({ name, compacted }) => wanted(name, countOf(name), compacted, []))
  const state = changelogsOf(TOPOLOGY).map(({ name, inputs }) => {
    const asWideAs = inputs.map((topic) => topic.name)
    return wanted(name, Math.max(...asWideAs.map(countOf)), true, asWideAs)
  })
  return [...own, ...state]
}

function wanted(name: string, partitions: number, isCompacted: boolean, asWideAs: readonly string[]): WantedTopic {
  return { name, partitions, isCompacted, asWideAs, settings: topicSettings(isCompacted, RETENTION_BYTES) }
}

/** Groups of the driver itself, which never commit. */
const DRIVER_GROUPS = ['svc.admin', 'svc.cursor']

export function wantedGroups(): readonly string[] {
  return [...new Set(consumersOf(TOPOLOGY).map(({ group }) => group)), ...DRIVER_GROUPS]
}

export type Grant = {
  readonly resource: 'topic' | 'group' | 'transactional id'
  readonly name: string
  readonly isPrefix: boolean
  readonly operation: 'Describe' | 'Read' | 'Write'
}

/** The exact grants that a user needs; names behind `prefix`. Transactional ids are named after groups and replicas. */
export function wantedGrants(prefix: string): readonly Grant[] {
  const grants = (resource: Grant['resource'], name: string, isPrefix: boolean, ...operations: Grant['operation'][]) =>
    operations.map((operation) => ({ resource, name: prefix + name, isPrefix, operation }))
  return [
    ...wantedTopics().flatMap(({ name }) => grants('topic', name, false, 'Describe', 'Read', 'Write')),
    ...wantedGroups().flatMap((name) => grants('group', name, false, 'Read')),
    ...grants('transactional id', 'svc.', true, 'Describe', 'Write'),
  ]
}
