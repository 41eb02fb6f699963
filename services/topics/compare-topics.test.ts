import { expect, test } from 'vitest'
import { missingGrants, topicFaults } from './compare-topics.ts'
import type { FoundTopic } from './describe-topics.ts'
import { wantedGrants, wantedTopics } from './desired-topics.ts'

const WANTED = wantedTopics()
/** A topic as `svc topics create` makes it, with the given differences. */
const found = (other: Partial<FoundTopic> & { name: string }): readonly FoundTopic[] =>
  WANTED.map(({ name, partitions, isCompacted, settings }) => {
    const policy = { 'cleanup.policy': isCompacted ? 'compact' : 'delete' }
    const as = { name, partitions, settings: { ...policy, ...settings } }
    return name === other.name ? { ...as, ...other, settings: { ...as.settings, ...other.settings } } : as
  })
const faults = (other: Partial<FoundTopic> & { name: string }) => topicFaults(WANTED, found(other))

test('a topic made by svc passes the check', () => {
  expect(faults({ name: '' })).toEqual([])
})

test('a topic may have any partition count, but a state topic needs that of its source', () => {
  expect(faults({ name: 'svc.signals', partitions: 3 })).toEqual([
    expect.stringMatching(/^svc\.fuse\.stories\.changelog has 2 partitions, and svc\.signals 3 at the most/),
    expect.stringMatching(/^svc\.fuse\.feed\.changelog has 2 partitions, and svc\.signals 3 at the most/),
    expect.stringMatching(/^svc\.lake\.claims\.changelog has 2 partitions, and .* 3 at the most/),
    expect.stringMatching(/^svc\.touches\.claims\.changelog has 2 partitions, and svc\.signals 3 at the most/),
  ])
  expect(faults({ name: 'svc.ledger', settings: {}, partitions: 1 })).toEqual([])
  expect(faults({ name: 'svc.intake.dedupe.changelog', partitions: 5 })).toHaveLength(1)
})

test.each([
  [
    'svc.control',
    { 'cleanup.policy': 'compact,delete' },
    'svc.control: cleanup.policy is compact,delete, and must be compact',
  ],
  ['security.events', { 'retention.ms': '604800000' }, 'security.events: retention.ms is 604800000, and must be -1'],
  [
    'security.events',
    { 'max.message.bytes': '1048588' },
    /max\.message\.bytes is 1048588, and must be 17825792 or more/,
  ],
  ['svc.ledger', { 'message.timestamp.after.max.ms': '3600000' }, /message\.timestamp\.after\.max\.ms is 3600000/],
])('%s with %j is reported', (name, settings, words) => {
  expect(faults({ name, settings: settings as Record<string, string> })).toEqual([expect.stringMatching(words)])
})

test('a missing topic is reported with the command that creates it', () => {
  const there = found({ name: '' }).filter(({ name }) => name !== 'svc.ledger')
  expect(topicFaults(WANTED, there)).toEqual(['svc.ledger is missing: create it with svc topics create'])
})

test('a user has exactly its grants: by name, by prefix, or for everybody; a denial overrides them', () => {
  const all = wantedGrants('a.').map((grant) => ({ ...grant, principal: 'User:svc', isAllowed: true }))
  expect(missingGrants('a.', 'User:svc', all)).toEqual([])
  expect(missingGrants('a.', 'User:other', all)).toHaveLength(all.length)
  expect(missingGrants('b.', 'User:svc', all)).toHaveLength(all.length)
  expect(missingGrants('a.', 'User:svc', all.slice(1))).toEqual([wantedGrants('a.')[0]])
  const everything = (resource: 'topic' | 'group' | 'transactional id', name: string) =>
    (['Describe', 'Read', 'Write'] as const).map((operation) => ({
      ...{ resource, name, isPrefix: name !== '*', operation, principal: 'User:*', isAllowed: true },
    }))
  const wide = [...everything('topic', 'a.'), ...everything('group', '*'), ...everything('transactional id', 'a.')]
  expect(missingGrants('a.', 'User:svc', wide)).toEqual([])
  const forbidden = { ...(all[0] as (typeof all)[number]), isAllowed: false }
  expect(missingGrants('a.', 'User:svc', [...all, forbidden])).toEqual([wantedGrants('a.')[0]])
})
