import { isIP } from 'node:net'

/** The first and last address of a block such as `10.0.0.0/8`; null for an invalid block. */
export function rangeOfCidr(text: string): { readonly first: string; readonly last: string } | null {
  const [address = '', bits = '', ...more] = text.split('/')
  const version = address.includes('%') ? 0 : isIP(address)
  const width = version === 4 ? 32 : 128
  if (version === 0 || more.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > width) return null
  const number = version === 4 ? numberOf4(address) : numberOf6(address)
  const mask = (1n << BigInt(width - Number(bits))) - 1n
  const written = version === 4 ? text4 : text6
  return { first: written(number & ~mask), last: written(number | mask) }
}

/** `address` must be of the given version, without a zone. */
export function addressNumber(address: string, version: 4 | 6): bigint {
  return version === 4 ? numberOf4(address) : numberOf6(address)
}

function numberOf4(address: string): bigint {
  return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
}

function numberOf6(address: string): bigint {
  const [head = '', tail] = withoutDots(address).split('::')
  const parts = (half: string) => (half === '' ? [] : half.split(':'))
  const [before, after] = [parts(head), parts(tail ?? '')]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].reduce((sum, part) => sum * 65536n + BigInt(`0x${part}`), 0n)
}

/** Converts the dotted end of `::ffff:10.0.0.1`. */
function withoutDots(address: string): string {
  const last = address.slice(address.lastIndexOf(':') + 1)
  if (!last.includes('.')) return address
  const number = numberOf4(last)
  return `${address.slice(0, -last.length)}${(number >> 16n).toString(16)}:${(number & 0xffffn).toString(16)}`
}

function text4(number: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => ((number >> shift) & 255n).toString()).join('.')
}

function text6(number: bigint): string {
  return Array.from({ length: 8 }, (_, at) => ((number >> BigInt(112 - at * 16)) & 0xffffn).toString(16)).join(':')
}
