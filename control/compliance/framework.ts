import type { MeasureId } from './measures/measure.ts'

export type Control = {
  /** As the framework numbers it. */
  readonly id: string
  /** Ours, in a few words. The text of a framework is its publisher's, and is read there. */
  readonly title: string
  /** What this installation can measure of it; none: evidence alone says something. */
  readonly measures: readonly MeasureId[]
}

export type Framework = {
  readonly id: string
  readonly name: string
  readonly version: string
  /** Which part of it the product has something to do with. */
  readonly scope: string
  readonly controls: readonly Control[]
}
