/** Compares two texts by lines: common lines, and those of one text only (longest common subsequence). */

export type DiffLine = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }

/** Limit for both texts together; a larger comparison table would be too slow for a page. */
const CELLS_MAX = 4_000_000

/** Null for texts that are too long. */
export function lineDiff(before: string, after: string): readonly DiffLine[] | null {
  const [a, b] = [before.split('\n'), after.split('\n')]
  if (a.length * b.length > CELLS_MAX) return null
  const width = b.length + 1
  /** Length of the common subsequence of the parts that begin at i and j. */
  const common = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i++] ?? '' })
      j++
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1)))
      lines.push({ kind: 'removed', text: a[i++] ?? '' })
    else lines.push({ kind: 'added', text: b[j++] ?? '' })
  }
  return lines
}
