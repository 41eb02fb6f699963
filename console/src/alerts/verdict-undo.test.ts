import { expect, test } from 'vitest'
import { takeVerdictBack, type VerdictUndo } from './verdict-undo.ts'

function recorded(refusal?: Error) {
  const calls: string[] = []
  const requests: VerdictUndo = {
    undoChange: async (id) => {
      calls.push(`change ${id}`)
      if (refusal) throw refusal
    },
    undoVerdict: async (alertId, verdictId) => {
      calls.push(`verdict ${verdictId} of ${alertId}`)
      return { restored: [alertId, 'look-alike'] }
    },
  }
  return { calls, requests }
}

test('undoing a verdict that closed its alert also reopens the alert', async () => {
  const { calls, requests } = recorded()
  expect(await takeVerdictBack(requests, 'a', 'v', 'close')).toEqual(['a', 'look-alike'])
  expect(calls).toEqual(['change close', 'verdict v of a'])
})

test('undoing a verdict that closed nothing undoes no other change', async () => {
  const { calls, requests } = recorded()
  await takeVerdictBack(requests, 'a', 'v')
  expect(calls).toEqual(['verdict v of a'])
})

test('if the alert cannot be reopened, its verdict stays', async () => {
  const { calls, requests } = recorded(new Error('somebody changed it since'))
  await expect(takeVerdictBack(requests, 'a', 'v', 'close')).rejects.toThrow('somebody changed it since')
  expect(calls).toEqual(['change close'])
})
