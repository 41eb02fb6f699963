import { expect, test } from 'vitest'
import { knownFacts } from './known-facts.ts'

test('values of sources become readable text: times separately, lists without brackets, no empty values', () => {
  const facts = knownFacts({
    first_seen: '2026-11-28T21:19:01.000Z',
    events: 1_229,
    sources: [
      { source: 'sysmon', events: 13 },
      { source: 'firewall', events: 8 },
    ],
    ...{ left_out: 0, note: '', tags: [], is_internal: false, owner: { team: 'build' } },
  })
  expect(facts).toEqual([
    { name: 'first_seen', text: '2026-11-28T21:19:01.000Z', at: '2026-11-28T21:19:01.000Z' },
    { name: 'events', text: (1_229).toLocaleString(), at: null },
    { name: 'sources', text: 'sysmon (events 13), firewall (events 8)', at: null },
    { name: 'is_internal', text: 'no', at: null },
    { name: 'owner', text: 'build', at: null },
  ])
  expect(knownFacts({ left_out: 3 })).toEqual([{ name: 'left_out', text: '3', at: null }])
})

test('braces and quotes in a value are kept as text', () => {
  expect(knownFacts({ banner: '{"a": "<b>"}' })).toEqual([{ name: 'banner', text: '{"a": "<b>"}', at: null }])
})
