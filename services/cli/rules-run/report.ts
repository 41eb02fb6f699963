/** Matches as lines of text, in the order of the events, whatever order their chunks come in. */
import type { Rule } from '../../../detections/plan/plan.ts'
import type { ChunkResult } from './lane.ts'

export type ReportForm = { readonly json?: boolean; readonly details?: boolean }

/**
 * `json`: one object a match, `{"rule_id", "line"}`, with `details` also `title`, `severity`, `tags` and `file`. Otherwise
 * line, severity, title and id with tabs between them.
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
  private readonly write: (text: string) => void
  private readonly complain: (text: string) => void

  constructor(
    rules: readonly Rule[],
    form: ReportForm,
    write: (text: string) => void,
    complain: (text: string) => void,
  ) {
    this.heads = rules.map(({ id }) => (form.json ? `{"rule_id":${JSON.stringify(id)},"line":` : ''))
    this.tails = rules.map((rule) => (form.json ? `${form.details ? detailsOf(rule) : ''}}\n` : textOf(rule)))
    this.write = write
    this.complain = complain
  }

  add(result: ChunkResult): void {
    this.waiting.set(result.chunk, result)
    for (let next = this.take(); next; next = this.take()) this.print(next)
  }

  private take(): ChunkResult | undefined {
    const next = this.waiting.get(this.nextChunk)
    if (next && this.waiting.delete(this.nextChunk)) this.nextChunk++
    return next
  }

  private print({ events, lines, matches, bad }: ChunkResult): void {
    let text = ''
    for (let i = 0; i < matches.length; i += 2) {
      const rule = matches[i + 1] as number
      text += `${this.heads[rule]}${this.linesBefore + (matches[i] as number)}${this.tails[rule]}`
    }
    if (text !== '') this.write(text)
    for (const { line, reason } of bad) this.complain(`line ${this.linesBefore + line}: ${reason}\n`)
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
