/** The value of a JSON text; null when the text is no JSON and must be read in another way. */
export function maybeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
