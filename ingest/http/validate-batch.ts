import { arrangedBody, cutText, lineFormat } from '../../connectors/formats/body.ts'
import {
  type Envelope,
  type EventFault,
  type EventRules,
  rulesFor,
  shallowCheck,
} from '../../connectors/formats/framing.ts'
import { AppError } from '../../platform/errors.ts'
import type { Framing } from '../../schemas/event-batch.ts'
import { encodeFrames, type Frame, framesIn } from '../../schemas/frames.ts'
import { ERRORS_LISTED_MAX, type IngestLimits } from './limits.ts'

/** A body whose events were counted and checked superficially. */
export type Judged = {
  readonly framing: Framing
  readonly sourceFormat: string
  readonly body: Buffer
  readonly events: number
  readonly rejected: number
  readonly faults: ReadonlyMap<string, number>
  readonly errors: readonly string[]
}

export function judgeLines(received: Buffer, sourceFormat: string, limits: IngestLimits): Judged {
  const body = arrangedBody(received, sourceFormat, limits.eventsMax)
  const rules = rulesFor(body, 'lines', sourceFormat, limits.eventBytesMax)
  const tally = new Tally(limits)
  cutText(body, sourceFormat, (start, end) => {
    tally.add(shallowCheck(body, start, end, rules))
    return undefined
  })
  return tally.judged('lines', sourceFormat, body)
}

/**
 * Checks frames, which are independent messages: one message's content does not affect another. Lines of a message that
 * form one event are joined as in any body of lines. Throws `bad_body` when the bytes are no frames.
 */
export function judgeFrames(
  received: Buffer,
  framing: 'messages' | 'bodies',
  sourceFormat: string,
  limits: IngestLimits,
): Judged {
  const tally = new Tally(limits)
  const frames: Frame[] = []
  for (const { key, body: message } of readFrames(received)) {
    const isWhole = framing === 'messages'
    const format = lineFormat(sourceFormat, message)
    const body = isWhole ? message : arrangedBody(message, format, limits.eventsMax)
    const rules = rulesFor(body, 'lines', format, limits.eventBytesMax)
    const add = (start: number, end: number) => {
      tally.add(shallowCheck(body, start, end, rules))
      return undefined
    }
    if (isWhole) add(0, body.length)
    else cutText(body, format, add)
    frames.push({ key, body })
  }
  return tally.judged(framing, sourceFormat, framing === 'messages' ? received : encodeFrames(frames))
}

function readFrames(received: Buffer): Frame[] {
  try {
    return [...framesIn(received)]
  } catch (error) {
    throw new AppError('bad_body', error instanceof Error ? error.message : 'the body is no frames')
  }
}

/**
 * Checks the elements of a list. Each accepted element is parsed, because the boundaries in a broken batch cannot be
 * trusted. An element that is nested too deep for a parser becomes a dead letter, and its neighbours are accepted.
 */
export function judgeElements(
  body: Buffer,
  { elements, deep }: Pick<Envelope, 'elements' | 'deep'>,
  sourceFormat: string,
  limits: IngestLimits,
): Judged {
  const unparsed = new Set(deep)
  const rules = rulesFor(body, 'envelope', sourceFormat, limits.eventBytesMax)
  if (!rules.utf8) throw new AppError('bad_body', 'the body is not UTF-8')
  const tally = new Tally(limits)
  for (let i = 0; i < elements.length; i += 2) {
    const start = elements[i] ?? 0
    const end = elements[i + 1] ?? 0
    const isDeep = unparsed.has(i / 2)
    tally.add(isDeep ? shallowCheck(body, start, end, rules) : judgeElement(body, start, end, rules, i / 2 + 1))
  }
  return tally.judged('envelope', sourceFormat, body)
}

/** Parsed one by one, because parsing the whole body could need many times the memory of its text. */
function judgeElement(body: Buffer, start: number, end: number, rules: EventRules, nth: number): EventFault | null {
  if (end - start > rules.eventBytesMax) return 'event_too_large'
  parseJson(body.toString('utf8', start, end), `event ${nth}, at byte ${start}`)
  return shallowCheck(body, start, end, rules)
}

/** Throws `bad_body` with the JSON error and its position. */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw new AppError('bad_body', `the body is not JSON (${where}): ${reason.slice(0, 200)}`)
  }
}

type TallyLimits = Pick<IngestLimits, 'eventsMax' | 'eventBytesMax'>

/** Counts outcomes and lists the first errors. Throws once there are more events than a batch may have. */
export class Tally {
  events = 0
  rejected = 0
  readonly #limits: TallyLimits
  readonly #faults = new Map<string, number>()
  readonly #errors: string[] = []

  constructor(limits: TallyLimits) {
    this.#limits = limits
  }

  add(fault: EventFault | null): void {
    this.events++
    if (this.events > this.#limits.eventsMax) throw tooManyEvents(this.#limits.eventsMax)
    if (fault === null) return
    this.rejected++
    this.#faults.set(fault, (this.#faults.get(fault) ?? 0) + 1)
    if (this.#errors.length < ERRORS_LISTED_MAX) this.#errors.push(`event ${this.events}: ${this.#faultText(fault)}`)
  }

  #faultText(fault: EventFault): string {
    return fault === 'event_too_large' ? `${fault} (at most ${this.#limits.eventBytesMax} bytes)` : fault
  }

  judged(framing: Framing, sourceFormat: string, body: Buffer): Judged {
    const unlisted = this.rejected - this.#errors.length
    const errors = unlisted > 0 ? [...this.#errors, `and ${unlisted} more`] : this.#errors
    return { framing, sourceFormat, body, events: this.events, rejected: this.rejected, faults: this.#faults, errors }
  }
}

export function tooManyEvents(max: number): AppError {
  return new AppError('too_large', `a batch has at most ${max} events; send it in parts`)
}
