import type { Entry } from './frame.ts'

export type FoundRecord = { readonly entry: Entry; readonly value: Buffer; readonly isWhole: boolean }

export type Damage = {
  readonly file: string
  readonly segment: number
  readonly at: number
  /** The damaged bytes, up to the next whole frame or the end of the segment. */
  readonly bytes: Buffer
  /** Numbers of the frames in it. */
  readonly first: number
  readonly frames: number
  /** Records of the damaged frames; null when unknown because a frame's directory is damaged. */
  readonly records: readonly FoundRecord[] | null
  /** True for the segment's beginning, without which its other records cannot be read. */
  readonly isBeginning: boolean
}
