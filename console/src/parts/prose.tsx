import { Fragment } from 'react'
import { proseParts } from './prose-parts.ts'
import { shown } from './shown.tsx'
import { Time } from './time.tsx'

type ProseProps = {
  readonly text: string
  readonly lengthMax?: number
  /** Names of techniques and tactics by their ids. */
  readonly names?: Readonly<Record<string, string>>
}

/** Text that the platform wrote, with times in the viewer's zone and names for ATT&CK ids. */
export function Prose({ text, lengthMax, names = {} }: ProseProps) {
  return (
    <bdi>
      {proseParts(shown(text, lengthMax)).map(({ kind, text: part }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name than its place
        <Fragment key={at}>
          {kind === 'time' ? (
            <Time at={part} seconds />
          ) : kind === 'attack' ? (
            <AttackName id={part} names={names} />
          ) : (
            part
          )}
        </Fragment>
      ))}
    </bdi>
  )
}

/** Shows the name of a tactic, and the id of a technique. */
function AttackName({ id, names }: { readonly id: string; readonly names: Readonly<Record<string, string>> }) {
  const name = names[id]
  if (name === undefined) return id
  return id.startsWith('TA') ? <span title={id}>{name}</span> : <abbr title={name}>{id}</abbr>
}
