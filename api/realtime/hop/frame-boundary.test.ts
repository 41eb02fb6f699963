import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as ws from 'ws'
import { closeFrame, FrameBoundary } from './frame-boundary.ts'

/** Frames as the library writes them that the realtime service stands on. */
function frameOf(data: Buffer, opcode: number): Buffer {
  const options = { fin: true, opcode, mask: false, readOnly: false, rsv1: false }
  // `ws` exports it at runtime, but not in its types.
  const { Sender } = ws as unknown as { Sender: { frame(data: Buffer, options: object): Buffer[] } }
  return Buffer.concat(Sender.frame(data, options))
}

const text = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.integer({ min: 60_000, max: 70_000 }).map((length) => 'x'.repeat(length)),
)
const frames = fc.array(fc.tuple(text, fc.constantFrom(1, 2, 9, 10)), { minLength: 1, maxLength: 8 })

test('a close frame may be inserted exactly at the ends of frames, however the bytes are split', () => {
  fc.assert(
    fc.property(frames, fc.array(fc.nat(200), { minLength: 1 }), (text, cuts) => {
      const boundary = new FrameBoundary()
      const parts = text.map(([data, opcode]) => frameOf(Buffer.from(data), opcode))
      const ends = new Set([0])
      let total = 0
      for (const part of parts) ends.add((total += part.length))
      const bytes = Buffer.concat(parts)
      for (let at = 0, n = 0; at < bytes.length; n++) {
        const next = Math.min(bytes.length, at + 1 + (cuts[n % cuts.length] ?? 0) ** 2)
        boundary.pass(bytes.subarray(at, next))
        at = next
        if (boundary.mayClose !== ends.has(at)) throw new Error(`wrong at byte ${at} of ${bytes.length}`)
      }
    }),
  )
})

test('nothing may be inserted after a close frame, however the bytes are split', () => {
  const frame = closeFrame(1013, 'try later')
  for (let at = 0; at <= frame.length; at++) {
    const boundary = new FrameBoundary()
    boundary.pass(frame.subarray(0, at))
    expect(boundary.mayClose).toBe(at === 0)
    boundary.pass(frame.subarray(at))
    expect(boundary.mayClose).toBe(false)
  }
})

test('our close frame equals that of the library', () => {
  const payload = Buffer.concat([Buffer.from([1001 >> 8, 1001 & 0xff]), Buffer.from('come back')])
  expect(closeFrame(1001, 'come back')).toEqual(frameOf(payload, 8))
})
