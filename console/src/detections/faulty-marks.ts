import { Decoration, type DecorationSet, type Text } from '@uiw/react-codemirror'

const FAULTY = Decoration.line({ class: 'faulty-line' })

/** Marks these lines, counted from 1, if the text still has them: the result of a check is for an older text. */
export function faultyMarks(doc: Text, lines: readonly number[]): DecorationSet {
  return Decoration.set(
    [...new Set(lines)]
      .filter((line) => line >= 1 && line <= doc.lines)
      .sort((a, b) => a - b)
      .map((line) => FAULTY.range(doc.line(line).from)),
  )
}
