import { expect, test } from 'vitest'
import { combine } from './combine.ts'

const open = { verdict: 'needs_review', confidence: 0.2 } as const
const attack = { verdict: 'true_positive', confidence: 0.8 } as const
const none = { verdict: 'benign', confidence: 0.9 } as const
const modelVoice = { citesEvents: true, redacted: 0 }

test.each([
  ['agreement is surer than each', attack, { ...attack, confidence: 0.7 }, modelVoice, 'true_positive', 0.94, 'agreed'],
  ['two words for none agree', none, { ...none, verdict: 'false_positive' }, modelVoice, 'benign', 0.99, 'agreed'],
  ['disagreement asks a person', attack, none, modelVoice, 'needs_review', 0.1, 'disagreed'],
  ['also the other way around', none, attack, modelVoice, 'needs_review', 0.1, 'disagreed'],
  ['a model alone is bounded', open, { ...none, confidence: 1 }, modelVoice, 'benign', 0.85, 'model'],
  [
    'one that is not sure is not heard',
    attack,
    { ...none, confidence: 0.59 },
    modelVoice,
    'true_positive',
    0.8,
    'rules',
  ],
  ['nor one that names no event', attack, none, { ...modelVoice, citesEvents: false }, 'true_positive', 0.8, 'rules'],
  [
    'nor its “none” over text that speaks to it',
    open,
    none,
    { ...modelVoice, redacted: 1 },
    'needs_review',
    0.2,
    'rules',
  ],
  ['but its alarm is', open, attack, { ...modelVoice, redacted: 1 }, 'true_positive', 0.8, 'model'],
] as const)('%s', (_, rules, model, value, verdict, confidence, how) => {
  expect(combine(rules, model, value)).toMatchObject({ verdict, confidence, how })
})
