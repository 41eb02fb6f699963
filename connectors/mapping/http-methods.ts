import { first, lookup, text } from './table.ts'

/** Methods of HTTP as senders write them -> activities of OCSF's HTTP Activity class. */
export const HTTP_METHODS: Readonly<Record<string, string>> = {
  CONNECT: 'Connect',
  DELETE: 'Delete',
  GET: 'Get',
  HEAD: 'Head',
  OPTIONS: 'Options',
  PATCH: 'Patch',
  POST: 'Post',
  PUT: 'Put',
  TRACE: 'Trace',
}

/** The method of a request as HTTP writes it, however the sender does; words that are none stay as they are. */
export const httpMethod = (field: string) =>
  first(lookup(field, Object.fromEntries(Object.keys(HTTP_METHODS).map((name) => [name, name]))), text(field))
