const charCodeAt = String.prototype.charCodeAt

/**
 * `text.charCodeAt(at)` for loops over input strings. These are flat, sliced, concatenated or shared, with one or two
 * bytes a character; a call site that has seen more than four such kinds looks the method up for each character, which
 * costs seven times the work itself. This function's single call site avoids that. A read beyond the end would disable
 * the inlined fast path for every caller, so the function checks the bounds first. Returns NaN outside of the text.
 */
export function codeAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? charCodeAt.call(text, at) : Number.NaN
}
