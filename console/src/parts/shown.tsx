/** Shows text of unknown origin: it cannot change the direction of the surrounding line, and its length is limited. */
const LENGTH_MAX = 2_000
/** Direction marks and overrides (Unicode, UAX #9) and other control characters, which are shown by name. */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}]/gu

export function shown(text: string, lengthMax = LENGTH_MAX): string {
  const cut =
    text.length > lengthMax ? `${text.slice(0, lengthMax)}… (${text.length.toLocaleString()} characters)` : text
  return cut.replace(UNSEEN, (one) => `⟨U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`)
}

export function Shown({ text, lengthMax }: { readonly text: string; readonly lengthMax?: number }) {
  return <bdi>{shown(text, lengthMax)}</bdi>
}
