/** A record under construction: names come from senders, so it has no prototype whose names could be met. */
export type Fields = Record<string, unknown>

/** Made by a constructor, because the engine then lays it out like any other object, which makes it cheap to read. */
const Bag = function Bag() {} as unknown as new () => Fields
Bag.prototype = Object.create(null)

/** An object without inherited names, `__proto__` included. */
export function newFields(): Fields {
  return new Bag()
}

/** More than any vendor sends in one event; an event that has more is refused as `too_many_fields`. */
export const FIELDS_MAX = 4096

/** Where decoders put what is around a vendor's fields; `decoder.ts` lists what is in them. */
const WRAPPERS: ReadonlySet<string> = new Set(['syslog', 'cef', 'leef', 'hec', 'zeek', 'audit', 'log', 'cloudwatch'])

/** Sets a field; one that is written twice becomes a list of what was written, in order. */
export function put(record: Fields, name: string, value: string): void {
  const known = record[name]
  if (known === undefined) record[name] = value
  else if (Array.isArray(known)) known.push(value)
  else if (WRAPPERS.has(name) && typeof known === 'object') put(record, `${name}_`, value)
  else record[name] = [known, value]
}

/** Puts a wrapper beside the fields of a record; a field that has its name moves to `name_`. */
export function addWrapper(record: Fields, name: string, wrapper: Fields): void {
  if (Object.hasOwn(record, name)) record[`${name}_`] = record[name]
  record[name] = wrapper
}
