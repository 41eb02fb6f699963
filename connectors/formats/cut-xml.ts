/**
 * Finds the events in a body of Windows' XML. Every search goes forward and is cached, so that a body of unclosed
 * elements costs no more than any other.
 */
import type { Cut } from './cut-text.ts'

const LF = 0x0a
const LT = 0x3c
const EVENT_START = Buffer.from('<Event')
const EVENT_END = Buffer.from('</Event>')
const CDATA_START = Buffer.from('<![CDATA[')
const CDATA_END = Buffer.from(']]>')

/**
 * `<Event>` elements, on one line or many, with or without a list around them. Between them may stand Windows events in
 * text form, which begin with a date on a line of its own, and other lines.
 */
export const cutXml: Cut = (body, visit) => {
  const elementEnd = elementsIn(body)
  let at = 0
  while (true) {
    at = skipMarkup(body, at)
    if (at >= body.length) return
    const end = isEventStart(body, at) ? elementEnd(at) : textEnd(body, at)
    if (visit(at, end) === false) return
    at = end
  }
}

/** A section is a field of an event, and no event is longer. */
const CDATA_MAX = 1024 * 1024

/**
 * The end of the element that begins at a place; the places must ascend. An element that has no end before the next one
 * begins extends to the end of its line, so that the damage stays within it. An end tag inside a CDATA section does not
 * count.
 */
function elementsIn(body: Buffer): (start: number) => number {
  const eventStart = forward((from) => nextEvent(body, from))
  const eventEnd = forward((from) => body.indexOf(EVENT_END, from))
  const endBehindCdata = forward((from) => body.indexOf(EVENT_END, from))
  const cdataStart = forward((from) => body.indexOf(CDATA_START, from))
  const cdataEnd = forward((from) => body.indexOf(CDATA_END, from))
  return (start) => {
    const next = eventStart(start + EVENT_START.length)
    let close = eventEnd(start)
    for (let at = start; close < next; ) {
      const open = cdataStart(at)
      const behind = open < close ? cdataEnd(open) + CDATA_END.length : open
      // A section that does not end is not one.
      if (open >= close || behind - open > CDATA_MAX) return close + EVENT_END.length
      at = behind
      if (at > close) close = endBehindCdata(at)
    }
    const lineEnd = body.subarray(start, Math.min(next, body.length)).indexOf(LF)
    return lineEnd === -1 ? Math.min(next, body.length) : start + lineEnd
  }
}

/**
 * Caches a forward search: it gives the next hit from a place on, or infinity. A hit is kept until a search starts past
 * it.
 */
function forward(search: (from: number) => number): (from: number) => number {
  let since = 0
  let found = -1
  return (from) => {
    if (from < since || from > found) {
      since = from
      found = search(from)
      if (found === -1) found = Number.POSITIVE_INFINITY
    }
    return found
  }
}

const COMMENT_MAX = 4096

/** White space, a byte order mark, the prolog, comments, and the tags of a list around the events. */
function skipMarkup(body: Buffer, from: number): number {
  let at = from
  while (at < body.length) {
    const byte = body[at] ?? 0
    if (byte <= 0x20) at++
    else if (byte === 0xef && body[at + 1] === 0xbb && body[at + 2] === 0xbf) at += 3
    else if (byte === LT && body[at + 1] === 0x21 && body.toString('latin1', at, at + 4) === '<!--') {
      const close = body.subarray(at, at + COMMENT_MAX).indexOf('-->')
      if (close === -1) return at
      at += close + 3
    } else if (byte === LT && (body[at + 1] === 0x3f || isListTag(body, at))) {
      const close = body.subarray(at, at + 1024).indexOf(0x3e)
      if (close === -1) return at
      at += close + 1
    } else return at
  }
  return at
}

function isListTag(body: Buffer, at: number): boolean {
  return /^<\/?Events[\s>]/.test(body.toString('latin1', at, at + 9))
}

function isEventStart(body: Buffer, at: number): boolean {
  if (body[at] !== LT || !body.subarray(at, at + EVENT_START.length).equals(EVENT_START)) return false
  const next = body[at + EVENT_START.length] ?? 0
  return next === 0x3e || next <= 0x20
}

function nextEvent(body: Buffer, from: number): number {
  for (let at = body.indexOf(EVENT_START, from); at !== -1; at = body.indexOf(EVENT_START, at + 1)) {
    if (isEventStart(body, at)) return at
  }
  return -1
}

const DATE_LINE = /^\d{1,2}\/\d{1,2}\/\d{4} /

/** The first byte excludes most lines without converting them to text. */
function isDateLine(body: Buffer, at: number): boolean {
  const first = body[at] ?? 0
  return first >= 0x30 && first <= 0x39 && DATE_LINE.test(body.toString('latin1', at, at + 12))
}

/** A block under a date extends to the next date or element; any other text is a line. */
function textEnd(body: Buffer, start: number): number {
  const isBlock = isDateLine(body, start)
  for (let at = start; ; ) {
    const lineEnd = body.indexOf(LF, at)
    if (lineEnd === -1) return body.length
    at = lineEnd + 1
    if (!isBlock || isEventStart(body, at) || isDateLine(body, at)) return trimEnd(body, start, lineEnd)
  }
}

function trimEnd(body: Buffer, start: number, from: number): number {
  let end = from
  while (end > start && (body[end - 1] ?? 0) <= 0x20) end--
  return end
}
