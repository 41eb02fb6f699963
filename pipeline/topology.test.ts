import { expect, test } from 'vitest'
import { TOPICS, type TopicSpec } from '../schemas/topics.ts'
import { changelogsOf, consumersOf, countsOf, groupOf, topicsOf } from './contract/topology.ts'
import { loadEntries } from './run-topology.ts'
import { type Parts, TOPOLOGY } from './topology.ts'

const PARTS = {
  partitions: () => 1,
  rules: { detect: () => {}, windowsOf: () => [], headOf: () => null },
  lake: {},
  scans: {},
  intake: { eventBytesMax: 1 },
} as unknown as Parts

test('each entry opens a stage with the declared name, inputs and stores', async () => {
  const open = await loadEntries(TOPOLOGY.entries)
  expect(open(PARTS).map(({ entry }) => entry.name)).toEqual(TOPOLOGY.entries.map(({ name }) => name))
})

test('contains every topic, each with a writer, and no group twice', () => {
  expect(new Set(topicsOf(TOPOLOGY))).toEqual(new Set<TopicSpec>(Object.values(TOPICS)))
  const written = new Set([...TOPOLOGY.fromOutside, ...TOPOLOGY.entries.flatMap(({ outputs }) => outputs)])
  expect(topicsOf(TOPOLOGY).filter((topic) => !written.has(topic))).toEqual([])
  expect(new Set(TOPOLOGY.entries.map(({ name }) => name)).size).toBe(TOPOLOGY.entries.length)
})

test('keeps the names of groups and changelogs of running installations', () => {
  const groups = consumersOf(TOPOLOGY).map(({ group, topic }) => `${group} ${topic}`)
  expect(groups).toEqual(
    expect.arrayContaining([
      ...['intake security.events', 'correlate svc.rule_matches', 'yara svc.normalized_events'],
      ...['normalized_events', 'signals', 'ledger', 'dead_letters', 'schema_drift'].map((name) => `lake svc.${name}`),
    ]),
  )
  expect(changelogsOf(TOPOLOGY).map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      ...['svc.intake.dedupe.changelog', 'svc.intake.schemas.changelog', 'svc.intake.feed.changelog'],
      ...['svc.correlate.windows.changelog', 'svc.correlate.feed.changelog', 'svc.lake.claims.changelog'],
    ]),
  )
  expect(TOPOLOGY.entries.map(groupOf)).toContainEqual({
    ...{ group: 'correlate', topics: ['svc.rule_matches'], stores: ['windows', 'feed'] },
  })
})

test('partition counts: the previous defaults, and the configured width', () => {
  expect(countsOf(TOPOLOGY, 'embedded')).toMatchObject({
    ...{ 'security.events': 4, 'svc.normalized_events': 1, 'svc.rule_matches': 1, 'svc.signals': 1, 'svc.ledger': 1 },
  })
  expect(countsOf(TOPOLOGY, 'kafka')).toMatchObject({
    ...{ 'security.events': 4, 'svc.normalized_events': 2, 'svc.rule_matches': 4, 'svc.signals': 2, 'svc.ledger': 1 },
  })
  expect(countsOf(TOPOLOGY, 'kafka', 64)).toMatchObject({
    ...{ 'security.events': 64, 'svc.normalized_events': 32, 'svc.rule_matches': 64, 'svc.ledger': 1 },
  })
  expect(countsOf(TOPOLOGY, 'kafka', 1)).toMatchObject({ 'security.events': 1, 'svc.normalized_events': 1 })
})
