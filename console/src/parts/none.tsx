/** The absence of a value. A table leaves out a column in which every row has none. */
import { isValidElement, type ReactNode } from 'react'

const DASH = '–'

export function None() {
  return <span className="quiet none">{DASH}</span>
}

/** True for `None`, for the dash as text, and for an element that shows the dash as its `text`. */
export function isNone(cell: ReactNode): boolean {
  if (cell === null || cell === undefined || cell === '' || cell === DASH) return true
  if (!isValidElement<{ readonly text?: unknown }>(cell)) return false
  return cell.type === None || cell.props.text === DASH
}
