import { yaml } from '@codemirror/lang-yaml'
import { useComputedColorScheme } from '@mantine/core'
import CodeMirror, { EditorView } from '@uiw/react-codemirror'
import { nonce } from '../parts/nonce.ts'

type TextProps = { readonly text: string; readonly change: ((text: string) => void) | null }

export default function PlaybookText({ text, change }: TextProps) {
  const scheme = useComputedColorScheme('dark')
  const named = EditorView.contentAttributes.of({ 'aria-label': 'Text of the playbook', tabindex: '0' })
  return (
    <CodeMirror
      value={text}
      theme={scheme}
      extensions={[EditorView.cspNonce.of(nonce), EditorView.lineWrapping, named, yaml()]}
      editable={change !== null}
      readOnly={change === null}
      onChange={(next) => change?.(next)}
      maxHeight="36rem"
      basicSetup={{ foldGutter: false }}
    />
  )
}
