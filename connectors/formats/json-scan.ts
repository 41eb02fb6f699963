/** A cursor over JSON text that knows strings and brackets. One pass, no recursion, no copies. */
export type ScanFault = 'not_json' | 'too_deep' | 'cut_short'

export type ScannedList = {
  /** Start and end of each kept element, in pairs. */
  readonly ranges: readonly number[]
  /** Indexes of the elements that are nested deeper than `depthMax`, ascending. */
  readonly deep: readonly number[]
  /** The number of all elements. */
  readonly count: number
  readonly start: number
  readonly end: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** A longer member name or `kind` cannot be one of those that are searched for. */
const NAME_BYTES_MAX = 64

export class JsonScan {
  readonly body: Buffer
  readonly depthMax: number
  /** Position of the scan; after a fault, the position of the fault. */
  pos = 0
  fault: ScanFault = 'not_json'
  /** Depth of the object or list that was skipped last. */
  #depth = 0

  constructor(body: Buffer, depthMax: number) {
    this.body = body
    this.depthMax = depthMax
  }

  peek(): number {
    return this.body[this.pos] ?? -1
  }

  /** False at the end of the body. */
  skipSpace(): boolean {
    const { body } = this
    while (this.pos < body.length && isSpace(body[this.pos])) this.pos++
    return this.pos < body.length
  }

  /** Sets the fault at the current position: cut short when no text is left, otherwise an invalid character. */
  bad(fault?: ScanFault): null {
    this.fault = fault ?? (this.pos >= this.body.length ? 'cut_short' : 'not_json')
    return null
  }

  /**
   * Reads a list from its `[` to behind its `]`. An element may be nested deeper than `depthMax`: the other elements
   * stay valid.
   */
  list(keepMax: number): ScannedList | null {
    const start = this.pos++
    const ranges: number[] = []
    const deep: number[] = []
    let count = 0
    if (this.skipSpace() && this.peek() === CLOSE_LIST) return { ranges, deep, count, start, end: ++this.pos }
    while (true) {
      this.skipSpace()
      const from = this.pos
      if (!this.skipElement()) return null
      if (this.#depth > this.depthMax && count < keepMax) deep.push(count)
      if (count++ < keepMax) ranges.push(from, this.pos)
      this.skipSpace()
      const next = this.peek()
      if (next !== COMMA && next !== CLOSE_LIST) return this.bad()
      this.pos++
      if (next === CLOSE_LIST) return { ranges, deep, count, start, end: this.pos }
    }
  }

  /**
   * Reads an object from its `{` to behind its `}`. `value` is called at the start of each value and must move behind
   * it.
   */
  members(value: (name: string | undefined) => boolean): boolean {
    this.pos++
    if (this.skipSpace() && this.peek() === CLOSE_OBJECT) return this.step()
    while (true) {
      this.skipSpace()
      if (this.peek() !== QUOTE) return this.bad() !== null
      const name = this.shortString()
      if (!this.skipString() || !this.skipSpace() || this.peek() !== 0x3a) return this.bad() !== null
      this.pos++
      this.skipSpace()
      if (!value(name)) return false
      this.skipSpace()
      const next = this.peek()
      if (next !== COMMA && next !== CLOSE_OBJECT) return this.bad() !== null
      this.pos++
      if (next === CLOSE_OBJECT) return true
    }
  }

  /** Returns the string that starts here, unescaped, when it is short and valid. The position does not change. */
  shortString(): string | undefined {
    const from = this.pos
    const whole = this.skipString()
    const end = this.pos
    this.pos = from
    if (!whole || end - from > NAME_BYTES_MAX) return undefined
    try {
      return JSON.parse(this.body.toString('utf8', from, end)) as string
    } catch {
      // A broken escape: the name cannot be one of those searched for, and JSON.parse of the whole text reports the
      // fault.
      return undefined
    }
  }

  /** Moves behind the value that starts here; returns false, with the fault set, when the value does not end. */
  skipValue(): boolean {
    return this.skip(this.depthMax)
  }

  /** Does the same for an element of a list, which may be nested to any depth. */
  skipElement(): boolean {
    this.#depth = 0
    return this.skip(Number.MAX_SAFE_INTEGER)
  }

  private skip(depthMax: number): boolean {
    const byte = this.peek()
    if (byte === QUOTE) return this.skipString()
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) return this.skipNested(depthMax)
    const from = this.pos
    while (this.pos < this.body.length && !endsScalar(this.body[this.pos])) this.pos++
    return this.pos > from || this.bad() !== null
  }

  private skipNested(depthMax: number): boolean {
    const { body } = this
    let depth = 0
    let deepest = 0
    for (let i = this.pos; i < body.length; i++) {
      const byte = body[i]
      if (byte === QUOTE) {
        i++
        while (i < body.length && body[i] !== QUOTE) i += body[i] === BACKSLASH ? 2 : 1
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (++depth > depthMax) {
          this.pos = i
          return this.bad('too_deep') !== null
        }
        if (depth > deepest) deepest = depth
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (--depth === 0) {
          this.pos = i + 1
          this.#depth = deepest
          return true
        }
      }
    }
    this.pos = body.length
    return this.bad('cut_short') !== null
  }

  private skipString(): boolean {
    const { body } = this
    let i = this.pos + 1
    while (i < body.length && body[i] !== QUOTE) i += body[i] === BACKSLASH ? 2 : 1
    this.pos = Math.min(i + 1, body.length)
    return i < body.length || this.bad('cut_short') !== null
  }

  private step(): boolean {
    this.pos++
    return true
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function endsScalar(byte: number | undefined): boolean {
  return byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT || byte === QUOTE || isSpace(byte)
}
