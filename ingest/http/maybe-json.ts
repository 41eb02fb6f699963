/** The value of a JSON text; null where the text is no JSON and has to be read as something else. */
export function maybeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
