/**
 * A commit in transit to another thread. Movable outputs are transferred with their memory; the rest is copied into one
 * piece, because transferring a small buffer would take its neighbours along.
 */
import type { Commit, Output, Position, SlotChange } from '../driver.ts'

/** Part of a value: index of the memory, start, length in bytes. */
type Piece = readonly [memory: number, start: number, bytes: number]

type PackedOutput = Omit<Output, 'value' | 'isMovable'> & { readonly pieces: readonly Piece[] }
type PackedChange = Omit<SlotChange, 'payload'> & { readonly pieces: readonly Piece[] }

export type PackedCommit = {
  readonly outputs: readonly PackedOutput[]
  readonly changes: readonly PackedChange[]
  readonly positions: readonly Position[]
  /** The first entry holds the copied bytes. */
  readonly memory: readonly ArrayBuffer[]
}

/** Smaller values share their memory with others, so they are copied. */
const MOVED_BYTES_MIN = 2 ** 18

/**
 * `takeMemory` must return at least the requested bytes, to copy into. Movable values are empty here after the memory
 * was posted.
 */
export function packCommit(commit: Commit, takeMemory: (bytes: number) => ArrayBuffer): PackedCommit {
  const packing = new Packing()
  const outputs = commit.outputs.map(({ value, isMovable, ...output }) => ({
    ...output,
    pieces: value.map((piece) => packing.add(piece, isMovable === true)),
  }))
  const changes = commit.changes.map(({ payload, ...change }) => ({ ...change, pieces: [packing.add(payload, false)] }))
  return { outputs, changes, positions: commit.positions, memory: packing.close(takeMemory) }
}

/** Returns values as views of the received memory. */
export function unpackCommit({ outputs, changes, positions, memory }: PackedCommit): Commit {
  const bufferOf = ([index, start, bytes]: Piece) => Buffer.from(memory[index] as ArrayBuffer, start, bytes)
  return {
    outputs: outputs.map(({ pieces, ...output }) => ({ ...output, value: pieces.map(bufferOf) })),
    changes: changes.map(({ pieces, ...change }) => ({ ...change, payload: bufferOf(pieces[0] as Piece) })),
    positions,
  }
}

class Packing {
  readonly #copied: Buffer[] = []
  #copiedBytes = 0
  readonly #moved = new Map<ArrayBuffer, number>()

  add(piece: Buffer, isMovable: boolean): Piece {
    const memory = piece.buffer
    if (isMovable && memory instanceof ArrayBuffer && memory.byteLength >= MOVED_BYTES_MIN)
      return [this.#indexOf(memory), piece.byteOffset, piece.length]
    const start = this.#copiedBytes
    this.#copied.push(piece)
    this.#copiedBytes += piece.length
    return [0, start, piece.length]
  }

  #indexOf(memory: ArrayBuffer): number {
    const index = this.#moved.get(memory) ?? this.#moved.size + 1
    this.#moved.set(memory, index)
    return index
  }

  close(takeMemory: (bytes: number) => ArrayBuffer): ArrayBuffer[] {
    const memory = takeMemory(this.#copiedBytes)
    const into = Buffer.from(memory)
    let at = 0
    for (const piece of this.#copied) at += piece.copy(into, at)
    return [memory, ...this.#moved.keys()]
  }
}
