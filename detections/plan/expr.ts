/**
 * Conditions over one event. A field is named as the rule's author wrote it; a `FieldView` (`schemas/event-view.ts`)
 * finds its value in an event, so one plan serves every shape of events.
 *
 * A field can hold several values (an array, or several places): a test on it holds when it holds for any of them, and
 * `not` is the negation of that. A field that is absent satisfies nothing but `absent` (and `not` of anything).
 */
import type { Scalar } from './scalar.ts'

export type Expr =
  | { readonly kind: 'const'; readonly value: boolean }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Expr[] }
  | { readonly kind: 'not'; readonly of: Expr }
  | { readonly kind: 'field'; readonly field: string; readonly test: Test }
  /** Any string or number anywhere in the event: Sigma's keywords. */
  | { readonly kind: 'anywhere'; readonly test: TextTest }
  /** Conditions beyond these tests: functions, arithmetic, two fields together. True, false, or null for unknown. */
  | { readonly kind: 'computed'; readonly value: Value }

/**
 * Tests of text hold for numbers and booleans too, by their JSON text. Unless `cased`, text is compared after Unicode
 * simple case folding.
 */
export type TextTest =
  | { readonly op: 'equals' | 'prefix' | 'suffix' | 'contains'; readonly text: string; readonly cased: boolean }
  | { readonly op: 'like'; readonly parts: readonly LikePart[]; readonly cased: boolean }
  | { readonly op: 'regex'; readonly source: string; readonly flags: RegexFlags }

/** A text with wildcards that no plain test can express. Neighbouring parts are never both text, nor both `many`. */
export type LikePart = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'one' | 'many' }

/** Unanchored, linear-time syntax: no look-around, no back reference. Letters as Sigma's `i`, `m`, `s`. */
export type RegexFlags = { readonly i: boolean; readonly m: boolean; readonly s: boolean }

export type Test =
  | TextTest
  /** The field exists, `null` and '' included. */
  | { readonly op: 'exists' }
  /** The field is missing, is null, or is a list of nulls only. Sigma's `field: null`. */
  | { readonly op: 'absent' }
  /** The field is an object, or a list that contains one. */
  | { readonly op: 'object' }
  /** Equal as numbers: `"16"` equals 16, `"0x10"` does not. */
  | { readonly op: 'number'; readonly value: number | bigint }
  | { readonly op: 'compare'; readonly how: 'lt' | 'lte' | 'gt' | 'gte'; readonly value: number | bigint }
  /** IPv4 or IPv6 network in canonical text; an address of the other family is outside. */
  | { readonly op: 'cidr'; readonly network: string }
  | {
      readonly op: 'same'
      readonly field: string
      readonly how: 'equals' | 'prefix' | 'suffix' | 'contains'
      readonly cased: boolean
    }
  /** A part of the field's time, in UTC: Sigma's `minute` .. `year`. */
  | {
      readonly op: 'time_part'
      readonly part: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'
      readonly how: 'eq' | 'lt' | 'lte' | 'gt' | 'gte'
      readonly value: number
    }

/**
 * Expressions of EQL and KQL. Numbers are doubles, and `bigint` where a whole number past 2^53 is written in digits
 * (`scalar.ts`), as in the tests above. `call` names are this plan's own and are listed in `functions.ts`.
 */
export type Value =
  | { readonly kind: 'literal'; readonly value: Scalar }
  | { readonly kind: 'ref'; readonly field: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Value[] }
  | { readonly kind: 'list'; readonly of: readonly Value[] }

export const and = (...of: readonly Expr[]): Expr => (of.length === 1 && of[0] ? of[0] : { kind: 'and', of })
export const or = (...of: readonly Expr[]): Expr => (of.length === 1 && of[0] ? of[0] : { kind: 'or', of })
export const not = (of: Expr): Expr => ({ kind: 'not', of })
export const call = (name: string, ...args: readonly Value[]): Value => ({ kind: 'call', name, args })
export const literal = (value: Scalar): Value => ({ kind: 'literal', value })
