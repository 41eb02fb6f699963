/**
 * AssemblyScript: xxHash64 of one range under two seeds, in one pass over it: what both have to multiply is multiplied
 * once. Format: https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md, section XXH64.
 */
const P1: u64 = 0x9e3779b185ebca87
const P2: u64 = 0xc2b2ae3d27d4eb4f
const P3: u64 = 0x165667b19e3779f9
const P4: u64 = 0x85ebca77c2b2ae63
const P5: u64 = 0x27d4eb2f165667c5

/** Where the two seeds are put and the two hashes are found, 16 bytes each; what is hashed may follow. */
const SEEDS: usize = memory.data(16, 8)
const HASHES: usize = memory.data(16, 8)

export function seeds(): usize {
  return SEEDS
}

export function hashes(): usize {
  return HASHES
}

/** The first byte that is free. */
export function base(): usize {
  return __heap_base
}

export function hash(from: usize, length: usize): void {
  const a = load<u64>(SEEDS)
  const b = load<u64>(SEEDS, 8)
  const end = from + length
  let at = from
  let ha = a + P5
  let hb = b + P5
  if (length >= 32) {
    let a1 = a + P1 + P2
    let a2 = a + P2
    let a3 = a
    let a4 = a - P1
    let b1 = b + P1 + P2
    let b2 = b + P2
    let b3 = b
    let b4 = b - P1
    for (const last = end - 32; at <= last; at += 32) {
      const w1 = load<u64>(at) * P2
      const w2 = load<u64>(at, 8) * P2
      const w3 = load<u64>(at, 16) * P2
      const w4 = load<u64>(at, 24) * P2
      a1 = mixed(a1, w1)
      a2 = mixed(a2, w2)
      a3 = mixed(a3, w3)
      a4 = mixed(a4, w4)
      b1 = mixed(b1, w1)
      b2 = mixed(b2, w2)
      b3 = mixed(b3, w3)
      b4 = mixed(b4, w4)
    }
    ha = converged(a1, a2, a3, a4)
    hb = converged(b1, b2, b3, b4)
  }
  ha += length
  hb += length
  for (; at + 8 <= end; at += 8) {
    const word = mixed(0, load<u64>(at) * P2)
    ha = rotl(ha ^ word, 27) * P1 + P4
    hb = rotl(hb ^ word, 27) * P1 + P4
  }
  if (at + 4 <= end) {
    const word = <u64>load<u32>(at) * P1
    ha = rotl(ha ^ word, 23) * P2 + P3
    hb = rotl(hb ^ word, 23) * P2 + P3
    at += 4
  }
  for (; at < end; at++) {
    const byte = <u64>load<u8>(at) * P5
    ha = rotl(ha ^ byte, 11) * P1
    hb = rotl(hb ^ byte, 11) * P1
  }
  store<u64>(HASHES, avalanched(ha))
  store<u64>(HASHES, avalanched(hb), 8)
}

// @ts-ignore: decorators are AssemblyScript's
@inline
function mixed(lane: u64, product: u64): u64 {
  return rotl(lane + product, 31) * P1
}

// @ts-ignore: decorators are AssemblyScript's
@inline
function converged(v1: u64, v2: u64, v3: u64, v4: u64): u64 {
  let hash = rotl(v1, 1) + rotl(v2, 7) + rotl(v3, 12) + rotl(v4, 18)
  hash = (hash ^ mixed(0, v1 * P2)) * P1 + P4
  hash = (hash ^ mixed(0, v2 * P2)) * P1 + P4
  hash = (hash ^ mixed(0, v3 * P2)) * P1 + P4
  return (hash ^ mixed(0, v4 * P2)) * P1 + P4
}

// @ts-ignore: decorators are AssemblyScript's
@inline
function avalanched(value: u64): u64 {
  let hash = value
  hash = (hash ^ (hash >> 33)) * P2
  hash = (hash ^ (hash >> 29)) * P3
  return hash ^ (hash >> 32)
}
