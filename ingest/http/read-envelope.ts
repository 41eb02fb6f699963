import { isUtf8 } from 'node:buffer'
import { type Envelope, type SplitFault, splitEnvelope } from '../../connectors/formats/framing.ts'
import { AppError } from '../../platform/errors.ts'
import type { IngestLimits } from './limits.ts'
import { parseJson, tooManyEvents } from './validate-batch.ts'

/** The events of a JSON body, and the other members when it is an object. */
export type ReadEnvelope = Envelope & { readonly head: Readonly<Record<string, unknown>> }

/** Throws `bad_body` or `too_large` with the fault and its byte offset. */
export function readEnvelope(body: Buffer, limits: IngestLimits): ReadEnvelope {
  return openEnvelope(body, splitBody(body, limits), limits)
}

/** Positions of the events in a JSON body; refuses only another charset. */
export function splitBody(body: Buffer, limits: IngestLimits): Envelope | SplitFault {
  if (!isUtf8(body)) throw new AppError('bad_body', 'the body is not UTF-8')
  return splitEnvelope(body, limits)
}

export function openEnvelope(body: Buffer, split: Envelope | SplitFault, limits: IngestLimits): ReadEnvelope {
  if ('fault' in split) throw faultOf(split, body, limits)
  return { ...split, head: headOf(body, split, limits) }
}

export function faultOf(split: SplitFault, body: Buffer, limits: IngestLimits): AppError {
  const at = `at byte ${split.at} of ${body.length}`
  switch (split.fault) {
    case 'empty':
      return new AppError('bad_body', 'the body is empty')
    case 'cut_short':
      return new AppError('bad_body', `the body is not JSON: it ends inside a value (${at})`)
    case 'not_json':
      return new AppError('bad_body', `the body is not a JSON object or array: unexpected text (${at})`)
    case 'trailing_data':
      return new AppError(
        'bad_body',
        `text behind the JSON value (${at}); several are application/x-ndjson, one a line`,
      )
    case 'too_deep':
      return new AppError('bad_body', `the body is nested deeper than ${limits.depthMax} (${at})`)
    case 'too_many_events':
      return tooManyEvents(limits.eventsMax)
  }
}

/** The object's members except its list, whose events are parsed one by one. */
function headOf(body: Buffer, split: Envelope, limits: IngestLimits): Record<string, unknown> {
  if (split.kind === 'array') return {}
  const isWhole = split.kind === 'object'
  const headBytes = isWhole ? split.listEnd - split.listStart : body.length - (split.listEnd - split.listStart)
  const max = isWhole ? limits.eventBytesMax : limits.headBytesMax
  const what = isWhole ? 'the body is one event, and' : 'what is around the events'
  if (headBytes > max) throw new AppError('too_large', `${what} is larger than ${max} bytes`)
  const text = isWhole
    ? body.toString('utf8')
    : `${body.toString('utf8', 0, split.listStart)}[]${body.toString('utf8', split.listEnd)}`
  return parseJson(text, 'outside of the events') as Record<string, unknown>
}
