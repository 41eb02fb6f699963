/** Where somebody is in the queue, while they read one of its alerts on a page of its own. */
type Place = { readonly address: string; readonly ids: readonly string[]; readonly id: string | undefined }

let place: Place = { address: '', ids: [], id: undefined }

/** `address` is the search of the queue: another view has another place. */
export function rememberPlace(address: string, ids: readonly string[], id: string | undefined): void {
  place = { address, ids, id }
}

/** The same, at another of its alerts. */
export function movePlace(id: string): void {
  if (place.ids.includes(id)) place = { ...place, id }
}

export function placeIn(address: string): string | undefined {
  return place.address === address ? place.id : undefined
}

export const queueAddress = (): string => place.address

/** The alerts beside this one in the queue that was seen last. */
export function neighbours(id: string): { readonly at: number; readonly of: number; previous?: string; next?: string } {
  const at = place.ids.indexOf(id)
  const [previous, next] = at < 0 ? [undefined, undefined] : [place.ids[at - 1], place.ids[at + 1]]
  return { at, of: place.ids.length, ...(previous ? { previous } : {}), ...(next ? { next } : {}) }
}
