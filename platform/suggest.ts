/** Returns ` (did you mean x?)` for the closest known word; empty if none is close. */
export function didYouMean(typed: string, known: readonly string[], prefix = ''): string {
  const near = known
    .map((one) => ({ one, distance: distance(typed.slice(0, 60), one.slice(0, 60)) }))
    .filter(({ one, distance }) => distance <= Math.ceil(one.length / 3))
    .sort((a, b) => a.distance - b.distance)[0]
  return near ? ` (did you mean ${prefix}${near.one}?)` : ''
}

/** The Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[b.length] ?? 0
}
