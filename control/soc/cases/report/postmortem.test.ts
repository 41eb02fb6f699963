import { expect, test } from 'vitest'
import { keptTargets } from './postmortem.ts'

const states = (ack: string, resolve: string, close: string) => ({
  ack: { state: ack },
  resolve: { state: resolve },
  close: { state: close },
})

test('a post-mortem calls a target kept when it was met, not while its clock runs', () => {
  expect(keptTargets(states('running', 'running', 'running'))).toEqual([])
  expect(keptTargets(states('met', 'running', 'running'))).toEqual(['The target to acknowledge was met.'])
  expect(keptTargets(states('met', 'breached', 'no_target'))).toEqual(['The target to acknowledge was met.'])
  expect(keptTargets(states('met', 'met', 'met'))).toEqual(['Every clock of the case was kept.'])
})
