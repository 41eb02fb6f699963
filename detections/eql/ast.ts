/** Syntax tree of EQL. `at` is the text position that errors about the node report. */

export type Node = { readonly at: number } & (
  | { readonly kind: 'literal'; readonly value: string | boolean | null }
  /** `isDecimal`: written with a point or an exponent, which decides how a division rounds. */
  | { readonly kind: 'number'; readonly value: number | bigint; readonly isDecimal: boolean }
  /** Names and positions: `a.b[0].c`. `?a.b` differs only as a join key, where it may be null. */
  | { readonly kind: 'field'; readonly path: readonly (string | number)[]; readonly isOptional: boolean }
  | { readonly kind: 'call'; readonly name: string; readonly isFolded: boolean; readonly args: readonly Node[] }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Node[] }
  | { readonly kind: 'not'; readonly of: Node }
  | { readonly kind: 'negative'; readonly of: Node }
  | { readonly kind: 'arithmetic'; readonly op: ArithmeticOp; readonly left: Node; readonly right: Node }
  | { readonly kind: 'compare'; readonly op: CompareOp; readonly left: Node; readonly right: Node }
  | { readonly kind: 'in'; readonly isFolded: boolean; readonly value: Node; readonly of: readonly Node[] }
  | { readonly kind: 'match'; readonly op: MatchOp; readonly value: Node; readonly of: readonly Node[] }
)

export type ArithmeticOp = '+' | '-' | '*' | '/' | '%'
export type CompareOp = '==' | '!=' | '<' | '<=' | '>' | '>='
export type MatchOp = ':' | 'like' | 'like~' | 'regex' | 'regex~'

export type EventQuery = { readonly at: number; readonly category: string | null; readonly where: Node }

export type SequenceStep = {
  readonly query: EventQuery
  readonly by: readonly Node[]
  readonly isMissing: boolean
  readonly runs: number
}

export type Query =
  | { readonly kind: 'event'; readonly event: EventQuery; readonly pipes: readonly Pipe[] }
  | {
      readonly kind: 'sequence' | 'sample'
      readonly at: number
      readonly by: readonly Node[]
      readonly maxSpanMs: number | null
      readonly steps: readonly SequenceStep[]
      readonly until: SequenceStep | null
      readonly pipes: readonly Pipe[]
    }

export type Pipe = { readonly at: number; readonly name: string; readonly args: readonly Node[] }
