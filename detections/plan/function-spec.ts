/** How a function of a `computed` condition takes its arguments, and how many. */
import type { Scalar } from './scalar.ts'

export type FunctionSpec = { readonly min: number; readonly max: number } & (
  | { readonly kind: 'scalar'; readonly apply: (args: readonly Scalar[]) => unknown }
  /** Receives lists and objects unchanged. */
  | { readonly kind: 'whole'; readonly apply: (args: readonly unknown[]) => unknown }
  /** All arguments except the first are literals, compiled once. Returns the reason when they are no valid pattern. */
  | {
      readonly kind: 'pattern'
      readonly compile: (patterns: readonly Scalar[]) => ((subject: Scalar) => Scalar) | { readonly fault: string }
    }
  /** `evaluate.ts` decides which of its argument expressions to evaluate. */
  | { readonly kind: 'form' }
)
