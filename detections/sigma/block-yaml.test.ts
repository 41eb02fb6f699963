import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { corporaDir } from '../../test/corpora/config.ts'
import { readBlockYaml } from './block-yaml.ts'
import { readFully } from './yaml.ts'

/** The simple reader may decline; when it answers, the answer is the full reader's. */
function expectSame(text: string): boolean {
  const simple = readBlockYaml(text)
  if (simple === null) return false
  const { documents, faults } = readFully(text)
  expect(faults, text).toEqual([])
  expect([simple.value], text).toStrictEqual(documents.map(({ value }) => value))
  expect(text.slice(0, simple.start).split('\n').length, text).toBe(documents[0]?.line)
  return true
}

const SIMPLE = `# comment
title: A rule # with a comment
id: 929a690e-bef0-4204-a928-ef5e620d6fcc
description: |
    Two lines

      and one deeper
date: 2019-10-23
references:
- https://example.com/a#b
-   'it''s'
logsource:
    product: windows
    service:

detection:
    selection:
        - Image|endswith: '\\cmd.exe'
          User: "a b"
        - EventID:
              - 4624
              - 0x10
              - 9007199254740993
              - -1.5
              - ~
              - true
              - 1.2.3
    '|all':
        - -flag
        - a:b
    condition: selection
literal: |-
  x

`

test('an ordinary rule is simple YAML', () => {
  expect(expectSame(SIMPLE)).toBe(true)
})

test('surrogate pairs are simple, and single surrogates are not', () => {
  expect(expectSame("title: '\u{1f600}'\n\u{1f600}: \u{10ffff} x\n")).toBe(false)
  expect(expectSame("title: '\u{1f600}'\nlist:\n  - \u{10ffff} x\n  - |\n    \u{1fffe}\n")).toBe(true)
  expect(readBlockYaml("title: '\ud83d'\n")).toBeNull()
  expect(readBlockYaml("title: '\ude00\ud83d'\n")).toBeNull()
})

const RUNS = 5000
const LINES = [
  'a: 1',
  'b:',
  "c: 'x'",
  'd: "y"',
  'e: |',
  'f: |-',
  'g: |+',
  'h: >',
  '- a',
  '- b: 1',
  "- 'q'",
  '-',
  '- - x',
  '# note',
  '',
  'text',
  "'k': v",
  'a: b: c',
  'i: x # y',
  'j: x#y',
  "k: 'a' # b",
  "l: 'a'b",
  'm: null',
  'n: 0x1F',
  'o: 1e3',
  'p: .inf',
  'q: &x 1',
  'r: *x',
  's: [1]',
  't: {u: 1}',
  'v: -',
  'w: - x',
  'x: ?',
  'y: :z',
  'z: "\\n"',
  '__proto__: 1',
  'null: 1',
  'true: 2',
  '---',
  '...',
  'aa: |2',
  'bb: ~',
  'cc: True',
  'TRUE: 1',
  'Null: 1',
  'dd: +5',
  'ee: 0o17',
  'ff: 1:2',
  'gg: x:',
  '"hh": 1',
  'ii : 1',
  'jj:1',
  'kk:  ',
  'll: |  ',
  '\tmm: 1',
  'nn: é',
  'oo: 012',
  'pp: "',
  "qq: '",
  '!x y',
  'rr: !!str 1',
  '<<: {a: 1}',
  'ss: @',
  'tt: %a',
  'uu: `',
  'vv: ,',
  'ww: ]',
  'xx: =',
]

test('for any text that the simple reader accepts, the full reader gives the same result', () => {
  const line = fc.tuple(fc.nat(5), fc.constantFrom(...LINES)).map(([indent, text]) => ' '.repeat(indent) + text)
  const piece = fc.constantFrom('a', ':', ' ', '-', '\n', "'", '"', '#', '|', '1', '\\', '?', '  ', ': ', ' #', '- ')
  const edit = fc.tuple(fc.nat(SIMPLE.length), fc.nat(3), fc.oneof(piece, line, fc.constant('')))
  const edited = fc
    .array(edit, { minLength: 1, maxLength: 3 })
    .map((edits) => edits.reduce((text, [at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut), SIMPLE))
  const few = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => `${lines.join('\n')}\n`)
  let answered = 0
  fc.assert(
    fc.property(fc.oneof(edited, few), (source) => {
      if (expectSame(source)) answered++
    }),
    { numRuns: RUNS },
  )
  expect(answered).toBeGreaterThan(RUNS / 100)
})

test('reads maps of simple scalars with any indentation and quotes', () => {
  type Node = string | Node[] | Map<string, Node>
  const scalar = fc.constantFrom('a', "'b c'", '"d"', '5', 'null', '-x', 'a|b', "''")
  const key = fc.constantFrom('k', 'Image|endswith', 'x-y', '_z', "'|all'")
  const node = fc.letrec<{ node: Node }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      scalar,
      fc.array(
        fc.oneof(
          scalar,
          fc
            .uniqueArray(fc.tuple(key, tie('node')), { selector: ([k]) => k, minLength: 1 })
            .map((pairs) => new Map(pairs)),
        ),
        { minLength: 1 },
      ),
      fc.uniqueArray(fc.tuple(key, tie('node')), { selector: ([k]) => k, minLength: 1 }).map((pairs) => new Map(pairs)),
    ),
  })).node
  const write = (n: Node, indent: number): string => {
    const pad = ' '.repeat(indent)
    if (typeof n === 'string') return ` ${n}\n`
    if (Array.isArray(n))
      return `\n${n.map((item) => `${pad}-${typeof item === 'string' ? write(item, indent) : ` ${write(item, indent + 2).trimStart()}`}`).join('')}`
    return `\n${[...n].map(([k, value]) => `${pad}${k}:${write(value, indent + 2)}`).join('')}`
  }
  fc.assert(
    fc.property(node, (root) => {
      const text = write(new Map([['root', root]]), 0).trimStart()
      expect(expectSame(text), text).toBe(true)
    }),
    { numRuns: 100 },
  )
})

test.skipIf(corporaDir() === null)('nearly all published rules are simple (skipped without SVC_CORPORA_DIR)', () => {
  const root = join(corporaDir() ?? '', 'sigma-rules')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yml'))
  const answered = files.filter((file) => expectSame(readFileSync(join(root, file), 'utf8')))
  expect(answered.length / files.length).toBeGreaterThan(0.98)
})
