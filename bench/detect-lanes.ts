/**
 * The two lanes of the detection bench, from a folder of corpora: `mix` is every seventh Windows event, `proc` every
 * process creation. Events are kept twice, as they are and with the log source that rsigma routes by.
 */
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { windowsLogSource } from '../detections/match/test-windows-log-source.ts'
import type { EventLogSource } from '../schemas/event-view.ts'

export type Lane = {
  readonly name: 'mix' | 'proc'
  /** NDJSON. */
  readonly body: Buffer
  readonly events: number
  /** NDJSON with `product`, `category` and `service` in every event. */
  readonly hinted: Buffer
}

const MIX_EVERY = 7
const LF = 10

export function readLanes(windowsDir: string): readonly Lane[] {
  const mix = new LaneBuilder('mix')
  const proc = new LaneBuilder('proc')
  let nth = 0
  for (const line of linesOf(windowsDir)) {
    const isMix = nth++ % MIX_EVERY === 0
    const isProc = /"EventID":\s?"?(1|4688)[",}]/.test(line.latin1Slice())
    if (!isMix && !isProc) continue
    const record = JSON.parse(line.toString()) as Record<string, unknown>
    const source = windowsLogSource(record)
    if (isMix) mix.add(line, record, source)
    if (isProc && source.categories.includes('process_creation')) proc.add(line, record, source)
  }
  return [mix.lane(), proc.lane()]
}

/** Calls with the range of every event of a body, line ends left out. */
export function eachLine(body: Buffer, visit: (start: number, end: number) => void): void {
  for (let start = 0, end = body.indexOf(LF); end >= 0; start = end + 1, end = body.indexOf(LF, start))
    visit(start, end)
}

class LaneBuilder {
  private readonly lines: Buffer[] = []
  private readonly hinted: Buffer[] = []
  private readonly name: Lane['name']

  constructor(name: Lane['name']) {
    this.name = name
  }

  /** A dimension that is missing would be taken as any by rsigma, so it is called `none`. It knows one category. */
  add(line: Buffer, record: Readonly<Record<string, unknown>>, source: EventLogSource): void {
    const category = source.categories.at(-1) ?? 'none'
    const hints = { product: source.product, category, service: source.service || 'none' }
    this.lines.push(Buffer.concat([line, Buffer.of(LF)]))
    this.hinted.push(Buffer.from(`${JSON.stringify({ ...record, ...hints })}\n`))
  }

  lane(): Lane {
    const { name, lines, hinted } = this
    return { name, body: Buffer.concat(lines), events: lines.length, hinted: Buffer.concat(hinted) }
  }
}

/** The Windows events of a folder of corpora, in the order of the files' names. */
export function* linesOf(dir: string): Generator<Buffer> {
  const files = fs.readdirSync(dir).filter((name) => name.endsWith('.ndjson.br'))
  for (const file of files.sort()) {
    const bytes = zlib.brotliDecompressSync(fs.readFileSync(path.join(dir, file)))
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(LF, from)
      const to = end < 0 ? bytes.length : end
      if (to > from) yield bytes.subarray(from, to)
      from = to + 1
    }
  }
}
