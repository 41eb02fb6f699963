import { yaml } from '@codemirror/lang-yaml'
import { useComputedColorScheme } from '@mantine/core'
import CodeMirror, { EditorView, type Extension } from '@uiw/react-codemirror'
import { nonce } from '../parts/nonce.ts'
import { faultyMarks } from './faulty-marks.ts'

type RuleTextProps = {
  readonly text: string
  readonly language: string
  /** Null for a text that can only be read. */
  readonly change: ((text: string) => void) | null
  /** Lines with faults, counted from 1. */
  readonly faultyLines?: readonly number[]
}

const NONE: readonly number[] = []

/** Marks the lines with faults, if the text still has them. */
const marked = (lines: readonly number[]): Extension =>
  EditorView.decorations.of(({ state: { doc } }) => faultyMarks(doc, lines))

export default function RuleText({ text, language, change, faultyLines = NONE }: RuleTextProps) {
  const scheme = useComputedColorScheme('dark')
  const named = EditorView.contentAttributes.of({ 'aria-label': 'Rule text', tabindex: '0' })
  const extensions = [
    EditorView.cspNonce.of(nonce),
    EditorView.lineWrapping,
    named,
    marked(faultyLines),
    ...(language === 'sigma' ? [yaml()] : []),
  ]
  return (
    <CodeMirror
      value={text}
      theme={scheme}
      extensions={extensions}
      editable={change !== null}
      readOnly={change === null}
      onChange={(next) => change?.(next)}
      maxHeight="32rem"
      basicSetup={{
        foldGutter: false,
        highlightActiveLine: change !== null,
        highlightActiveLineGutter: change !== null,
      }}
    />
  )
}
