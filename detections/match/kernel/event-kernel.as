/**
 * AssemblyScript: reads the JSON text of an event as far as matching needs it. Members whose names are
 * known are noted with the place of their value, everything else is only held to the grammar; automata then walk over
 * values where they lie. What is not sure is answered with -1, and JavaScript reads that text itself.
 *
 * First the quotes are found, 64 bytes at a time: those behind an odd run of backslashes do not count (the arithmetic
 * on bits is that of simdjson, Langdale and Lemire 2019). Then one walk from string to string over what lies between.
 */
import { isAnyIn } from './keyword-kernel'
export { mayHold } from './keyword-kernel'

const QUOTE: u8 = 0x22
const BACKSLASH: u8 = 0x5c
const COMMA: u8 = 0x2c
const COLON: u8 = 0x3a
const OPEN_OBJECT: u8 = 0x7b
const CLOSE_OBJECT: u8 = 0x7d
const OPEN_ARRAY: u8 = 0x5b
const CLOSE_ARRAY: u8 = 0x5d
const LETTER_U: u8 = 0x75
const COMMA_QUOTE: u16 = 0x222c
const QUOTE_COLON_QUOTE: u32 = 0x223a22
const THREE_BYTES: u32 = 0xffffff
const ODD_BITS: u64 = 0xaaaaaaaaaaaaaaaa
const BLOCK: usize = 64
const ASKED: i32 = -1
const DOT: u8 = 0x2e
/** Instead of an address. */
const UNSURE: usize = 1
const SLOT: u32 = 0x7fffffff
/**
 * Logs repeat the same texts: a cell of the memo keeps what a table found in one that came a second time. A cell is hash,
 * tables, length and number found (-1: met once), what was found or the epoch of that event, and the text.
 */
const MEMO_MASK: u32 = 1023
const MEMO_CELL: usize = 320
const MEMO_TEXT: usize = 48
const MEMO_FOUND_MAX: i32 = 8
const MEMO_LENGTH_MIN: usize = 16
const MEMO_LENGTH_MAX: usize = 256

const TEXT: u32 = 1
const NUMBER: u32 = 2
const TRUE: u32 = 3
const FALSE: u32 = 4
const NULL: u32 = 5
const NESTED: u32 = 6

/** The next quote of the index, as an address in it. */
let cursor: usize = 0
/** What the last value is, and where it ends: a text without its quotes. */
let kind: u32 = 0
let valueStart: usize = 0
let valueEnd: usize = 0
/** Those of the last call. */
let names: usize = 0
let places: usize = 0
let now: u32 = 0
/** Whether a name inside of a known object has a dot. */
let dotted: bool = false

/**
 * `keys` is the table of known names: a mask, and places of 16 bytes with address, length and object, slot, and hash. The
 * object is 0 for a name of the top level, else one more than the slot of the object that the name is a member of. The
 * highest bit of the slot is set where names inside of the value are known. A slot is four integers: the epoch it was
 * written in, kind, start and end of the value; of a name that comes twice the last one counts, but a value with known
 * names inside may come only once. 64 bytes behind the text are overwritten. Answers 0, or -1 when it is no JSON object or
 * is not sure to be one.
 */
export function readEvent(text: usize, length: usize, index: usize, quotesMax: i32, keys: usize, slots: usize, epoch: u32): i32 {
  const end = text + length
  memory.fill(end, 0, BLOCK)
  const quotes = findQuotes(text, end, index, quotesMax)
  if (quotes < 0) return ASKED
  cursor = index
  names = keys
  places = slots
  now = epoch
  dotted = false
  const indexEnd = index + ((<usize>quotes) << 2)
  const at = skipSpace(text)
  if (load<u8>(at) != OPEN_OBJECT) return ASKED
  const last = readMembers(at, 0)
  return last != 0 && skipSpace(last) == end && cursor == indexEnd ? 0 : ASKED
}

/** What a step of a path expects of its slot: a value that is a text or another scalar as written, or how a nested one begins. */
const PRESENT: u32 = 1
const SCALAR_TEXT: u32 = 2
const SCALAR: u32 = 3
const BEGINS: u32 = 4

/**
 * Of the last text: 1 when its values are those of a path, which is a number of steps, and from 16 bytes on steps of 16
 * bytes: slot, what is expected (0: nothing), length or first byte, address of the bytes.
 */
export function isOnPath(path: usize): i32 {
  const end = path + 16 + ((<usize>load<u32>(path)) << 4)
  for (let step = path + 16; step < end; step += 16) {
    const slot = places + ((<usize>load<u32>(step)) << 4)
    const expected = load<u32>(step, 4)
    if ((load<u32>(slot) == now) != (expected != 0)) return 0
    if (expected <= PRESENT) continue
    const found = load<u32>(slot, 4)
    const start = <usize>load<u32>(slot, 8)
    const length = load<u32>(step, 8)
    if ((found == NESTED) != (expected == BEGINS)) return 0
    if (expected == BEGINS) {
      if (<u32>load<u8>(start) != length) return 0
      continue
    }
    if ((found == TEXT) != (expected == SCALAR_TEXT) || load<u32>(slot, 12) - <u32>start != length) return 0
    if (!isSame(<usize>load<u32>(step, 12), start, length)) return 0
  }
  return 1
}

/** Of the last text: 1 when a name inside of a known object has a dot. */
export function hasDottedNames(): i32 {
  return i32(dotted)
}

/** From the start of an object to behind it; 0 when it is none, or is not sure to be one. */
function readMembers(from: usize, parent: u32): usize {
  let at = skipSpace(from + 1)
  if (load<u8>(at) == CLOSE_OBJECT) return at + 1
  while (true) {
    if (load<u8>(at) != QUOTE) return 0
    const keyStart = at + 1
    const keyEnd = <usize>load<u32>(cursor, 4)
    cursor += 8
    const known = findName(keyStart, keyEnd, parent)
    if (known == UNSURE) return 0
    // Most members are a text right behind the colon, and the next one follows right behind the comma.
    if ((load<u32>(keyEnd) & THREE_BYTES) == QUOTE_COLON_QUOTE) {
      at = readText(keyEnd + 3)
    } else {
      at = skipSpace(keyEnd + 1)
      if (load<u8>(at) != COLON) return 0
      at = skipSpace(at + 1)
      const isRead = known != 0 && load<u8>(at) == OPEN_OBJECT && <i32>load<u32>(known, 8) < 0
      at = isRead ? readObject(at, (load<u32>(known, 8) & SLOT) + 1) : readValue(at)
      if (at == 0) return 0
    }
    if (known != 0 && !noteMember(known)) return 0
    if (load<u16>(at) == COMMA_QUOTE) {
      at++
      continue
    }
    at = skipSpace(at)
    const byte = load<u8>(at)
    if (byte == CLOSE_OBJECT) return at + 1
    if (byte != COMMA) return 0
    at = skipSpace(at + 1)
  }
  return 0
}

/** As `readValue`, of an object with known names inside. */
function readObject(start: usize, self: u32): usize {
  const end = readMembers(start, self)
  valueStart = start
  valueEnd = end
  kind = NESTED
  return end
}

/**
 * Addresses of the quotes that begin and end strings; -1 where a string is none: a bad escape, a control character. What is
 * wrong is gathered and asked once, because branches that nobody can foresee would take longer than all of this.
 */
function findQuotes(text: usize, end: usize, index: usize, quotesMax: i32): i32 {
  let quotes = index
  const last = index + ((<usize>quotesMax - 64) << 2)
  let isNextEscaped: u64 = 0
  let inString: u64 = 0
  let wrong: u64 = 0
  for (let at = text; at < end; at += BLOCK) {
    if (quotes > last) return ASKED
    const a = v128.load(at)
    const b = v128.load(at, 16)
    const c = v128.load(at, 32)
    const d = v128.load(at, 48)
    const backslash = bits(equal(a, BACKSLASH), equal(b, BACKSLASH), equal(c, BACKSLASH), equal(d, BACKSLASH))
    const candidates = backslash & ~isNextEscaped
    const codes = (((candidates << 1) | ODD_BITS) - candidates) ^ ODD_BITS
    const escaped = codes ^ (backslash | isNextEscaped)
    isNextEscaped = (codes & backslash) >> 63
    wrong |= escaped & ~bits(escapable(a), escapable(b), escapable(c), escapable(d))
    const coded = escaped & bits(equal(a, LETTER_U), equal(b, LETTER_U), equal(c, LETTER_U), equal(d, LETTER_U))
    if (coded != 0 && !haveDigits(at, coded)) return ASKED
    let quote = bits(equal(a, QUOTE), equal(b, QUOTE), equal(c, QUOTE), equal(d, QUOTE)) & ~escaped
    const within = within64(quote) ^ inString
    inString = <u64>(<i64>within >> 63)
    wrong |= (bits(isControl(a), isControl(b), isControl(c), isControl(d)) & within) | (backslash & ~within)
    const count = <usize>popcnt(quote)
    // Four at a time whether they are there or not, which is seldom more than once.
    for (let to = quotes; ; to += 16) {
      store<u32>(to, <u32>(at + <usize>ctz(quote)))
      quote &= quote - 1
      store<u32>(to, <u32>(at + <usize>ctz(quote)), 4)
      quote &= quote - 1
      store<u32>(to, <u32>(at + <usize>ctz(quote)), 8)
      quote &= quote - 1
      store<u32>(to, <u32>(at + <usize>ctz(quote)), 12)
      quote &= quote - 1
      if (quote == 0) break
    }
    quotes += count << 2
  }
  return (wrong | inString) != 0 ? ASKED : <i32>((quotes - index) >> 2)
}

// @ts-ignore: decorator
@inline
function bits(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = <u32>i8x16.bitmask(a) | (<u32>i8x16.bitmask(b) << 16)
  const high = <u32>i8x16.bitmask(c) | (<u32>i8x16.bitmask(d) << 16)
  return <u64>low | (<u64>high << 32)
}

// @ts-ignore: decorator
@inline
function equal(bytes: v128, byte: u8): v128 {
  return i8x16.eq(bytes, i8x16.splat(<i8>byte))
}

// @ts-ignore: decorator
@inline
function isControl(bytes: v128): v128 {
  return i8x16.lt_u(bytes, i8x16.splat(0x20))
}

/** Bytes that may stand behind a backslash, by a set of high halves for each low half: `"/\bfnrtu`. */
// @ts-ignore: decorator
@inline
function escapable(bytes: v128): v128 {
  const low = i8x16(0, 0, 13, 0, 8, 8, 4, 0, 0, 0, 0, 0, 2, 0, 4, 1)
  const high = i8x16(0, 0, 1, 0, 0, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0)
  const half = i8x16.splat(0x0f)
  const lows = i8x16.relaxed_swizzle(low, v128.and(bytes, half))
  const highs = i8x16.relaxed_swizzle(high, v128.and(i16x8.shr_u(bytes, 4), half))
  return i8x16.ne(v128.and(lows, highs), i8x16.splat(0))
}

/** Whether the four digits stand behind every `u` of a block. */
function haveDigits(block: usize, coded: u64): bool {
  for (let rest = coded; rest != 0; rest &= rest - 1) {
    const at = block + <usize>ctz(rest)
    if (!(isHex(load<u8>(at, 1)) && isHex(load<u8>(at, 2)) && isHex(load<u8>(at, 3)) && isHex(load<u8>(at, 4)))) return false
  }
  return true
}

function isHex(byte: u8): bool {
  return isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66)
}

// @ts-ignore: decorator
@inline
function isDigit(byte: u8): bool {
  return <u8>(byte - 0x30) <= 9
}

/** Bit i is the parity of the bits up to i: set from a quote that opens up to the one that closes. */
// @ts-ignore: decorator
@inline
function within64(quote: u64): u64 {
  let all = quote
  all ^= all << 1
  all ^= all << 2
  all ^= all << 4
  all ^= all << 8
  all ^= all << 16
  all ^= all << 32
  return all
}

// @ts-ignore: decorator
@inline
function skipSpace(from: usize): usize {
  let at = from
  // All that is no space and can stand between strings is greater.
  while (load<u8>(at) <= 0x20 && isSpace(load<u8>(at))) at++
  return at
}

// @ts-ignore: decorator
@inline
function isSpace(byte: u8): bool {
  return byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
}

// @ts-ignore: decorator
@inline
function readText(start: usize): usize {
  valueStart = start
  valueEnd = <usize>load<u32>(cursor, 4)
  cursor += 8
  kind = TEXT
  return valueEnd + 1
}

/** Behind the value; 0 when it is none. Sets `kind`, `valueStart` and `valueEnd`. */
function readValue(at: usize): usize {
  const byte = load<u8>(at)
  if (byte == QUOTE) return readText(at + 1)
  valueStart = at
  if (byte == OPEN_OBJECT || byte == OPEN_ARRAY) {
    valueEnd = skipNested(at)
    kind = NESTED
  } else {
    valueEnd = skipScalar(at)
  }
  return valueEnd
}

/** Behind a number, `true`, `false` or `null`; 0 when it is none of them. */
function skipScalar(at: usize): usize {
  const word = load<u32>(at)
  if (word == 0x65757274) {
    kind = TRUE
    return at + 4
  }
  if (word == 0x6c6c756e) {
    kind = NULL
    return at + 4
  }
  if (word == 0x736c6166 && load<u8>(at, 4) == 0x65) {
    kind = FALSE
    return at + 5
  }
  kind = NUMBER
  return skipNumber(at)
}

function skipNumber(from: usize): usize {
  let at = from
  if (load<u8>(at) == 0x2d) at++
  const whole = skipDigits(at)
  if (whole == at || (load<u8>(at) == 0x30 && whole > at + 1)) return 0
  at = whole
  if (load<u8>(at) == 0x2e) {
    const fraction = skipDigits(at + 1)
    if (fraction == at + 1) return 0
    at = fraction
  }
  if ((load<u8>(at) | 0x20) != 0x65) return at
  at++
  if (load<u8>(at) == 0x2b || load<u8>(at) == 0x2d) at++
  const exponent = skipDigits(at)
  return exponent == at ? 0 : exponent
}

// @ts-ignore: decorator
@inline
function skipDigits(from: usize): usize {
  let at = from
  while (isDigit(load<u8>(at))) at++
  return at
}

/** Behind an object or array; 0 when it is none, or nests deeper than a bit each of `objects`. */
function skipNested(from: usize): usize {
  let objects: u64 = 0
  let depth = 0
  let at = from
  while (true) {
    // Here a value begins.
    const byte = load<u8>(at)
    let isEmpty = false
    if (byte == OPEN_OBJECT || byte == OPEN_ARRAY) {
      if (depth == 64) return 0
      const isObject = byte == OPEN_OBJECT
      objects = (objects << 1) | u64(isObject)
      depth++
      at = skipSpace(at + 1)
      isEmpty = load<u8>(at) == (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)
      if (!isEmpty) {
        if (isObject) at = skipName(at)
        if (at == 0) return 0
        continue
      }
    } else if (byte == QUOTE) {
      at = <usize>load<u32>(cursor, 4) + 1
      cursor += 8
    } else {
      at = skipScalar(at)
      if (at == 0) return 0
    }
    // Here one has ended.
    while (true) {
      at = skipSpace(at)
      const next = load<u8>(at)
      const isObject = (objects & 1) != 0
      if (next == (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) {
        objects >>= 1
        at++
        if (--depth == 0) return at
        continue
      }
      if (next != COMMA) return 0
      at = skipSpace(at + 1)
      if (isObject) at = skipName(at)
      if (at == 0) return 0
      break
    }
  }
  return 0
}

/** From a name to its value. */
function skipName(from: usize): usize {
  if (load<u8>(from) != QUOTE) return 0
  const at = skipSpace(<usize>load<u32>(cursor, 4) + 1)
  cursor += 8
  return load<u8>(at) == COLON ? skipSpace(at + 1) : 0
}

/** The place of a known name, 0 for any other; `UNSURE` for one that is written with escapes: it may be a known one. */
// @ts-ignore: decorator
@inline
function findName(start: usize, end: usize, parent: u32): usize {
  const length = end - start
  for (let at = start; at < end; at += 16) {
    const bytes = v128.load(at)
    const found = <u32>i8x16.bitmask(equal(bytes, BACKSLASH))
    if (found != 0 && at + <usize>ctz(found) < end) return UNSURE
    if (parent == 0) continue
    const dots = <u32>i8x16.bitmask(equal(bytes, DOT))
    if (dots != 0 && at + <usize>ctz(dots) < end) dotted = true
  }
  const mask = load<u32>(names)
  const hash = hashOf(start, length, parent)
  const lengthAndParent = <u32>length | (parent << 16)
  for (let place = hash & mask; ; place = (place + 1) & mask) {
    const known = names + 16 + ((<usize>place) << 4)
    const at = <usize>load<u32>(known)
    if (at == 0) return 0
    if (load<u32>(known, 12) != hash || load<u32>(known, 4) != lengthAndParent) continue
    if (isSame(at, start, length)) return known
  }
  return 0
}

/** False when the value comes again and names inside of it are known: those of the value before would still be noted. */
// @ts-ignore: decorator
@inline
function noteMember(known: usize): bool {
  const word = load<u32>(known, 8)
  const slot = places + ((<usize>(word & SLOT)) << 4)
  if (<i32>word < 0 && load<u32>(slot) == now) return false
  store<u32>(slot, now)
  store<u32>(slot, kind, 4)
  store<u32>(slot, <u32>valueStart, 8)
  store<u32>(slot, <u32>valueEnd, 12)
  return true
}

// @ts-ignore: decorator
@inline
function isSame(known: usize, start: usize, length: usize): bool {
  for (let from: usize = 0; from < length; from += 16) {
    const differing = ~(<u32>i8x16.bitmask(i8x16.eq(v128.load(known + from), v128.load(start + from)))) & 0xffff
    if (differing != 0 && from + <usize>ctz(differing) < length) return false
  }
  return true
}

/** Of a name's length, first and last eight bytes, and of the object that it is in. 16 bytes behind a name are readable. */
export function hashOf(start: usize, length: usize, parent: u32): u32 {
  let first = load<u64>(start)
  let last: u64 = 0
  if (length < 8) first &= ((<u64>1) << (<u64>length << 3)) - 1
  else last = load<u64>(start + length - 8)
  const mixed = (first * 0x9e3779b97f4a7c15) ^ ((last + <u64>length) * 0xc2b2ae3d27d4eb4f)
  return <u32>(mixed >> 37) ^ (parent << 3)
}

/**
 * Walks a text over the automata of its field (see `kernel-tables.ts`) and writes each predicate that holds to `found`, once:
 * how many, or -1 for a text with other characters than ASCII, or with escapes that may be.
 */
export function lookAt(slot: usize, tables: usize, scratch: usize, scratchSize: usize, found: usize, epoch: u32, memo: usize): i32 {
  const start = <usize>load<u32>(slot, 8)
  const length = <usize>load<u32>(slot, 12) - start
  if (length < MEMO_LENGTH_MIN || length > MEMO_LENGTH_MAX) return walkAll(start, start + length, tables, scratch, scratchSize, found, epoch)
  const hash = hashOfText(start, length) ^ <u32>tables
  const cell = memo + (<usize>(hash & MEMO_MASK)) * MEMO_CELL
  const isMet = load<u32>(cell) == hash && load<u32>(cell, 4) == <u32>tables && load<u32>(cell, 8) == <u32>length
  const kept = load<i32>(cell, 12)
  if (isMet && kept >= 0 && isSame(cell + MEMO_TEXT, start, length)) {
    for (let i: i32 = 0; i < kept; i++) store<u32>(found + (<usize>i << 2), load<u32>(cell + 16 + (<usize>i << 2)))
    return kept
  }
  const count = walkAll(start, start + length, tables, scratch, scratchSize, found, epoch)
  if (count < 0 || count > MEMO_FOUND_MAX) return count
  // Of a text that comes twice in one event, the second walk leaves out what is marked.
  const isKnown = isMet && kept < 0 && load<u32>(cell, 16) != epoch
  store<u32>(cell, hash)
  store<u32>(cell, <u32>tables, 4)
  store<u32>(cell, <u32>length, 8)
  store<i32>(cell, isKnown ? count : -1, 12)
  store<u32>(cell, epoch, 16)
  if (!isKnown) return count
  for (let i: i32 = 0; i < count; i++) store<u32>(cell + 16 + (<usize>i << 2), load<u32>(found + (<usize>i << 2)))
  memory.copy(cell + MEMO_TEXT, start, length)
  return count
}

/** Eight bytes at a time, the last ones twice where they overlap. */
// @ts-ignore: decorator
@inline
function hashOfText(start: usize, length: usize): u32 {
  const last = start + length - 8
  let hash: u64 = <u64>length
  for (let at = start; at < last; at += 8) hash = rotl<u64>((hash ^ load<u64>(at)) * 0x9e3779b97f4a7c15, 29)
  hash = (hash ^ load<u64>(last)) * 0xc2b2ae3d27d4eb4f
  return <u32>(hash >> 32)
}

function walkAll(from: usize, to: usize, tables: usize, scratch: usize, scratchSize: usize, found: usize, epoch: u32): i32 {
  let start = from
  let end = to
  const forward = <usize>load<u32>(tables)
  const backward = <usize>load<u32>(tables, 4)
  const filter = <usize>load<u32>(tables, 12)
  let anywhere = <usize>load<u32>(tables, 8)
  if (filter != 0 && !isAnyIn(filter, start, end)) anywhere = 0
  if ((forward | backward | anywhere) == 0) return 0
  const plain = unescape(start, end, scratch, scratchSize)
  if (plain == 0) return ASKED
  if (plain != end) {
    start = scratch
    end = plain
  }
  let out = found
  if (forward != 0) out = walkAnchored(forward, start, end, 1, out)
  if (backward != 0) out = walkAnchored(backward, end - 1, start - 1, -1, out)
  if (anywhere != 0) out = walkAnywhere(anywhere, start, end, epoch, out)
  return <i32>((out - found) >> 2)
}

/** `end` for a text without escapes, else the end of its copy in `scratch`; 0 when the text is not for this kernel. */
function unescape(start: usize, end: usize, scratch: usize, scratchSize: usize): usize {
  let at = start
  let odd = nextOdd(at, end)
  if (odd >= end) return end
  if (end - start > scratchSize) return 0
  let to = scratch
  while (true) {
    // Whole vectors are copied: what is too much is overwritten by what follows.
    for (let from = at; from < odd; from += 16) v128.store(to + (from - at), v128.load(from))
    to += odd - at
    if (odd >= end) return to
    if (load<u8>(odd) != BACKSLASH) return 0
    const byte = unescaped(load<u8>(odd, 1))
    if (byte == 0) return 0
    store<u8>(to++, byte)
    at = odd + 2
    odd = nextOdd(at, end)
  }
}

/** The first backslash or byte that is not ASCII. */
// @ts-ignore: decorator
@inline
function nextOdd(from: usize, end: usize): usize {
  for (let at = from; at < end; at += 16) {
    const bytes = v128.load(at)
    const found = <u32>i8x16.bitmask(v128.or(equal(bytes, BACKSLASH), bytes))
    if (found != 0) {
      const odd = at + <usize>ctz(found)
      return odd < end ? odd : end
    }
  }
  return end
}

function unescaped(byte: u8): u8 {
  if (byte == BACKSLASH || byte == QUOTE || byte == 0x2f) return byte
  if (byte == 0x6e) return 0x0a
  if (byte == 0x72) return 0x0d
  if (byte == 0x74) return 0x09
  if (byte == 0x62) return 0x08
  return byte == 0x66 ? 0x0c : 0
}

const OUTPUT: u32 = 0x80000000
const STATE: u32 = 0x7fffffff

/** Literals at one end of a text; ends at the first byte that no literal has there. */
function walkAnchored(table: usize, first: usize, end: usize, step: isize, found: usize): usize {
  const classOf = <usize>load<u32>(table)
  const rows = <usize>load<u32>(table, 4)
  const sparseFrom = load<u32>(table, 12)
  let out = begin(table, 0, found)
  let state: u32 = 0
  for (let at = first; at != end; at += step) {
    const symbolClass = <u32>load<u8>(classOf + <usize>load<u8>(at))
    state = state < sparseFrom ? load<u32>(rows + ((<usize>(state + symbolClass)) << 2)) : sparseTarget(table, state - sparseFrom, symbolClass)
    if ((state & STATE) == 0) return out
    if (state > STATE) {
      state &= STATE
      out = begin(table, state, out)
    }
  }
  const key = keyAt(table, state)
  return key < 0 ? out : add(load<i32>(<usize>load<u32>(table, 44) + ((<usize>key) << 2)), out)
}

function begin(table: usize, state: u32, out: usize): usize {
  const key = keyAt(table, state)
  return key < 0 ? out : add(load<i32>(<usize>load<u32>(table, 40) + ((<usize>key) << 2)), out)
}

// @ts-ignore: decorator
@inline
function add(predicate: i32, out: usize): usize {
  if (predicate < 0) return out
  store<i32>(out, predicate)
  return out + 4
}

function keyAt(table: usize, state: u32): i32 {
  const sparseFrom = load<u32>(table, 12)
  if (state >= sparseFrom) return load<i32>(<usize>load<u32>(table, 32) + ((<usize>(state - sparseFrom)) << 2))
  const rowWidth = load<u32>(table, 8)
  return load<i32>(<usize>load<u32>(table, 4) + ((<usize>(state + rowWidth - 1)) << 2))
}

/** 0, the root, when there is no way on. */
function sparseTarget(table: usize, index: u32, symbolClass: u32): u32 {
  const starts = <usize>load<u32>(table, 16) + ((<usize>index) << 2)
  const classes = <usize>load<u32>(table, 20)
  const end = load<u32>(starts, 4)
  for (let edge = load<u32>(starts); edge < end; edge++) {
    if (<u32>load<u8>(classes + <usize>edge) == symbolClass) return load<u32>(<usize>load<u32>(table, 24) + ((<usize>edge) << 2))
  }
  return 0
}

/** Literals anywhere in a text. */
function walkAnywhere(table: usize, start: usize, end: usize, epoch: u32, found: usize): usize {
  const classOf = <usize>load<u32>(table)
  const rows = <usize>load<u32>(table, 4)
  const sparseFrom = load<u32>(table, 12)
  const always = load<i32>(table, 52)
  let out = add(always, found)
  let state: u32 = 0
  for (let at = start; at < end; at++) {
    const symbolClass = <u32>load<u8>(classOf + <usize>load<u8>(at))
    state = state < sparseFrom ? load<u32>(rows + ((<usize>(state + symbolClass)) << 2)) : leaveSparse(table, state, symbolClass)
    if (state > STATE) {
      state &= STATE
      out = report(table, state, epoch, out)
    }
  }
  return out
}

function leaveSparse(table: usize, from: u32, symbolClass: u32): u32 {
  const rows = <usize>load<u32>(table, 4)
  const sparseFrom = load<u32>(table, 12)
  const fail = <usize>load<u32>(table, 28)
  let state = from
  while (state >= sparseFrom) {
    const target = sparseTarget(table, state - sparseFrom, symbolClass)
    if (target != 0) return target
    state = load<u32>(fail + ((<usize>(state - sparseFrom)) << 2))
  }
  return load<u32>(rows + ((<usize>(state + symbolClass)) << 2))
}

/** A key's shorter ones were found together with it, so the first that is known ends the chain. */
function report(table: usize, state: u32, epoch: u32, found: usize): usize {
  const nextKey = <usize>load<u32>(table, 36)
  const predicates = <usize>load<u32>(table, 40)
  const seen = <usize>load<u32>(table, 48)
  let out = found
  for (let key = keyAt(table, state); key >= 0; key = load<i32>(nextKey + ((<usize>key) << 2))) {
    const mark = seen + ((<usize>key) << 2)
    if (load<u32>(mark) == epoch) return out
    store<u32>(mark, epoch)
    out = add(load<i32>(predicates + ((<usize>key) << 2)), out)
  }
  return out
}
