/** What a text says as JSON; null where it is none, and is to be read as what else it may be. */
export function maybeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
