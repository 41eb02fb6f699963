import { first, lookup, text } from './table.ts'

/** Activities of OCSF's HTTP Activity class, by the method as senders write it. */
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

/** The method of a request in HTTP's own spelling; other words stay as they are. */
export const httpMethod = (field: string) =>
  first(lookup(field, Object.fromEntries(Object.keys(HTTP_METHODS).map((name) => [name, name]))), text(field))
