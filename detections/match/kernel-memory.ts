/** The memory of an event kernel: handed out in pieces and never taken back, because it lives as long as its matcher. */
import { assert } from '../../platform/assert.ts'

const PAGE = 1 << 16
const WORD = 4
const ALIGNMENT = 16
/** The memory below belongs to the compiler's own data. */
const FIRST = 4096
const GROW_PAGES = 16

export type WasmMemory = { readonly buffer: ArrayBuffer; grow(pages: number): number }

export class KernelMemory {
  /** Both objects are replaced when the memory grows. */
  bytes: Buffer
  words: Int32Array
  private readonly memory: WasmMemory
  private next = FIRST
  private readonly marks: { readonly at: number; readonly count: number }[] = []

  constructor(memory: WasmMemory) {
    this.memory = memory
    this.bytes = Buffer.from(memory.buffer)
    this.words = new Int32Array(memory.buffer)
  }

  /** In bytes. */
  get used(): number {
    return this.next
  }

  /** Allocates `size` zero bytes and returns their address. Throws `RangeError` when the machine has no more memory. */
  alloc(size: number): number {
    const at = this.next
    this.next += Math.ceil(size / ALIGNMENT) * ALIGNMENT
    const missing = this.next - this.bytes.length
    if (missing > 0) {
      this.memory.grow(Math.max(GROW_PAGES, Math.ceil(missing / PAGE)))
      this.bytes = Buffer.from(this.memory.buffer)
      this.words = new Int32Array(this.memory.buffer)
    }
    assert(this.next <= this.bytes.length, 'the kernel has the memory that it was promised')
    return at
  }

  /** Copies the array and returns its address; 0 for an empty one. */
  put(array: Int32Array | Uint8Array): number {
    if (array.length === 0) return 0
    const at = this.alloc(array.byteLength)
    this.bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at)
    return at
  }

  /** Allocates `count` integers for epochs and returns their address. */
  allocMarks(count: number): number {
    const at = this.alloc(count * WORD)
    this.marks.push({ at, count })
    return at
  }

  /** Call it before epochs wrap around. */
  clearMarks(): void {
    for (const { at, count } of this.marks) this.words.fill(0, at / WORD, at / WORD + count)
  }
}
