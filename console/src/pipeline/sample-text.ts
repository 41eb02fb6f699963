/** The largest sample that the API takes, in characters. */
export const SAMPLE_CHARS_MAX = 131_072

export type Sample = { readonly text: string; readonly isCut: boolean }

/** The beginning of a file as a sample, cut after a whole line. */
export function sampleOf(text: string): Sample {
  if (text.length <= SAMPLE_CHARS_MAX) return { text, isCut: false }
  const end = text.lastIndexOf('\n', SAMPLE_CHARS_MAX - 1)
  return { text: text.slice(0, end > 0 ? end + 1 : SAMPLE_CHARS_MAX), isCut: true }
}
