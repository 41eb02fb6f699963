import { Text } from '@uiw/react-codemirror'
import { expect, test } from 'vitest'
import { faultyMarks } from './faulty-marks.ts'

const RULE = Text.of(['title: one', 'detection:', '  selection: [', '  condition: selection'])

function markedLines(lines: readonly number[]): number[] {
  const found: number[] = []
  faultyMarks(RULE, lines).between(0, RULE.length, (from) => {
    found.push(RULE.lineAt(from).number)
  })
  return found
}

test.each([
  ['the lines of the faults', [3], [3]],
  ['the first and the last line', [4, 1], [1, 4]],
  ['a line with two faults once', [3, 3, 2], [2, 3]],
  ['no line that was deleted since the check', [2, 5, 400], [2]],
  ['nothing for a fault of the whole text', [0], []],
])('marks %s', (_, lines, marked) => expect(markedLines(lines)).toEqual(marked))
