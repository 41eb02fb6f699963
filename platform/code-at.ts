const charCodeAt = String.prototype.charCodeAt

/**
 * `text.charCodeAt(at)` for loops over texts from outside. Those come flat, sliced, joined, shared, of one byte or of two
 * a character, and a call that met more than four such kinds looks the method up anew for each character: seven times
 * the cost of what it does. This one never does. A read behind the end makes the engine give up on doing it in place,
 * for every caller, so it never asks for one.
 */
export function codeAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? charCodeAt.call(text, at) : Number.NaN
}
