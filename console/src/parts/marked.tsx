/** Text that a person wrote, with the marks of `marked-text.ts`. It is drawn as elements, never as HTML. */
import { type Block, blocksOf, type Words } from './marked-text.ts'
import { shown } from './shown.tsx'

type MarkedProps = { readonly text: string; readonly lengthMax?: number }

export function Marked({ text, lengthMax }: MarkedProps) {
  return (
    <div className="marked">
      {blocksOf(shown(text, lengthMax)).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block has no other name than its place
        <Drawn key={at} block={block} />
      ))}
    </div>
  )
}

function Drawn({ block }: { readonly block: Block }) {
  if (block.kind === 'code') return <pre className="mono">{block.text}</pre>
  if (block.kind === 'list') {
    const List = block.isOrdered ? 'ol' : 'ul'
    return (
      <List>
        {block.items.map((words, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no other name than its place
          <li key={at}>
            <Line words={words} />
          </li>
        ))}
      </List>
    )
  }
  const lines = block.lines.map((words, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its place
    <Line key={at} words={words} ends />
  ))
  return block.kind === 'quote' ? <blockquote>{lines}</blockquote> : <p>{lines}</p>
}

const TAGS = { plain: 'span', bold: 'strong', italic: 'em', code: 'code' } as const

function Line({ words, ends = false }: { readonly words: readonly Words[]; readonly ends?: boolean }) {
  return (
    <bdi className={ends ? 'line' : undefined}>
      {words.map(({ kind, text }, at) => {
        const Tag = TAGS[kind]
        // biome-ignore lint/suspicious/noArrayIndexKey: words have no other name than their place
        return <Tag key={at}>{text}</Tag>
      })}
    </bdi>
  )
}
