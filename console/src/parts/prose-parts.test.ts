import { expect, test } from 'vitest'
import { plainProse, proseParts } from './prose-parts.ts'

const kinds = (text: string) => proseParts(text).map(({ kind, text: part }) => `${kind}:${part}`)

test('times and ATT&CK ids are separate parts, and no text is lost', () => {
  expect(kinds('from 2026-11-29T20:28:33.482Z as T1059.001, “TA0002”.')).toEqual([
    ...['words:from ', 'time:2026-11-29T20:28:33.482Z', 'words: as ', 'attack:T1059.001', 'words:, “'],
    ...['attack:TA0002', 'words:”.'],
  ])
  expect(kinds('')).toEqual([])
})

test('text that only looks like a time or an id stays unchanged', () => {
  for (const text of ['2026-99-99T20:28:33Z', 'XT1059', 'T10590', 'host-2026-11-29'])
    expect(kinds(text)).toEqual([`words:${text}`])
})

test('a small screen shows names of tactics and no citations', () => {
  const text = 'Its tactics are 2: “TA0002”, “TA0099”. [1] It uses T1059 [12], and a list[0] stays.'
  expect(plainProse(text, { TA0002: 'Execution' })).toBe(
    'Its tactics are 2: “Execution”, “TA0099”. It uses T1059, and a list[0] stays.',
  )
})
