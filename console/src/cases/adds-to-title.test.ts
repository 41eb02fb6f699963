import { expect, test } from 'vitest'
import { moreThanTitle, titleInWords } from './adds-to-title.ts'

const ID = '9d56f7c9-0241-8967-98f2-eaf9f8359846'

test.each<[string, string | null, string | null]>([
  ['linked: Shadow copies', `${ID} Shadow copies`, null],
  ['opened', 'opened', null],
  ['opened', null, null],
  ['linked', ID, null],
  ['handed over', `handoff ${ID}`, null],
  ['handed over', 'from ann to ben', 'from ann to ben'],
  ['linked: Shadow copies', `${ID} Shadow copies of last night`, 'Shadow copies of last night'],
  ['2 alerts linked', `${ID} First\n${ID} Second`, 'First\nSecond'],
  ['note', `see /cases/${ID}`, `see /cases/${ID}`],
  [
    'system comment',
    `INC-1 is resolved. Its summary is at /api/v1/cases/${ID}/summary, its post-mortem at /api/v1/cases/${ID}/postmortem.`,
    'INC-1 is resolved.',
  ],
  ['note', 'the backup of the weekend', 'the backup of the weekend'],
])('beside %j, %j adds %j', (title, description, more) => expect(moreThanTitle({ title, description })).toBe(more))

test('a change of status is in words, and any other title as it is', () => {
  expect(titleInWords('open to in_progress')).toBe('open to in progress')
  expect(titleInWords('file added: in_progress to closed.txt')).toBe('file added: in_progress to closed.txt')
})
