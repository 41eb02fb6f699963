/**
 * Returns ` (did you mean x?)` for the closest known word; empty if none is close. Of words with colons, such as
 * `alerts:read`, each part has to be close, or the first one equal and of no other word: a shared ending says nothing.
 */
export function didYouMean(typed: string, known: readonly string[], prefix = ''): string {
  const parts = partsOf(typed)
  const near = known
    .map((one) => ({ one, distance: distanceOf(parts, partsOf(one)) }))
    .filter(({ distance }) => distance !== null)
    .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0))[0]
  const word = near?.one ?? onlyOneOf(parts, known)
  return word === undefined ? '' : ` (did you mean ${prefix}${word}?)`
}

const partsOf = (word: string) => word.slice(0, 60).split(':')

/** Null when a part is not close, or one of the words has more parts. */
function distanceOf(typed: readonly string[], known: readonly string[]): number | null {
  if (typed.length !== known.length) return null
  const distances = known.map((part, at) => ({ part, off: distance(typed[at] ?? '', part) }))
  if (distances.some(({ part, off }) => off > Math.ceil(part.length / 3))) return null
  return distances.reduce((sum, { off }) => sum + off, 0)
}

function onlyOneOf([first, ...rest]: readonly string[], known: readonly string[]): string | undefined {
  const found = rest.length === 0 ? [] : known.filter((one) => one.startsWith(`${first}:`))
  return found.length === 1 ? found[0] : undefined
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
