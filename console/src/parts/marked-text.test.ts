import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, blocksOf, wordsOf } from './marked-text.ts'

const textOf = (block: Block): string => {
  if (block.kind === 'code') return block.text
  const lines = block.kind === 'list' ? block.items : block.lines
  return lines.map((words) => words.map(({ text }) => text).join('')).join('\n')
}

test('shows bold, italic and code, and leaves other stars as they are', () => {
  expect(wordsOf('**Isolated** the _host_ with `net user`, *now*')).toEqual([
    { kind: 'bold', text: 'Isolated' },
    { kind: 'plain', text: ' the ' },
    { kind: 'italic', text: 'host' },
    { kind: 'plain', text: ' with ' },
    { kind: 'code', text: 'net user' },
    { kind: 'plain', text: ', ' },
    { kind: 'italic', text: 'now' },
  ])
  for (const plain of ['svc_backup_daily', '2 * 3 * 4', '**', 'C:\\*\\a*.exe', '/_/x', '__init__'])
    expect(wordsOf(plain)).toEqual([{ kind: 'plain', text: plain }])
})

test('a comment becomes paragraphs, lists, quotes and code', () => {
  const text = 'First\nsecond\n\n- one\n- **two**\n1. then\n> said\n```\n- not a list\n```\nlast'
  expect(blocksOf(text).map(({ kind }) => kind)).toEqual(['lines', 'list', 'list', 'quote', 'code', 'lines'])
  expect(blocksOf(text).map(textOf)).toEqual(['First\nsecond', 'one\ntwo', 'then', 'said', '- not a list', 'last'])
})

test('a fence that is never closed ends with the text', () => {
  expect(blocksOf('```\nrm -rf /')).toEqual([{ kind: 'code', text: 'rm -rf /' }])
})

test('code on the line of its marks is shown', () => {
  expect(textOf(blocksOf('```whoami /all```')[0] as Block)).toContain('whoami /all')
})

test('every text ends, and no word of it is lost', () => {
  const marks = fc.constantFrom('*', '**', '`', '_', '- ', '1. ', '> ', '```', '\n', ' ', 'word', '<b>', 'javascript:')
  fc.assert(
    fc.property(fc.array(marks, { maxLength: 40 }), (parts) => {
      const text = parts.join('')
      const drawn = blocksOf(text).map(textOf).join('')
      const countOf = (of: string, word: string) => of.split(word).length
      for (const word of ['word', '<b>', 'javascript:']) {
        const onFences = text
          .split('\n')
          .filter((line) => /^ {0,3}```\w*\s*$/.test(line))
          .join('')
        expect(countOf(drawn, word) + countOf(onFences, word)).toBe(countOf(text, word) + 1)
      }
    }),
  )
})
