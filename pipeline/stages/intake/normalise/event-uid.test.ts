import { expect, test } from 'vitest'
import { seedsOf, uidOfBytes } from './event-uid.ts'
import { ROOM_BYTES } from './uid-kernel.ts'

const SEEDS = seedsOf('a', 'mail')

function uidOf(body: Buffer, start: number, end: number): number[] {
  const uid = new Uint32Array(4)
  uidOfBytes(body, start, end, SEEDS, uid)
  return [...uid]
}

test('an event has the same uid at any offset, also when it is larger than the kernel’s memory', () => {
  for (const size of [ROOM_BYTES - 1, ROOM_BYTES, ROOM_BYTES + 1, 10 * ROOM_BYTES]) {
    const event = Buffer.alloc(size, 'attached')
    const later = Buffer.concat([Buffer.from('  '), event, Buffer.from('\n')])
    expect(uidOf(later, 2, 2 + size)).toEqual(uidOf(event, 0, size))
    const other = Buffer.from(event).fill('.', size - 1)
    expect(uidOf(other, 0, size)).not.toEqual(uidOf(event, 0, size))
  }
})
