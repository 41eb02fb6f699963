import { expect, test } from 'vitest'
import { runResult, wordOf } from './words.ts'

test.each([
  ['soc_analyst', 'SOC analyst'],
  ['aws_key', 'AWS key'],
  ['block_ip', 'block IP'],
  ['in_progress', 'in progress'],
])('%s reads as %s', (value, words) => expect(wordOf(value)).toBe(words))

test.each([
  [{ summary: 'A key was made. [2]', error: null, dropped: 1 }, 'A key was made. [2]'],
  [{ summary: '', error: null, dropped: 2 }, 'The ledger supports no sentence of its report.'],
  [{ summary: '', error: null, dropped: 0 }, 'It came to no conclusion, and gave no reason.'],
  [{ summary: '', error: 'stopped by its budget of steps', dropped: 0 }, 'stopped by its budget of steps'],
  [{ summary: null, error: null, dropped: 0 }, 'It is under way.'],
])('the result of an investigation %j is %s', (run, words) => expect(runResult(run)).toBe(words))
