/** The user's position in the queue, while the user reads one of its alerts on its own page. */
type Place = { readonly address: string; readonly ids: readonly string[]; readonly id: string | undefined }

let place: Place = { address: '', ids: [], id: undefined }

/** `address` is the query string of the queue: another view has another position. */
export function rememberPlace(address: string, ids: readonly string[], id: string | undefined): void {
  place = { address, ids, id }
}

/** Moves the position to another alert of the same queue. */
export function movePlace(id: string): void {
  if (place.ids.includes(id)) place = { ...place, id }
}

export function placeIn(address: string): string | undefined {
  return place.address === address ? place.id : undefined
}

export const queueAddress = (): string => place.address

/** The alerts before and after this one in the last shown queue. */
export function neighbours(id: string): { readonly at: number; readonly of: number; previous?: string; next?: string } {
  const at = place.ids.indexOf(id)
  const [previous, next] = at < 0 ? [undefined, undefined] : [place.ids[at - 1], place.ids[at + 1]]
  return { at, of: place.ids.length, ...(previous ? { previous } : {}), ...(next ? { next } : {}) }
}
