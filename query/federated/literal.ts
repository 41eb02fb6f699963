/** A text of ES|QL or KQL: both escape the same characters. */
export function literal(text: string): string {
  const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
  return `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll(/[\n\r\t]/g, (char) => escapes[char] ?? char)}"`
}
