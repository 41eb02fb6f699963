/** A box for the lines of a source: pasted, dropped as a file, or chosen. */
import { Button, FileButton, Group, Text, Textarea } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { SAMPLE_CHARS_MAX, sampleOf } from './sample-text.ts'

type SampleBoxProps = { readonly text: string; readonly change: (text: string) => void }

export function SampleBox({ text, change }: SampleBoxProps) {
  const [isOver, setIsOver] = useState(false)
  const [note, setNote] = useState('')
  const readFile = async (file: File | null | undefined) => {
    if (!file) return
    // A character has at least one byte, so the rest of a large file need not be read.
    const { text: beginning, isCut } = sampleOf(await file.slice(0, 4 * SAMPLE_CHARS_MAX).text())
    const isAll = !isCut && file.size <= 4 * SAMPLE_CHARS_MAX
    setNote(
      isAll ? '' : `The sample is the beginning of ${file.name}: ${beginning.length.toLocaleString()} characters.`,
    )
    change(beginning)
  }
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    setIsOver(false)
    void readFile(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a pointer alone can drop, and the button inside is for a keyboard
    <div
      className="sample-box"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Textarea
        label="Events, as the source sends them"
        description="Paste some lines, or drop a file here. Nothing is stored."
        value={text}
        onChange={(event) => {
          setNote('')
          change(event.currentTarget.value)
        }}
        maxLength={SAMPLE_CHARS_MAX}
        autosize
        minRows={5}
        maxRows={14}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: 'mono-input' }}
      />
      <Group gap="sm" mt="xs">
        <FileButton onChange={(file) => void readFile(file)}>
          {(props) => (
            <Button {...props} variant="default" size="xs">
              Choose a file
            </Button>
          )}
        </FileButton>
        {note !== '' && (
          <Text size="xs" className="quiet" role="status">
            {note}
          </Text>
        )}
      </Group>
    </div>
  )
}
