/** How a function of a `computed` condition takes its arguments, and how many. */
import type { Scalar } from './scalar.ts'

export type FunctionSpec = { readonly min: number; readonly max: number } & (
  | { readonly kind: 'scalar'; readonly apply: (args: readonly Scalar[]) => unknown }
  /** Takes lists and objects as they are. */
  | { readonly kind: 'whole'; readonly apply: (args: readonly unknown[]) => unknown }
  /** All arguments but the first are literals, compiled once. The reason when they are no such pattern. */
  | {
      readonly kind: 'pattern'
      readonly compile: (patterns: readonly Scalar[]) => ((subject: Scalar) => Scalar) | { readonly fault: string }
    }
  /** Its arguments are expressions that `evaluate.ts` decides to evaluate or not. */
  | { readonly kind: 'form' }
)
