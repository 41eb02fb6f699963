/** Matches as lines of text, in the order of the events, whatever order their chunks come in. */
import type { Rule } from '../../../detections/plan/plan.ts'
import type { FedChunk } from './event-feeds.ts'
import type { ChunkResult } from './lane-task.ts'
import type { WindowMatch } from './window-run.ts'

export type ReportForm = { readonly json?: boolean; readonly details?: boolean }

/** Takes the input of windows chunk by chunk in order, with the events and lines before each. */
export type OnFed = (fed: FedChunk, before: { readonly events: number; readonly lines: number }) => void

/**
 * `json`: one object a match, `{"rule_id", "line"}`, with `details` also `title`, `severity`, `tags` and `file`. Otherwise
 * line, severity, title and id with tabs between them.
 *
 * A match of several events has the line of the last of them, and beside it: `time` at which it came true; `from` and `to`,
 * the times of its first and last event; `group`, what they share, by name; `lines` of all of them, at most 128, the
 * newest, in the order of their time; `events_omitted`, how many more there are; of an aggregate what was measured, as
 * `count`, `distinct`, `sum`, `avg`, `min`, `max` or `percentile`. As text: time, from and to, group and lines follow.
 */
export class Report {
  events = 0
  matches = 0
  bad = 0
  private readonly heads: readonly string[]
  private readonly tails: readonly string[]
  private readonly waiting = new Map<number, ChunkResult>()
  private nextChunk = 0
  private linesBefore = 0
  private readonly form: ReportForm
  private readonly numbers: ReadonlyMap<string, number>
  private readonly write: (text: string) => void
  private readonly complain: (text: string) => void
  private readonly onFed: OnFed

  constructor(
    rules: readonly Rule[],
    form: ReportForm,
    write: (text: string) => void,
    complain: (text: string) => void,
    onFed: OnFed,
  ) {
    this.form = form
    this.numbers = new Map(rules.map(({ id }, number) => [id, number]))
    this.heads = rules.map(({ id }) => (form.json ? `{"rule_id":${JSON.stringify(id)},"line":` : ''))
    this.tails = rules.map((rule) => (form.json ? `${form.details ? detailsOf(rule) : ''}}\n` : textOf(rule)))
    this.write = write
    this.complain = complain
    this.onFed = onFed
  }

  add(result: ChunkResult): void {
    this.waiting.set(result.chunk, result)
    for (let next = this.nextResult(); next; next = this.nextResult()) this.print(next)
  }

  private nextResult(): ChunkResult | undefined {
    const next = this.waiting.get(this.nextChunk)
    if (next && this.waiting.delete(this.nextChunk)) this.nextChunk++
    return next
  }

  /** A match of several events. */
  addWindow(match: WindowMatch): void {
    const rule = this.numbers.get(match.ruleId) ?? 0
    const [head = '', tail = ''] = [this.heads[rule], this.tails[rule]]
    const line = match.lines.at(-1) ?? 0
    const more = this.form.json ? `,${JSON.stringify(fieldsOf(match)).slice(1, -1)}` : ''
    const text = this.form.json
      ? `${head}${line}${more}${tail}`
      : `${head}${line}${tail.slice(0, -1)}${columnsOf(match)}\n`
    this.write(text)
    this.matches++
  }

  private print({ events, lines, matches, fed, bad }: ChunkResult): void {
    let text = ''
    for (let i = 0; i < matches.length; i += 2) {
      const rule = matches[i + 1] as number
      text += `${this.heads[rule]}${this.linesBefore + (matches[i] as number)}${this.tails[rule]}`
    }
    if (text !== '') this.write(text)
    for (const { line, reason } of bad) this.complain(`line ${this.linesBefore + line}: ${reason}\n`)
    if (fed) this.onFed(fed, { events: this.events, lines: this.linesBefore })
    this.events += events
    this.matches += matches.length / 2
    this.bad += bad.length
    this.linesBefore += lines
  }
}

function detailsOf({ title, severity, tags, file }: Rule): string {
  return `,${JSON.stringify({ title, severity, tags, file }).slice(1, -1)}`
}

function textOf({ severity, title, id }: Rule): string {
  return `\t${severity}\t${title.replaceAll(/\s+/g, ' ')}\t${id}\n`
}

function fieldsOf({ timeMs, fromMs, toMs, group, figure, lines, omitted }: WindowMatch): Record<string, unknown> {
  return {
    time: isoTime(timeMs),
    from: isoTime(fromMs),
    to: isoTime(toMs),
    group: Object.fromEntries(group),
    ...(figure && { [figure[0]]: figure[1] }),
    lines,
    ...(omitted > 0 && { events_omitted: omitted }),
  }
}

function columnsOf({ timeMs, fromMs, toMs, group, lines }: WindowMatch): string {
  const shared = group.map(([name, value]) => `${name}=${value ?? ''}`.replaceAll(/\s+/g, ' ')).join(', ')
  return ['', isoTime(timeMs), `${isoTime(fromMs)}/${isoTime(toMs)}`, shared, lines.join(',')].join('\t')
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
