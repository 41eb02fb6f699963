/** Makes the methods of the resources from one line of text each: see `generated/operations.ts`. */
import type { DownloadedFile } from './download.ts'
import { PagedList } from './pager.ts'
import type { FileContent, RequestOptions } from './types.ts'

export type Request = {
  readonly method: string
  /** Path from the root of the installation, with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly content: string | FormData | undefined
  readonly media: string | undefined
  /** The server stores the response for an Idempotency-Key. */
  readonly keyed: boolean
  /** True for an operation without effects, with any method. */
  readonly reads: boolean
  readonly isPublic: boolean
}

export interface Caller {
  send(request: Request, options: RequestOptions): Promise<unknown>
  download(request: Request, options: RequestOptions): Promise<DownloadedFile>
}

export interface OperationTree {
  readonly [name: string]: string | OperationTree
}

const MEDIA: Readonly<Record<string, string>> = {
  b: 'application/json',
  s: 'application/scim+json',
  f: 'application/x-www-form-urlencoded',
}

type Params = Readonly<Record<string, unknown>>

export function resourcesOf(tree: OperationTree, caller: Caller): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).map(([name, node]) => [
      name,
      typeof node === 'string' ? methodOf(node, caller) : resourcesOf(node, caller),
    ]),
  )
}

function methodOf(line: string, caller: Caller): (...args: unknown[]) => unknown {
  const [method = '', template = '', flags = '', named = ''] = line.split(' ')
  const has = (flag: string) => flags.includes(flag)
  const path = template.startsWith('~') ? template.slice(1) : `/api/v1${template}`
  const pathCount = path.split('{').length - 1
  const bodyFlag = ['b', 's', 'f', 'm'].find(has)
  return (...args) => {
    const rest = args.slice(pathCount)
    const body = bodyFlag === undefined ? undefined : rest.shift()
    const params = (has('q') ? (rest.shift() ?? {}) : {}) as Params
    const options = (rest.shift() ?? {}) as RequestOptions
    const filled = filledPath(path, args)
    const { query, headers } = splitParams(params, named)
    const request = (cursor: string | undefined): Request => ({
      method,
      path: filled + queryText(cursor === undefined || has('c') ? query : { ...query, cursor }),
      headers,
      content: contentOf(bodyFlag, has('c') && cursor !== undefined ? { ...(body as Params), cursor } : body, params),
      media: bodyFlag === undefined || body === undefined ? undefined : MEDIA[bodyFlag],
      keyed: has('k'),
      reads: has('r'),
      isPublic: has('u'),
    })
    if (has('p') || has('c')) return new PagedList((cursor) => caller.send(request(cursor), options))
    return has('d') ? caller.download(request(undefined), options) : caller.send(request(undefined), options)
  }
}

/** Refuses a value that would change the path. */
function filledPath(path: string, values: readonly unknown[]): string {
  let at = 0
  return path.replace(/\{\w+\}/g, () => {
    const text = String(values[at++] ?? '')
    if (text === '' || text === '.' || text === '..') throw new TypeError(`"${text}" cannot be part of a path`)
    return encodeURIComponent(text)
  })
}

function splitParams(params: Params, named: string): { query: Params; headers: Record<string, string> } {
  if (named === '') return { query: params, headers: {} }
  const names = new Map(named.split(',').map((pair) => pair.split('=') as [string, string]))
  const query: Record<string, unknown> = {}
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    const header = names.get(name)
    if (header === undefined) query[name] = value
    else if (value !== undefined && value !== null) headers[header] = String(value)
  }
  return { query, headers }
}

function queryText(query: Params): string {
  const pairs = Object.entries(query).filter(
    ([name, value]) => value !== undefined && value !== null && name !== 'filename',
  )
  if (pairs.length === 0) return ''
  return `?${new URLSearchParams(pairs.map(([name, value]) => [name, textOf(value)]))}`
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? value.map(textOf).join(',') : String(value)
}

function contentOf(flag: string | undefined, body: unknown, params: Params): string | FormData | undefined {
  if (flag === undefined || body === undefined) return undefined
  if (flag === 'f') return new URLSearchParams(body as Record<string, string>).toString()
  if (flag !== 'm') return JSON.stringify(body)
  const form = new FormData()
  const blob = body instanceof Blob ? body : new Blob([body as Exclude<FileContent, Blob> as BlobPart])
  form.set('file', blob, String(params.filename ?? (body as { name?: string }).name ?? 'file'))
  return form
}
