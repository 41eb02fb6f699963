/** Runs one command against the API and prints the answer. */
import { createWriteStream, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import process, { stdout } from 'node:process'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client, ConnectionFailed, Problem, type RawRequest, request } from '../../typescript/src/index.ts'
import { type Call, callOf, type Globals, parseTyped } from './arguments.ts'
import { operationHelp } from './help.ts'
import { statusOfAnswer } from './incomplete.ts'
import { INTERRUPTED, Interrupted } from './interrupted.ts'
import type { Operation } from './operations.ts'
import { print, printList, printTable } from './output.ts'
import { type Profile, readProfiles, updateProfile } from './profiles.ts'
import { isItemwise, select } from './select.ts'
import { UsageError } from './usage-error.ts'

const SEARCH_PATH = '/api/v1/events/search'
const JOB_PATHS: ReadonlySet<string> = new Set(
  ['', '/table', '/counts'].map((part) => `/api/v1/events/searches/{id}${part}`),
)

export async function runOperation(operation: Operation, args: readonly string[]): Promise<number> {
  const switches = new Set(
    [...operation.query, ...operation.headers, ...(operation.body?.fields ?? [])]
      .filter(({ kind }) => kind === 'boolean')
      .flatMap(({ flag }) => [flag, `no-${flag}`]),
  )
  const typed = parseTyped(args, (flag) => switches.has(flag))
  if (typed.globals.help) {
    stdout.write(operationHelp(operation))
    return 0
  }
  // an invalid selection is refused before the request
  if (typed.globals.jq !== undefined) select(null, typed.globals.jq)
  const call = callOf(operation, typed)
  if (typed.globals.out !== undefined && operation.answer !== 'download')
    throw new UsageError(`--out is for downloads: ${operation.words.join(' ')} > FILE writes its answer to a file`)
  const client = clientOf(typed.globals)
  if (operation.answer === 'download') return download(client, operation, call, typed.globals)
  if (operation.path === SEARCH_PATH) {
    const { search, searchPage } = await import('./search.ts')
    if (typed.globals.all) return search(client, call.body, typed.globals)
    return searchPage(await request(client, rawOf(operation, call)), call.body, typed.globals)
  }
  if (typed.globals.all && operation.verb === 'GET' && JOB_PATHS.has(operation.path)) {
    const { searchJob } = await import('./search.ts')
    const { page } = call.query
    return searchJob(client, typed.positional[0] ?? '', page === undefined ? undefined : Number(page), typed.globals)
  }
  if (operation.pages !== null) return list(client, operation, call, typed.globals)
  const answer = await request(client, rawOf(operation, call))
  print(answer, typed.globals)
  return statusOfAnswer(answer)
}

export function clientOf(globals: Globals): Client {
  return installationOf(globals).client
}

/** Where a command gets its credential from: a setting or flag, or the name of a profile. */
export type Credential =
  | { readonly kind: 'key' | 'profile'; readonly name: string }
  | { readonly kind: 'none'; readonly name?: undefined }
type Installation = { readonly url: string; readonly client: Client; readonly credential: Credential }

/**
 * Finds the installation for a command: from flags, the environment, or the named or current profile. For an address
 * without a key, the signed-in profile of that address is used.
 */
export function installationOf({ profile, apiUrl, apiKey }: Globals): Installation {
  const url = apiUrl ?? (profile === undefined ? process.env.SVC_API_URL : undefined)
  const key = apiKey ?? process.env.SVC_API_KEY
  if (url && !/^https?:\/\/./.test(url)) throw new UsageError(`an address begins with http:// or https://: ${url}`)
  if (key && !/^[\x21-\x7e]+$/.test(key))
    throw new UsageError('the API key has blanks or other characters that no key has')
  const ofKey = { kind: 'key', name: apiKey === undefined ? 'SVC_API_KEY' : '--api-key' } as const
  if (url && key) return { url, client: new Client({ baseUrl: url, apiKey: key }), credential: ofKey }
  const { current, profiles } = readProfiles()
  if (url) {
    const names = current === null ? Object.keys(profiles) : [current, ...Object.keys(profiles)]
    for (const name of names) {
      const kept = profiles[name]
      if (kept && isAt(kept, url)) return ofProfile(name, kept)
    }
    return { url, client: new Client({ baseUrl: url }), credential: { kind: 'none' } }
  }
  const name = profile ?? current
  const kept = name === null ? undefined : profiles[name]
  if (name === null || !kept)
    throw new UsageError(profile === undefined ? 'sign in first: svc login URL' : `there is no profile ${profile}`)
  if (apiKey !== undefined) return { ...ofProfile(name, kept, apiKey), credential: ofKey }
  return ofProfile(name, kept)
}

function ofProfile(name: string, kept: Profile, apiKey?: string): Installation {
  return { url: kept.url, client: clientOfProfile(name, kept, apiKey), credential: { kind: 'profile', name } }
}

const isAt = (profile: Profile, url: string) => profile.url.replace(/\/+$/, '') === url.replace(/\/+$/, '')

function clientOfProfile(name: string, kept: Profile, apiKey = kept.apiKey): Client {
  const { url: baseUrl, accessToken, refreshToken } = kept
  if (apiKey !== undefined) return new Client({ baseUrl, apiKey })
  return new Client({
    ...{ baseUrl, accessToken, refreshToken },
    onTokens: (fresh) => {
      const { accessToken, refreshToken } = fresh
      updateProfile(name, { accessToken, ...(refreshToken === undefined ? {} : { refreshToken }) })
    },
  })
}

function rawOf({ verb, keyed, reads, body, public: isPublic }: Operation, call: Call, cursor?: string): RawRequest {
  const inBody = cursor !== undefined && call.body !== undefined
  const query = { ...call.query, ...(cursor === undefined || inBody ? {} : { cursor }) }
  const media =
    body &&
    {
      json: 'application/json',
      scim: 'application/scim+json',
      form: 'application/x-www-form-urlencoded',
      file: undefined,
    }[body.as]
  return {
    method: verb,
    path: call.path + (Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''),
    headers: call.headers,
    content:
      call.file === undefined
        ? contentOf(inBody ? { ...(call.body as object), cursor } : call.body, media)
        : formOf(call.file),
    media: call.file === undefined && call.body !== undefined ? (media ?? undefined) : undefined,
    ...{ keyed, reads, isPublic },
  }
}

function contentOf(body: unknown, media: string | null | undefined): string | undefined {
  if (body === undefined) return undefined
  return media === 'application/x-www-form-urlencoded'
    ? new URLSearchParams(body as Record<string, string>).toString()
    : JSON.stringify(body)
}

function formOf(file: string): FormData {
  const form = new FormData()
  try {
    form.set('file', new Blob([readFileSync(file)]), basename(file))
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
  return form
}

type Page = { items?: unknown[]; events?: unknown[]; next_cursor?: string }

async function list(client: Client, operation: Operation, call: Call, globals: Globals): Promise<number> {
  const rows: unknown[] = []
  let cursor: string | undefined
  let page: Page
  let member: 'items' | 'events'
  // A position in the list needs all of its pages at once.
  const isByPage = globals.jq === undefined ? globals.json : isItemwise(globals.jq)
  do {
    page = (await request(client, rawOf(operation, call, cursor))) as Page
    member = page.items === undefined ? 'events' : 'items'
    const items = page[member]
    if (items === undefined) throw new Error('the answer is not a list: the server is not the API of svc')
    if (isByPage) printList(page, member, items, globals)
    else rows.push(...items)
    cursor = page.next_cursor
  } while (globals.all && cursor !== undefined)
  if (!isByPage && !printList({ ...page, [member]: rows }, member, rows, globals)) {
    if (rows.length > 0) printTable(rows)
    else process.stderr.write('no results\n')
  }
  if (cursor !== undefined) process.stderr.write('there are more results: --all shows them\n')
  return 0
}

async function download(client: Client, operation: Operation, call: Call, { out }: Globals): Promise<number> {
  const { stream } = await request(client, rawOf(operation, call), 'download')
  if (stream === null) return 0
  const source = Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])
  try {
    if (out !== undefined) await save(source, out)
    else for await (const part of source) stdout.write(part)
  } catch (error) {
    if (error instanceof Interrupted) throw error
    // An error of a file or of standard output names a system call; any other error belongs to the connection.
    if (error instanceof Error && 'syscall' in error && error.cause === undefined) throw error
    throw new ConnectionFailed('the answer was cut off: try again; a proxy may end long answers')
  }
  return 0
}

/** A file gets its name once it is complete. A device or a pipe is written directly. */
async function save(source: Readable, out: string): Promise<void> {
  const isFile = statSync(out, { throwIfNoEntry: false })?.isFile() ?? true
  const part = isFile ? `${out}.part` : out
  const abort = new AbortController()
  const interrupt = () => abort.abort()
  process.once('SIGINT', interrupt)
  try {
    await pipeline(source, createWriteStream(part), { signal: abort.signal })
    if (isFile) renameSync(part, out)
  } catch (error) {
    if (isFile) rmSync(part, { force: true })
    throw abort.signal.aborted ? new Interrupted() : error
  } finally {
    process.off('SIGINT', interrupt)
  }
}

/** Exit status: 3 forbidden, 4 not found, 5 refused, 6 temporarily refused, 7 no answer, 1 anything else. */
export function statusOf(error: unknown): number {
  if (error instanceof UsageError) return 2
  if (error instanceof Interrupted) return INTERRUPTED
  if (error instanceof Problem) {
    if (error.status === 401 || error.status === 403) return 3
    if (error.status === 404) return 4
    if (error.status === 429 || error.status === 503) return 6
    return error.status < 500 ? 5 : 1
  }
  const { name } = error as { name?: string }
  return name === 'ConnectionFailed' || name === 'DeadlineExceeded' ? 7 : 1
}
