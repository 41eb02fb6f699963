/** Finds the palette entries that match a text, best first. */
export type PaletteEntry = { readonly label: string; readonly kind: 'page' | 'setting' | 'search' }

/** A search accepts any text, so searches come after entries whose name contains the text. */
export function matching<E extends PaletteEntry>(entries: readonly E[], text: string): E[] {
  const words = text.trim().toLowerCase().split(/\s+/)
  const rank = ({ label, kind }: E) => {
    if (kind === 'search') return 2
    const name = label.toLowerCase()
    if (!words.every((word) => name.includes(word))) return 3
    return name.startsWith(words[0] ?? '') ? 0 : 1
  }
  return entries
    .map((entry) => ({ entry, place: rank(entry) }))
    .filter(({ place }) => place < 3)
    .sort((a, b) => a.place - b.place)
    .map(({ entry }) => entry)
}
