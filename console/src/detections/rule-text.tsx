import { yaml } from '@codemirror/lang-yaml'
import { useComputedColorScheme } from '@mantine/core'
import CodeMirror, { EditorView } from '@uiw/react-codemirror'
import { nonce } from '../parts/nonce.ts'

type RuleTextProps = {
  readonly text: string
  readonly language: string
  /** Null: it is only read. */
  readonly change: ((text: string) => void) | null
}

export default function RuleText({ text, language, change }: RuleTextProps) {
  const scheme = useComputedColorScheme('dark')
  const named = EditorView.contentAttributes.of({ 'aria-label': 'Rule text', tabindex: '0' })
  const extensions = [
    EditorView.cspNonce.of(nonce),
    EditorView.lineWrapping,
    named,
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
