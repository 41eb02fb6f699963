/** `svc events search`: prints a page of events, or with `--all` the whole search. */
import process, { stderr, stdout } from 'node:process'
import type { Client } from '../../typescript/src/index.ts'
import { GivesTable, IncompleteSearch, type models, type SearchProgress } from '../../typescript/src/index.ts'
import type { Globals } from './arguments.ts'
import { missingLines, statusOfAnswer } from './incomplete.ts'
import { line, print, widthOf } from './output.ts'
import { tableText } from './table.ts'

type Found = models.FoundEvent
type Table = Pick<models.KqlTable, 'columns' | 'rows'>

/** The usual exit status after SIGINT: 128 and its number. */
const INTERRUPTED = 130

/** Prints one page as the API returned it. */
export function searchPage(answer: unknown, question: unknown, globals: Globals): number {
  const page = answer as models.EventSearchResult
  if (!Array.isArray(page?.events)) throw new Error('the answer is no list: what answers there is not the API of svc')
  if (globals.jq !== undefined) print(page, globals)
  else if (page.table !== undefined) showTable(page.table, globals)
  else showEvents(page.events, question, globals)
  const status = statusOfAnswer(page)
  if (page.next_cursor !== undefined) stderr.write('there are more: --all shows them\n')
  else if (status !== 0) stderr.write('--all waits for all of it\n')
  return status
}

/** Waits for the whole search. An interrupt also ends the search on the server. */
export async function search(client: Client, body: unknown, globals: Globals): Promise<number> {
  const { cursor: _, ...question } = (body ?? {}) as models.EventSearch
  const abort = new AbortController()
  const interrupt = () => abort.abort(new Error('interrupted'))
  process.once('SIGINT', interrupt)
  const progress = new ProgressLine()
  const options = { signal: abort.signal, onProgress: (one: SearchProgress) => progress.show(one) }
  try {
    return await wholeEvents(client, question, globals, options, progress).catch((error: unknown) => {
      if (!(error instanceof GivesTable)) throw error
      return wholeTable(client, question, globals, options, progress)
    })
  } catch (error) {
    if (!abort.signal.aborted) throw error
    progress.clear()
    stderr.write('interrupted: not everything was looked at\n')
    return INTERRUPTED
  } finally {
    progress.clear()
    process.off('SIGINT', interrupt)
  }
}

type Options = { readonly signal: AbortSignal; readonly onProgress: (progress: SearchProgress) => void }

async function wholeEvents(
  client: Client,
  question: models.EventSearch,
  globals: Globals,
  options: Options,
  progress: ProgressLine,
): Promise<number> {
  const isLines = globals.json || globals.jq !== undefined
  const events: Found[] = []
  let incomplete: IncompleteSearch | undefined
  try {
    for await (const event of client.search(question, options)) {
      if (!isLines) events.push(event)
      else {
        progress.clear()
        if (globals.jq === undefined) line(JSON.stringify(event))
        else print({ events: [event] }, globals)
      }
    }
  } catch (error) {
    progress.clear()
    // Events that arrived are shown, even if the rest of the search failed.
    if (!isLines) showEvents(events, question, globals)
    if (!(error instanceof IncompleteSearch)) throw error
    incomplete = error
  }
  progress.clear()
  if (incomplete === undefined && !isLines) showEvents(events, question, globals)
  return toldMissing(incomplete)
}

async function wholeTable(
  client: Client,
  { query = '', from, to }: models.EventSearch,
  globals: Globals,
  options: Options,
  progress: ProgressLine,
): Promise<number> {
  const { table, incomplete } = await client.kql(query, { ...options, from, to }).then(
    (whole) => ({ table: whole, incomplete: undefined }),
    (error: unknown) => {
      if (!(error instanceof IncompleteSearch)) throw error
      return { table: error.table, incomplete: error }
    },
  )
  progress.clear()
  if (table !== undefined) {
    if (globals.jq === undefined) showTable(table, globals)
    else print({ table }, globals)
  }
  return toldMissing(incomplete)
}

function toldMissing(incomplete: IncompleteSearch | undefined): number {
  if (incomplete === undefined) return 0
  for (const text of missingLines(incomplete.missing)) stderr.write(`${text}\n`)
  return 1
}

/** Fields of events become columns, in the order of the request. */
function showEvents(events: readonly Found[], question: unknown, { json }: Globals): void {
  if (json) {
    for (const event of events) line(JSON.stringify(event))
    return
  }
  if (events.length === 0) return
  const names = (question as models.EventSearch | undefined)?.fields
  const fields = names ?? [...new Set(events.flatMap((event) => Object.keys(event.fields)))]
  const rows = events.map(({ time, fields, event_uid, cut }) => ({
    time,
    ...fields,
    event_uid,
    cut: cut.length > 0 ? cut : null,
  }))
  const hasCut = events.some(({ cut }) => cut.length > 0)
  const columns = [...new Set(['time', ...fields, 'event_uid', ...(hasCut ? ['cut'] : [])])]
  stdout.write(tableText(rows, widthOf(), columns))
}

function showTable({ columns, rows }: Table, { json }: Globals): void {
  const names = columns.map(({ name }) => name)
  const objects = rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])))
  if (json) for (const object of objects) line(JSON.stringify(object))
  else if (objects.length > 0) stdout.write(tableText(objects, widthOf(), names))
}

/** Shows the progress of a search in the last line of the terminal. */
class ProgressLine {
  #isShown = false

  show({ found, at_time, from_time, to_time }: SearchProgress): void {
    if (!stderr.isTTY) return
    const [from, at, to] = [from_time, at_time, to_time].map(Date.parse) as [number, number, number]
    const done = to > from ? Math.floor((100 * (to - at)) / (to - from)) : 100
    stderr.write(`\r\x1b[Ksearching: ${done} % of the time, back to ${at_time}; ${found} found`)
    this.#isShown = true
  }

  clear(): void {
    if (this.#isShown) stderr.write('\r\x1b[K')
    this.#isShown = false
  }
}
