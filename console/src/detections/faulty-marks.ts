import { Decoration, type DecorationSet, type Text } from '@uiw/react-codemirror'

const FAULTY = Decoration.line({ class: 'faulty-line' })

/** A mark on each of these lines, from 1, that the text still has: a check is always of an older text. */
export function faultyMarks(doc: Text, lines: readonly number[]): DecorationSet {
  return Decoration.set(
    [...new Set(lines)]
      .filter((line) => line >= 1 && line <= doc.lines)
      .sort((a, b) => a - b)
      .map((line) => FAULTY.range(doc.line(line).from)),
  )
}
