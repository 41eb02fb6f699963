import { expect, test } from 'vitest'
import { attackTechnique, techniquesByTactic } from './attack.ts'
import enterprise from './enterprise.json' with { type: 'json' }

test('a technique has its name and its tactics in the order of an attack', () => {
  expect(attackTechnique('T1078')).toEqual({
    id: 'T1078',
    name: 'Valid Accounts',
    tactics: ['Initial Access', 'Persistence', 'Privilege Escalation', 'Defense Evasion'],
  })
})

test('a sub-technique has the name of its technique as a prefix, and its tactics', () => {
  expect(attackTechnique('T1003.001')).toEqual({
    id: 'T1003.001',
    name: 'OS Credential Dumping: LSASS Memory',
    tactics: ['Credential Access'],
  })
  expect(attackTechnique('T9999')).toBeNull()
})

test('a technique with several tactics is in each of their columns, and an unknown technique in the last column', () => {
  expect(techniquesByTactic(['T1110.003', 'T1078', 'T9999', 'T1078', 'T1003.999'])).toEqual([
    { tactic: 'Initial Access', techniques: ['T1078'] },
    { tactic: 'Persistence', techniques: ['T1078'] },
    { tactic: 'Privilege Escalation', techniques: ['T1078'] },
    { tactic: 'Defense Evasion', techniques: ['T1078'] },
    { tactic: 'Credential Access', techniques: ['T1003.999', 'T1110.003'] },
    { tactic: 'Other', techniques: ['T9999'] },
  ])
})

test('every technique has a known tactic, and every sub-technique has its technique', () => {
  const slugs = new Set(enterprise.tactics.map(({ slug }) => slug))
  const entries = enterprise.techniques as Record<string, { name: string; tactics?: string[] }>
  const faulty = Object.entries(entries).filter(([id, { tactics = entries[id.slice(0, 5)]?.tactics }]) => {
    return !tactics || tactics.length === 0 || tactics.some((slug) => !slugs.has(slug))
  })
  expect(faulty).toEqual([])
  expect(Object.keys(entries).length).toBeGreaterThan(640)
})
