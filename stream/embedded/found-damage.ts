import type { Entry } from './frame.ts'

export type FoundRecord = { readonly entry: Entry; readonly value: Buffer; readonly isWhole: boolean }

export type Damage = {
  readonly file: string
  readonly segment: number
  readonly at: number
  /** As far as the next frame that is whole, or the end of the segment. */
  readonly bytes: Buffer
  /** Numbers of the frames in it. */
  readonly first: number
  readonly frames: number
  /** Null when it is not known any more what they were: a frame's directory is damaged. */
  readonly records: readonly FoundRecord[] | null
  /** The segment's beginning, without which the others in it cannot be read. */
  readonly isBeginning: boolean
}
