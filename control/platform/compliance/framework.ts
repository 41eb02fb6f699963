import type { MeasureId } from './measures/measure.ts'

export type Control = {
  /** The framework's own number of the control. */
  readonly id: string
  /**
   * The framework's own title, often shortened, when it is in the public domain; otherwise our short description,
   * because the text belongs to its publisher.
   */
  readonly title: string
  /** Measures of this installation for the control; none: evidence alone decides. */
  readonly measures: readonly MeasureId[]
}

export type Framework = {
  readonly id: string
  readonly name: string
  readonly version: string
  /** The part of the framework that the product can help with. */
  readonly scope: string
  readonly controls: readonly Control[]
}
