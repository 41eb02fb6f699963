/** The order and the filter of a framework's controls. */

export const STATES = ['failing', 'in_review', 'passing', 'unknown'] as const
export type ControlState = (typeof STATES)[number] | 'all'

type Control = { readonly control_id: string; readonly title: string; readonly status: string }

/** Sorts by state, failing controls first; controls with the same state keep the order of the framework. */
export function inOrder<T extends Control>(controls: readonly T[]): readonly T[] {
  const rank = ({ status }: T) => (STATES as readonly string[]).indexOf(status)
  return [...controls].sort((a, b) => rank(a) - rank(b))
}

/** The worst state among the controls. */
export const firstState = (controls: readonly Control[]): ControlState =>
  STATES.find((state) => controls.some(({ status }) => status === state)) ?? 'all'

/** Every word must be in the number or the title. */
export function shownControls<T extends Control>(
  controls: readonly T[],
  state: ControlState,
  words: string,
): readonly T[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return controls.filter(({ control_id: id, title, status }) => {
    const text = `${id} ${title}`.toLowerCase()
    return (state === 'all' || status === state) && wanted.every((word) => text.includes(word))
  })
}
