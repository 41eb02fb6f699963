import { expect, test } from 'vitest'
import { saysMore } from './adds-to-title.ts'

const ID = '9d56f7c9-0241-8967-98f2-eaf9f8359846'

test.each([
  ['linked: Shadow copies', `${ID} Shadow copies`, false],
  ['opened', 'opened', false],
  ['opened', null, false],
  ['linked', ID, false],
  ['handed over', `handoff ${ID}`, false],
  ['handed over', 'from ann to ben', true],
  ['linked: Shadow copies', `${ID} Shadow copies of last night`, true],
  ['note', 'the backup of the weekend', true],
])('%s with %s says more: %s', (title, description, more) => expect(saysMore({ title, description })).toBe(more))
