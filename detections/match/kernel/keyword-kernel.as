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
  const end = text + length
  memory.fill(end, 0, 32)
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
  for (let at = text; at < end; at += 16) {
    const raw0 = v128.load(at)
    const raw1 = v128.load(at, 1)
    const byte0 = v128.or(raw0, fold)
    const byte1 = v128.or(raw1, fold)
    const byte2 = v128.or(v128.load(at, 2), fold)
    const set0 = v128.and(look(low0, v128.and(byte0, half)), look(high0, v128.and(i16x8.shr_u(byte0, 4), half)))
    const set1 = v128.and(look(low1, v128.and(byte1, half)), look(high1, v128.and(i16x8.shr_u(byte1, 4), half)))
    const set2 = v128.and(look(low2, v128.and(byte2, half)), look(high2, v128.and(i16x8.shr_u(byte2, 4), half)))
    const escape = v128.and(i8x16.eq(raw0, backslash), i8x16.eq(raw1, letterU))
    const odd = v128.or(escape, i8x16.lt_s(raw0, zero))
    const found = v128.or(v128.and(v128.and(set0, set1), set2), odd)
    if (v128.any_true(found) && isAnyReal(tables, text, at, i8x16.bitmask(i8x16.ne(found, zero)))) return true
  }
  return false
}

// @ts-ignore: decorator
@inline
function look(table: v128, halves: v128): v128 {
  return i8x16.relaxed_swizzle(table, halves)
}

/** The places of a block, by the bits of `places`. */
function isAnyReal(tables: usize, text: usize, block: usize, places: i32): bool {
  for (let rest = places; rest != 0; rest &= rest - 1) {
    const at = block + ctz(rest)
    const byte = load<u8>(at)
    if (byte == KELVIN || byte == LONG_S) return true
    if (byte == BACKSLASH && load<u8>(at, 1) == LETTER_U && isEscape(text, at)) return true
    if (isWanted(tables + HASHES, load<u32>(at) | 0x20202020)) return true
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
