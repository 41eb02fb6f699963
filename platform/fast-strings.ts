/**
 * A package that says `class Text extends String` makes V8 keep `String.prototype` as a table, as it does for prototypes
 * that are being built; and nothing that is done with strings tells it that this one is built long since. Every call of
 * a method of a string then looks the method up: reading syslog took a seventh longer. What tells it is a member read
 * from a string object, some ten times.
 */
const READS = 100

/** Call it before such a package is loaded, or after; once is enough. */
export function keepStringsFast(): void {
  for (let i = 0; i < READS; i++) readMember(Object(''))
}

function readMember(text: { readonly slice: unknown }): unknown {
  return text.slice
}
