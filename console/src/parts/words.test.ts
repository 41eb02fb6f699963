import { expect, test } from 'vitest'
import { wordOf } from './words.ts'

test.each([
  ['soc_analyst', 'SOC analyst'],
  ['aws_key', 'AWS key'],
  ['block_ip', 'block IP'],
  ['in_progress', 'in progress'],
])('%s reads as %s', (value, words) => expect(wordOf(value)).toBe(words))
