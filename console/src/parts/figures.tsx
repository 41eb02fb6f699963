/** Figures in a row: a name, a number, and the period or scope of the number. Null is shown as unknown, never as 0. */
import type { CSSProperties, ReactNode } from 'react'

export type FigureOf = {
  readonly name: string
  readonly value: ReactNode | null
  readonly note?: ReactNode
  readonly isBad?: boolean
}

const PER_ROW_MAX = 7

/** The rows that so many figures need are equally full. */
const perRow = (figures: number) => Math.ceil(figures / Math.ceil(figures / PER_ROW_MAX))

export function Figures({ of }: { readonly of: readonly FigureOf[] }) {
  return (
    <dl className="stats" style={{ '--per-row': perRow(of.length) } as CSSProperties}>
      {of.map(({ name, value, note, isBad = false }) => (
        <div key={name} className="card stat">
          <dt className="quiet">{name}</dt>
          <dd className={isBad ? 'late' : undefined}>
            <b className={isInWords(value) ? 'in-words' : undefined}>
              {value ?? <span className="quiet">not known</span>}
            </b>
          </dd>
          {note && <dd className="quiet note">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** A sentence or a time in the size of a number would dominate the row. */
const isInWords = (value: ReactNode | null): boolean =>
  typeof value === 'string' ? !/\d/.test(value) : typeof value !== 'number'

type Part = {
  readonly name: string
  readonly label: ReactNode
  readonly of: number
  /** The total of this part, if it differs from the common total. */
  readonly total?: number
}

/** Parts of a whole, below each other. */
export function Parts({ of, total = 0 }: { readonly of: readonly Part[]; readonly total?: number }) {
  return (
    <ul className="plain">
      {of.map(({ name, label, of: part, total: own = total }) => (
        <li key={name} className="share-row">
          <span>{label}</span>
          <Share of={part} total={own} />
        </li>
      ))}
    </ul>
  )
}

/** A part of a whole, as a bar beside its number. */
export function Share({ of, total, label }: { readonly of: number; readonly total: number; readonly label?: string }) {
  const part = total <= 0 ? 0 : Math.min(1, Math.max(0, of / total))
  return (
    <span className="share">
      <span className="bar" aria-hidden="true">
        <i style={{ width: `${part * 100}%` }} />
      </span>
      <span>{label ?? `${of.toLocaleString()} of ${total.toLocaleString()}`}</span>
    </span>
  )
}

export const percent = (value: number | null): string => (value === null ? 'not known' : `${Math.round(value * 100)} %`)
