/** Text that somebody else wrote: nothing in it can turn the line around it, and no length can fill the page. */
const LENGTH_MAX = 2_000
/** Marks and overrides of direction (Unicode, UAX #9) and other controls, shown as their names. */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}]/gu

export function shown(text: string, lengthMax = LENGTH_MAX): string {
  const cut =
    text.length > lengthMax ? `${text.slice(0, lengthMax)}… (${text.length.toLocaleString()} characters)` : text
  return cut.replace(UNSEEN, (one) => `⟨U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`)
}

export function Shown({ text, lengthMax }: { readonly text: string; readonly lengthMax?: number }) {
  return <bdi>{shown(text, lengthMax)}</bdi>
}
