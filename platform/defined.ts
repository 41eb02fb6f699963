/** The members with a value. Members without one are left out, so that a merge does not overwrite existing values. */
export function defined<T extends object>(item: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
