import { expect, test } from 'vitest'
import { columnsOf } from './matrix.ts'

const technique = (id: string, name: string, rules: number, hits: number | null = 0) => {
  return { technique: id, name, builtin_rules: rules, own_rules: 0, hits }
}

test('sub-techniques belong to their technique, whose depth counts them, and a technique without rules is shown', () => {
  const techniques = [
    technique('T1003', 'OS Credential Dumping', 1),
    technique('T1003.001', 'OS Credential Dumping: LSASS Memory', 4, 7),
    technique('T1110', 'Brute Force', 0),
    technique('T1558.003', 'Steal Tickets: Kerberoasting', 1, null),
  ]
  const tested = [
    { technique_id: 'T1003.001', status: 'missed' as const },
    { technique_id: 'T1110', status: 'untested' as const },
  ]
  const [column] = columnsOf([{ tactic: 'Credential Access', techniques }], tested)
  expect(column).toMatchObject({
    ...{ covered: 2, total: 3 },
    cells: [
      {
        ...{ id: 'T1003', rules: 1, depth: 3, test: null },
        subs: [{ id: 'T1003.001', name: 'LSASS Memory', rules: 4, hits: 7, depth: 2, test: 'missed' }],
      },
      { id: 'T1110', rules: 0, depth: 0, test: null, subs: [] },
      { id: 'T1558.003', name: 'Kerberoasting', hits: 0, depth: 1 },
    ],
  })
})
