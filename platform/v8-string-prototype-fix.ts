/**
 * Works around a slow path of V8. A package with `class Text extends String` makes V8 store `String.prototype` as a
 * dictionary, as it does for prototypes under construction, and no ordinary use of strings reverts that. Every call of
 * a string method then looks the method up: parsing syslog took a seventh longer. Reading a member of a String object
 * about ten times reverts it.
 */
const READS = 100

/** Call it once, before or after such a package is loaded. */
export function keepStringsFast(): void {
  for (let i = 0; i < READS; i++) readMember(Object(''))
}

function readMember(text: { readonly slice: unknown }): unknown {
  return text.slice
}
