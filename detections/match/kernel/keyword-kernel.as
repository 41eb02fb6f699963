/**
 * AssemblyScript: tells that none of some literals can be in a JSON text. `build.ts` makes the WebAssembly from it.
 *
 * Of every literal four bytes are looked for, upper and lower case alike (bit 0x20 is set in all bytes, which also makes
 * some signs equal: too much is found, never too little). Sixteen places at a time, the first three bytes are looked up
 * by their half bytes in six tables whose entries are sets of eight groups of literals (the Teddy filter of Hyperscan);
 * where some group is in all six, the four bytes are looked up in a table of the wanted ones.
 *
 * A filter's tables: six times 16 bytes, low and high halves of each byte, then 1,024
 * places of four bytes: a wanted word stands at its hash or, where that is taken, in the next free place behind it.
 */
const HASHES: usize = 96
const HASH_SHIFT: u32 = 22
const HASH_MASK: u32 = 1023
const HASH_FACTOR: u32 = 0x9e3779b1
const BACKSLASH: u8 = 0x5c
const LETTER_U: u8 = 0x75
/** UTF-8 of the Kelvin sign begins so, and of the long s: both fold to ASCII. */
const KELVIN: u8 = 0xe2
const LONG_S: u8 = 0xc5

/** The 32 bytes after the text are overwritten. */
export function mayHold(tables: usize, text: usize, length: usize): bool {
  memory.fill(text + length, 0, 32)
  return isAnyIn(tables, text, text + length)
}

/** The 32 bytes after the text are looked at too. */
export function isAnyIn(tables: usize, text: usize, end: usize): bool {
  const fold = i8x16.splat(0x20)
  const half = i8x16.splat(0x0f)
  const backslash = i8x16.splat(0x5c)
  const letterU = i8x16.splat(0x75)
  const zero = i8x16.splat(0)
  const low0 = v128.load(tables)
  const high0 = v128.load(tables, 16)
  const low1 = v128.load(tables, 32)
  const high1 = v128.load(tables, 48)
  const low2 = v128.load(tables, 64)
  const high2 = v128.load(tables, 80)
  // What the first and second byte of a window allow is known from the block before for its last places.
  let allow0 = zero
  let allow1 = zero
  // Places of a block are two behind its bytes, so the last two of the text are in the block after it.
  for (let at = text; at < end + 2; at += 16) {
    const raw = v128.load(at)
    const byte = v128.or(raw, fold)
    const low = v128.and(byte, half)
    const high = v128.and(i16x8.shr_u(byte, 4), half)
    const next0 = v128.and(look(low0, low), look(high0, high))
    const next1 = v128.and(look(low1, low), look(high1, high))
    const third = v128.and(look(low2, low), look(high2, high))
    const first = i8x16.shuffle(allow0, next0, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29)
    const second = i8x16.shuffle(allow1, next1, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
    allow0 = next0
    allow1 = next1
    const places = v128.and(v128.and(first, second), third)
    if (v128.any_true(places) && isAnyWanted(tables + HASHES, at - 2, i8x16.bitmask(i8x16.ne(places, zero)))) return true
    const escape = v128.and(i8x16.eq(raw, backslash), i8x16.eq(v128.load(at, 1), letterU))
    const odd = v128.or(escape, i8x16.lt_s(raw, zero))
    if (v128.any_true(odd) && isAnyOdd(text, at, i8x16.bitmask(i8x16.ne(odd, zero)))) return true
  }
  return false
}

// @ts-ignore: decorator
@inline
function look(table: v128, halves: v128): v128 {
  return i8x16.relaxed_swizzle(table, halves)
}

/** The places of a block, by the bits of `places`. */
function isAnyWanted(words: usize, block: usize, places: i32): bool {
  for (let rest = places; rest != 0; rest &= rest - 1) if (isWanted(words, load<u32>(block + ctz(rest)) | 0x20202020)) return true
  return false
}

/** Whether anything there can stand for a sign of a literal that is written otherwise. */
function isAnyOdd(text: usize, block: usize, places: i32): bool {
  for (let rest = places; rest != 0; rest &= rest - 1) {
    const at = block + ctz(rest)
    const byte = load<u8>(at)
    if (byte == KELVIN || byte == LONG_S) return true
    if (byte == BACKSLASH && isEscape(text, at)) return true
  }
  return false
}

function isWanted(words: usize, word: u32): bool {
  let place = (word * HASH_FACTOR) >> HASH_SHIFT
  let found = load<u32>(words + (place << 2))
  while (found != 0 && found != word) {
    place = (place + 1) & HASH_MASK
    found = load<u32>(words + (place << 2))
  }
  return found != 0
}

/** Whether the backslash is not itself escaped: any character can be written behind it. */
function isEscape(text: usize, at: usize): bool {
  let from = at
  while (from > text && load<u8>(from - 1) == BACKSLASH) from--
  return ((at - from) & 1) == 0
}
