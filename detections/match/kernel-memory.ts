/** The memory of an event kernel: handed out in pieces and never taken back, because it lives as long as its matcher. */
import { assert } from '../../platform/assert.ts'

const PAGE = 1 << 16
const WORD = 4
const ALIGNMENT = 16
/** The compiler's own data lies below. */
const FIRST = 4096
const GROW_PAGES = 16

export type WasmMemory = { readonly buffer: ArrayBuffer; grow(pages: number): number }

export class KernelMemory {
  /** Both are other objects once the memory has grown. */
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

  /** The address of so many zeros. Throws `RangeError` when the machine has no more. */
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

  /** A copy of the array; 0 for an empty one. */
  put(array: Int32Array | Uint8Array): number {
    if (array.length === 0) return 0
    const at = this.alloc(array.byteLength)
    this.bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at)
    return at
  }

  /** The address of so many integers that say in which epoch something was. */
  allocMarks(count: number): number {
    const at = this.alloc(count * WORD)
    this.marks.push({ at, count })
    return at
  }

  /** Call it before epochs begin anew. */
  clearMarks(): void {
    for (const { at, count } of this.marks) this.words.fill(0, at / WORD, at / WORD + count)
  }
}
