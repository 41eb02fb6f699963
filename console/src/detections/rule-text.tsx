import { yaml } from '@codemirror/lang-yaml'
import { useComputedColorScheme } from '@mantine/core'
import CodeMirror, { EditorView, type Extension } from '@uiw/react-codemirror'
import { nonce } from '../parts/nonce.ts'
import { faultyMarks } from './faulty-marks.ts'

type RuleTextProps = {
  readonly text: string
  readonly language: string
  /** For screen readers. */
  readonly name?: string
  /** Null for a text that can only be read. */
  readonly change: ((text: string) => void) | null
  /** Lines with faults, counted from 1. */
  readonly faultyLines?: readonly number[]
}

/** JSON is YAML too. */
const YAML: ReadonlySet<string> = new Set(['sigma', 'json'])
const NONE: readonly number[] = []

/** Marks the lines with faults, if the text still has them. */
const marked = (lines: readonly number[]): Extension =>
  EditorView.decorations.of(({ state: { doc } }) => faultyMarks(doc, lines))

export default function RuleText(props: RuleTextProps) {
  const { text, language, name = 'Rule text', change, faultyLines = NONE } = props
  const scheme = useComputedColorScheme('dark')
  const named = EditorView.contentAttributes.of({ 'aria-label': name, tabindex: '0' })
  const extensions = [
    EditorView.cspNonce.of(nonce),
    EditorView.lineWrapping,
    named,
    marked(faultyLines),
    ...(YAML.has(language) ? [yaml()] : []),
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
